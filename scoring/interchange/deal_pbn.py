"""PBN 2.1: the tags Board, Dealer, Vulnerable and Deal of each game; whatever else is there is passed over."""

import re
from collections.abc import Iterable, Iterator

from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.interchange import sentences
from scoring.interchange.deal_boards import BoardDeal, Collector, DealFile, Draft, attempt

_TOKEN = re.compile(
    r'\[\s*(?P<tag>\w+)\s+"(?P<value>[^"\n]*)"\s*\]|^%[^\n]*|;[^\n]*|(?P<comment>\{[^}]*(?P<end>\}|\Z))',
    re.MULTILINE,
)
_OURS = ("Event", "Board", "Dealer", "Vulnerable", "Deal")
_UNSAID = {"?", "-"}

_BLANK = re.compile(r"\n[ \t]*\n")

Tag = tuple[int, str, str, bool]
Game = tuple[int, dict[str, str]]


def parse(text: str, name: str) -> DealFile:
    collector = Collector("pbn", name)
    for line, tags in _games(_tags(text, collector)):
        if "Board" in tags or "Deal" in tags:
            collector.add(_draft(line, tags))
    return collector.finish()


def _tags(text: str, collector: Collector) -> Iterator[Tag]:
    """Line, name and value of the tags that matter, and whether a blank line stands before; no comments."""
    line, counted, ended, blank = 1, 0, 0, False
    for token in _TOKEN.finditer(text):
        line += text.count("\n", counted, token.start())
        blank = blank or _BLANK.search(text, ended, token.start()) is not None
        counted, ended = token.start(), token.end()
        if token["comment"] and not token["end"]:
            collector.report(line, None, sentences.OPEN_COMMENT)
        elif token["tag"] in _OURS:
            yield line, token["tag"], token["value"].strip(), blank
            blank = False


def _games(tags: Iterable[Tag]) -> Iterator[Game]:
    """A tag that the game has already begins another one, and so does a blank line after its deal.

    `#` repeats the value of the game before.
    """
    game: dict[str, str] = {}
    before: dict[str, str] = {}
    start = 1
    for line, tag, value, blank in tags:
        if tag in game or (blank and "Deal" in game):
            yield start, game
            before, game = game, {}
        if not game or tag == "Board":
            start = line
        game[tag] = before.get(tag, "") if value.startswith("#") else value
    if game:
        yield start, game


def _draft(line: int, tags: dict[str, str]) -> Draft:
    known_tags = {tag: value for tag, value in tags.items() if value and value not in _UNSAID}
    return Draft(
        line,
        known_tags.get("Board"),
        attempt(Deal.parse, known_tags.get("Deal")),
        attempt(Seat.parse, known_tags.get("Dealer")),
        attempt(Vulnerability.parse, tags.get("Vulnerable") if tags.get("Vulnerable") != "?" else None),
    )


def write(boards: Iterable[BoardDeal]) -> bytes:
    """Export format: CRLF, a blank line after each game; hands begin with the dealer's."""
    games = ["\r\n".join([*_lines(board), "", ""]) for board in boards]
    return ("% PBN 2.1\r\n% EXPORT\r\n" + "".join(games)).encode("ascii")


def _lines(board: BoardDeal) -> list[str]:
    tags = {"Event": "", "Site": "", "Date": "", "Board": str(board.number)}
    tags |= dict.fromkeys(("West", "North", "East", "South"), "")
    tags |= {"Dealer": board.dealer.value, "Vulnerable": board.vulnerability.value}
    tags |= {"Deal": board.deal.pbn(board.dealer), "Scoring": "", "Declarer": "", "Contract": "", "Result": ""}
    return [f'[{tag} "{value}"]' for tag, value in tags.items()]
