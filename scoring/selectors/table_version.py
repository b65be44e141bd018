"""What an unchanged table is known by: one statement instead of everything that its devices are told.

Hundreds of devices ask every two seconds whether anything has changed, and mostly nothing has. Where something has, it
is mostly a result: who sits where, the clock and the director's rules are the same as before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, Concat, Length

from events.models import LineUp, Place, Play, Section, Substitution, TableCode, TableRound
from events.models.plays import PlayState
from events.models.sessions import SessionState
from scoring.models import (
    Announcement,
    BoardResult,
    ClubTableRules,
    DirectorCall,
    ScoreAdjustment,
    ScoreEntry,
    TableRules,
)
from scoring.models.results import EntryState

# Stands in the statement for the code that is asked for.
CODE = "the code"


class TableVersion(NamedTuple):
    static: str
    live: str


def table_version(code: str) -> TableVersion | None:
    """None where the code opens no table in play; whoever needs to know why asks `find_code`."""
    statement, parameters = _statement(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, [code if parameter == CODE else parameter for parameter in parameters])
        versions = cursor.fetchone()
    if versions is None:
        return None
    live = len(_live())
    return TableVersion("/".join(map(str, versions[:-live])), "/".join(map(str, versions[-live:])))


@lru_cache
def _statement(vendor: str) -> tuple[str, tuple[Any, ...]]:
    """Compiled once: that takes far longer than to ask it."""
    statement, parameters = _version_query().query.sql_with_params()
    return statement, tuple(parameters)


def _version_query() -> QuerySet[TableCode, Any]:
    codes = TableCode.objects.filter(code=CODE, revoked_at=None).exclude(section__session__state=SessionState.FINISHED)
    versions = ("section__session__version", "section__session__clock__version", "section__board_set")
    return codes.order_by().values_list("pk", *versions, *_static(), *_live())


OWN_TABLE = {"section": OuterRef("section"), "table": OuterRef("table")}
AT_TABLE = {f"play__{name}": value for name, value in OWN_TABLE.items()}
SESSION = OuterRef("section__session")


def _static() -> list[Subquery]:
    own_section = OuterRef("section")
    return [
        _figures(Section.objects.filter(session=SESSION), Count("pk"), Sum("version")),
        _figures(TableRules.objects.filter(section=own_section), Count("pk"), Sum("version")),
        _figures(ClubTableRules.objects.filter(club=OuterRef("section__session__event__club")), Sum("version")),
        _figures(TableRound.objects.filter(**OWN_TABLE), Sum("round")),
        _figures(
            Play.objects.filter(**OWN_TABLE),
            Sum(F("board") * F("north") + 3 * F("east") + 5 * Coalesce("south", 0) + 7 * Coalesce("west", 0)),
        ),
        *_people(own_section),
    ]


@lru_cache
def _live() -> list[Subquery | Exists]:
    return [
        _figures(Play.objects.filter(**OWN_TABLE), *(Count("pk", filter=Q(state=state)) for state in PlayState.values)),
        _figures(
            ScoreEntry.objects.filter(**AT_TABLE),
            Count("pk"),
            *(Count("pk", filter=Q(state=state)) for state in (EntryState.WAITING, EntryState.DISPUTED)),
        ),
        _figures(BoardResult.objects.filter(**AT_TABLE), Count("pk"), Sum("version")),
        _figures(ScoreAdjustment.objects.filter(**AT_TABLE), Count("pk"), Count("superseded_at")),
        _figures(DirectorCall.objects.filter(**OWN_TABLE), Count("pk"), Sum("version"), Sum(Length("reason"))),
        _figures(Announcement.objects.filter(session=SESSION), Count("pk"), Count("withdrawn_at")),
        # Whether anybody has a board to play: the end is shown when nobody has.
        Exists(Play.objects.filter(section__session=SESSION, state=PlayState.DUE)),
    ]


def _people(section: OuterRef) -> list[Subquery]:
    places = Place.objects.filter(section=section)
    return [
        # In one pass, each contestant once for each of its players: equal all the same while nothing changes.
        _figures(
            places,
            *(Sum(F("number") * F("contestant")), Sum("contestant__version")),
            *(Count("contestant__entrants__player"), Sum("contestant__entrants__player__version")),
            Sum(F("contestant__entrants__player") * F("contestant__entrants__position")),
        ),
        _figures(
            Substitution.objects.filter(place__section=section),
            *(Count("pk"), Count("withdrawn_at"), Count("last_round"), Sum("last_round")),
        ),
        _figures(
            LineUp.objects.filter(place__section=section),
            *(Count("pk"), Sum(F("north") + 2 * F("south") + 3 * F("east") + 5 * F("west"))),
        ),
    ]


def _figures(records: QuerySet[Any], *figures: Any) -> Subquery:
    """Several figures about some rows as one word. Counts, because a greater key may be there before a smaller one."""
    words = [part for figure in figures for part in (Value("."), Cast(figure, TextField()))]
    grouped = records.order_by().annotate(all_of_them=Value(1)).values("all_of_them")
    return Subquery(grouped.annotate(said=Concat(*words, output_field=TextField())).values("said"))
