"""A tree as a reduced decision diagram: in the order of the tree, every question that can matter, and nothing else.

Built once for each tree; one step of the evaluator is a walk down from the root.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rulings.laws.model import Conditions, Question, Rule, Tree
from rulings.laws.regulation import SETTINGS

NOWHERE = -1


@dataclass(frozen=True, eq=False, slots=True)
class Leaf:
    """The rule that is certainly the first true one; NOWHERE where there is none."""

    rule: int


@dataclass(frozen=True, eq=False, slots=True)
class Fork:
    """A question whose answer decides. `below` are the questions that may still follow."""

    question: str
    to: Mapping[str, "Vertex"]
    below: frozenset[str]


Vertex = Leaf | Fork
Facts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question as the builder sees it: a regulation's setting comes before the questions of the tree."""

    id: str
    answers: tuple[str, ...]
    when: Conditions


@dataclass
class _Builder:
    asked: tuple[_Asked, ...]
    rules: tuple[tuple[int, Rule], ...]
    known: dict[object, Vertex] = field(default_factory=dict)
    leaves: dict[int, Leaf] = field(default_factory=dict)
    forks: dict[object, Fork] = field(default_factory=dict)

    def leaf(self, rule: int) -> Leaf:
        return self.leaves.setdefault(rule, Leaf(rule))

    def vertex(self, place: int, live: tuple[tuple[int, Rule], ...], given: dict[str, str | None]) -> Vertex:
        """The diagram from question `place` on, for the rules that the answers so far leave alive."""
        if not live:
            return self.leaf(NOWHERE)
        if all(name in given for name, _ in live[0][1].when):
            return self.leaf(live[0][0])
        later = {name for later_question in self.asked[place:] for name, _ in later_question.when}
        key = (
            place,
            tuple(index for index, _ in live),
            tuple((name, given[name]) for name in sorted(later & set(given))),
        )
        if key not in self.known:
            self.known[key] = self._fork(place, live, given)
        return self.known[key]

    def _fork(self, place: int, live: tuple[tuple[int, Rule], ...], given: dict[str, str | None]) -> Vertex:
        question = self.asked[place]
        if not all(given.get(name) in values for name, values in question.when):
            return self._after(place, live, given, None)
        to = {answer: self._after(place, live, given, answer) for answer in question.answers}
        first = next(iter(to.values()))
        if all(vertex is first for vertex in to.values()):
            return first
        key = (question.id, tuple(to.items()))
        if key not in self.forks:
            below = frozenset({name for vertex in to.values() for name in _questions(vertex)})
            self.forks[key] = Fork(question.id, to, below)
        return self.forks[key]

    def _after(
        self, place: int, live: tuple[tuple[int, Rule], ...], given: dict[str, str | None], answer: str | None
    ) -> Vertex:
        name = self.asked[place].id
        remaining = tuple((index, rule) for index, rule in live if _allows(rule, name, answer))
        return self.vertex(place + 1, remaining, {**given, name: answer})


def _allows(rule: Rule, name: str, answer: str | None) -> bool:
    return all(answer in values for asked, values in rule.when if asked == name)


def _questions(vertex: Vertex) -> frozenset[str]:
    return frozenset() if isinstance(vertex, Leaf) else vertex.below | {vertex.question}


def _asked(tree: Tree) -> tuple[_Asked, ...]:
    conditions = {name for rule in tree.rules for name, _ in rule.when} - set(tree.by_id)
    settings = [_Asked(name, SETTINGS[name].choices, ()) for name in SETTINGS if name in conditions]
    return (*settings, *(_plain(question) for question in tree.questions if not question.aside))


def _plain(question: Question) -> _Asked:
    return _Asked(question.id, tuple(answer for answer, _ in question.answers), question.when)


@lru_cache(maxsize=4096)
def diagram(tree: Tree, without: frozenset[int] = frozenset()) -> Vertex:
    """The diagram of a tree; `without` are rules already taken on the way, which are passed over."""
    rules = tuple((index, rule) for index, rule in enumerate(tree.rules) if index not in without)
    return _Builder(_asked(tree), rules).vertex(0, rules, {})


def descend(vertex: Vertex, facts: Facts) -> Vertex:
    """As far down as the facts lead: a leaf, or the first question that they leave open and that matters."""
    while isinstance(vertex, Fork):
        following = vertex.to.get(facts.get(vertex.question, ""))
        if following is None:
            if vertex.below.isdisjoint(facts):
                return vertex
            return _restricted(vertex, facts, {})
        vertex = following
    return vertex


def _restricted(vertex: Vertex, facts: Facts, known: dict[object, Vertex]) -> Vertex:
    """The diagram with the facts filled in, reduced again: facts may be known out of order."""
    if isinstance(vertex, Leaf):
        return vertex
    if vertex in known:
        return known[vertex]
    answer = facts.get(vertex.question, "")
    result = _restricted(vertex.to[answer], facts, known) if answer in vertex.to else _reduced(vertex, facts, known)
    known[vertex] = result
    return result


def _reduced(vertex: Fork, facts: Facts, known: dict[object, Vertex]) -> Vertex:
    to = {answer: _restricted(following, facts, known) for answer, following in vertex.to.items()}
    first = next(iter(to.values()))
    if all(following is first for following in to.values()):
        return first
    key = (vertex.question, tuple(to.items()))
    if key not in known:
        known[key] = Fork(vertex.question, to, frozenset(vertex.below))
    return known[key]


def leaves(vertex: Vertex) -> frozenset[int]:
    """The rules that may still be the first true one."""
    if isinstance(vertex, Leaf):
        return frozenset({vertex.rule})
    return frozenset[int]().union(*(leaves(following) for following in vertex.to.values()))
