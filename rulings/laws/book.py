"""The law book: every law with its titles, a summary in our own words, and what it hangs together with."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from io import StringIO
from types import MappingProxyType

from rulings.laws.files import read
from rulings.laws.library import library
from rulings.laws.model import Library, Tree
from rulings.laws.notation import logical_lines
from rulings.laws.paragraphs import law_number, paragraphs, parent_paragraph
from rulings.laws.regulation import SETTINGS

#: The edition that holds where no regulation says otherwise; its own file says what the earlier one has instead.
CURRENT, EARLIER = "e2024", "e2017"


class Language(StrEnum):
    """The languages that titles and terms are in."""

    ENGLISH = "en"
    INDONESIAN = "id"
    CHINESE = "zh-hant"
    LATVIAN = "lv"
    THAI = "th"


Names = Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class Point:
    """What one paragraph says, and the trees that rest on it."""

    paragraph: str
    text: str
    trees: tuple[str, ...] = ()
    only_here: bool = False  # the other edition says something else, or nothing

    @property
    def depth(self) -> int:
        """1 for 27B, 2 for 27B1, 3 for 27B1(a)."""
        tail = self.paragraph.lstrip("0123456789")
        return bool(tail) + bool(tail[1:].partition("(")[0]) + tail.count("(")


@dataclass(frozen=True, slots=True)
class Law:
    """A law. `trees` rule on it, `refers_to` are paragraphs that it names, `referred_by` laws that name it."""

    number: int
    titles: Names
    summary: str
    paragraphs: tuple[str, ...]
    points: tuple[Point, ...]
    trees: tuple[str, ...]
    refers_to: tuple[str, ...]
    referred_by: tuple[int, ...]
    # Languages whose title is of another edition, in which the number had another subject, with that edition.
    other_subject: Mapping[Language, str]

    @property
    def own_titles(self) -> Names:
        """The titles that are about this law."""
        return {language: title for language, title in self.titles.items() if language not in self.other_subject}

    @property
    def title(self) -> str:
        return self.titles[Language.ENGLISH]


@dataclass(frozen=True, slots=True)
class Definition:
    """A term that the Laws define."""

    term: str
    names: Names
    summary: str
    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game in the five languages, and where the Laws use it."""

    names: Names
    laws: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.names[Language.ENGLISH]

    @property
    def missing(self) -> tuple[Language, ...]:
        """Languages in which no word for it is known."""
        return tuple(language for language in Language if language not in self.names)


@dataclass(frozen=True, slots=True)
class Book:
    edition: str
    laws: Mapping[int, Law]
    definitions: tuple[Definition, ...]
    terms: tuple[Term, ...]
    revised: tuple[int, ...]  # the laws that the two editions have differently
    scale: tuple[tuple[str, str], ...]  # how strong a word is, as the Introduction has it


@dataclass(frozen=True, slots=True)
class _Texts:
    """The files of one edition, each as a mapping from its keys."""

    edition: str
    titles: Mapping[str, str]
    summaries: Mapping[str, str]
    points: Mapping[str, str]
    refers: Mapping[str, str]
    other: Mapping[str, str]  # what the earlier edition has instead


@cache
def book(edition: str = CURRENT) -> Book:
    """Laws 1 to 93 and the definitions, as an edition has them."""
    terms = tuple(_terms())
    texts = _texts(edition)
    laws = _laws(library(), texts)
    revised = tuple(number for number in laws if any(_differs(name, texts) for name in _parts(number)))
    return Book(
        edition, MappingProxyType(laws), tuple(_definitions(terms)), terms, revised, tuple(_pairs("scale.txt").items())
    )


def nearest_paragraph(edition: Book, paragraph: str) -> str:
    """The paragraph, or the nearest one above it that has a text of its own; empty where only the law has one."""
    paragraphs = {point.paragraph for point in edition.laws[law_number(paragraph)].points}
    while paragraph and paragraph not in paragraphs:
        paragraph = parent_paragraph(paragraph)
    return paragraph


def editions() -> tuple[str, ...]:
    return SETTINGS["edition"].choices


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(read("book", name))))


def _pairs(name: str) -> dict[str, str]:
    """Lines `key: text`."""
    split = (line.text.partition(": ") for line in logical_lines(read("book", name), name))
    return {key: text for key, _, text in split}


def _texts(edition: str) -> _Texts:
    earlier = _pairs("edition-2017.txt")
    instead = earlier if edition == EARLIER else {}
    return _Texts(
        edition,
        {key.removesuffix(" title"): text for key, text in instead.items() if key.endswith(" title")},
        _pairs("summaries.txt") | {key: text for key, text in instead.items() if key.isdigit()},
        _pairs("points.txt") | {key: text for key, text in instead.items() if " " not in key},
        _pairs("references.txt")
        | {key.removesuffix(" refers"): text for key, text in instead.items() if key.endswith(" refers")},
        earlier,
    )


def _names(row: Mapping[str, str]) -> Names:
    return MappingProxyType({language: row[language] for language in Language if row[language]})


def _laws(trees: Library, texts: _Texts) -> dict[int, Law]:
    refers = {int(law): tuple(text.split()) for law, text in texts.refers.items()}
    users = _trees_by_paragraph(trees)
    near = _nearest(users, texts)
    older = _other_subjects(texts.edition)
    laws: dict[int, Law] = {}
    for row in _rows("titles.csv"):
        number = int(row["law"])
        names = _names(row | {"en": texts.titles.get(row["law"], row["en"])})
        by = tuple(referring for referring, references in refers.items() if number in map(law_number, references))
        parts = tuple(name for name in _parts(number) if paragraphs()[name] in ("", texts.edition))
        points = tuple(
            Point(name, texts.points[name], near.get(name, ()), _differs(name, texts))
            for name in parts[1:]
            if name in texts.points
        )
        resting = {tree for name in _parts(number) for tree in users.get(name, ())}
        used = tuple(name for name in trees.trees if name in resting)
        summary = texts.summaries[row["law"]]
        other_subjects = MappingProxyType(older.get(number, {}))
        laws[number] = Law(number, names, summary, parts, points, used, refers.get(number, ()), by, other_subjects)
    return laws


def _other_subjects(edition: str) -> dict[int, dict[Language, str]]:
    """For each law the languages whose title has another subject, with the edition that it is from."""
    subjects: dict[int, dict[Language, str]] = {}
    for head, laws in _pairs("older-titles.txt").items():
        language, _, of = head.partition(" ")
        for text in laws.split():
            number, _, only = text.partition("@")
            if only in ("", edition):
                subjects.setdefault(int(number), {})[Language(language)] = of
    return subjects


def title_editions() -> dict[Language, str]:
    """Languages whose titles are from another edition than 2017 with the revision of 2024."""
    split = (head.partition(" ") for head in _pairs("older-titles.txt"))
    return {Language(language): of for language, _, of in split}


def _parts(number: int) -> list[str]:
    """A law's number and those of its paragraphs, of both editions."""
    return [name for name in paragraphs() if law_number(name) == number]


def _differs(name: str, texts: _Texts) -> bool:
    return bool(paragraphs()[name]) or name in texts.other


def _nearest(users: Mapping[str, list[str]], texts: _Texts) -> dict[str, tuple[str, ...]]:
    """The trees by the paragraph under which a reader finds them: itself, or the one above that has words."""
    paragraphs: dict[str, dict[str, None]] = {}
    for reference, trees in users.items():
        name = reference
        while name and name not in texts.points:
            name = parent_paragraph(name)
        paragraphs.setdefault(name, {}).update(dict.fromkeys(trees))
    return {name: tuple(sorted(trees)) for name, trees in paragraphs.items()}


def _trees_by_paragraph(library: Library) -> dict[str, list[str]]:
    """For each paragraph the trees that rest on it."""
    by_paragraph: dict[str, list[str]] = {}
    for tree in library.trees.values():
        for reference in sorted(_references(tree)):
            by_paragraph.setdefault(reference, []).append(tree.id)
    return by_paragraph


def _references(tree: Tree) -> set[str]:
    return {*tree.laws, *(law for outcome in tree.outcomes.values() for law in outcome.law)}


def _terms() -> list[Term]:
    return [
        Term(_names(row), tuple(part for part in row["where"].split() if part in paragraphs()))
        for row in _rows("terms.csv")
    ]


def _definitions(terms: tuple[Term, ...]) -> list[Definition]:
    names_by_term = {term.name.casefold(): term.names for term in terms}
    definitions: list[Definition] = []
    for head, text in _pairs("definitions.txt").items():
        term, _, laws = head.rstrip("]").partition(" [")
        names = names_by_term.get(term.casefold(), MappingProxyType({Language.ENGLISH: term}))
        definitions.append(Definition(term, names, text, tuple(laws.split(", ")) if laws else ()))
    return definitions
