"""Every piece of prose in the data files, so that it can be translated."""

from collections.abc import Iterator

from rulings.laws.book import book, editions
from rulings.laws.library import library
from rulings.laws.model import Tree
from rulings.laws.phrases import phrases
from rulings.laws.systems.events import categories
from rulings.laws.systems.policy import policy


def messages() -> tuple[str, ...]:
    """Each text once, in the order of the files."""
    return tuple(dict.fromkeys([*_trees(), *_systems(), *_rest()]))


def _trees() -> Iterator[str]:
    for tree in library().trees.values():
        yield from _tree(tree)


def _tree(tree: Tree) -> Iterator[str]:
    yield tree.title
    if tree.first:
        yield tree.first
    for question in tree.questions:
        yield question.text
        yield from (label for _, label in question.answers)
    for outcome in tree.outcomes.values():
        yield outcome.do
        yield from (text for key in ("td", "rec") if (text := outcome[key]))
        yield from (variant.text for variant in outcome.variants if variant.key in ("do", "td", "rec"))


def _systems() -> Iterator[str]:
    for questionnaire in policy().values():
        yield from _tree(questionnaire.tree)
        yield from (finding.text for finding in questionnaire.findings.values())
    yield from (category.title for category in categories().values())


def _rest() -> Iterator[str]:
    yield from (entry.label for entry in library().menu)
    yield from phrases().values()
    for edition in editions():
        for law in book(edition).laws.values():
            yield law.title
            yield law.summary
            yield from (point.text for point in law.points)
    yield from (text for _, text in book().scale)
    for definition in book().definitions:
        yield definition.term
        yield definition.summary
