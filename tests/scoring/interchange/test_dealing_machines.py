"""Files of dealing machines: what each says is read back, and what is wrong with one is a sentence."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.deal import Deal
from scoring.interchange import deals
from scoring.interchange.deals import BoardDeal
from scoring.interchange.document import FileError
from tests.scoring.sessions import many

MACHINES = ("dup", "bri", "dge", "dlm")
HANDS = "N:65.A53.JT7.AK762 AK87.QT4.AK98.95 JT9.982.Q532.Q83 Q432.KJ76.64.JT4"


def boards(count: int, first: int = 1) -> list[BoardDeal]:
    return [BoardDeal.of(number, Deal.from_number(number * 10**26)) for number in range(first, first + count)]


@st.composite
def board_sets(draw: st.DrawFn) -> list[BoardDeal]:
    numbers = draw(st.lists(st.integers(0, Deal.COUNT - 1), min_size=1, max_size=6, unique=True))
    return [BoardDeal.of(number, Deal.from_number(deal)) for number, deal in enumerate(numbers, start=1)]


@many
@given(made=board_sets(), format=st.sampled_from(list(deals.FORMATS)))
def test_every_format_gives_back_what_was_written(made: list[BoardDeal], format: str) -> None:
    found = deals.parse(deals.write(made, format))
    assert (found.format, list(found.boards), found.problems) == (format, made, ())


@pytest.mark.parametrize("format", ["dup", "dlm", "pbn", "lin", "csv"])
def test_boards_keep_their_numbers(format: str) -> None:
    made = boards(4, first=17)
    assert list(deals.parse(deals.write(made, format)).boards) == made


@pytest.mark.parametrize("format", ["bri", "dge"])
def test_a_format_without_numbers_refuses_boards_that_do_not_begin_with_one(format: str) -> None:
    with pytest.raises(FileError, match="use PBN or DUP"):
        deals.write(boards(2, first=3), format)


def test_a_duplimate_file_says_the_same_as_the_cards_in_print() -> None:
    text = "[Document]\r\nStatus=Show\r\nFrom board=1\r\nTo board=1\r\nCrypto key=0\r\nChecksum=0\r\n"
    text += "Duplicates 01=0\r\nBoard 01=fokfapmnnkpbcfibeooicpgahi022\r\n"
    (board,) = deals.parse(text.encode()).boards
    assert board.deal == Deal.parse(HANDS)


def test_the_csv_of_other_programs_is_read() -> None:
    cells = [suit for hand in HANDS.removeprefix("N:").split() for suit in hand.split(".")]
    row = ",".join(f'"{cell}"' for cell in [*cells, "18", "E/NS"])
    (board,) = deals.parse(row.encode()).boards
    assert (board.number, board.deal, board.remarks) == (18, Deal.parse(HANDS), ())


def test_the_older_dup_is_lines_of_78_digits() -> None:
    whole = deals.write(boards(3), "dup")
    lines = b"\r\n".join(whole[start : start + 78] for start in range(0, len(whole), 156))
    assert list(deals.parse(lines + b"\r\n").boards) == boards(3)
    with pytest.raises(FileError, match="line 3 has 40 digits"):
        deals.parse(lines[:-38])


@pytest.mark.parametrize("format", MACHINES)
def test_half_a_file_is_refused_with_a_sentence(format: str) -> None:
    data = deals.write(boards(8), format)
    with pytest.raises(FileError) as refused:
        deals.parse(data[: len(data) // 16])
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("format", ["dup", "bri"])
def test_a_card_that_is_dealt_twice_is_refused(format: str) -> None:
    data = deals.write(boards(1), format)
    with pytest.raises(FileError, match="no board that can be read"):
        deals.parse(data[:2] + data[:2] + data[4:])


def test_a_wrong_checksum_is_refused() -> None:
    data = deals.write(boards(2), "dlm")
    with pytest.raises(FileError, match="has the checksum 9"):
        deals.parse(data.replace(b"Checksum=3", b"Checksum=9"))
    letters = data.index(b"Board 01=") + 9
    first, second = data[letters : letters + 1], data[letters + 1 : letters + 2]
    other = b"a" if first != b"a" else b"b"
    found = deals.parse(data[:letters] + other + second + data[letters + 2 :])
    assert "checksum" in found.problems[0].message
    assert [board.number for board in found.boards] == [2]


def test_an_encrypted_duplimate_file_is_refused() -> None:
    with pytest.raises(FileError, match="encrypted"):
        deals.parse(deals.write(boards(1), "dlm").replace(b"Crypto key=0", b"Crypto key=7"))


@many
@given(data=st.data())
def test_no_damage_leads_to_a_traceback(data: st.DataObject) -> None:
    sound = deals.write(boards(2), data.draw(st.sampled_from(list(deals.FORMATS))))
    start = data.draw(st.integers(0, len(sound)))
    stop = data.draw(st.integers(start, len(sound)))
    put = data.draw(st.binary(max_size=12) | st.just(sound[start:stop] * 2))
    with suppress(FileError):
        deals.parse(sound[:start] + put + sound[stop:])


# --- The command -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("format", list(deals.FORMATS))
def test_the_command_converts_whatever_a_file_is_called(tmp_path: Path, format: str) -> None:
    source, out = tmp_path / "boards.dat", tmp_path / "out"
    source.write_bytes(deals.write(boards(5), "pbn"))
    call_command("deals", str(source), "--to", format, "--out", str(out))
    call_command("deals", str(out), "--to", "pbn", "--out", str(source))
    assert list(deals.read(source).boards) == boards(5)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [("N:65.", "N:A65.", "SA is in North's hand"), ("N:65.", "N:5.", "12 cards")],
)
def test_the_command_writes_nothing_where_a_board_is_wrong(tmp_path: Path, old: str, new: str, words: str) -> None:
    source, out = tmp_path / "boards.pbn", tmp_path / "out.dup"
    sound = f'[Board "1"]\n[Deal "{boards(1)[0].deal.pbn()}"]\n\n'
    source.write_text(f'{sound}[Board "2"]\n[Deal "{HANDS.replace(old, new)}"]\n')
    with pytest.raises(CommandError) as refused:
        call_command("deals", str(source), "--to", "dup", "--out", str(out))
    assert refused.value.returncode == 2
    assert "Board 2" in str(refused.value)
    assert words in str(refused.value)
    assert not out.exists()
