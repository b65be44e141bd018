"""A Bridgemate file as a document of results: what is imported as a finished session, or scored by itself."""

import re
from collections import defaultdict

from scoring.engine.cards import RANKS, Card, Seat
from scoring.engine.contract import is_not_played, is_pass
from scoring.engine.deal import SUITS as SUIT_ORDER
from scoring.engine.deal import Deal, Hand
from scoring.engine.errors import NotationError
from scoring.interchange.bridgemate import sentences
from scoring.interchange.bridgemate.reader import parse as parse_records
from scoring.interchange.bridgemate.records import (
    ARBITRAL,
    NOT_PLAYED,
    BridgemateFile,
    FileHand,
    FilePlayer,
    FileResult,
    day_text,
)
from scoring.interchange.document import Document, FileError, FileLine, Problem, joined_names

FORMAT = "BWS"
_AWARDS = re.compile(r"(\d{1,3})\s*%?\s*-\s*(\d{1,3})\s*%?")
_BROKEN = "\ufffd"
TWO_FIELDS = 2


def parse(data: bytes, name: str = "The file") -> Document:
    """The results of a file, those that were erased or replaced left out."""
    document = to_document(parse_records(data, name))
    if not document.rows:
        raise FileError(sentences.NO_BWS_RESULTS, path=name)
    return document


def to_document(file: BridgemateFile) -> Document:
    problems: list[Problem] = []
    is_individual = any(row.south or row.west for row in file.rounds)
    rows = [
        line
        for result in file.newest_results().values()
        if not result.is_erased and (line := _line(file, result, is_individual, problems)) is not None
    ]
    rows.sort(key=lambda row: (int(row.board), row.section))
    # What they find wrong is collected before the document is made.
    people, hands = _people(file, is_individual, problems), _hands(file, problems)
    days = sorted(result.date for result in file.results if result.date is not None)
    return Document(
        format=FORMAT,
        rows=tuple(rows),
        winners=_winners(file),
        people=people,
        problems=tuple(problems),
        played_on=day_text(days[0]) if days else "",
        hands=hands,
        individual=is_individual,
    )


def awards_text(remarks: str) -> str:
    """An artificial score as it is typed, `A6040`, from a remark such as `60%-40%`; empty for any other."""
    match = _AWARDS.fullmatch(remarks.strip())
    return f"A{int(match[1])}/{int(match[2])}" if match else ""


def _line(file: BridgemateFile, result: FileResult, is_individual: bool, problems: list[Problem]) -> FileLine | None:
    """A result as a line of a traveller; None where the file does not say what happened."""
    gaps = {"table": result.table, "round": result.round, "remark": result.remarks}
    section = file.letter(result.section)
    if not section:
        gaps = {"section": result.section}
        problems.append(Problem(sentences.UNKNOWN_SECTION, gaps, result.board, result.ident or None))
        return None
    contract, tricks, score = result.contract, result.result, ""
    if not contract.strip():
        score = awards_text(result.remarks)
        if is_not_played(result.remarks):
            contract = NOT_PLAYED
        elif not score:
            sentence = sentences.ADJUSTED_REMARK if _is_arbitral(result.remarks) else sentences.BAD_REMARK
            problems.append(Problem(sentence, gaps, result.board, result.ident or None))
            return None
    ns, ew, south, west = (str(seat or "") for seat in (result.ns, result.ew, result.south, result.west))
    if is_individual:
        ns, ew = joined_names(ns, south), joined_names(ew, west)
    if result.sat_the_other_way:
        ns, ew = ew, ns
    return FileLine(
        board=str(result.board),
        ns=ns,
        ew=ew,
        contract=contract,
        declarer="" if is_pass(contract) else result.direction,
        tricks="" if is_pass(contract) else tricks,
        lead=result.lead,
        score=score,
        section=section,
        where=max(0, result.ident),
        signed_tricks=True,
    )


def _is_arbitral(remarks: str) -> bool:
    return remarks.strip().lower().startswith(ARBITRAL.split()[0].lower())


def _winners(file: BridgemateFile) -> int:
    """One or two where the file says so, or where its numbers do: the same ones North-South and East-West."""
    stated = {section.winners for section in file.sections}
    if len(stated) == 1 and stated <= {1, TWO_FIELDS}:
        return stated.pop()
    return TWO_FIELDS if _numbers_repeat(file) else 0


def _numbers_repeat(file: BridgemateFile) -> bool:
    """Whether one number is two pairs: it sits in both directions in the same round."""
    seats: dict[tuple[int, int], tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
    for row in file.rounds:
        ns, ew = seats[row.section, row.round]
        ns.add(row.ns)
        ew.add(row.ew)
    return any((ns & ew) - {0} for ns, ew in seats.values())


# --- People ------------------------------------------------------------------------------------------------------
def _people(file: BridgemateFile, is_individual: bool, problems: list[Problem]) -> dict[tuple[str, str, str], str]:
    """The names of each pair (of each player in an individual), from where they sat down in the first round."""
    known = {row.number.lower(): row.name for row in file.names if row.number and row.name}
    seated = {(row.section, row.table, row.direction): row for row in file.players if row.round <= 1}
    by_direction = _numbers_repeat(file)
    people: dict[tuple[str, str, str], str] = {}
    for row in file.rounds:
        if row.round != 1:
            continue
        names = {seat: _name(seated.get((row.section, row.table, seat.value)), known, problems) for seat in Seat}
        letter = file.letter(row.section)
        if is_individual:
            numbers = dict(zip(Seat, (row.ns, row.ew, row.south, row.west), strict=True))
            people |= {(letter, str(numbers[seat]), ""): name for seat, name in names.items() if name}
            continue
        for number, side, seats in ((row.ns, "NS", (Seat.NORTH, Seat.SOUTH)), (row.ew, "EW", (Seat.EAST, Seat.WEST))):
            pair = " & ".join(names[seat] for seat in seats if names[seat])
            if number and pair:
                people[letter, str(number), side if by_direction else ""] = pair
    return people


def _name(player: FilePlayer | None, known: dict[str, str], problems: list[Problem]) -> str:
    """As it was typed or looked up at the table; else as the list of players has it for the number."""
    if player is None:
        return ""
    name = player.name or known.get(player.number.lower(), "") or player.number
    if _BROKEN in name:
        problems.append(Problem(sentences.BROKEN_LETTERS, {"name": name}))
    return name


# --- Hands -------------------------------------------------------------------------------------------------------
def section_hands(file: BridgemateFile, section: int, problems: list[Problem]) -> dict[int, Deal]:
    """The deals of a section by board; a row that is not four hands is a problem, an empty one nothing."""
    hands: dict[int, Deal] = {}
    for row in file.hands:
        if row.section != section or row.is_empty:
            continue
        try:
            deal = to_deal(row)
            deal.completed()
        except NotationError:
            problems.append(Problem(sentences.BAD_BWS_HAND, {}, row.board))
        else:
            hands[row.board] = deal
    return hands


def _hands(file: BridgemateFile, problems: list[Problem]) -> dict[int, Deal]:
    """By board; where sections have other deals for the same board, the document can hold none of that board."""
    hands: dict[int, Deal] = {}
    contradicted: set[int] = set()
    for section in dict.fromkeys(row.section for row in file.hands):
        for board, deal in section_hands(file, section, problems).items():
            if hands.setdefault(board, deal) != deal:
                contradicted.add(board)
    return {board: deal for board, deal in hands.items() if board not in contradicted}


def to_deal(row: FileHand) -> Deal:
    """The deal of a row; a card too many, too few or twice is refused with a sentence."""
    hands = {
        seat: Hand.of(Card(suit, rank) for suit, held in zip(SUIT_ORDER, suits, strict=True) for rank in _ranks(held))
        for seat, suits in row.hands.items()
    }
    return Deal.of({seat: hand for seat, hand in hands.items() if hand.cards})


def _ranks(held: str) -> str:
    ranks = held.upper().replace("10", "T").replace(" ", "")
    if unknown := [rank for rank in ranks if rank not in RANKS]:
        raise NotationError(sentences.BAD_BWS_HAND, card=unknown[0])
    return ranks
