"""A session to plain data."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Field, ForeignKey, Model

from core.release import version
from events.models import Board, Event, Session
from events.models.conditions import CONDITIONS
from events.selectors.seal import board_set_seals
from exchange.session_json.tables import (
    FORMAT,
    PLAYER_COLUMNS,
    SESSION_COLUMNS,
    TABLES,
    VERSION,
    players_of,
)
from scoring.runs.sheets import scoring_profile
from scoring.selectors.newest_runs import newest_runs

Data = dict[str, Any]


def session_data(session: Session, *, uuid: str, at: datetime) -> Data:
    """Everything that the session's figures follow from, and the figures. Deals that are sealed still are left out."""
    event, sealed = session.event, _sealed_boards(session)
    data: Data = {
        "format": FORMAT,
        "version": VERSION,
        "uuid": uuid,
        "written_by": f"Tenace {version()}",
        "written_at": at.isoformat(),
        "club": {"name": session.club.name, "address": session.club.slug},
        "event": conditions_of(event),
        "regulations": regulations_of(event),
        "session": _columns(session, [Session._meta.get_field(name) for name in SESSION_COLUMNS]),
        "players": [
            {"id": player.pk} | {name: getattr(player, name) for name in PLAYER_COLUMNS}
            for player in players_of(session)
        ],
    }
    for table in TABLES:
        columns = table.columns
        rows = table.rows(session).exclude(pk__in=sealed if table.model is Board else [])
        data[table.name] = [{"id": row.pk} | _columns(row, columns) for row in rows.iterator()]
    for field, row in zip(session.fields.order_by("pk"), data["fields"], strict=True):
        row["sections"] = sorted(field.sections.values_list("pk", flat=True))
    data["figures"] = figures_of(session)
    return data


def conditions_of(event: Event) -> Data:
    """The conditions of contest; the profile is named, whether the event or the club's regulations say it."""
    return {name: plain(getattr(event, name)) for name in CONDITIONS} | {"profile": scoring_profile(event).name}


def regulations_of(event: Event) -> Data:
    """What the club has laid down and figures depend on beside the conditions."""
    profile = scoring_profile(event)
    return {"fouled": profile.fouled.value, "several_boards": profile.several_boards}


def figures_of(session: Session) -> list[Data]:
    """The ranking of each field, to be held against what is calculated where it arrives."""
    return [
        {
            "field": field.pk,
            "revision": run.revision,
            "method": run.method,
            "profile": run.profile,
            "scored_at": run.scored_at.isoformat(),
            "is_published": run.is_published,
            "standings": [
                {
                    "contestant": standing.contestant_id,
                    "ranking": standing.ranking,
                    "place": standing.place,
                    "boards": standing.boards,
                    "total": standing.total,
                    "percent": standing.percent,
                    "shown_total": standing.shown_total,
                    "shown_percent": standing.shown_percent,
                    "penalty": standing.penalty,
                }
                for standing in run.standings.order_by("pk")
            ],
        }
        for field, run in newest_runs(session)
        if run is not None
    ]


def plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def _columns(row: Model, fields: Any) -> Data:
    return {field.name: plain(_value(row, field)) for field in fields}


def _value(row: Model, field: Field[Any, Any]) -> Any:
    """A reference is the id of the row it leads to."""
    return getattr(row, field.attname if isinstance(field, ForeignKey) else field.name)


def _sealed_boards(session: Session) -> set[int]:
    """Boards whose deal not everybody may see yet: another session may have to play them."""
    sets = {section.board_set for section in session.sections.select_related("board_set") if section.board_set}
    seals = board_set_seals(sets)
    boards = Board.objects.filter(board_set__in=sets).values_list("pk", "board_set_id", "number")
    return {
        pk
        for pk, board_set, number in boards
        if number in seals[board_set].sealed or number not in seals[board_set].numbers
    }
