"""A document as PBN 2.1: a ScoreTable for each board, or a game for each table of matches and of known auctions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scoring.engine.boards import Conditions
from scoring.engine.cards import Card, Seat, Strain
from scoring.engine.deal import from_seat
from scoring.engine.errors import NotationError
from scoring.engine.individual import partners_in
from scoring.engine.numbers import plain
from scoring.engine.sheet import Award, parse_artificial
from scoring.interchange.contract_words import result_words
from scoring.interchange.document import Document, FileContestant, FileLine, Key, Marking, PublishedStanding
from scoring.interchange.method_traits import counts_in_percent
from scoring.interchange.naming import contestant_keys, document_names, ranking_directions, split_names
from scoring.interchange.pbn.auction import winner

_SCORINGS = {
    "matchpoints": "MatchPoints",
    "butler": "IMP;Butler",
    "cross-imps": "IMP;Cross2",
    "cross-imps-sum": "IMP;Cross",
    "total-points": "TotalPoints",
    "teams": "IMP",
    "board-a-match": "BAM",
    "aggregate": "TotalPoints",
}
_LEVELS = {"average plus": "A+", "average": "A", "average minus": "A-"}
_UNKNOWN = "-"
_WIDTH = 255


def write(document: Document) -> bytes:
    """Export format: CRLF, a blank line after each game; names in UTF-8."""
    games = (_game_text(lines) for lines in _games(document))
    return ("% PBN 2.1\r\n% EXPORT\r\n%Content-type: text/x-pbn; charset=UTF-8\r\n" + "".join(games)).encode("utf-8")


def _game_text(lines: Iterable[str]) -> str:
    return "\r\n".join([*lines, "", ""])


def _games(document: Document) -> Iterator[Iterator[str]]:
    single = bool(document.matches) or any(row.auction or row.play for row in document.rows)
    boards: dict[str, list[FileLine]] = {}
    for row in document.rows:
        boards.setdefault(row.board, []).append(row)
    for number in document.hands:
        boards.setdefault(str(number), [])
    is_first = True
    for board, rows in boards.items():
        for own in [[row] for row in rows] if single and rows else [rows]:
            yield _game(document, board, own, single=single, is_first=is_first)
            is_first = False


def _game(document: Document, board: str, rows: list[FileLine], *, single: bool, is_first: bool) -> Iterator[str]:
    row = rows[0] if single and rows else None
    yield _tag("Event", document.title)
    yield _tag("Site", document.origin.club)
    yield _tag("Date", document.played_on.replace("-", "."))
    yield _tag("Board", board)
    names = _names_at_table(document, row) if row else {}
    for seat in ("West", "North", "East", "South"):
        yield _tag(seat, names.get(seat, ""))
    conditions = _conditions(document, board)
    if conditions is not None:
        yield _tag("Dealer", conditions.dealer.value)
        yield _tag("Vulnerable", conditions.vulnerability.value)
    deal = document.hands.get(int(board)) if board.isdecimal() and board.isascii() else None
    if deal is not None:
        yield _tag("Deal", deal.pbn(conditions.dealer if conditions else Seat.NORTH))
    yield _tag("Scoring", _SCORINGS.get(document.method, ""))
    contract, declarer, tricks, _lead = result_words(row) if row else ("", "", "", "")
    yield _tag("Declarer", declarer)
    yield _tag("Contract", contract)
    yield _tag("Result", tricks)
    if document.origin.program:
        yield _tag("Generator", f"{document.origin.program} {document.origin.version}".strip())
    if row is not None:
        yield from _of_table(document, row, conditions)
    elif rows:
        yield from _score_table(document, rows)
    if is_first and (document.standings or document.people):
        yield from _total_score_table(document)
    if board.isdecimal() and board.isascii() and int(board) in document.optimum:
        yield from _optimum(document.optimum[int(board)])


def _tag(name: str, value: str) -> str:
    return f'[{name} "{_clean(value)}"]'


def _clean(value: str) -> str:
    """A tag is one line, in which a quotation mark would end the value."""
    return " ".join(value.replace('"', "'").replace("\\", "/").split())[:_WIDTH]


def _conditions(document: Document, board: str) -> Conditions | None:
    if not (board.isdecimal() and board.isascii() and int(board) > 0):
        return None
    marking = document.markings.get(board, Marking())
    return Conditions.of(int(board), dealer=marking.dealer, vulnerability=marking.vulnerability)


# --- A board with every table ----------------------------------------------------------------------------------------
def _score_table(document: Document, rows: Sequence[FileLine]) -> Iterator[str]:
    """The columns that any line of the file fills, so that every board has the same."""
    kind = "MP" if counts_in_percent(document.method) else "IMP"
    cells = [_cells(document, row, kind) for row in document.rows]
    columns = list(dict.fromkeys(name for told in cells for name, value in told.items() if value))
    order = [name for name in _cells(document, rows[0], kind) if name in columns]
    yield _tag("ScoreTable", ";".join(order))
    for row in rows:
        told = _cells(document, row, kind)
        yield " ".join(_cell(told[name]) for name in order)


def _cells(document: Document, row: FileLine, kind: str) -> dict[str, str]:
    contract, declarer, tricks, lead = result_words(row)
    score, percent_ns, percent_ew, score_ew = row.score, "", "", ""
    if score.upper().startswith("A"):
        score, score_ew, percent_ns, percent_ew = _artificial(score)
    cells = {"Section": row.section, "Table": row.table, "Round": row.round}
    if document.individual:
        (north, south), (east, west) = (_two(partners_in(side)) for side in (row.ns, row.ew))
        cells |= {"PlayerId_North": north, "PlayerId_South": south, "PlayerId_East": east, "PlayerId_West": west}
    else:
        cells |= {"PairId_NS": row.ns, "PairId_EW": row.ew}
    cells |= {"Contract": contract, "Declarer": declarer, "Result": tricks, "Lead": lead}
    cells |= {"Score_NS": "" if contract == "NP" else score, "Score_EW": score_ew}
    cells |= {"Percentage_NS": percent_ns, "Percentage_EW": percent_ew}
    return cells | {f"{kind}_NS": row.points_ns, f"{kind}_EW": row.points_ew}


def _two(players: list[str]) -> tuple[str, str]:
    first, second = [*players, ""][:2]
    return first, second


def _artificial(score: str) -> tuple[str, str, str, str]:
    """Levels of Law 12C2 as scores, any other percentage marked as artificial."""
    try:
        ns, ew = parse_artificial(score)
    except NotationError:
        return score, "", "", ""
    scores = [_LEVELS[award.level.value] if award.level else "" for award in (ns, ew)]
    percents = ["" if award.level else _percent(award) for award in (ns, ew)]
    if any(percents):
        return "", "", _percent(ns), _percent(ew)
    return scores[0], scores[1], "", ""


def _percent(award: Award) -> str:
    return f"^{plain(award.base_percent)}"


def _cell(value: str) -> str:
    text = _clean(value)
    if not text:
        return _UNKNOWN
    return f'"{text}"' if " " in text or ";" in text else text


# --- One table -------------------------------------------------------------------------------------------------------
def _names_at_table(document: Document, row: FileLine) -> dict[str, str]:
    names: dict[str, str] = {}
    for number, seats in ((row.ns, ("North", "South")), (row.ew, ("East", "West"))):
        contestant = document.contestant(row.section, number) or FileContestant()
        people = [person.name for person in contestant.players] or split_names(
            document.contestant_name(row.section, number)
        )
        names |= dict(zip(seats, people, strict=False)) if len(people) == len(seats) else {}
    return names


def _of_table(document: Document, row: FileLine, conditions: Conditions | None) -> Iterator[str]:
    if row.match is not None:
        head = document.matches[row.match]
        names = [document.contestant_name("", number) for number in (head.home, head.away)]
        told = names if _names_are_clear(document) else [head.home, head.away]
        yield from (_tag(tag, name) for tag, name in zip(("HomeTeam", "VisitTeam"), told, strict=True))
        yield _tag("Room", "Open" if row.home_is_ns else "Closed")
        yield _tag("Round", head.round)
    elif row.round:
        yield _tag("Round", row.round)
    yield _tag("PairNS", row.ns)
    yield _tag("PairEW", row.ew)
    if row.section:
        yield _tag("Section", row.section)
    if row.table:
        yield _tag("Table", row.table)
    if row.score.lstrip("+-").isdecimal():
        yield _tag("Score", f"NS {row.score}")
    elif row.score.upper().startswith("A"):
        yield _tag("Score", row.score)
    if row.auction and conditions is not None:
        yield _tag("Auction", conditions.dealer.value)
        yield from (" ".join(row.auction[start : start + 4]) for start in range(0, len(row.auction), 4))
    yield from (_tag("Note", note) for note in row.notes)
    yield from _play(row)


def _names_are_clear(document: Document) -> bool:
    """Whether every team has a name and no two have the same."""
    teams = {number for head in document.matches for number in (head.home, head.away)}
    names = {_clean(document.contestant_name("", number)) for number in teams}
    return len(names) == len(teams) and "" not in names


def _play(row: FileLine) -> Iterator[str]:
    """Each trick in the columns of the seat that led first."""
    contract, declarer, _tricks, _lead = result_words(row)
    if not row.play or not declarer:
        return
    seats = from_seat(from_seat(Seat.parse(declarer))[1])
    trump = next((Strain(letter) for letter in contract[1:2] if letter in "CDHS"), None)
    yield _tag("Play", seats[0].value)
    leader = seats[0]
    for start in range(0, len(row.play), 4):
        try:
            cards = [Card.parse(card) for card in row.play[start : start + 4]]
        except NotationError:
            break
        trick = dict(zip(from_seat(leader), cards, strict=False))
        yield " ".join(str(trick.get(seat, _UNKNOWN)) for seat in seats)
        if len(trick) < 4:
            break
        leader = winner(trick, leader, trump)
    yield "*"


# --- Everybody -------------------------------------------------------------------------------------------------------
def _total_score_table(document: Document) -> Iterator[str]:
    keys = [
        key
        for key in dict.fromkeys([*document.standings, *document.people])
        if not (contestant := document.contestants.get(key)) or not contestant.team
    ]
    directions = _directions(document)
    cells = [_standing_cells(document, key, directions) for key in keys]
    columns = list(dict.fromkeys(name for told in cells for name, value in told.items() if value))
    yield _tag("TotalScoreTable", ";".join(columns))
    for told in cells:
        yield " ".join(_cell(told.get(name, "")) for name in columns)


def _directions(document: Document) -> dict[tuple[str, str], str]:
    """Where there are two winners: who sat North-South, by section and number."""
    if document.winners != 2 or document.individual:
        return {}
    names = document_names(document)
    ways = ranking_directions(document, names, 2)
    keys = contestant_keys(document, names)
    return {(section, number): ways[name] for name, (section, number, _way) in keys.items() if name in ways}


def _standing_cells(document: Document, key: Key, directions: Mapping[tuple[str, str], str]) -> dict[str, str]:
    section, number, direction = key
    direction = direction or directions.get((section, number), "")
    standing = document.standings.get(key, PublishedStanding())
    contestant = document.contestants.get(key, FileContestant())
    ident = "TeamId" if document.matches else "PlayerId" if document.individual else "PairId"
    total = "TotalMP" if counts_in_percent(document.method) else "TotalIMP"
    if document.victory_points or document.pair_matches:
        total = "TotalVP"
    names = ";".join(person.name for person in contestant.players)
    if document.matches or not names:
        names = document.people.get(key, "") or names
    cells = {"Rank": standing.place, "Section": section, ident: number, "Direction": direction}
    cells |= {total: standing.total, "TotalPercentage": standing.percent, "Names": names.replace(" – ", ";")}
    cells |= {"NrBoards": contestant.boards}
    ids = {f"MemberID{place}": person.national_id for place, person in enumerate(contestant.players, start=1)}
    return cells | (ids if not document.matches else {})


def _optimum(tricks: Mapping[str, int]) -> Iterator[str]:
    yield '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]'
    for place, made in tricks.items():
        yield f"{place[:1]} {place[1:]:>2} {made:>2}"
