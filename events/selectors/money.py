"""Table money of a session: who owes what, who has paid, and what must be in the cash box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.selectors.memberships import current_memberships
from clubs.selectors.roles import person_name
from events.models import Entrant, Event, Place, Session, TableMoney
from events.models.money import Settled
from events.movements.seats import TableSeat, seats_in
from events.selectors.presence import Presence
from events.selectors.seats import player_ids_at

NOTHING = Decimal("0.00")
NOWHERE = (0, 10_000)


@dataclass(frozen=True)
class PlayerBalance:
    """What one person owes and has paid. `player` is None while nobody knows who it is."""

    player: Player | None
    name: str
    where: str
    owed: Decimal
    is_member: bool = False
    payments: tuple[TableMoney, ...] = ()
    stands_in_for: str = ""
    place: Place | None = None

    @property
    def money(self) -> TableMoney | None:
        """The latest payment: what is undone first."""
        return self.payments[-1] if self.payments else None

    @property
    def paid(self) -> Decimal:
        return sum((payment.amount for payment in self.payments), NOTHING)

    @property
    def is_settled(self) -> bool:
        return any(payment.settles for payment in self.payments)

    @property
    def rest(self) -> Decimal:
        """What is still to be paid."""
        return NOTHING if self.is_settled else max(NOTHING, self.owed - self.paid)

    @property
    def is_open(self) -> bool:
        return self.rest > 0

    @property
    def may_pay(self) -> bool:
        return self.player is not None and self.is_open

    @property
    def taken_by(self) -> str:
        return person_name(self.money.taken_by) if self.money and self.money.taken_by else ""


@dataclass(frozen=True)
class Party:
    """A contestant's people."""

    place: Place
    seat: TableSeat | None
    lines: list[PlayerBalance]

    @property
    def payers(self) -> list[PlayerBalance]:
        return [line for line in self.lines if line.may_pay]

    @property
    def due(self) -> Decimal:
        return sum((line.rest for line in self.payers), NOTHING)


@dataclass(frozen=True)
class TableBill:
    """Those who begin at one table; teams and those who sit out first are on their own."""

    key: str
    name: str
    parties: list[Party]
    is_table: bool = False

    @property
    def payers(self) -> list[PlayerBalance]:
        return [line for party in self.parties for line in party.payers]

    @property
    def due(self) -> Decimal:
        return sum((line.rest for line in self.payers), NOTHING)

    @property
    def is_open(self) -> bool:
        return any(line.is_open for party in self.parties for line in party.lines)


@dataclass(frozen=True)
class Taker:
    name: str
    cash: Decimal
    card: Decimal


@dataclass(frozen=True)
class Totals:
    """For the cash box."""

    cash: Decimal
    card: Decimal
    free: int
    paid: int
    open: int
    open_sum: Decimal
    # What is open of those whose names are known.
    payable: Decimal
    takers: list[Taker] = field(default_factory=list)

    @property
    def taken(self) -> Decimal:
        return self.cash + self.card


@dataclass(frozen=True)
class Account:
    """The table money of a session."""

    bills: list[TableBill]
    # Those who have paid and no longer sit here: their money is in the box all the same.
    gone: list[PlayerBalance]
    totals: Totals

    @property
    def lines(self) -> Iterator[PlayerBalance]:
        for bill in self.bills:
            for party in bill.parties:
                yield from party.lines
        yield from self.gone

    @property
    def payers(self) -> list[PlayerBalance]:
        return [line for line in self.lines if line.may_pay]

    def find_balance(self, player: Player) -> PlayerBalance | None:
        return next(
            (line for line in self.lines if line.player is not None and line.player.is_same_person(player)), None
        )

    def bill(self, key: str) -> TableBill | None:
        return next((bill for bill in self.bills if bill.key == key), None)

    def bill_with(self, player_id: int) -> TableBill | None:
        """Where somebody is listed."""
        for bill in self.bills:
            for party in bill.parties:
                if any(line.player is not None and line.player.person_id == player_id for line in party.lines):
                    return bill
        return None


def session_account(session: Session) -> Account:
    """Everything at once, in a number of queries that does not grow with the tables."""
    presence = Presence.of(session)
    payments = session.money.filter(withdrawn_at=None).select_related("player", "taken_by__player")
    ledger: defaultdict[int, list[TableMoney]] = defaultdict(list)
    for payment in payments.order_by("taken_at", "pk"):
        ledger[payment.player.person_id].append(payment)
    bills = _BillReader(session, presence, ledger).bills()
    listed = {line.player.person_id for bill in bills for party in bill.parties for line in party.lines if line.player}
    gone = [
        PlayerBalance(
            paid[0].player, paid[0].player.display_name, _("not seated any more"), NOTHING, payments=tuple(paid)
        )
        for key, paid in ledger.items()
        if key not in listed
    ]
    lines = [line for bill in bills for party in bill.parties for line in party.lines]
    return Account(bills, gone, _totals([*lines, *gone]))


class _BillReader:
    """Goes through the places once. Everybody owes once, and every seat is paid for once."""

    def __init__(self, session: Session, presence: Presence, ledger: Mapping[int, list[TableMoney]]) -> None:
        self.event: Event = session.event
        self.presence = presence
        self.ledger = ledger
        self.several = len(presence.sections) > 1
        self.charged: set[int] = set()
        self.members = _members(session, presence)
        self.entered = {entrant.person_id for place in presence.places for entrant in place.contestant.entrants.all()}
        self.pay_instead = self._pay_instead()

    def bills(self) -> list[TableBill]:
        by_table: defaultdict[tuple[str, int], list[Party]] = defaultdict(list)
        first = {
            key: seats_in(section.movement, 1) if section.movement else {}
            for key, section in self.presence.sections.items()
        }
        for place in self.presence.places:
            seat = first[place.section_id].get(place.number)
            party = Party(place, seat, list(self._lines(place, seat)))
            letter = self.presence.sections[place.section_id].letter
            by_table[(letter, self._table(seat))].append(party)
        return [self._bill(letter, table, parties) for (letter, table), parties in sorted(by_table.items())]

    def _table(self, seat: TableSeat | None) -> int:
        """Teams sit at two tables: they are all listed one after the other."""
        return seat.table if seat and not self.event.is_for_teams else NOWHERE[1]

    def _bill(self, letter: str, table: int, parties: list[Party]) -> TableBill:
        parties.sort(key=lambda party: (party.seat.order if party.seat else NOWHERE, party.place.number))
        named = f"{letter}{table}" if self.several else str(table)
        if table != NOWHERE[1]:
            return TableBill(f"{letter}-{table}", _("Table %(table)s") % {"table": named}, parties, is_table=True)
        if self.event.is_for_teams:
            name = _("Teams")
        elif self.presence.sections[parties[0].place.section_id].movement:
            name = _("Sitting out first")
        else:
            name = _("Without a table yet")
        return TableBill(f"{letter}-0", f"{letter}: {name}" if self.several else name, parties)

    def _lines(self, place: Place, seat: TableSeat | None) -> Iterator[PlayerBalance]:
        where = self._seat_text(place, seat)
        for entrant in place.contestant.entrants.all():
            substitutions = self.presence.substitutes(place, entrant)
            plays = self._plays(place, entrant)
            yield self._line(place, entrant.player, where, owes=plays)
            for substitution in substitutions:
                if substitution.person_id not in self.entered | self.charged:
                    instead = entrant.player.display_name if entrant.player else _("somebody unknown")
                    yield self._line(
                        place,
                        substitution.player,
                        where,
                        owes=substitution.person_id in self.pay_instead,
                        instead=instead,
                    )

    def _pay_instead(self) -> set[int]:
        """Substitutes who pay for a seat, because whoever entered does not play at all: the first one does."""
        payers = set()
        for place in self.presence.places:
            for entrant in place.contestant.entrants.all():
                substitutes = self.presence.substitutes(place, entrant)
                if substitutes and not self._plays(place, entrant):
                    payers.add(substitutes[0].player.person_id)
        return payers

    def _plays(self, place: Place, entrant: Entrant) -> bool:
        """Whether an entrant plays any round."""
        rounds = range(1, self.presence.rounds(place.section_id) + 1)
        return not rounds or any(self.presence.substitution(place, entrant, number) is None for number in rounds)

    def _line(self, place: Place, player: Player | None, where: str, *, owes: bool, instead: str = "") -> PlayerBalance:
        if player is None:
            return PlayerBalance(None, _("unknown"), where, self.event.fee, place=place)
        member = player.pk in self.members
        fee = self.event.fee if member else self.event.visitor_fee
        owed = fee if owes and player.pk not in self.charged else NOTHING
        self.charged.add(player.pk)
        payments = tuple(self.ledger.get(player.pk, ()))
        return PlayerBalance(player, player.display_name, where, owed, member, payments, instead, place)

    def _seat_text(self, place: Place, seat: TableSeat | None) -> str:
        letter = self.presence.sections[place.section_id].letter if self.several else ""
        if seat is None or self.event.is_for_teams:
            return _("number %(number)s") % {"number": f"{letter}{place.number}"}
        return _("table %(table)s %(side)s") % {"table": f"{letter}{seat.table}", "side": seat.side}


def _members(session: Session, presence: Presence) -> set[int]:
    """Ids of those who are members of the club on the day of the session."""
    memberships = current_memberships(day=session.club.day(session.starts_at)).filter(club=session.club)
    return set(memberships.filter(player__in=player_ids_at(presence.places)).values_list("player_id", flat=True))


def _totals(lines: Sequence[PlayerBalance]) -> Totals:
    settled = [payment for line in lines for payment in line.payments]
    free = [line for line in lines if any(payment.how == Settled.FREE for payment in line.payments)]
    still = [line for line in lines if line.is_open]
    return Totals(
        cash=_sum(settled, Settled.CASH),
        card=_sum(settled, Settled.CARD),
        free=len(free),
        paid=sum(1 for line in lines if line.payments and line not in free),
        open=len(still),
        open_sum=sum((line.rest for line in still), NOTHING),
        payable=sum((line.rest for line in still if line.may_pay), NOTHING),
        takers=_takers(settled),
    )


def _takers(settled: Iterable[TableMoney]) -> list[Taker]:
    by_whom: defaultdict[str, list[TableMoney]] = defaultdict(list)
    for payment in settled:
        if payment.how != Settled.FREE:
            by_whom[person_name(payment.taken_by) if payment.taken_by else _("somebody")].append(payment)
    return [
        Taker(name, _sum(payments, Settled.CASH), _sum(payments, Settled.CARD))
        for name, payments in sorted(by_whom.items())
    ]


def _sum(payments: Iterable[TableMoney], how: str) -> Decimal:
    return sum((payment.amount for payment in payments if payment.how == how), NOTHING)
