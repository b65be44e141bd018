"""What the pages of the law book show: chapters, one law, what a search found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from rulings.laws import Entry, Tree, library
from rulings.laws.book import CURRENT, Book, Definition, Language, Law, book, editions
from rulings.laws.paragraphs import law_of
from rulings.laws.regulation import SETTINGS
from rulings.laws.search import Hit, find_entries, search
from rulings.wording import prose

CHAPTERS: tuple[tuple[Any, int, int], ...] = (
    (_("Cards, tables and boards"), 1, 8),
    (_("Irregularities, information and adjusted scores"), 9, 16),
    (_("The auction"), 17, 40),
    (_("The play"), 41, 71),
    (_("Conduct"), 72, 76),
    (_("Scores"), 77, 79),
    (_("Running a tournament"), 80, 91),
    (_("Appeals"), 92, 93),
)
# Each language by its own name: whoever looks for it reads it.
LANGUAGES: dict[Language, str] = {
    Language.ENGLISH: "English",
    Language.INDONESIAN: "Bahasa Indonesia",
    Language.CHINESE: "繁體中文",
    Language.LATVIAN: "Latviešu",
    Language.THAI: "ไทย",
}

NO_WORD: dict[Language, Any] = {
    Language.ENGLISH: _("No English word is known."),
    Language.INDONESIAN: _("No Indonesian word is known."),
    Language.CHINESE: _("No Chinese word is known."),
    Language.LATVIAN: _("No Latvian word is known."),
    Language.THAI: _("No Thai word is known."),
}


@dataclass(frozen=True)
class Named:
    """A title or term in one language."""

    language: Language
    label: str
    text: str
    # The edition that a title is from, where this number had another subject in it.
    other_edition: str = ""


@dataclass(frozen=True)
class LawListItem:
    """A law in a list, with its title in the language that the reader chose."""

    law: Law
    title: Named
    is_revised: bool


@dataclass(frozen=True)
class Chapter:
    title: Any
    first: int
    last: int
    lines: tuple[LawListItem, ...]


@dataclass(frozen=True)
class Way:
    """A tree that rests on a law, by the words of the director's menu where it is there."""

    tree: Tree
    label: str


@dataclass(frozen=True)
class Result:
    """Something found: where it is, what it is called, and what it says."""

    kind: str  # law, definition or term
    law: Law | None
    paragraph: str
    anchor: str
    title: str
    others: tuple[Named, ...]
    text: str


def named(names: Mapping[Language, str], *, but: Language | None = None) -> tuple[Named, ...]:
    return tuple(
        Named(language, LANGUAGES[language], names[language])
        for language in Language
        if language in names and language != but
    )


def edition_of(text: str) -> str:
    """The edition that a request names; the current one where it names none that there is."""
    return text if text in editions() else CURRENT


def edition_name(edition: str) -> str:
    return prose(dict(SETTINGS["edition"].options)[edition])


def language_of(text: str) -> Language:
    return Language(text) if text in {one.value for one in Language} else Language.ENGLISH


def chapters(shown: Book, language: Language) -> tuple[Chapter, ...]:
    return tuple(
        Chapter(title, first, last, tuple(_line(shown, number, language) for number in range(first, last + 1)))
        for title, first, last in CHAPTERS
    )


def _line(shown: Book, number: int, language: Language) -> LawListItem:
    law = shown.laws[number]
    text = prose(law.title) if language is Language.ENGLISH else law.titles[language]
    title = Named(language, LANGUAGES[language], text, law.other_subject.get(language, ""))
    return LawListItem(law, title, number in shown.revised)


def titles_of(law: Law) -> tuple[Named, ...]:
    """The titles in the other languages, those of another edition marked where the number had another subject."""
    return tuple(
        replace(one, other_edition=law.other_subject.get(one.language, ""))
        for one in named(law.titles, but=Language.ENGLISH)
    )


def ways(law: Law) -> tuple[Way, ...]:
    """The trees that rest on a law, those that are about it first."""
    labels = {entry.tree: entry.label for entry in reversed(library().menu)}
    trees = sorted((library().trees[name] for name in law.trees), key=lambda tree: not _is_about(tree, law))
    return tuple(Way(tree, prose(labels.get(tree.id, tree.title))) for tree in trees)


def _is_about(tree: Tree, law: Law) -> bool:
    return law.number in map(law_of, tree.laws)


def terms_of(law: Law) -> tuple[tuple[Named, ...], ...]:
    """The words of the game that belong to a law, each in all languages; it says where none is known."""
    return tuple(
        tuple(Named(language, LANGUAGES[language], term.names.get(language, "")) for language in Language)
        for term in book().terms
        if law.number in map(law_of, term.laws)
    )


def unknown_words(names: Mapping[Language, str]) -> tuple[str, ...]:
    """A sentence for each language in which no word is known, where there are words in others."""
    if len(names) < 2:
        return ()
    return tuple(str(NO_WORD[language]) for language in Language if language not in names)


def definitions_of(law: Law) -> tuple[Definition, ...]:
    return tuple(one for one in book().definitions if law.number in map(law_of, one.laws))


def anchor_of(term: str) -> str:
    return slugify(term)


def found(shown: Book, query: str) -> tuple[Result, ...]:
    """Laws, definitions and terms, the best first."""
    return tuple(_result(hit) for hit in search(shown, query))


def _result(hit: Hit) -> Result:
    match hit.found:
        case Law() as law:
            text = next((point.text for point in law.points if point.paragraph == hit.paragraph), law.summary)
            others = named(law.titles, but=Language.ENGLISH)
            return Result("law", law, hit.paragraph, "", prose(law.title), others, prose(text))
        case Definition() as one:
            others = named(one.names, but=Language.ENGLISH)
            return Result("definition", None, "", anchor_of(one.term), prose(one.term), others, prose(one.summary))
        case term:
            return Result(
                "term", None, "", anchor_of(term.name), term.name, named(term.names, but=Language.ENGLISH), ""
            )


def menu(query: str) -> tuple[tuple[Any, tuple[Entry, ...]], ...]:
    """The menu of irregularities by phase; with letters only what they find."""
    from rulings.laws.words import PHASES

    entries = find_entries(library(), query)
    grouped = ((prose(PHASES[phase]), tuple(entry for entry in entries if entry.phase is phase)) for phase in PHASES)
    return tuple((title, some) for title, some in grouped if some)
