"""Names from the numbers that players key in at Bridgemates: the club's own and the federation's."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.actors import Actor
from events.models import SeatClaim, Session, TableCode
from events.selectors.numbers import players_numbered
from events.selectors.tables import SEATS, Sitter, session_room
from events.services.identify import identify
from scoring.interchange.bridgemate.records import BridgemateFile, FilePlayer
from scoring.services.bridgemate.report import BridgemateReport

Seat = tuple[str, int, str]


def take_players(actor: Actor, session: Session, file: BridgemateFile, report: BridgemateReport) -> None:
    """Names for seats without one; another name than ours is put to the desk, and nothing changes."""
    keyed = [row for row in file.players if row.number and row.round <= 1 and row.direction in SEATS]
    if not keyed:
        return
    letters = {section.ident: section.letter.strip().upper() for section in file.sections}
    players = players_numbered(session.club, {row.number for row in keyed}, day=session.club.day(actor.at))
    codes, sitters, put_before = _codes(session), dict(_sitters(session)), _put_to_the_desk(session)
    for row in keyed:
        where = letters.get(row.section, ""), row.table
        sitter, code, player = sitters.get((*where, row.direction)), codes.get(where), players.get(row.number)
        if player and sitter and player.is_same_person(sitter.player):
            continue
        if player and (*where, row.direction, player.pk) in put_before:
            continue
        try:
            if player is None:
                raise ValidationError(_("nobody here has this number."), code="unknown")
            _name(actor, code, row, _seat_name(where, row), report)
        except ValidationError as error:
            report.leave_out(_seat_name(where, row), error)


def _name(actor: Actor, code: TableCode | None, row: FilePlayer, place: str, report: BridgemateReport) -> None:
    if code is None:
        raise ValidationError(_("there is no such table in this session."), code="no_table")
    identified = identify(actor=actor, code=code, seats={row.direction: row.number}, heard_late=True)
    report.named += identified.named
    if identified.claims:
        report.put_to_director(place, _("another name stands here: decide at the desk who plays."))


def _codes(session: Session) -> dict[tuple[str, int], TableCode]:
    codes = TableCode.objects.filter(section__session=session, revoked_at=None)
    with_club = codes.select_related("section__session__event__club__federation")
    return {(code.section.letter.upper(), code.table): code for code in with_club}


def _put_to_the_desk(session: Session) -> set[tuple[str, int, str, int]]:
    """Names that the desk has heard of before, whatever it has decided."""
    claims = SeatClaim.objects.filter(section__session=session)
    rows = claims.values_list("section__letter", "table", "seat", "player")
    return {(letter.upper(), table, seat, player) for letter, table, seat, player in rows}


def _sitters(session: Session) -> Iterator[tuple[Seat, Sitter]]:
    for table in session_room(session, open_names=True).tables(1):
        for seat, sitter in zip(SEATS, table.seats, strict=True):
            yield (table.letter.upper(), table.number, seat), sitter


def _seat_name(where: tuple[str, int], row: FilePlayer) -> str:
    who = " ".join(filter(None, (row.number, row.name)))
    values = {"table": f"{where[0]}{where[1]}", "seat": row.direction, "who": who}
    return _("Table %(table)s, %(seat)s, %(who)s") % values
