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
from rulings.laws.notation import lines_of
from rulings.laws.paragraphs import law_of, paragraphs


class Language(StrEnum):
    """The languages that titles and terms are in."""

    ENGLISH = "en"
    INDONESIAN = "id"
    CHINESE = "zh-hant"
    LATVIAN = "lv"
    THAI = "th"


Names = Mapping[Language, str]


@dataclass(frozen=True, slots=True)
class Law:
    """A law. `trees` rule on it, `refers_to` are paragraphs that it names, `referred_by` laws that name it."""

    number: int
    titles: Names
    summary: str
    paragraphs: tuple[str, ...]
    trees: tuple[str, ...]
    refers_to: tuple[str, ...]
    referred_by: tuple[int, ...]

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


@dataclass(frozen=True, slots=True)
class Book:
    laws: Mapping[int, Law]
    definitions: tuple[Definition, ...]
    terms: tuple[Term, ...]


@cache
def book() -> Book:
    """Laws 1 to 93 and the definitions."""
    terms = tuple(_terms())
    return Book(MappingProxyType(_laws(library())), tuple(_definitions(terms)), terms)


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(read("book", name))))


def _pairs(name: str) -> dict[str, str]:
    """Lines `key: text`."""
    split = (line.text.partition(": ") for line in lines_of(read("book", name), name))
    return {key: text for key, _, text in split}


def _names(row: Mapping[str, str]) -> Names:
    return MappingProxyType({language: row[language] for language in Language if row[language]})


def _laws(trees: Library) -> dict[int, Law]:
    summaries = _pairs("summaries.txt")
    refers = {int(law): tuple(text.split()) for law, text in _pairs("references.txt").items()}
    users = _users(trees)
    found: dict[int, Law] = {}
    for row in _rows("titles.csv"):
        number = int(row["law"])
        by = tuple(other for other, names in refers.items() if number in map(law_of, names))
        parts = tuple(name for name in paragraphs() if law_of(name) == number)
        used = tuple(users.get(number, ()))
        found[number] = Law(number, _names(row), summaries[str(number)], parts, used, refers.get(number, ()), by)
    return found


def _users(trees: Library) -> dict[int, list[str]]:
    """For each law the trees that rest on one of its paragraphs."""
    found: dict[int, list[str]] = {}
    for tree in trees.trees.values():
        for law in sorted({law_of(reference) for reference in _references(tree)}):
            found.setdefault(law, []).append(tree.id)
    return found


def _references(tree: Tree) -> set[str]:
    return {*tree.laws, *(law for outcome in tree.outcomes.values() for law in outcome.law)}


def _terms() -> list[Term]:
    return [
        Term(_names(row), tuple(part for part in row["where"].split() if part in paragraphs()))
        for row in _rows("terms.csv")
    ]


def _definitions(terms: tuple[Term, ...]) -> list[Definition]:
    known = {term.name.casefold(): term.names for term in terms}
    found: list[Definition] = []
    for head, text in _pairs("definitions.txt").items():
        term, _, laws = head.rstrip("]").partition(" [")
        names = known.get(term.casefold(), MappingProxyType({Language.ENGLISH: term}))
        found.append(Definition(term, names, text, tuple(laws.split(", ")) if laws else ()))
    return found
