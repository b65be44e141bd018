"""Deals: their notations, what is refused, and the number that every deal has."""

from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import Card, Seat
from scoring.engine.deal import DECK, Deal, Hand, combination_places, combination_rank
from scoring.engine.errors import NotationError
from tests.scoring.golden import GOLDEN, needs_golden
from tests.scoring.sessions import many

TEXT = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
LIN = "3SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98,"
NORTH, EAST, SOUTH, WEST = TEXT[2:].split()

deals = st.integers(0, Deal.COUNT - 1).map(Deal.from_number)
shuffled = st.permutations(DECK).map(
    lambda cards: Deal.of({seat: Hand.of(cards[13 * place :][:13]) for place, seat in enumerate(Seat)})
)
seats = st.sampled_from(Seat)


def hand(deal: Deal, seat: Seat) -> Hand:
    found = deal.hand(seat)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "typed",
    [
        TEXT,
        TEXT.lower(),
        TEXT.replace("T", "10"),
        f"  n:  {NORTH}   {EAST}\t{SOUTH} {WEST} ",
        f"E:{EAST} {SOUTH} {WEST} {NORTH}",
        f"S:{SOUTH} {WEST} {NORTH} {EAST}",
        f"W:{WEST} {NORTH} {EAST} {SOUTH}",
        f"N:{NORTH} {EAST} {SOUTH}",
        f"N:{NORTH} {EAST} {SOUTH} -",
        f"N:{NORTH} - {SOUTH} {WEST}",
        f"N:{NORTH} ... {SOUTH} {WEST}",
    ],
)
def test_one_deal_in_many_spellings(typed: str):
    assert Deal.parse(typed).pbn() == TEXT


def test_it_is_printed_from_any_seat():
    deal = Deal.parse(TEXT)
    assert deal.pbn(Seat.SOUTH) == f"S:{SOUTH} {WEST} {NORTH} {EAST}"
    assert str(deal) == TEXT


def test_lin_names_the_dealer_and_starts_with_south():
    assert Deal.parse_lin(LIN) == (Seat.NORTH, Deal.parse(TEXT))
    assert Deal.parse(TEXT).lin(Seat.NORTH) == LIN
    assert Deal.parse_lin(LIN.lower().rstrip(",").replace("t", "10")) == (Seat.NORTH, Deal.parse(TEXT))
    assert [Deal.parse_lin(f"{digit}{LIN[1:]}")[0] for digit in "12340"] == [
        Seat.SOUTH,
        Seat.WEST,
        Seat.NORTH,
        Seat.EAST,
        None,
    ]
    assert Deal.parse_lin(LIN[1:])[0] is None


def test_points_and_shape():
    deal = Deal.parse(TEXT)
    assert [hand(deal, seat).points for seat in Seat] == [7, 7, 12, 14]
    assert [hand(deal, seat).shape for seat in Seat] == ["4333", "5332", "5332", "5332"]
    assert hand(deal, Seat.EAST).lengths == (3, 3, 5, 2)
    lone = Hand.of(card for card in DECK if card.suit.value == "H")
    assert (lone.shape, lone.points, str(lone)) == ("D000", 10, ".AKQJT98765432..")


def test_a_partial_deal_only_where_it_is_asked_for():
    text = f"N:{NORTH} - {SOUTH} -"
    deal = Deal.parse(text, partial=True)
    assert (deal.pbn(), deal.unknown, deal.complete) == (text, (Seat.EAST, Seat.WEST), False)
    assert Deal.parse_lin(deal.lin(Seat.WEST), partial=True) == (Seat.WEST, deal)
    with pytest.raises(NotationError, match="hands of East, West are not given"):
        Deal.parse(text)
    with pytest.raises(NotationError, match="hands of East, West are not given"):
        _ = deal.number


REFUSED = {
    "": "The deal is empty",
    "AKQ.J5": "begin it with N:, E:, S: or W:",
    f"X:{TEXT[2:]}": "starts with 'X'",
    "N:AK.Q.J.T": "has 1 hands: give four",
    f"{TEXT} {NORTH}": "has 5 hands",
    TEXT.replace("QJ6.", "QJ6", 1): "North's hand 'QJ6K652.J85.T98' has 3 suits",
    TEXT.replace("QJ6", "QJX", 1): "North's hand has 'X' in spades, which is no card",
    TEXT.replace("QJ6", "QJJ", 1): "SJ is twice in North's hand",
    TEXT.replace("873", "QJ6", 1): "SQ is in North's hand and in East's: take it out of one",
    TEXT.replace("KJ3", "KJ", 1): "West's hand has 12 cards instead of 13; no hand has C3: add",
    TEXT.replace("QJ6.", "QJ64.", 1).replace("AT942", "AT92"): "North's hand has 14 cards instead of 13: take out 1",
    f"N:{NORTH[:-1]} {EAST} {SOUTH}": "North's hand has 12 cards instead of 13: add 1",
}


@pytest.mark.parametrize("typed", REFUSED)
def test_what_is_refused_says_hand_card_and_remedy(typed: str):
    with pytest.raises(NotationError) as refused:
        Deal.parse(typed)
    assert REFUSED[typed] in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "empty"),
        ("3,,,", "The deal is empty|not given"),
        (f"7{LIN[1:]}", "dealer '7'"),
        ("3SAK", "has 1 hands"),
        (LIN.replace("SK5", "K5"), "South's hand has 'K' before any suit"),
        (LIN.replace("SK5", "SZ5"), "South's hand has 'Z' in spades"),
        (LIN.replace("SK5", "SA5"), "SA is in South's hand and in West's"),
        (LIN.replace("SQJ6", "SQJ"), "North's hand has 12 cards"),
    ],
)
def test_lin_is_refused_with_the_same_care(typed: str, said: str):
    with pytest.raises(NotationError, match=said):
        Deal.parse_lin(typed)


@many
@given(deals | shuffled, seats)
def test_reading_undoes_writing(deal: Deal, seat: Seat):
    assert Deal.parse(deal.pbn(seat)) == deal
    assert Deal.parse_lin(deal.lin(seat)) == (seat, deal)


@many
@given(shuffled, st.sets(seats))
def test_partial_deals_too(deal: Deal, hidden: set[Seat]):
    known = Deal.of({seat: None if seat in hidden else deal.hand(seat) for seat in Seat})
    assert Deal.parse(known.pbn(), partial=True) == known
    assert known.complete == (len(hidden) < 2)


@many
@given(shuffled)
def test_every_deal_has_a_number(deal: Deal):
    assert 0 <= deal.number < Deal.COUNT
    assert Deal.from_number(deal.number) == deal


@many
@given(st.integers(0, Deal.COUNT - 1))
def test_every_number_is_a_deal(number: int):
    assert Deal.from_number(number).number == number


def test_the_ends_of_the_numbering():
    assert Deal.COUNT == factorial(52) // factorial(13) ** 4 == 53644737765488792839237440000
    for number in (0, Deal.COUNT - 1):
        assert Deal.from_number(number).number == number
    for number in (-1, Deal.COUNT):
        with pytest.raises(NotationError, match="they run from 0 to"):
            Deal.from_number(number)


def test_the_ranks_of_small_choices_are_all_there_once():
    for size in range(1, 6):
        assert [combination_rank(combination_places(rank, size)) for rank in range(comb(8, size))] == list(
            range(comb(8, size))
        )
        assert len({tuple(combination_places(rank, size)) for rank in range(comb(8, size))}) == comb(8, size)


@many
@given(shuffled)
def test_forty_points_and_thirteen_of_each_suit(deal: Deal):
    hands = [hand(deal, seat) for seat in Seat]
    assert sum(each.points for each in hands) == 40
    assert [sum(column) for column in zip(*(each.lengths for each in hands), strict=True)] == [13] * 4


@many
@given(st.text(alphabet="NESW:AKQJT98765432. -,10shdcX", max_size=90))
def test_whatever_is_typed_is_a_deal_or_a_sentence(text: str):
    for read in (Deal.parse, Deal.parse_lin):
        try:
            read(text)
        except NotationError as error:
            assert str(error).endswith(".")  # noqa: PT017


@needs_golden
def test_the_ten_golden_deals():
    lines = (GOLDEN / "double-dummy-10.txt").read_text().splitlines()
    texts = [line.split('"')[1] for line in lines if line.startswith("PBN")]
    assert len(texts) == 10
    for text in texts:
        assert Deal.parse(text).pbn(Seat.parse(text[0])) == text


def test_a_deal_is_a_value():
    assert len({Deal.parse(TEXT), Deal.parse(TEXT.lower())}) == 1
    assert Card.parse("SQ") in hand(Deal.parse(TEXT), Seat.NORTH).cards
