"""The ruling assistant: one step of the evaluator against a bare walk of the same rules in plain dictionaries.

And the preview of a weighted score against one rescore of the same field.
"""

import json
from collections.abc import Callable
from dataclasses import replace

from bench.measure import Row, at_most, medians, run_apart, timed
from rulings.laws.diagram import diagram
from rulings.laws.evaluator import evaluate
from rulings.laws.library import library
from rulings.laws.model import Library, Tree
from rulings.laws.proof import paths

STEP_LIMIT = 20.0
TREES_LIMIT = 1.5
PREVIEW_LIMIT = 1.5
COPIES = 50
TABLES = 100

Facts = dict[str, str]
Bare = dict[str, list[tuple[dict[str, frozenset[str]], str | None]]]


def run(times: int = 15) -> list[Row]:
    ours, large, bare = library(), crowded(library(), COPIES), plainly(library())
    steps = a_consultation_of_each(ours)
    step, with_many, floor = medians(
        timed(every(steps, lambda tree, facts: evaluate(ours, tree, facts))),
        timed(every(steps, lambda tree, facts: evaluate(large, tree, facts))),
        timed(every(steps, lambda tree, facts: walk(bare, tree, facts))),
        times=times,
    )
    to_us = 1e6 / len(steps)
    trees = len(ours.trees)
    return [
        at_most("one step / bare walk of the rules", step * to_us, floor * to_us, "us", STEP_LIMIT),
        at_most(
            f"one step among {trees * (COPIES + 1)} trees / among {trees}",
            with_many * to_us,
            step * to_us,
            "us",
            TREES_LIMIT,
        ),
        preview_row(),
    ]


def preview_row(tables: int = TABLES, times: int = 5) -> Row:
    seconds = json.loads(run_apart("one_preview", tables, times))
    return at_most(
        f"preview of a weighted score, {tables} tables / one rescore",
        seconds["preview"] * 1e3,
        seconds["rescore"] * 1e3,
        "ms",
        PREVIEW_LIMIT,
    )


def every(steps: list[tuple[str, Facts]], act: Callable[[str, Facts], object]) -> Callable[[], None]:
    def all_of_them() -> None:
        for tree, facts in steps:
            act(tree, facts)

    return all_of_them


def a_consultation_of_each(trees: Library) -> list[tuple[str, Facts]]:
    """Every way through every tree, question by question."""
    steps = []
    for tree in trees.trees.values():
        for answers, _ in paths(diagram(tree)):
            steps += [(tree.id, dict(answers[:count])) for count in range(len(answers) + 1)]
    return steps


def plainly(trees: Library) -> Bare:
    return {
        tree.id: [({name: frozenset(values) for name, values in rule.when}, rule.go) for rule in tree.rules]
        for tree in trees.trees.values()
    }


def walk(bare: Bare, tree: str, facts: Facts) -> list[str]:
    """The first rule whose conditions are all true, and on to the next tree: no questions, no proofs, no outcomes."""
    visited: list[str] = []
    at: str | None = tree
    while at is not None and at not in visited:
        visited.append(at)
        at = first_true(bare[at], facts)
    return visited


def first_true(rules: list[tuple[dict[str, frozenset[str]], str | None]], facts: Facts) -> str | None:
    for conditions, go in rules:
        for name, values in conditions.items():
            if facts.get(name) not in values:
                break
        else:
            return go
    return None


def crowded(trees: Library, copies: int) -> Library:
    all_trees: dict[str, Tree] = dict(trees.trees)
    for number in range(copies):
        all_trees |= {f"{name}x{number}": replace(tree, id=f"{name}x{number}") for name, tree in trees.trees.items()}
    return Library(all_trees)
