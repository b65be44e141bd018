"""The law book, for everybody: laws, definitions, and what happens when."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from rulings.laws import LawsError, library
from rulings.laws.book import Definition, Language, Term, book, editions, title_editions
from rulings.laws.tables import law_tables
from rulings.selectors import lawbook
from rulings.selectors.trying import try_tree

LONGEST = 100


def _frame(request: Request) -> dict[str, Any]:
    """The edition that was asked for, and the way to the other."""
    edition = lawbook.requested_edition(request.GET.get("edition", ""))
    return {"edition": edition, "editions": [(name, lawbook.edition_name(name)) for name in editions()]}


def _words(request: Request) -> str:
    return " ".join(request.GET.get("q", "").replace("\x00", " ").split())[:LONGEST]


@require_safe
def laws(request: Request) -> HttpResponse:
    frame, query = _frame(request), _words(request)
    edition_book = book(frame["edition"])
    language = lawbook.requested_language(request.GET.get("titles", ""))
    context = frame | {
        "query": query,
        "language": language,
        "titles_from": title_editions().get(language, ""),
        "languages_of_titles": [(code.value, name) for code, name in lawbook.LANGUAGES.items()],
        "results": lawbook.search_results(edition_book, query) if query else (),
        "chapters": () if query else lawbook.chapters(edition_book, language),
    }
    return render(request, "rulings/laws.html", context)


@require_safe
def law(request: Request, number: int) -> HttpResponse:
    frame = _frame(request)
    edition_book = book(frame["edition"])
    current_law = edition_book.laws.get(number)
    if current_law is None:
        raise Http404
    context = frame | {
        "law": current_law,
        "others": lawbook.titles_in_other_languages(current_law),
        "tables": law_tables(number),
        "is_revised": number in edition_book.revised,
        "ways": lawbook.trees_about(current_law),
        "terms": lawbook.law_terms(current_law),
        "definitions": lawbook.law_definitions(current_law),
        "languages_of_titles": lawbook.LANGUAGES,
        "before": edition_book.laws.get(number - 1),
        "after": edition_book.laws.get(number + 1),
    }
    return render(request, "rulings/law.html", context)


@require_safe
def definitions(request: Request) -> HttpResponse:
    edition_book = book()
    defined = {definition.term.casefold() for definition in edition_book.definitions}
    context = {
        "definitions": [_term(definition.term, definition) for definition in edition_book.definitions],
        "terms": [_term(term.name, term) for term in edition_book.terms if term.name.casefold() not in defined],
        "scale": edition_book.scale,
    }
    return render(request, "rulings/definitions.html", context)


def _term(name: str, entry: Definition | Term) -> tuple[Any, ...]:
    """Its anchor, itself, what it is called in other languages, and what nobody has a word for."""
    others = lawbook.other_names(entry.names, but=Language.ENGLISH)
    return lawbook.term_anchor(name), entry, others, lawbook.unknown_words(entry.names)


@require_safe
def trees(request: Request) -> HttpResponse:
    query = _words(request)
    context = _frame(request) | {"query": query, "menu": lawbook.menu(query)}
    return render(request, "rulings/what_happens.html", context)


@require_safe
def tree(request: Request, tree: str) -> HttpResponse:
    """One answer a click; the address holds them all, so that it can be shared and gone back to."""
    frame = _frame(request)
    if tree not in library().trees:
        raise Http404
    facts = [(name, str(value)) for name, value in request.GET.items() if name != "edition"]
    try:
        trial = try_tree(tree, facts, frame["edition"])
    except LawsError as error:
        raise Http404 from error
    return render(request, "rulings/try_tree.html", frame | {"trial": trial})
