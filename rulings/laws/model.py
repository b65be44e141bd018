"""What a decision tree is made of: questions, rules and outcomes, all of them frozen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple


class Phase(StrEnum):
    """When an irregularity comes up, as the director's menu has it."""

    SETUP = "setup"
    AUCTION = "auction"
    CLARIFY = "clarify"
    PLAY = "play"
    AFTER = "after"
    SCORE = "score"
    CONDUCT = "conduct"
    DIRECTOR = "td"


class RulingBasis(StrEnum):
    """What a ruling rests on."""

    BOOK = "book"  # the law prescribes it
    FACT = "fact"  # it turns on a finding of fact
    JUDGE = "judge"  # the Director's discretion
    DISCIPLINE = "disc"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell a person: a code and its figures. `words.say` puts it in English."""

    code: str
    params: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, code: str, **params: object) -> "Note":
        return cls(code, tuple(sorted(params.items())))

    def __getitem__(self, name: str) -> object:
        return dict(self.params)[name]


#: What must hold: question ids, each with the answers that will do.
Conditions = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Known:
    """An answer that need not be asked for where other answers are so."""

    answer: str
    when: Conditions


@dataclass(frozen=True, slots=True)
class Question:
    """One question to put at the table.

    `when` says to which earlier answers it belongs. An `aside` is kept on record and decides between no rules, so
    that it is never asked. A `choice` is a player's to make, who hears first what each answer leads to (Law 10C1).
    `known` is the answer where other answers settle it.
    """

    id: str
    text: str
    answers: tuple[tuple[str, str], ...]
    when: Conditions = ()
    aside: bool = False
    choice: bool = False
    known: Known | None = None

    def label(self, answer: str) -> str:
        return dict(self.answers)[answer]


@dataclass(frozen=True, slots=True)
class Rule:
    """If all conditions hold: an outcome, another tree to go on with, or both.

    `knowing` are answers that follow for that other tree.
    """

    when: Conditions
    out: str | None = None
    go: str | None = None
    knowing: tuple[tuple[str, str], ...] = ()


#: The keys of an outcome that are one text each, in the order in which they are shown.
TEXTS = ("do", "td", "opt", "pass", "play", "lead", "pc", "tricks", "info", "score", "pp", "rec")


class Variant(NamedTuple):
    """What takes the place of a text, the laws or the checks of an outcome, where a setting or an answer is so."""

    name: str
    choices: tuple[str, ...]
    key: str
    text: str


@dataclass(frozen=True)
class Outcome:
    """What the Director rules. `texts` holds the keys of TEXTS that apply: `do` is for the players, `td` is not."""

    id: str
    law: tuple[str, ...]
    kind: RulingBasis
    texts: tuple[tuple[str, str], ...]
    chk: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()

    @cached_property
    def _by_key(self) -> dict[str, str]:
        return dict(self.texts)

    def __getitem__(self, key: str) -> str | None:
        return self._by_key.get(key)

    @property
    def do(self) -> str:
        return self._by_key["do"]

    def settled(self, facts: Mapping[str, str]) -> "Outcome":
        """The outcome as the regulation and the answers have it."""
        outcome = self
        for variant in self.variants:
            if facts.get(variant.name) in variant.choices:
                outcome = outcome.varied(variant)
        return outcome

    def varied(self, variant: Variant) -> "Outcome":
        listed = tuple(part.strip() for part in variant.text.split(","))
        if variant.key == "law":
            return replace(self, law=listed)
        if variant.key == "chk":
            return replace(self, chk=listed)
        texts = {**self._by_key, variant.key: variant.text}
        return replace(self, texts=tuple((key, texts[key]) for key in TEXTS if key in texts))


@dataclass(frozen=True, eq=False)
class Tree:
    """The decision table of one law, or of one part of it. Trees are compared by identity."""

    id: str
    title: str
    laws: tuple[str, ...]
    phase: Phase
    questions: tuple[Question, ...]
    rules: tuple[Rule, ...]
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    # What the Director makes sure of before the first question: where another law goes before this one.
    first: str = ""

    @cached_property
    def by_id(self) -> dict[str, Question]:
        return {question.id: question for question in self.questions}

    @property
    def leads_to(self) -> Iterator[str]:
        return (rule.go for rule in self.rules if rule.go)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A line of the director's menu."""

    phase: Phase
    tree: str
    label: str
    also: tuple[str, ...] = ()  # other words people look for


@dataclass(frozen=True)
class Library:
    """Every tree by its id, and the menu."""

    trees: dict[str, Tree]
    menu: tuple[MenuEntry, ...] = ()

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        return {outcome.id: outcome for tree in self.trees.values() for outcome in tree.outcomes.values()}

    @cached_property
    def reach(self) -> dict[str, frozenset[str]]:
        """For each tree the trees that may follow it, itself among them."""
        return {name: frozenset(_reached(name, self.trees)) for name in self.trees}


def _reached(name: str, trees: dict[str, Tree]) -> Iterator[str]:
    reached, open_ = {name}, [name]
    while open_:
        current = open_.pop()
        yield current
        for following in trees[current].leads_to:
            if following in trees and following not in reached:
                reached.add(following)
                open_.append(following)
