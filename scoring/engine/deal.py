"""Four hands of thirteen cards (Law 1, Law 6B), their notations, and the number that every deal has."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import ClassVar, NoReturn

from scoring.engine import errors
from scoring.engine.cards import RANKS, Card, Seat, Strain
from scoring.engine.errors import NotationError

SUITS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
DECK = tuple(Card(suit, rank) for suit in SUITS for rank in reversed(RANKS))
PLACE = {card: place for place, card in enumerate(DECK)}
SEATS = tuple(Seat)
HAND = 13
_EAST, _SOUTH = comb(39, HAND), comb(26, HAND)
DEALS = comb(52, HAND) * _EAST * _SOUTH  # 52! / 13!^4, about 5.4 * 10^28
_LIN_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def seat_name(seat: Seat) -> str:
    return seat.name.title()


def from_seat(first: Seat) -> tuple[Seat, ...]:
    """The four seats clockwise, this one first."""
    start = SEATS.index(first)
    return SEATS[start:] + SEATS[:start]


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of one player, spades first and high cards first; `Hand.of` puts them in that order."""

    cards: tuple[Card, ...]

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "Hand":
        return cls(tuple(sorted(cards, key=PLACE.__getitem__)))

    def ranks(self, suit: Strain) -> str:
        """What is held in a suit, such as `AQ32`; empty where it is void."""
        return "".join(card.rank for card in self.cards if card.suit is suit)

    @property
    def points(self) -> int:
        """High-card points: 4, 3, 2, 1 for ace, king, queen and jack."""
        return sum(_POINTS.get(card.rank, 0) for card in self.cards)

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """How many spades, hearts, diamonds and clubs."""
        spades, hearts, diamonds, clubs = (len(self.ranks(suit)) for suit in SUITS)
        return spades, hearts, diamonds, clubs

    @property
    def shape(self) -> str:
        """The lengths from long to short, whichever the suits: `4432`."""
        return "".join(f"{length:X}" for length in sorted(self.lengths, reverse=True))

    def __str__(self) -> str:
        return ".".join(self.ranks(suit) for suit in SUITS)


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands of North, East, South and West; None for a hand that nobody knows.

    There is no Deal with a card in two places or with other than 13 cards in a hand: making one is refused with a
    sentence. `Deal.of` also fills in the one hand that follows from the other three.
    """

    COUNT: ClassVar[int] = DEALS
    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None]

    def __post_init__(self) -> None:
        _check(dict(zip(SEATS, self.hands, strict=True)))

    @classmethod
    def of(cls, hands: Mapping[Seat, Hand | None]) -> "Deal":
        known_hands = {seat: hand for seat in SEATS if (hand := hands.get(seat)) is not None}
        if len(known_hands) == 3:
            _check(known_hands)
            missing = next(seat for seat in SEATS if seat not in known_hands)
            held_cards = {card for hand in known_hands.values() for card in hand.cards}
            known_hands[missing] = Hand.of(card for card in DECK if card not in held_cards)
        return cls(
            (known_hands.get(SEATS[0]), known_hands.get(SEATS[1]), known_hands.get(SEATS[2]), known_hands.get(SEATS[3]))
        )

    def hand(self, seat: Seat) -> Hand | None:
        return self.hands[SEATS.index(seat)]

    @property
    def unknown(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, hand in zip(SEATS, self.hands, strict=True) if hand is None)

    @property
    def complete(self) -> bool:
        return not self.unknown

    def completed(self) -> tuple[Hand, Hand, Hand, Hand]:
        """The four hands of a deal that is known in full; a sentence for any other."""
        north, east, south, west = self.hands
        if north is None or east is None or south is None or west is None:
            raise NotationError(errors.UNKNOWN_HANDS, seats=", ".join(seat_name(seat) for seat in self.unknown))
        return north, east, south, west

    @property
    def number(self) -> int:
        """0 to COUNT - 1, another for every deal: North's choice of 13 cards, East's of the rest, then South's."""
        cards_left: Sequence[Card] = DECK
        ranks = []
        for hand in self.completed()[:3]:
            own_cards = set(hand.cards)
            ranks.append(combination_rank([place for place, card in enumerate(cards_left) if card in own_cards]))
            cards_left = [card for card in cards_left if card not in own_cards]
        north, east, south = ranks
        return (north * _EAST + east) * _SOUTH + south

    @classmethod
    def from_number(cls, number: int) -> "Deal":
        if not 0 <= number < DEALS:
            raise NotationError(errors.BAD_DEAL_NUMBER, number=number, last=DEALS - 1)
        north_and_east, south = divmod(number, _SOUTH)
        north, east = divmod(north_and_east, _EAST)
        cards_left: Sequence[Card] = DECK
        hands = []
        for rank in (north, east, south):
            places = combination_places(rank, HAND)
            hands.append(Hand(tuple(cards_left[place] for place in places)))
            cards_left = [card for place, card in enumerate(cards_left) if place not in places]
        return cls((hands[0], hands[1], hands[2], Hand(tuple(cards_left))))

    @classmethod
    def parse(cls, text: str, *, partial: bool = False) -> "Deal":
        """PBN: `N:AKQ2.J54.T98.762 ...`, clockwise from any seat; `-` is a hand that is not given.

        One such hand, or a fourth that is left out, is filled in; more than one is refused unless `partial`.
        """
        start, colon, hands_text = text.strip().partition(":")
        if not start:
            raise NotationError(errors.EMPTY_DEAL)
        if not colon or len(start.strip()) != 1 or start.strip().upper() not in "NESW":
            raise NotationError(errors.BAD_DEAL_START, text=_short(start))
        hands = hands_text.split()
        if len(hands) not in (3, 4):
            raise NotationError(errors.BAD_DEAL_HANDS, found=len(hands))
        seats = from_seat(Seat.parse(start))
        deal = cls.of({seat: _pbn_hand(seat, hand) for seat, hand in zip(seats, hands, strict=False)})
        return deal if partial else _whole(deal)

    def pbn(self, first: Seat = Seat.NORTH) -> str:
        hands = (self.hand(seat) for seat in from_seat(first))
        return f"{first.value}:" + " ".join("-" if hand is None else str(hand) for hand in hands)

    @classmethod
    def parse_lin(cls, text: str, *, partial: bool = False) -> tuple[Seat | None, "Deal"]:
        """LIN, what follows `md|`: the dealer's digit and the hands from South, `3SAKQ2HJ54DT98C762,...`.

        The fourth hand may be left out. No digit, or 0, says nothing of the dealer.
        """
        tidy = text.strip()
        if not tidy.strip(", "):
            raise NotationError(errors.EMPTY_DEAL)
        digit = tidy[0] if tidy[0].isdigit() else "0"
        if digit not in "01234":
            raise NotationError(errors.BAD_DEAL_DEALER, text=digit)
        hands = tidy.removeprefix(digit).split(",")
        if len(hands) not in (3, 4):
            raise NotationError(errors.BAD_DEAL_HANDS, found=len(hands))
        deal = cls.of({seat: _lin_hand(seat, hand) for seat, hand in zip(_LIN_SEATS, hands, strict=False)})
        return (None if digit == "0" else _LIN_SEATS[int(digit) - 1]), deal if partial else _whole(deal)

    def lin(self, dealer: Seat) -> str:
        """As `parse_lin` reads it; East's hand is left out where it follows from the others."""
        hands = [_lin_text(self.hand(seat)) for seat in _LIN_SEATS]
        if self.complete:
            hands[3] = ""
        return f"{_LIN_SEATS.index(dealer) + 1}{','.join(hands)}"

    def __str__(self) -> str:
        return self.pbn()


def combination_rank(places: Sequence[int]) -> int:
    """The combinatorial number system: rising places p1 < p2 < ... have rank C(p1, 1) + C(p2, 2) + ..."""
    return sum(comb(place, index) for index, place in enumerate(places, start=1))


def combination_places(rank: int, size: int) -> list[int]:
    """The `size` rising places of that rank, the highest first found: the largest p with C(p, size) <= rank."""
    places = []
    for index in range(size, 0, -1):
        place = index - 1
        while comb(place + 1, index) <= rank:
            place += 1
        rank -= comb(place, index)
        places.append(place)
    return places[::-1]


def _check(hands: Mapping[Seat, Hand | None]) -> None:
    """A repeated card explains most wrong lengths, so it is said first."""
    holder: dict[Card, Seat] = {}
    for seat, hand in hands.items():
        for card in hand.cards if hand else ():
            if card in holder:
                _repeated(card, holder[card], seat)
            holder[card] = seat
    all_given = len(hands) == len(SEATS) and None not in hands.values()
    missing = ", ".join(str(card) for card in DECK if card not in holder) if all_given else ""
    for seat, hand in sorted(hands.items(), key=lambda item: -len(item[1].cards) if item[1] else 0):
        if hand is not None and len(hand.cards) != HAND:
            _wrong_length(seat, len(hand.cards), missing)


def _repeated(card: Card, first: Seat, second: Seat) -> NoReturn:
    if first is second:
        raise NotationError(errors.CARD_TWICE_IN_HAND, card=card, seat=seat_name(first))
    raise NotationError(errors.CARD_IN_TWO_HANDS, card=card, first=seat_name(first), second=seat_name(second))


def _wrong_length(seat: Seat, length: int, missing: str) -> NoReturn:
    if length > HAND:
        raise NotationError(errors.LONG_HAND, seat=seat_name(seat), found=length, over=length - HAND)
    sentence = errors.SHORT_HAND if missing else errors.SHORT_HAND_ALONE
    raise NotationError(sentence, seat=seat_name(seat), found=length, missing=missing, under=HAND - length)


def _whole(deal: Deal) -> Deal:
    deal.completed()
    return deal


def _short(text: str) -> str:
    return text.strip() if len(text.strip()) <= 20 else text.strip()[:20] + "..."


def _pbn_hand(seat: Seat, text: str) -> Hand | None:
    if text == "-" or not text.strip("."):
        return None
    suits = text.upper().replace("10", "T").split(".")
    if len(suits) != len(SUITS):
        raise NotationError(errors.BAD_DEAL_SUITS, seat=seat_name(seat), text=_short(text), found=len(suits))
    return Hand.of(_card(seat, suit, rank) for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks)


def _lin_hand(seat: Seat, text: str) -> Hand | None:
    """Each suit's letter before its ranks; the suits of a void may be there or not."""
    suit: Strain | None = None
    cards = []
    for letter in "".join(text.upper().replace("10", "T").split()):
        if letter in "SHDC":
            suit = Strain(letter)
        elif suit is None:
            raise NotationError(errors.NO_DEAL_SUIT, seat=seat_name(seat), text=letter)
        else:
            cards.append(_card(seat, suit, letter))
    return Hand.of(cards) if cards else None


def _lin_text(hand: Hand | None) -> str:
    return "" if hand is None else "".join(suit.value + hand.ranks(suit) for suit in SUITS)


def _card(seat: Seat, suit: Strain, rank: str) -> Card:
    if rank not in RANKS:
        raise NotationError(errors.BAD_DEAL_CARD, seat=seat_name(seat), text=rank, suit=suit.name.lower())
    return Card(suit, rank)
