"""The games of a PBN file: their tags and the lines below each, without comments and with what `#` repeats."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]?')
_COMMENTS = re.compile(r'(?P<text>"(?:[^"\\\n]|\\[^\n])*")|\{[^}]*(?:\}|\Z)|;[^\n]*|^%[^\n]*', re.MULTILINE)
_CREATOR = re.compile(
    r'^%\s*(?:Creator\s*:\s*(?P<creator>.+)|.*name=Generator\s+content="(?P<meta>[^"]+)")', re.I | re.M
)
UNKNOWN = frozenset({"-", "*", "?", ""})

Table = list[tuple[int, str]]


@dataclass(slots=True)
class Game:
    """Tags by their name in small letters, each with the lines below it, and the line where the game begins."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def get(self, *names: str) -> str:
        """The first of these tags that says something."""
        return next((value for name in names if (value := self.tags.get(name, "").strip()) not in UNKNOWN), "")

    @property
    def board(self) -> str:
        return self.get("board")


def decode(data: bytes) -> str:
    """Names in older files are not always UTF-8, and no figure depends on them."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def creator(text: str) -> str:
    """The program that names itself in the escaped lines at the head of the file."""
    found = _CREATOR.search(text[:20_000])
    return (found["creator"] or found["meta"] or "").strip() if found else ""


def games(text: str) -> Iterator[Game]:
    """A tag that the game has already begins another one; only notes come several times."""
    game, before, section = Game(1), Game(0), ""
    for number, line in enumerate(_without_comments(text).split("\n"), start=1):
        found = list(_TAG.finditer(line)) if line.lstrip().startswith("[") else []
        if not found:
            if section and line.strip():
                game.tables.setdefault(section, []).append((number, line.rstrip()))
            continue
        for tag in found:
            section, value = tag[1].lower(), tag[2].replace('\\"', '"').strip()
            if section == "note":
                game.notes.append(value)
                continue
            if section in game.tags:
                yield game
                before, game = game, Game(number)
            _put(game, before, section, value)
    if game.tags:
        yield game


def _put(game: Game, before: Game, section: str, value: str) -> None:
    if not game.tags:
        game.line = game.line or 1
    if value.startswith("#"):
        game.tags[section] = before.tags.get(section, "")
        if value.startswith("##") and section in before.tables:
            game.tables[section] = before.tables[section]
    else:
        game.tags[section] = value


def _without_comments(text: str) -> str:
    """Comments blanked out, every line where it was."""
    return _COMMENTS.sub(lambda found: found["text"] or "\n" * found[0].count("\n"), text)
