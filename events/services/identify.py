"""Players key in their numbers at the table, so that a session that began without names gets them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.models.keys import person_ids
from core import transaction
from core.actors import Actor, ActorKind
from core.audit import Deed, record, record_all
from core.changes import locked
from core.errors import Forbidden
from core.locks import lock
from core.permissions import require
from events.models import Contestant, Entrant, SeatClaim, Session, TableCode
from events.selectors.numbers import players_numbered
from events.selectors.table_codes import table_device_name
from events.selectors.tables import SEATS, RoomTable, Sitter, may_key_in, session_room
from events.services.contestants import change_contestant, put_names
from events.services.entry_checks import refuse_non_members


@dataclass(frozen=True)
class KeyedNumber:
    """What a number at a seat comes to: a name for somebody unknown, the name that stands there, or another one."""

    seat: str
    number: str
    player: Player
    sitter: Sitter
    outcome: str

    NEW = "new"
    SAME = "same"
    OTHER = "other"


@dataclass(frozen=True)
class Identified:
    named: int
    claims: int


def read_numbers(
    *, actor: Actor, code: TableCode, seats: Mapping[str, str], heard_late: bool = False
) -> list[KeyedNumber]:
    """What the numbers would do; nothing is changed. What is wrong is said at its seat.

    With `heard_late` they were keyed in during the first round on other devices, and the desk has them only now.
    """
    _require_table(actor, code)
    session = code.section.session
    if not may_key_in(session) and not (heard_late and actor.kind != ActorKind.DEVICE):
        sentence = _("Numbers are keyed in during the first round. Tell the desk who sits here.")
        raise ValidationError(sentence, code="too_late")
    room = session_room(session, open_names=False)
    tables = room.tables(1 if heard_late else room.round)
    table = _expected_table(tables, code)
    typed = {seat: number.strip() for seat, number in seats.items() if seat in SEATS and number.strip()}
    if not typed:
        raise ValidationError(_("Key in at least one number, or go back."), code="nothing")
    return _judge_numbers(session, tables, table, typed, actor)


@transaction.atomic
def identify(*, actor: Actor, code: TableCode, seats: Mapping[str, str], heard_late: bool = False) -> Identified:
    """Fill in unknown names. Where another name stands, the desk is told and nothing changes."""
    _require_table(actor, code)
    locked(code.section.session)
    code = _current_code(code)
    keyed_numbers = read_numbers(actor=actor, code=code, seats=seats, heard_late=heard_late)
    named = [keyed for keyed in keyed_numbers if keyed.outcome == KeyedNumber.NEW]
    disputed = [keyed for keyed in keyed_numbers if keyed.outcome == KeyedNumber.OTHER]
    deeds = [*_write_names(actor, code, named), *_make_claims(actor, code, disputed, heard_late=heard_late)]
    if deeds:
        record_all(actor=actor, body=code.club, deeds=deeds)
    return Identified(len(named), len(disputed))


@transaction.atomic
def accept_claim(*, actor: Actor, claim: SeatClaim) -> SeatClaim:
    """The table was right: the name is put right."""
    require(actor, "session.run", claim)
    locked(claim.section.session)
    claim = _lock_open_claim(claim)
    entrant = Entrant.objects.select_related("contestant__event__club__federation").get(pk=claim.entrant_id)
    if entrant.substitutions.filter(withdrawn_at=None).exists():
        sentence = _("A substitute plays for this place. Withdraw the substitute first, then say who plays.")
        raise ValidationError(sentence, code="substitute")
    contestant = entrant.contestant
    players = [
        claim.player if each_entrant.pk == entrant.pk else each_entrant.player
        for each_entrant in contestant.entrants.select_related("player")
    ]
    change_contestant(actor=actor, contestant=contestant, players=players)
    return _settle_claim(actor, claim, accepted=True)


@transaction.atomic
def dismiss_claim(*, actor: Actor, claim: SeatClaim) -> SeatClaim:
    """The list was right: a slip of the finger at the table."""
    require(actor, "session.run", claim)
    locked(claim.section.session)
    return _settle_claim(actor, _lock_open_claim(claim), accepted=False)


def _require_table(actor: Actor, code: TableCode) -> None:
    """A device acts for the very table whose code it holds; the desk for every table."""
    if actor.kind == ActorKind.DEVICE:
        if actor.device != table_device_name(code):
            raise Forbidden
        return
    require(actor, "session.run", code)


def _current_code(code: TableCode) -> TableCode:
    """Read again behind the session's lock: it may have been revoked, or the round called, a moment ago."""
    code = TableCode.objects.select_related("section__session__event__club__federation").get(pk=code.pk)
    if code.revoked_at is not None:
        raise ValidationError(_("This table has a new code. Scan the new card."), code="revoked")
    return code


def _expected_table(tables: list[RoomTable], code: TableCode) -> RoomTable:
    for table in tables:
        if (table.letter, table.number) == (code.section.letter, code.table):
            return table
    raise ValidationError(_("Nobody is expected at this table now. Ask the desk."), code="no_table")


def _judge_numbers(
    session: Session, tables: list[RoomTable], table: RoomTable, typed: dict[str, str], actor: Actor
) -> list[KeyedNumber]:
    club = session.club
    players = players_numbered(club, typed.values(), day=club.day(actor.at))
    problems: dict[str, ValidationError] = {}
    keyed_numbers: list[KeyedNumber] = []
    keyed_ids: set[int] = set()
    for sitter in table.seats:
        number = typed.get(sitter.seat, "")
        if not number:
            continue
        player = players.get(number)
        problem = _number_problem(number, player, sitter, keyed_ids)
        if player is None or problem:
            problems[sitter.seat] = ValidationError(problem, code="bad_number")
            continue
        keyed_ids.add(player.pk)
        keyed_numbers.append(_judge_number(table, sitter, number, player, keyed_numbers))
    others = [keyed for keyed in keyed_numbers if keyed.outcome != KeyedNumber.SAME]
    problems |= _elsewhere_problems(session, tables, others)
    new = [keyed for keyed in keyed_numbers if keyed.outcome == KeyedNumber.NEW and keyed.seat not in problems]
    problems |= _membership_problems(session, new)
    if problems:
        raise ValidationError(problems)
    return keyed_numbers


def _number_problem(number: str, player: Player | None, sitter: Sitter, keyed_ids: set[int]) -> str:
    gaps = {"number": number}
    if player is None:
        return _("Nobody has number %(number)s. Look at it again, or leave the field empty.") % gaps
    if player.pk in keyed_ids:
        return _("Number %(number)s is keyed in twice. Everybody keys in their own.") % gaps
    if sitter.entrant is None:
        return _("Nobody is entered for this seat. Leave the field empty and tell the desk.")
    return ""


def _judge_number(
    table: RoomTable, sitter: Sitter, number: str, player: Player, earlier: list[KeyedNumber]
) -> KeyedNumber:
    """Partners may sit either way round: what counts is who plays for the contestant."""
    partners = [other for side in table.sides for other in side.sitters if other.number == sitter.number]
    if any(player.is_same_person(other.player) for other in partners):
        return KeyedNumber(sitter.seat, number, player, sitter, KeyedNumber.SAME)
    used = {keyed.sitter.seat for keyed in earlier if keyed.outcome == KeyedNumber.NEW}
    for other in (sitter, *partners):
        if not other.is_known and other.entrant is not None and other.seat not in used:
            return KeyedNumber(sitter.seat, number, player, other, KeyedNumber.NEW)
    return KeyedNumber(sitter.seat, number, player, sitter, KeyedNumber.OTHER)


def _elsewhere_problems(
    session: Session, tables: list[RoomTable], keyed_numbers: list[KeyedNumber]
) -> dict[str, ValidationError]:
    """A player plays once: at this table or at another one."""
    table_names: dict[int, str] = {}
    for table in tables:
        for sitter in table.seats:
            if sitter.player is not None:
                table_names[sitter.player.person_id] = table.name
    ids = [keyed.player.person_id for keyed in keyed_numbers]
    entered = set(
        Entrant.objects.filter(event=session.event_id, player__in=ids, is_active=True).values_list(
            person_ids(), flat=True
        )
    )
    problems: dict[str, ValidationError] = {}
    for keyed in keyed_numbers:
        gaps = {"number": keyed.number, "table": table_names.get(keyed.player.person_id, "")}
        if keyed.player.person_id in table_names:
            sentence = _("Number %(number)s is expected at table %(table)s. Look at the number, or tell the desk.")
        elif keyed.player.person_id in entered:
            sentence = _("Number %(number)s is entered in this event already. Tell the desk.")
        else:
            continue
        problems[keyed.seat] = ValidationError(sentence % gaps, code="elsewhere")
    return problems


def _membership_problems(session: Session, keyed_numbers: list[KeyedNumber]) -> dict[str, ValidationError]:
    """Where only members play; without the names that the desk would be told."""
    problems: dict[str, ValidationError] = {}
    if not session.event.members_only:
        return problems
    for keyed in keyed_numbers:
        try:
            refuse_non_members(session.event, [keyed.player], day=session.club.day(session.starts_at))
        except ValidationError:
            sentence = _("Only members play in this event, and number %(number)s is none today. Tell the desk.")
            problems[keyed.seat] = ValidationError(sentence % {"number": keyed.number}, code="no_member")
    return problems


def _write_names(actor: Actor, code: TableCode, named: list[KeyedNumber]) -> list[Deed]:
    """Write the names, contestant by contestant; one audit entry for each of them."""
    new = {keyed.sitter.entrant.pk: keyed.player for keyed in named if keyed.sitter.entrant}
    ids = {keyed.sitter.entrant.contestant_id for keyed in named if keyed.sitter.entrant}
    deeds = []
    contestants = Contestant.objects.filter(pk__in=ids).select_related("event__club__federation").order_by("pk")
    for contestant in contestants:
        entrants = list(contestant.entrants.select_related("player"))
        put_names(
            actor=actor, contestant=contestant, players=[new.get(entrant.pk) or entrant.player for entrant in entrants]
        )
        player_ids = {entrant.position: new[entrant.pk].pk for entrant in entrants if entrant.pk in new}
        deeds.append(
            _deed(contestant, code, {"players": {str(position): player for position, player in player_ids.items()}})
        )
    return deeds


def _make_claims(actor: Actor, code: TableCode, disputed: list[KeyedNumber], *, heard_late: bool) -> list[Deed]:
    deeds = []
    for keyed in disputed:
        assert keyed.sitter.entrant is not None
        claim, is_new = SeatClaim.objects.get_or_create(
            entrant=keyed.sitter.entrant,
            player=keyed.player,
            settled_at=None,
            defaults={
                "section": code.section,
                "table": code.table,
                "round": 1 if heard_late else max(1, code.section.session.round),
                "seat": keyed.seat,
                "made_at": actor.at,
            },
        )
        if is_new:
            deeds.append(
                _deed(claim, code, {"seat": keyed.seat, "player": keyed.player.pk, "entrant": claim.entrant_id})
            )
    return deeds


def _deed(target: Contestant | SeatClaim, code: TableCode, details: dict[str, object]) -> Deed:
    return Deed("seating.identify", target, after={"section": code.section_id, "table": code.table, **details})


def _lock_open_claim(claim: SeatClaim) -> SeatClaim:
    claim = lock(SeatClaim.objects).select_related("section__session__event__club").get(pk=claim.pk)
    if claim.settled_at is not None:
        raise ValidationError(_("Somebody at the desk has settled this already."), code="settled")
    return claim


def _settle_claim(actor: Actor, claim: SeatClaim, *, accepted: bool) -> SeatClaim:
    claim.settled_at, claim.settled_by, claim.accepted = actor.at, actor.user, accepted
    claim.save(update_fields=["settled_at", "settled_by", "accepted"])
    record(actor=actor, act="seating.settle", body=claim.club, target=claim, after={"accepted": accepted})
    return claim
