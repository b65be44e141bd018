"""A federation's list of people: fixed width as Australia's national.txt, or CSV with names of columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import chain

from django.core.files.base import File
from django.utils.translation import gettext as _

from clubs.imports.reading import BadFile, detect_encoding, read_lines, text_lines
from clubs.models.people import Registered
from core.names import fold

# Number, sex, surname, given names; the home club stands in 128-132 as 9-999, with an i for the dash where somebody
# is inactive. The figures between are points, which no register takes from here.
FIXED = re.compile(r"^\d{7}.{9,}")
CLUB = re.compile(r"^(\d)([-i])(\d{3})")
HEADS = {
    "number": {"number", "no", "id", "nr", "abf number", "federation number", "player number", "member number"},
    "family": {"surname", "last name", "family name", "family", "lastname"},
    "given": {"given names", "given name", "first name", "given", "firstname"},
    "name": {"name", "player", "full name"},
    "club": {"home club", "club", "club number", "club code"},
    "status": {"status", "state"},
    "born": {"year of birth", "born", "birth year", "yob"},
}
STATUS = {
    "": "",
    **dict.fromkeys(("active", "a", "current", "yes"), Registered.ACTIVE.value),
    **dict.fromkeys(("inactive", "lapsed", "i", "l", "no"), Registered.LAPSED.value),
    **dict.fromkeys(("deceased", "died", "d"), Registered.DECEASED.value),
}


@dataclass(frozen=True)
class ListedPerson:
    """What a row says, as texts; what a row does not say is empty."""

    number: str = ""
    given: str = ""
    family: str = ""
    name: str = ""
    club: str = ""
    status: str = ""
    born: str = ""

    @property
    def display_name(self) -> str:
        return self.name or f"{self.given} {self.family}".strip()

    def texts(self) -> dict[str, str]:
        return {name: text for name, text in asdict(self).items() if text}


def read_list(file: File[bytes]) -> Iterator[tuple[int, ListedPerson]]:
    """The people with their line numbers, one at a time."""
    lines = _fixed_lines(file)
    first = next(lines, (0, ""))
    if FIXED.match(first[1]):
        return ((line, parse_fixed(text)) for line, text in chain([first], lines))
    return _table(file)


def _fixed_lines(file: File[bytes]) -> Iterator[tuple[int, str]]:
    encoding = detect_encoding(file)
    for line, text in enumerate(text_lines(file, encoding), start=1):
        if text.strip():
            yield line, text.rstrip("\r\n")


def parse_fixed(text: str) -> ListedPerson:
    """Columns 1-7 number, 9-26 surname, 27-35 given names, 128-132 home club."""
    club = CLUB.match(text[127:132])
    status = ""
    if club is not None:
        status = Registered.LAPSED.value if club[2] == "i" else Registered.ACTIVE.value
    return ListedPerson(
        number=text[:7].strip(),
        family=_proper(text[8:26].strip()),
        given=_proper(text[26:35].strip()),
        club=f"{club[1]}-{club[3]}" if club else "",
        status=status,
    )


def _proper(name: str) -> str:
    """Names in capitals alone are written as names."""
    return name.title() if name.isupper() else name


def _table(file: File[bytes]) -> Iterator[tuple[int, ListedPerson]]:
    lines = read_lines(file)
    columns = _columns(next(lines, (0, []))[1])
    for line, cells in lines:
        texts = {name: cells[at].strip() for name, at in columns.items() if at < len(cells)}
        yield line, ListedPerson(**texts)


def _columns(header: list[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for at, head in enumerate(header):
        said = " ".join(fold(head).replace("_", " ").replace(".", "").split())
        for name, heads in HEADS.items():
            if said in heads:
                found.setdefault(name, at)
    if "number" not in found or not {"name", "family"} & set(found):
        sentence = _(
            "The first line must name the columns: “number”, and “name” or “surname” and “given names”; also"
            " “home club”, “status” and “year of birth”."
        )
        raise BadFile(sentence)
    return found
