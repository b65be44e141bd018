"""Laws 2 and 6: boards dealt here, boards out of files, boards chosen for a section."""

from __future__ import annotations

import secrets
from collections import Counter
from inspect import signature
from random import Random

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry
from core import actors
from core.errors import Conflict, Forbidden
from events.models import Board, BoardSet, SealOpening, Section
from events.selectors.boards import as_deal, board_ranges, boards_in_play, club_board_sets
from events.selectors.readiness import start_remarks
from events.selectors.seal import board_set_sight
from events.services.board_use import complete_boards, deal_for_session, use_boards
from events.services.boards import MOST_BOARDS, add_boards, deal_boards, import_boards, redeal
from jobs.models import Job
from scoring.engine.cards import Card
from scoring.engine.deal import Deal
from scoring.interchange import deals as files
from tests.events.decks import make_set, play, some_boards, take, the_section
from tests.events.evening import make_players, make_session
from tests.scoring.engine.test_dealing import far

THREE = some_boards(3)
PBN = files.write(THREE, "pbn")


def numbers(board_set: BoardSet) -> list[int]:
    return list(board_set.boards.current().values_list("number", flat=True))


def sentences(refused: pytest.ExceptionInfo[ValidationError], field: str = "file") -> str:
    return " ".join(refused.value.message_dict[field])


def everything_said() -> str:
    """All that the audit and the jobs keep."""
    entries = AuditEntry.objects.values_list("before", "after", "words__text", "target_id")
    jobs = Job.objects.values_list("arguments", "result", "error", "key")
    return str([list(entries), list(jobs)])


# --- Dealing ---------------------------------------------------------------------------------------------------------
def test_a_set_is_dealt_with_dealers_and_vulnerability_by_the_numbers(cast):
    made = deal_boards(actor=cast.actor("secretary"), club=cast.harbour, name="  Monday   pairs ", count=18, first=16)
    boards = list(made.boards.order_by("number"))
    assert made.name == "Monday pairs"
    assert [board.number for board in boards] == list(range(16, 34))
    assert [(board.dealer, board.vulnerable) for board in boards[:3]] == [("W", "EW"), ("N", "None"), ("E", "NS")]
    assert all(as_deal(board).deal.complete for board in boards)
    assert len({board.deal for board in boards}) == 18


def test_the_source_is_asked_for_a_number_below_the_number_of_deals(cast):
    asked = []

    def source(limit: int) -> int:
        asked.append(limit)
        return len(asked)

    made = deal_boards(actor=cast.actor("director"), club=cast.harbour, name="Two", count=2, randbelow=source)
    assert asked == [Deal.COUNT, Deal.COUNT]
    assert [as_deal(board).deal.number for board in made.boards.order_by("number")] == [1, 2]


@pytest.mark.parametrize("act", [deal_boards, add_boards, redeal])
def test_without_a_source_the_operating_system_is_asked(act):
    """Cryptographic: what was dealt tells nothing about what will be."""
    assert signature(act).parameters["randbelow"].default is secrets.randbelow


def test_a_deal_that_the_club_has_had_is_dealt_again(cast):
    first = iter([5, 6])
    deal_boards(actor=cast.actor("secretary"), club=cast.harbour, name="One", count=2, randbelow=lambda _: next(first))
    second = iter([6, 7, 8, 9])
    made = deal_boards(
        actor=cast.actor("secretary"), club=cast.harbour, name="Two", count=2, randbelow=lambda _: next(second)
    )
    assert [as_deal(board).deal.number for board in made.boards.order_by("number")] == [8, 9]


def test_a_source_that_repeats_itself_deals_nothing(cast):
    deal_boards(actor=cast.actor("secretary"), club=cast.harbour, name="One", count=1, randbelow=lambda _: 3)
    with pytest.raises(ValidationError, match="repeats itself"):
        deal_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Two", count=1, randbelow=lambda _: 3)
    with pytest.raises(ValidationError, match="same deal 20 times"):
        deal_boards(actor=cast.actor("other_secretary"), club=cast.hillside, name="Two", count=2, randbelow=lambda _: 3)
    assert BoardSet.objects.count() == 1


@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        ({"count": 0}, "count", "at least one"),
        ({"count": -2}, "count", "at least one"),
        ({"count": MOST_BOARDS + 1}, "count", "at most 200"),
        ({"count": 10**9}, "count", "at most 200"),
        ({"count": 4, "first": 0}, "first", "from 1"),
        ({"count": 4, "first": 997}, "first", "The last board would be 1000"),
        ({"count": 4, "name": "  "}, "name", "blank"),
        ({"count": 4, "name": "x" * 121}, "name", "120"),
    ],
)
def test_bad_numbers_are_refused_with_the_remedy(cast, asked, field, sentence):
    with pytest.raises(ValidationError) as refused:
        deal_boards(actor=cast.actor("secretary"), club=cast.harbour, **({"name": "Monday"} | asked))
    assert sentence in sentences(refused, field)
    assert not BoardSet.objects.exists()


@pytest.mark.parametrize(
    "persona",
    ["stranger", "member", "scorer", "chair", "appeals_member", "recorder", "other_secretary", "north_officer"],
)
def test_only_those_with_the_dealing_right_deal_and_import(cast, persona):
    with pytest.raises(Forbidden):
        deal_boards(actor=cast.actor(persona), club=cast.harbour, name="Monday", count=2)
    with pytest.raises(Forbidden):
        import_boards(actor=cast.actor(persona), club=cast.harbour, name="Monday", data=PBN)


def test_dealing_through_the_service_is_uniform(cast):
    """Many sets one after another, as a club deals them: every card comes to every hand alike, in every suit length."""
    source = Random(2027).randrange
    for at in range(20):
        deal_boards(actor=actors.system(), club=cast.harbour, name=f"Week {at}", count=200, randbelow=source)
    sample = [as_deal(board).deal for board in Board.objects.all()]
    assert len(sample) == 4000
    for card in map(Card.parse, ("SA", "H9", "D2", "CQ")):
        holders = Counter(at for deal in sample for at, hand in enumerate(deal.completed()) if card in hand.cards)
        assert far(holders, dict.fromkeys(range(4), 0.25)) < 6
    # By the number alone: each 16th of all deals is as likely as another.
    sixteenths = Counter(deal.number * 16 // Deal.COUNT for deal in sample)
    assert far(sixteenths, dict.fromkeys(range(16), 1 / 16)) < 6


def test_neither_audit_nor_jobs_say_anything_of_the_cards(cast):
    made = make_set(cast.harbour, 4, actor=cast.actor("secretary"))
    entry = AuditEntry.objects.get(act="deal.make")
    assert entry.after == {"name": "Monday's boards", "source": "dealt", "boards": "1–4"}
    said = everything_said()
    for board in made.boards.all():
        assert not [hand for hand in str(as_deal(board).deal)[2:].split() if hand in said]


# --- Files -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("format", ["pbn", "lin", "dup"])
def test_a_file_comes_in_and_goes_out_the_same(cast, format):
    made = import_boards(
        actor=cast.actor("director"), club=cast.harbour, name="", data=files.write(THREE, format), file_name="x.file"
    )
    assert made.name == "x.file"
    assert made.source == "imported"
    assert [as_deal(board) for board in made.boards.order_by("number")] == THREE
    assert AuditEntry.objects.get(act="deal.import").after["boards"] == "1–3"


def test_a_wrong_dealer_or_vulnerability_is_kept_as_marked_with_a_warning(cast):
    data = PBN.replace(b'[Dealer "E"]', b'[Dealer "W"]').replace(b'[Vulnerable "EW"]', b'[Vulnerable "All"]')
    made = import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Marked", data=data)
    second, third = made.boards.get(number=2), made.boards.get(number=3)
    assert (second.dealer, third.vulnerable) == ("W", "All")
    assert [remark["board"] for remark in made.remarks] == [2, 3]
    assert "kept as marked" in made.remarks[0]["sentence"]
    assert made.remarks[0]["gaps"] == {"marked": "W", "usual": "E"}


def broken(what: str) -> bytes:
    text = PBN.decode()
    hands = str(THREE[1].deal.hand(THREE[1].dealer))
    if what == "51 cards":
        return text.replace(hands, hands[1:], 1).encode()
    if what == "a card twice":
        other = next(card for card in "AKQJT98765432" if card not in hands.split(".")[0])
        return text.replace(hands, other + hands[1:], 1).encode()
    if what == "too many cards":
        other = next(card for card in "AKQJT98765432" if card not in hands.split(".")[0])
        return text.replace(hands, other + hands, 1).encode()
    return text.replace(hands, f"1{hands[1:]}", 1).encode()


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("51 cards", "12 cards instead of 13; no hand has"),
        ("a card twice", "take it out of one of them"),
        ("too many cards", "take it out of one of them"),
        ("no card at all", "which is no card"),
    ],
)
def test_a_wrong_deal_refuses_the_file_and_says_which_board_line_and_card(cast, what, sentence):
    with pytest.raises(ValidationError) as refused:
        import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Bad", data=broken(what))
    assert sentence in sentences(refused)
    assert "Board 2 (line " in sentences(refused)
    assert not BoardSet.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is empty"),
        (b"Name;Number\nAnna;7\n", "is not a PBN, LIN or DUP file"),
        (b"<html><body>Sign in", "is a web page"),
        (b"\x00\x01\x02\x03", "is not a PBN, LIN or DUP file"),
        (b'[Board "1"]\n[Deal "N:... ... ... ..."]\n', "no board that can be read"),
        (files.write(THREE, "dup")[:-1], "breaks off"),
    ],
)
def test_what_is_no_file_of_deals_is_refused_in_one_sentence(cast, data, sentence):
    with pytest.raises(ValidationError) as refused:
        import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Bad", data=data, file_name="boards.pbn")
    assert sentence in sentences(refused)
    assert "boards.pbn" in sentences(refused)


def test_a_file_with_hands_that_nobody_knows_is_refused(cast):
    data = b'[Board "1"]\n[Deal "N:- - AKQJT98765432... -"]\n[Board "2"]\n[Deal "N:- - AKQJT98765432... -"]'
    with pytest.raises(ValidationError) as refused:
        import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Bad", data=data)
    assert "are not given" in sentences(refused)


def test_a_hopeless_file_is_not_listed_to_its_end(cast):
    good = some_boards(1)
    games = "".join(f'[Board "{number}"]\n[Deal "N:AKQ"]\n\n' for number in range(2, 40))
    data = files.write(good, "pbn") + games.encode()
    with pytest.raises(ValidationError) as refused:
        import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Bad", data=data)
    assert "And 28 more." in sentences(refused)


def test_a_book_of_deals_is_no_set(cast):
    data = files.write(some_boards(MOST_BOARDS + 1), "pbn")
    with pytest.raises(ValidationError) as refused:
        import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Book", data=data)
    assert "has 201 boards" in sentences(refused)


def test_a_file_beyond_all_measure_is_not_read(cast, monkeypatch):
    monkeypatch.setattr(files, "LIMIT", 100)
    monkeypatch.setattr(files, "parse", lambda *_: pytest.fail("read it"))
    with pytest.raises(ValidationError) as refused:
        import_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Big", data=PBN)
    assert "larger than" in sentences(refused)


# --- Chosen for a section --------------------------------------------------------------------------------------------
def test_a_section_takes_a_set(cast):
    session = make_session(cast.harbour, state="seating")
    board_set = make_set(cast.harbour)
    section = use_boards(actor=cast.actor("director"), section=the_section(session), board_set=board_set)
    assert section.board_set == board_set
    assert AuditEntry.objects.get(act="deal.use").after == {"board_set": board_set.pk}


def test_a_set_without_the_boards_in_play_is_refused(cast):
    session = make_session(cast.harbour, state="seating")
    board_set = make_set(cast.harbour, 24, first=3)
    with pytest.raises(ValidationError) as refused:
        use_boards(actor=cast.actor("director"), section=the_section(session), board_set=board_set)
    assert "1–2, 27–28" in sentences(refused, "board_set")


def test_the_first_board_of_the_section_counts(cast):
    session = make_session(cast.harbour, state="seating")
    Section.objects.filter(session=session).update(first_board=101)
    board_set = make_set(cast.harbour, 28, first=101)
    section = use_boards(actor=cast.actor("director"), section=the_section(session), board_set=board_set)
    assert boards_in_play(section) == list(range(101, 129))


def test_a_player_who_has_looked_keeps_the_set_out_of_their_session(cast):
    board_set = make_set(cast.harbour)
    now = cast.actor("secretary").at
    SealOpening.objects.create(board_set=board_set, user=cast.secretary, opened_at=now, reason="Misprint")
    session = make_session(cast.harbour, state="seating", players=[cast.secretary.player, *make_players(15)])
    with pytest.raises(ValidationError, match="Secretary Tenace has looked"):
        use_boards(actor=cast.actor("director"), section=the_section(session), board_set=board_set)
    other = make_session(cast.harbour, state="seating", name="Without them")
    assert use_boards(actor=cast.actor("director"), section=the_section(other), board_set=board_set).board_set


def test_boards_that_are_open_are_not_played_again(cast):
    """Law 6D2: no deal of another session."""
    board_set = make_set(cast.harbour)
    take(make_session(cast.harbour, state="finished"), board_set)
    session = make_session(cast.harbour, state="seating", name="Next week")
    with pytest.raises(ValidationError, match="6D2"):
        use_boards(actor=cast.actor("director"), section=the_section(session), board_set=board_set)


def test_two_sessions_play_the_same_boards_when_both_have_them_in_time(cast):
    board_set = make_set(cast.harbour)
    take(make_session(cast.harbour, state="playing"), board_set)
    session = make_session(cast.harbour, state="draft", name="Tuesday")
    assert use_boards(actor=cast.actor("director"), section=the_section(session), board_set=board_set)


def test_a_set_of_another_club_is_refused(cast):
    session = make_session(cast.harbour, state="seating")
    with pytest.raises(ValidationError, match="another club"):
        use_boards(actor=cast.actor("director"), section=the_section(session), board_set=make_set(cast.hillside))


def test_a_set_that_was_played_from_is_exchanged_only_for_a_reason(cast):
    session = make_session(cast.harbour)
    section = take(session, make_set(cast.harbour))
    play(session, 1)
    right = make_set(cast.harbour, seed=6)
    with pytest.raises(ValidationError, match="Say why"):
        use_boards(actor=cast.actor("director"), section=section, board_set=right)
    changed = use_boards(actor=cast.actor("director"), section=section, board_set=right, reason="The wrong file")
    assert changed.board_set == right
    assert AuditEntry.objects.get(act="deal.use").reason == "The wrong file"


def test_who_plays_takes_no_boards_away_while_they_are_played(cast):
    session = make_session(cast.harbour, players=[cast.director.player, *make_players(15)])
    section = take(session, make_set(cast.harbour))
    with pytest.raises(Forbidden, match="somebody who does not play"):
        use_boards(actor=cast.actor("director"), section=section, board_set=None, reason="Because")
    assert use_boards(actor=cast.actor("secretary"), section=section, board_set=None).board_set is None


def test_a_hand_record_is_added_after_the_game(cast):
    """The boards were made by the machine; its file comes the next morning."""
    session = make_session(cast.harbour, state="finished")
    made = import_boards(
        actor=cast.actor("director"), club=cast.harbour, name="", data=files.write(some_boards(28), "pbn")
    )
    use_boards(actor=cast.actor("director"), section=the_section(session), board_set=made)
    assert board_set_sight(cast.actor("member"), made).seen == list(range(1, 29))


def test_choosing_with_an_old_version_is_refused(cast):
    session = make_session(cast.harbour, state="seating")
    section, board_set = the_section(session), make_set(cast.harbour)
    Section.objects.filter(pk=section.pk).update(version=4)
    with pytest.raises(Conflict):
        use_boards(actor=cast.actor("director"), section=section, board_set=board_set, version=section.version)


# --- In one click ----------------------------------------------------------------------------------------------------
def test_a_session_gets_fresh_boards_in_one_act(cast):
    session = make_session(cast.harbour, state="seating")
    made = deal_for_session(actor=cast.actor("secretary"), session=session)
    assert made.name == "Monday pairs · 16 Nov 2026"
    assert numbers(made) == list(range(1, 29))
    assert the_section(session).board_set == made
    with pytest.raises(ValidationError, match="has its boards"):
        deal_for_session(actor=cast.actor("secretary"), session=session)


def test_sections_share_one_set_and_get_what_each_of_them_needs(cast):
    session = make_session(cast.harbour, state="seating")
    data = the_section(session).movement_data
    Section.objects.create(session=session, letter="B", movement_data=data, first_board=41)
    made = deal_for_session(actor=cast.actor("secretary"), session=session)
    assert board_ranges(numbers(made)) == "1–28, 41–68"
    assert {section.board_set for section in session.sections.all()} == {made}


def test_without_a_movement_as_many_boards_as_the_event_wants(cast):
    session = make_session(cast.harbour, state="draft", boards=20)
    Section.objects.filter(session=session).update(movement_data=None)
    assert len(numbers(deal_for_session(actor=cast.actor("secretary"), session=session))) == 20


def test_boards_that_a_longer_movement_needs_are_dealt_to_the_set(cast):
    session = make_session(cast.harbour, state="seating")
    section = take(session, make_set(cast.harbour, 24))
    before = {board.number: board.deal for board in Board.objects.all()}
    made = complete_boards(actor=cast.actor("director"), section=section)
    assert numbers(made) == list(range(1, 29))
    assert made.version == 2
    assert {board.number: board.deal for board in Board.objects.filter(number__lte=24)} == before
    assert complete_boards(actor=cast.actor("director"), section=section).version == 2


def test_a_set_out_of_a_file_is_not_filled_up_with_other_deals(cast):
    made = import_boards(actor=cast.actor("director"), club=cast.harbour, name="Short", data=PBN)
    with pytest.raises(ValidationError, match="came from a file"):
        add_boards(actor=cast.actor("director"), board_set=made, numbers=range(1, 6))


def test_sets_are_found_by_their_names_and_events(cast):
    first, second = make_set(cast.harbour, 4, name="Zoë’s cup"), make_set(cast.harbour, 28, name="Other")
    take(make_session(cast.harbour, state="seating", name="Teams of four"), second)
    assert list(club_board_sets(cast.harbour, "zoë")) == [first]
    assert list(club_board_sets(cast.harbour, "four teams")) == [second]
    assert [row.board_count for row in club_board_sets(cast.harbour)] == [28, 4]
    assert not club_board_sets(cast.hillside)


def test_the_desk_says_when_the_movement_has_outgrown_its_boards(cast):
    session = make_session(cast.harbour, state="seating")
    section = take(session, make_set(cast.harbour, 24))
    sentence = "Section A: its set lacks boards 25–28. Deal them on the page “Boards”."
    assert sentence in start_remarks(session)
    complete_boards(actor=cast.actor("director"), section=section)
    assert sentence not in start_remarks(session)
