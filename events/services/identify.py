"""Players key in their numbers at the table, so that a session that began without names gets them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Player
from core.actors import Actor, ActorKind
from core.audit import Deed, record, record_all
from core.changes import locked
from core.errors import Forbidden
from core.permissions import require
from events.models import Contestant, Entrant, SeatClaim, Session, TableCode
from events.selectors.numbers import players_numbered
from events.selectors.table_codes import table_device_name
from events.selectors.tables import SEATS, Room, RoomTable, Sitter, may_key_in, session_room
from events.services.contestants import change_contestant, put_names
from events.services.entry_checks import refuse_non_members


@dataclass(frozen=True)
class Keyed:
    """What a number at a seat comes to: a name for somebody unknown, the name that stands there, or another one."""

    seat: str
    number: str
    player: Player
    sitter: Sitter
    fate: str

    NEW = "new"
    SAME = "same"
    OTHER = "other"


@dataclass(frozen=True)
class Identified:
    named: int
    claims: int


def read_numbers(*, actor: Actor, code: TableCode, seats: Mapping[str, str]) -> list[Keyed]:
    """What the numbers would do; nothing is changed. What is wrong is said at its seat."""
    _require_table(actor, code)
    session = code.section.session
    if not may_key_in(session):
        sentence = _("Numbers are keyed in during the first round. Tell the desk who sits here.")
        raise ValidationError(sentence, code="too_late")
    room = session_room(session, open_names=False)
    table = _table(room, code)
    typed = {seat: number.strip() for seat, number in seats.items() if seat in SEATS and number.strip()}
    if not typed:
        raise ValidationError(_("Key in at least one number, or go back."), code="nothing")
    return _judge(room, table, code, typed, actor)


@transaction.atomic
def identify(*, actor: Actor, code: TableCode, seats: Mapping[str, str]) -> Identified:
    """Fill in unknown names. Where another name stands, the desk is told and nothing changes."""
    _require_table(actor, code)
    locked(code.section.session)
    code = _as_it_stands(code)
    keyed = read_numbers(actor=actor, code=code, seats=seats)
    named = [one for one in keyed if one.fate == Keyed.NEW]
    others = [one for one in keyed if one.fate == Keyed.OTHER]
    deeds = [*_name(actor, code, named), *_claim(actor, code, others)]
    if deeds:
        record_all(actor=actor, body=code.club, deeds=deeds)
    return Identified(len(named), len(others))


@transaction.atomic
def accept_claim(*, actor: Actor, claim: SeatClaim) -> SeatClaim:
    """The table was right: the name is put right."""
    require(actor, "session.run", claim)
    locked(claim.section.session)
    row = _open(claim)
    entrant = Entrant.objects.select_related("contestant__event__club__federation").get(pk=row.entrant_id)
    if entrant.substitutions.filter(withdrawn_at=None).exists():
        sentence = _("A substitute plays for this place. Withdraw the substitute first, then say who plays.")
        raise ValidationError(sentence, code="substitute")
    contestant = entrant.contestant
    players = [
        row.player if one.pk == entrant.pk else one.player for one in contestant.entrants.select_related("player")
    ]
    change_contestant(actor=actor, contestant=contestant, players=players)
    return _settle(actor, row, accepted=True)


@transaction.atomic
def dismiss_claim(*, actor: Actor, claim: SeatClaim) -> SeatClaim:
    """The list was right: a slip of the finger at the table."""
    require(actor, "session.run", claim)
    locked(claim.section.session)
    return _settle(actor, _open(claim), accepted=False)


def _require_table(actor: Actor, code: TableCode) -> None:
    """A device acts for the very table whose code it holds; the desk for every table."""
    if actor.kind == ActorKind.DEVICE:
        if actor.device != table_device_name(code):
            raise Forbidden
        return
    require(actor, "session.run", code)


def _as_it_stands(code: TableCode) -> TableCode:
    """Read again behind the session's lock: it may have been revoked, or the round called, a moment ago."""
    row = TableCode.objects.select_related("section__session__event__club__federation").get(pk=code.pk)
    if row.revoked_at is not None:
        raise ValidationError(_("This table has a new code. Scan the new card."), code="revoked")
    return row


def _table(room: Room, code: TableCode) -> RoomTable:
    for table in room.tables(room.round):
        if (table.letter, table.number) == (code.section.letter, code.table):
            return table
    raise ValidationError(_("Nobody is expected at this table now. Ask the desk."), code="no_table")


def _judge(room: Room, table: RoomTable, code: TableCode, typed: dict[str, str], actor: Actor) -> list[Keyed]:
    session = room.session
    club = session.club
    known = players_numbered(club, typed.values(), day=club.day(actor.at))
    problems: dict[str, ValidationError] = {}
    keyed: list[Keyed] = []
    taken: set[int] = set()
    for sitter in table.seats:
        number = typed.get(sitter.seat, "")
        if not number:
            continue
        player = known.get(number)
        problem = _problem(number, player, sitter, taken)
        if player is None or problem:
            problems[sitter.seat] = ValidationError(problem, code="bad_number")
            continue
        taken.add(player.pk)
        keyed.append(_fate(table, sitter, number, player, keyed, typed))
    problems |= _elsewhere(room, [one for one in keyed if one.fate != Keyed.SAME])
    problems |= _no_members(
        session, [one for one in keyed if one.fate == Keyed.NEW and one.seat not in problems], actor
    )
    if problems:
        raise ValidationError(problems)
    return keyed


def _problem(number: str, player: Player | None, sitter: Sitter, taken: set[int]) -> str:
    said = {"number": number}
    if player is None:
        return _("Nobody has number %(number)s. Look at it again, or leave the field empty.") % said
    if player.pk in taken:
        return _("Number %(number)s is keyed in twice. Everybody keys in their own.") % said
    if sitter.entrant is None:
        return _("Nobody is entered for this seat. Leave the field empty and tell the desk.")
    return ""


def _fate(
    table: RoomTable, sitter: Sitter, number: str, player: Player, before: list[Keyed], typed: dict[str, str]
) -> Keyed:
    """Partners may sit either way round: what counts is who plays for the contestant."""
    partners = [other for side in table.sides for other in side.sitters if other.number == sitter.number]
    if any(other.player and other.player.pk == player.pk for other in partners):
        return Keyed(sitter.seat, number, player, sitter, Keyed.SAME)
    used = {one.sitter.seat for one in before if one.fate == Keyed.NEW}
    for other in (sitter, *partners):
        if not other.is_known and other.entrant is not None and other.seat not in used:
            return Keyed(sitter.seat, number, player, other, Keyed.NEW)
    return Keyed(sitter.seat, number, player, sitter, Keyed.OTHER)


def _elsewhere(room: Room, keyed: list[Keyed]) -> dict[str, ValidationError]:
    """A player plays once: at this table or at another one."""
    at: dict[int, str] = {}
    for table in room.tables(room.round):
        for sitter in table.seats:
            if sitter.player is not None:
                at[sitter.player.pk] = table.name
    ids = [one.player.pk for one in keyed]
    entered = set(
        Entrant.objects.filter(event=room.session.event_id, player__in=ids, is_active=True).values_list(
            "player_id", flat=True
        )
    )
    problems: dict[str, ValidationError] = {}
    for one in keyed:
        said = {"number": one.number, "table": at.get(one.player.pk, "")}
        if one.player.pk in at:
            sentence = _("Number %(number)s is expected at table %(table)s. Look at the number, or tell the desk.")
        elif one.player.pk in entered:
            sentence = _("Number %(number)s is entered in this event already. Tell the desk.")
        else:
            continue
        problems[one.seat] = ValidationError(sentence % said, code="elsewhere")
    return problems


def _no_members(session: Session, keyed: list[Keyed], actor: Actor) -> dict[str, ValidationError]:
    """Where only members play; without the names that the desk would be told."""
    problems: dict[str, ValidationError] = {}
    if not session.event.members_only:
        return problems
    for one in keyed:
        try:
            refuse_non_members(session.event, [one.player], day=session.club.day(session.starts_at))
        except ValidationError:
            sentence = _("Only members play in this event, and number %(number)s is none today. Tell the desk.")
            problems[one.seat] = ValidationError(sentence % {"number": one.number}, code="no_member")
    return problems


def _name(actor: Actor, code: TableCode, named: list[Keyed]) -> list[Deed]:
    """Write the names, contestant by contestant; one audit entry for each of them."""
    new = {one.sitter.entrant.pk: one.player for one in named if one.sitter.entrant}
    ids = {one.sitter.entrant.contestant_id for one in named if one.sitter.entrant}
    deeds = []
    rows = Contestant.objects.filter(pk__in=ids).select_related("event__club__federation").order_by("pk")
    for contestant in rows:
        entrants = list(contestant.entrants.select_related("player"))
        put_names(actor=actor, contestant=contestant, players=[new.get(row.pk) or row.player for row in entrants])
        said = {row.position: new[row.pk].pk for row in entrants if row.pk in new}
        deeds.append(_deed(contestant, code, {"players": {str(at): player for at, player in said.items()}}))
    return deeds


def _claim(actor: Actor, code: TableCode, others: list[Keyed]) -> list[Deed]:
    deeds = []
    for one in others:
        assert one.sitter.entrant is not None
        claim, made = SeatClaim.objects.get_or_create(
            entrant=one.sitter.entrant,
            player=one.player,
            settled_at=None,
            defaults={
                "section": code.section,
                "table": code.table,
                "round": max(1, code.section.session.round),
                "seat": one.seat,
                "made_at": actor.at,
            },
        )
        if made:
            deeds.append(_deed(claim, code, {"seat": one.seat, "player": one.player.pk, "entrant": claim.entrant_id}))
    return deeds


def _deed(target: Contestant | SeatClaim, code: TableCode, said: dict[str, object]) -> Deed:
    return Deed("seating.identify", target, after={"section": code.section_id, "table": code.table, **said})


def _open(claim: SeatClaim) -> SeatClaim:
    row = SeatClaim.objects.select_for_update().select_related("section__session__event__club").get(pk=claim.pk)
    if row.settled_at is not None:
        raise ValidationError(_("Somebody at the desk has settled this already."), code="settled")
    return row


def _settle(actor: Actor, row: SeatClaim, *, accepted: bool) -> SeatClaim:
    row.settled_at, row.settled_by, row.accepted = actor.at, actor.user, accepted
    row.save(update_fields=["settled_at", "settled_by", "accepted"])
    record(actor=actor, act="seating.settle", body=row.club, target=row, after={"accepted": accepted})
    return row
