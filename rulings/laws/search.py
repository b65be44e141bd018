"""Find a law, a term or a tree by a few letters, in any of the five languages; accents and capitals do not matter."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rulings.laws.book import Book, Definition, Law, Term, nearest_paragraph
from rulings.laws.model import Library, MenuEntry
from rulings.laws.paragraphs import is_paragraph, law_number

_NUMBER = re.compile(r"(?:laws?\s*)?(?P<reference>\d{1,2}(?:[a-h]\d{0,2}(?:\([a-z]\))?(?:\([ivx]+\))?)?)")
TITLE, WORD, TEXT = 3, 2, 1


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found, the better the higher its weight."""

    found: Law | Definition | Term
    weight: int
    paragraph: str = ""  # of the law, where it was the paragraph that matched


def plain(text: str) -> str:
    """Without accents, in one case, with single blanks."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    base_signs = "".join(sign for sign in spread if not unicodedata.combining(sign))
    return " ".join(base_signs.replace("’", "'").split())


#: The book does not change: each of its texts is made plain once.
_plain_once = lru_cache(maxsize=4096)(plain)


def search(book: Book, query: str) -> tuple[Hit, ...]:
    """Laws, definitions and terms: every word of the query must be found."""
    folded_query = plain(query)
    if not folded_query:
        return ()
    numbered = _by_number(book, folded_query)
    if numbered is not None:
        return (numbered,)
    hits = list(_hits(book, folded_query.split()))
    return tuple(sorted(hits, key=lambda hit: -hit.weight))


def _by_number(book: Book, folded_query: str) -> Hit | None:
    """`27`, `Law 27` and `27B1(a)`."""
    match = _NUMBER.fullmatch(folded_query)
    if match is None:
        return None
    head, bracket, tail = match["reference"].partition("(")
    reference = head.upper() + bracket + tail
    if not is_paragraph(reference):
        return None
    return Hit(book.laws[law_number(reference)], TITLE + 1, nearest_paragraph(book, reference))


def _hits(book: Book, words: list[str]) -> Iterator[Hit]:
    for law in book.laws.values():
        yield from _in_law(law, words)
    for definition in book.definitions:
        yield from _weighed(definition, (), definition.names.values(), definition.summary, words)
    defined = {definition.term.casefold() for definition in book.definitions}
    for term in book.terms:
        if term.name.casefold() not in defined:
            yield from _weighed(term, (), term.names.values(), "", words)


def _in_law(law: Law, words: list[str]) -> Iterator[Hit]:
    """A law once: by its title, else by its summary, else by the first paragraph that has all the words."""
    by_name = tuple(_weighed(law, law.own_titles.values(), (), law.summary, words))
    if by_name:
        yield from by_name
        return
    point = next((point for point in law.points if _has(point.text, words)), None)
    if point is not None:
        yield Hit(law, TEXT, point.paragraph)


def _weighed(
    found: Law | Definition | Term, titles: Iterable[str], names: Iterable[str], text: str, words: list[str]
) -> Iterator[Hit]:
    if any(_has(title, words) for title in titles):
        yield Hit(found, TITLE)
    elif any(_has(name, words) for name in names):
        yield Hit(found, WORD)
    elif text and _has(text, words):
        yield Hit(found, TEXT)


def _has(text: str, words: list[str]) -> bool:
    within = _plain_once(text)
    return all(word in within for word in words)


def find_entries(library: Library, query: str) -> tuple[MenuEntry, ...]:
    """Lines of the director's menu by a few letters: labels first, then other words for the same."""
    words = plain(query).split()
    if not words:
        return library.menu
    by_label = [entry for entry in library.menu if _has(entry.label, words)]
    by_other = [entry for entry in library.menu if entry not in by_label and _has(_others(library, entry), words)]
    return (*by_label, *by_other)


def _others(library: Library, entry: MenuEntry) -> str:
    return " ".join((entry.label, *entry.also, library.trees[entry.tree].title, entry.tree))
