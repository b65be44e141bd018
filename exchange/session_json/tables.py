"""Which rows a session is made of, in an order in which each refers to those before it.

A table is a list of rows; a row has `id`, by which the others in the file refer to it, and its columns by name. What
belongs to one installation alone is left out: who typed something, devices and codes, and the rows of rulings and
appeals, whose scores and reasons stand with the adjusted scores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Field, ForeignKey, Model, Q, QuerySet

from clubs.models import Player
from events.models import (
    Board,
    BoardSet,
    Contestant,
    Entrant,
    LineUp,
    Place,
    Play,
    Section,
    Session,
    Substitution,
)
from scoring.models import (
    BoardForms,
    BoardResult,
    ComparisonField,
    MatchTerm,
    Penalty,
    RoundDraw,
    ScoreAdjustment,
    ScoreEntry,
)

FORMAT, VERSION = "tenace-session", 1
#: What is of one installation, or would name a device or a row that is not in the file.
LEFT_OUT = {"key", "code", "device", "confirmed_device", "authority", "host", "event", "after"}


@dataclass(frozen=True)
class Table:
    """The rows of one model that belong to a session."""

    name: str
    model: type[Model]
    of: Callable[[Session], QuerySet[Model]]

    @property
    def columns(self) -> list[Field[object, object]]:
        """What is written of a row, beside its id."""
        return [
            field
            for field in self.model._meta.concrete_fields
            if not field.primary_key and field.name not in LEFT_OUT and not _is_of_people_here(field)
        ]

    def rows(self, session: Session) -> QuerySet[Model]:
        return self.of(session).order_by("pk")


def _is_of_people_here(field: Field[object, object]) -> bool:
    """Users of this installation, and the club whose boards they are."""
    if not isinstance(field, ForeignKey):
        return False
    related = field.related_model
    return related._meta.label in (settings.AUTH_USER_MODEL, "clubs.Club", "clubs.Federation", "events.Event")


def _seated(session: Session) -> QuerySet[Contestant]:
    return Contestant.objects.filter(pk__in=Place.objects.filter(session=session).values("contestant"))


def players_of(session: Session) -> QuerySet[Player]:
    """Everybody who played in it, substitutes too."""
    entered = Entrant.objects.filter(contestant__in=_seated(session)).values("player")
    substitutes = Substitution.objects.filter(place__session=session).values("player")
    return Player.objects.filter(Q(pk__in=entered) | Q(pk__in=substitutes)).order_by("pk")


TABLES = (
    Table("board_sets", BoardSet, lambda session: BoardSet.objects.filter(sections__session=session).distinct()),
    Table("boards", Board, lambda session: Board.objects.filter(board_set__sections__session=session).distinct()),
    Table("sections", Section, lambda session: Section.objects.filter(session=session)),
    Table("contestants", Contestant, _seated),
    Table("entrants", Entrant, lambda session: Entrant.objects.filter(contestant__in=_seated(session))),
    Table("places", Place, lambda session: Place.objects.filter(session=session)),
    Table("line_ups", LineUp, lambda session: LineUp.objects.filter(place__session=session)),
    Table("substitutions", Substitution, lambda session: Substitution.objects.filter(place__session=session)),
    Table("plays", Play, lambda session: Play.objects.filter(section__session=session)),
    Table("entries", ScoreEntry, lambda session: ScoreEntry.objects.filter(play__section__session=session)),
    Table("results", BoardResult, lambda session: BoardResult.objects.filter(play__section__session=session)),
    Table(
        "adjusted_scores",
        ScoreAdjustment,
        lambda session: ScoreAdjustment.objects.filter(play__section__session=session),
    ),
    Table("forms_of_boards", BoardForms, lambda session: BoardForms.objects.filter(section__session=session)),
    Table("fields", ComparisonField, lambda session: ComparisonField.objects.filter(session=session)),
    Table("penalties", Penalty, lambda session: Penalty.objects.filter(field__session=session)),
    Table("match_terms", MatchTerm, lambda session: MatchTerm.objects.filter(session=session)),
    Table("draws", RoundDraw, lambda session: RoundDraw.objects.filter(section__session=session)),
)
TABLE_OF = {table.model: table.name for table in TABLES} | {Player: "players", Session: "session"}
#: Of the session itself.
SESSION_COLUMNS = ("starts_at", "round", "from_paper", "started_at", "finished_at")
#: Of a person: enough to know them again, and how they let themselves be named.
PLAYER_COLUMNS = ("display_name", "given_name", "family_name", "federation_number", "privacy")
