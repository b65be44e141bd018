"""What the pages of the law book show: chapters, one law, what a search found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from rulings.laws import MenuEntry, Tree, library
from rulings.laws.book import CURRENT, Book, Definition, Language, Law, book, editions
from rulings.laws.paragraphs import law_number
from rulings.laws.regulation import SETTINGS
from rulings.laws.search import Hit, find_entries, search
from rulings.wording import translated_text

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
class NameInLanguage:
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
    title: NameInLanguage
    is_revised: bool


@dataclass(frozen=True)
class Chapter:
    title: Any
    first: int
    last: int
    lines: tuple[LawListItem, ...]


@dataclass(frozen=True)
class TreeLink:
    """A tree that rests on a law, by the words of the director's menu where it is there."""

    tree: Tree
    label: str


@dataclass(frozen=True)
class SearchResult:
    """Something found: where it is, what it is called, and what it says."""

    kind: str  # law, definition or term
    law: Law | None
    paragraph: str
    anchor: str
    title: str
    others: tuple[NameInLanguage, ...]
    text: str


def other_names(names: Mapping[Language, str], *, but: Language | None = None) -> tuple[NameInLanguage, ...]:
    return tuple(
        NameInLanguage(language, LANGUAGES[language], names[language])
        for language in Language
        if language in names and language != but
    )


def requested_edition(text: str) -> str:
    """The edition that a request names; the current one where it names none that there is."""
    return text if text in editions() else CURRENT


def edition_name(edition: str) -> str:
    return translated_text(dict(SETTINGS["edition"].options)[edition])


def requested_language(text: str) -> Language:
    return Language(text) if text in {language.value for language in Language} else Language.ENGLISH


def chapters(edition: Book, language: Language) -> tuple[Chapter, ...]:
    return tuple(
        Chapter(title, first, last, tuple(_line(edition, number, language) for number in range(first, last + 1)))
        for title, first, last in CHAPTERS
    )


def _line(edition: Book, number: int, language: Language) -> LawListItem:
    law = edition.laws[number]
    text = translated_text(law.title) if language is Language.ENGLISH else law.titles[language]
    title = NameInLanguage(language, LANGUAGES[language], text, law.other_subject.get(language, ""))
    return LawListItem(law, title, number in edition.revised)


def titles_in_other_languages(law: Law) -> tuple[NameInLanguage, ...]:
    """The titles in the other languages, those of another edition marked where the number had another subject."""
    return tuple(
        replace(name, other_edition=law.other_subject.get(name.language, ""))
        for name in other_names(law.titles, but=Language.ENGLISH)
    )


def trees_about(law: Law) -> tuple[TreeLink, ...]:
    """The trees that rest on a law, those that are about it first."""
    labels = {entry.tree: entry.label for entry in reversed(library().menu)}
    trees = sorted((library().trees[name] for name in law.trees), key=lambda tree: not _is_about(tree, law))
    return tuple(TreeLink(tree, translated_text(labels.get(tree.id, tree.title))) for tree in trees)


def _is_about(tree: Tree, law: Law) -> bool:
    return law.number in map(law_number, tree.laws)


def law_terms(law: Law) -> tuple[tuple[NameInLanguage, ...], ...]:
    """The words of the game that belong to a law, each in all languages; it says where none is known."""
    return tuple(
        tuple(NameInLanguage(language, LANGUAGES[language], term.names.get(language, "")) for language in Language)
        for term in book().terms
        if law.number in map(law_number, term.laws)
    )


def unknown_words(names: Mapping[Language, str]) -> tuple[str, ...]:
    """A sentence for each language in which no word is known, where there are words in others."""
    if len(names) < 2:
        return ()
    return tuple(str(NO_WORD[language]) for language in Language if language not in names)


def law_definitions(law: Law) -> tuple[Definition, ...]:
    return tuple(definition for definition in book().definitions if law.number in map(law_number, definition.laws))


def term_anchor(term: str) -> str:
    return slugify(term)


def search_results(edition: Book, query: str) -> tuple[SearchResult, ...]:
    """Laws, definitions and terms, the best first."""
    return tuple(_result(hit) for hit in search(edition, query))


def _result(hit: Hit) -> SearchResult:
    match hit.found:
        case Law() as law:
            text = next((point.text for point in law.points if point.paragraph == hit.paragraph), law.summary)
            others = other_names(law.titles, but=Language.ENGLISH)
            return SearchResult(
                "law", law, hit.paragraph, "", translated_text(law.title), others, translated_text(text)
            )
        case Definition() as one:
            others = other_names(one.names, but=Language.ENGLISH)
            return SearchResult(
                "definition",
                None,
                "",
                term_anchor(one.term),
                translated_text(one.term),
                others,
                translated_text(one.summary),
            )
        case term:
            return SearchResult(
                "term", None, "", term_anchor(term.name), term.name, other_names(term.names, but=Language.ENGLISH), ""
            )


def menu(query: str) -> tuple[tuple[Any, tuple[MenuEntry, ...]], ...]:
    """The menu of irregularities by phase; with letters only what they find."""
    from rulings.laws.words import PHASES

    entries = find_entries(library(), query)
    grouped = (
        (translated_text(PHASES[phase]), tuple(entry for entry in entries if entry.phase is phase)) for phase in PHASES
    )
    return tuple((title, some) for title, some in grouped if some)
