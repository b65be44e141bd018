"""Boards with deals: PBN, LIN and DUP, whole, odd and damaged."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.boards import Conditions, Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.engine.errors import NotationError
from scoring.interchange import deals
from scoring.interchange.deals import BoardDeal, DealFile
from scoring.interchange.document import FileError
from tests.scoring.engine.test_deal import LIN, TEXT
from tests.scoring.sessions import many

ONE, TWO, THREE = Deal.parse(TEXT), Deal.from_number(10**28), Deal.from_number(4 * 10**28)

hands = st.integers(0, Deal.COUNT - 1).map(Deal.from_number)
boards = st.builds(BoardDeal, st.integers(1, 9999), st.sampled_from(Seat), st.sampled_from(Vulnerability), hands)
sets = st.lists(boards, min_size=1, max_size=5, unique_by=lambda board: board.number).map(tuple)


def game(number: object, deal: Deal | str = ONE, dealer: str = "", vulnerable: str = "") -> str:
    tags = {"Board": number, "Dealer": dealer, "Vulnerable": vulnerable, "Deal": deal}
    return "\n".join(f'[{tag} "{value}"]' for tag, value in tags.items() if value != "") + "\n"


def pbn(*games: str) -> DealFile:
    return deals.parse("\n".join(['[Event ""]', *games]).encode(), "set.pbn")


def said(file: DealFile) -> list[str]:
    return [remark.message for remark in file.remarks]


@many
@given(sets)
@pytest.mark.parametrize("format", ["pbn", "lin"])
def test_reading_undoes_writing(format: str, some: tuple[BoardDeal, ...]):
    file = deals.parse(deals.write(some, format))
    assert (file.format, file.boards, file.problems) == (format, some, ())


@many
@given(st.integers(1, 900), st.lists(hands, min_size=1, max_size=40))
def test_reading_undoes_writing_for_a_dealing_machine(first: int, some: list[Deal]):
    written = tuple(BoardDeal.of(number, deal) for number, deal in enumerate(some, start=first))
    data = deals.write(written, "dup")
    assert len(data) == 156 * len(some)
    file = deals.parse(data)
    assert (file.format, file.boards, file.problems) == ("dup", written, ())


def test_export_format():
    lines = deals.write([BoardDeal.of(1, ONE)], "pbn").decode().split("\r\n")
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    assert f'[Deal "{TEXT}"]' in lines
    assert '[Vulnerable "None"]' in lines


def test_import_format_with_comments_escapes_and_several_tags_on_a_line():
    text = (
        '\ufeff% a line for [Deal "nobody"]\r\n; [Board "9"]\r\n[Event "a ; b { c"] {two\r\nlines [Board "8"]}\r\n'
        f'[Board "1"][Dealer "n"] [Vulnerable "Love"] ; said so\r\n[ Deal  "{TEXT.lower()}" ]\r\n'
        '[Auction "N"]\r\nPass Pass Pass Pass\r\n\r\n'
        f'[Board "2"] [Dealer "E"] [Vulnerable "NS"] [Deal "{TWO.pbn(Seat.WEST)}"]'
    )
    file = deals.parse(text.encode())
    assert file.boards == (BoardDeal.of(1, ONE), BoardDeal.of(2, TWO))
    assert (file.problems, file.remarks) == ((), ())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_letters_and_line_ends(encoding: str, ends: str):
    text = '[Event "Café"]\n' + game(1) + "\n" + game(2, TWO)
    file = deals.parse(text.replace("\n", ends).encode(encoding))
    assert file.boards == (BoardDeal.of(1, ONE), BoardDeal.of(2, TWO))


def test_what_is_marked_goes_before_the_number():
    file = pbn(game(1, dealer="S", vulnerable="All"))
    assert (file.boards[0].dealer, file.boards[0].vulnerability) == (Seat.SOUTH, Vulnerability.ALL)
    assert said(file) == [
        "The board is marked with dealer S where its number gives N: it is kept as marked.",
        "The board is marked with vulnerability All where its number gives None: it is kept as marked.",
    ]
    assert {(remark.board, remark.line) for remark in file.remarks} == {(1, 2)}


def test_a_marking_that_cannot_be_read_follows_the_number():
    file = pbn(game(2, dealer="Q", vulnerable="maybe"))
    assert file.boards == (BoardDeal.of(2, ONE),)
    assert [sentence.split(":")[0] for sentence in said(file)] == [
        "'Q' is not a seat",
        "'maybe' is not a vulnerability",
    ]


def test_unsaid_markings_follow_the_number_without_a_word():
    file = pbn(game(4, dealer="?", vulnerable="?"))
    assert (file.boards, file.remarks) == ((BoardDeal.of(4, ONE),), ())
    assert file.boards[0].conditions == Conditions.of(4)


def test_boards_without_numbers_are_counted_on():
    file = pbn(game("", ONE, "N", "None"), game("", TWO, "E", "NS"), game(7, THREE))
    assert [board.number for board in file.boards] == [1, 2, 7]
    assert "taken as board 2" in said(file)[1]


def test_a_hash_repeats_the_game_before():
    file = pbn(game(5, dealer="N", vulnerable="NS"), game(6, TWO, dealer="#", vulnerable="#"))
    assert (file.boards[1].dealer, file.boards[1].vulnerability) == (Seat.NORTH, Vulnerability.NS)


def test_the_same_board_twice_is_taken_once():
    file = pbn(game(1), game(2, TWO), game(1))
    assert file.boards == (BoardDeal.of(1, ONE), BoardDeal.of(2, TWO))
    assert "more than once with the same deal: it is taken once" in said(file)[0]


def test_the_same_deal_marked_otherwise_is_pointed_out():
    file = pbn(game(1), game(1, dealer="S"))
    assert file.boards == (BoardDeal.of(1, ONE),)
    assert "marked otherwise" in said(file)[0]


def test_two_deals_for_one_board_are_an_error():
    file = pbn(game(1), game(2, TWO), game(1, THREE), game(1))
    assert file.boards == (BoardDeal.of(2, TWO),)
    assert [problem.message[:39] for problem in file.problems] == ["Board 1 is in the file with different d"]


def test_a_deal_on_two_boards_is_pointed_out():
    assert "same deal as board 1" in said(pbn(game(1), game(2)))[0]


BAD_BOARDS = {
    "51 cards": (TEXT[:-1], "West's hand has 12 cards instead of 13; no hand has C3"),
    "a card twice": (TEXT.replace("873", "QJ6"), "SQ is in North's hand and in East's"),
    "two hands": ("N:QJ6.K652.J85.T98 873.J97.AT764.Q4", "has 2 hands"),
    "hidden hands": ("N:QJ6.K652.J85.T98 - - -", "hands of East, South, West are not given"),
    "no deal": ("", "The board has no deal"),
}


@pytest.mark.parametrize("kind", BAD_BOARDS)
def test_a_bad_board_is_left_out_with_its_number_and_line(kind: str):
    text, words = BAD_BOARDS[kind]
    file = pbn(game(1, TWO), game(3, text), game(4, THREE))
    assert [board.number for board in file.boards] == [1, 4]
    (problem,) = file.problems
    assert words in problem.message
    assert problem.message.endswith("The board is left out.")
    assert (problem.board, problem.line) == (3, 5)


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 5000, "1.5"])
def test_a_number_that_is_none(number: str):
    file = pbn(game(number), game(2, TWO))
    assert [board.number for board in file.boards] == [2]
    assert "is not a board number" in file.problems[0].message


def test_a_tag_that_breaks_off_costs_only_its_board():
    file = pbn(game(1).replace('"]\n', "\n"), game(2, TWO), "{ never closed", game(3))
    assert file.boards == (BoardDeal.of(2, TWO),)
    assert "never closed" in file.problems[-1].message


BBO = (
    "vg|Club,Game,P,1,2,,,,|\nrs|4HN+1,,4HS=,|\npn|a,b,c,md|pg||\n"
    f"qx|o1|pn|a,b,c,d|st||md|{LIN}|rh||ah|Board 1|sv|o|mb|1N|mb|p|pg||\npc|SJ|pc|S2|\n"
    f"qx|o2|st||md|{TWO.lin(Seat.EAST)}|sv|n|pg||"
)


def test_lin_as_programs_write_it():
    file = deals.parse(BBO.encode())
    assert file.boards == (BoardDeal.of(1, ONE), BoardDeal.of(2, TWO))
    assert (file.problems, file.remarks) == ((), ())


def test_lin_records_one_after_another_without_qx():
    text = (
        f"pn|a,b,c,d|md|{LIN}|ah|Board 5|sv|n|pg||md|{TWO.lin(Seat.EAST)}|ah|Board 6|sv|E|md|{THREE.lin(Seat.SOUTH)}|"
    )
    file = deals.parse(text.encode())
    assert file.boards == (BoardDeal.of(5, ONE), BoardDeal.of(6, TWO), BoardDeal.of(7, THREE))
    assert "taken as board 7" in said(file)[0]


def test_the_two_rooms_of_a_match_are_one_board():
    file = deals.parse(f"qx|o1|md|{LIN}|sv|o|\nqx|c1|md|{LIN}|sv|o|\nqx|c1|sv|o|\n".encode())
    assert file.boards == (BoardDeal.of(1, ONE),)
    assert len(file.remarks) == 1


@pytest.mark.parametrize(("letter", "side"), [("o", "None"), ("n", "NS"), ("e", "EW"), ("b", "All"), ("B", "All")])
def test_vulnerability_letters(letter: str, side: str):
    assert deals.parse(f"qx|o1|md|{LIN}|sv|{letter}|".encode()).boards[0].vulnerability.value == side


def test_damaged_lin():
    text = f"qx|o1|md|{LIN}\nqx|o2|md|{TWO.lin(Seat.EAST)}|sv|z|\nqx|o3|md|1SAK|\nqx|o4|sv|b|\n"
    file = deals.parse(text.encode())
    assert [board.number for board in file.boards] == [1, 2]
    assert "'z' is not a vulnerability" in said(file)[0]
    assert [(problem.board, problem.line) for problem in file.problems] == [(3, 3), (4, 4)]


DUP_CARDS = "180437272408224221062507175150321516492941264031464543351128302039140152133403"
DUP_PRINT = "sJ987hJT7643dA4cQshKQ2dQT9cAK98543sAQ42hA8dKJ762cJ2sKT653h95d853cT76"
DUP = (DUP_CARDS + DUP_PRINT + "YN1  1 32 ").encode().translate(bytes.maketrans(b"shdc", b"\x06\x03\x04\x05"))
DUP_DEAL = Deal.parse("N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76")


def test_a_record_of_a_dealing_machine():
    """The example record in the description of the format by the makers of the machine."""
    file = deals.parse(DUP)
    assert file.boards == (BoardDeal.of(1, DUP_DEAL),)
    assert file.remarks == ()
    assert deals.write(file.boards, "dup")[78:146] == DUP[78:146]


def test_damaged_records_of_a_dealing_machine():
    good = DUP
    twice = b"1818" + DUP[4:]
    other = DUP[:78] + DUP[78:146].replace(b"J987", b"J986") + DUP[146:]
    file = deals.parse(good + twice + b"99" + DUP[2:] + other)
    assert [board.number for board in file.boards] == [1, 4]
    assert [problem.board for problem in file.problems] == [2, 3]
    assert "HT is twice in North's hand" in file.problems[0].message
    assert any("hands in print differ" in sentence for sentence in said(file))


UNREADABLE = {
    "empty": (b"", "is empty"),
    "blank": (b"\xef\xbb\xbf \r\n", "is empty"),
    "prose": (b"Dear secretary, here are the hands.", "not a PBN, LIN or DUP file"),
    "binary": (bytes(range(256)) * 10, "not a PBN, LIN or DUP file"),
    "a web page": (b"<!DOCTYPE html><html></html>", "web page"),
    "results only": (b'[Event "x"]\n[Site "y"]\n', "has no deals"),
    "nothing good": (b'[Board "1"]\n[Deal "N:AK"]\n', "no board that can be read"),
    "LIN without deals": (b"pn|a,md|pg||", "has no deals"),
    "half of a record": (DUP[:100], "100 bytes where every board takes 156"),
    "counted backwards": (DUP[:147] + b"Y" + DUP[148:], "backwards"),
    "no lowest board": (DUP[:148] + b"x  " + DUP[151:], "lowest board"),
    "half of UTF-16": (b"\xff\xfe[", "UTF-16"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_an_unreadable_file_is_one_sentence(tmp_path: Path, kind: str):
    data, words = UNREADABLE[kind]
    (tmp_path / "set.bin").write_bytes(data)
    with pytest.raises(FileError) as refused:
        deals.read(tmp_path / "set.bin")
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_too_large_or_missing(tmp_path: Path):
    (tmp_path / "set.pbn").write_bytes(b"[" * 100)
    with pytest.raises(FileError, match="MB"):
        deals.read(tmp_path / "set.pbn", limit=50)
    with pytest.raises(FileError, match="no file"):
        deals.read(tmp_path / "none.pbn")


def test_what_cannot_be_written():
    odd = BoardDeal(1, Seat.WEST, Vulnerability.ALL, ONE)
    half = BoardDeal.of(1, Deal.of({Seat.NORTH: ONE.hand(Seat.NORTH)}))
    for some, format, words in (
        ([], "pbn", "no boards to write"),
        ([odd], "doc", "no format 'doc'"),
        ([odd, odd], "lin", "written twice"),
        ([odd], "dup", "marked otherwise"),
        ([BoardDeal.of(1, ONE), BoardDeal.of(3, TWO)], "dup", "board 3 does not follow board 1"),
        ([BoardDeal.of(1000, ONE)], "dup", "up to 999"),
        ([half], "pbn", "hands of East, South, West are not given"),
    ):
        with pytest.raises((FileError, NotationError), match=words):
            deals.write(some, format)


@many
@given(st.sampled_from(["pbn", "lin", "dup"]), st.data())
def test_any_damage_leaves_boards_or_a_sentence(format: str, data: st.DataObject):
    whole = bytearray(deals.write([BoardDeal.of(1, ONE), BoardDeal.of(2, TWO), BoardDeal.of(3, THREE)], format))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(whole) - 1))
        whole[start : start + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=4))
    try:
        file = deals.parse(bytes(whole))
    except FileError as error:
        assert str(error)  # noqa: PT017
    else:
        assert file.boards
        assert all(board.deal.complete for board in file.boards)
        assert all(problem.message for problem in (*file.problems, *file.remarks))


def test_a_large_damaged_file_is_read_in_good_time():
    for text in ('[Board "' * 100_000, "{" * 500_000 + "[", "[ " * 200_000, "md|" * 20_000, "qx|" * 20_000):
        with pytest.raises(FileError):
            deals.parse(text.encode())
