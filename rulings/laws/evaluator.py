"""Facts in, the next question or the outcomes out.

A step walks from tree to tree, carrying the answers along, until a tree leaves a question open or nothing is
left to ask. Everything is a frozen value: the same facts give the same step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from rulings.laws.diagram import NOWHERE, Fork, Vertex, descend, diagram, leaves
from rulings.laws.errors import LawsError
from rulings.laws.model import Library, Note, Outcome, Question, Rule, Tree
from rulings.laws.phrases import CHECKS
from rulings.laws.regulation import SETTINGS, USUAL, Regulation

NO_RULES: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Stake:
    """What one answer may lead to: the first paragraph of each outcome, and trees to go on with."""

    answer: str
    laws: tuple[str, ...]
    trees: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question, with the answers that made it relevant and what hangs on it."""

    tree: Tree
    question: Question
    since: tuple[tuple[Question, str], ...]
    stakes: tuple[Stake, ...]

    @property
    def why(self) -> tuple[Note, ...]:
        """Why it is asked, to be said with `words.say`."""
        notes = [
            Note.of("why-since", question=question.text, answer=question.label(answer))
            for question, answer in self.since
        ]
        laws = dict.fromkeys(law for stake in self.stakes for law in stake.laws)
        trees = dict.fromkeys(tree for stake in self.stakes for tree in stake.trees)
        if laws:
            notes.append(Note.of("why-laws" if len(laws) > 1 else "why-law", laws=tuple(laws)))
        if trees:
            notes.append(Note.of("why-trees", trees=tuple(trees)))
        return tuple(notes)


@dataclass(frozen=True, slots=True)
class Taken:
    """A rule that was reached in a tree."""

    tree: Tree
    rule: Rule


@dataclass(frozen=True, slots=True)
class EvaluationStep:
    """Where the facts lead: outcomes so far, and the next question if there is one.

    `facts` is all that was known at the end: what was given, what the regulation settles, and what follows.
    """

    outcomes: tuple[Outcome, ...]
    path: tuple[Taken, ...]
    facts: Mapping[str, str] = field(default_factory=dict)
    open_tree: Tree | None = None
    open_fork: Fork | None = None

    @property
    def is_over(self) -> bool:
        return self.open_fork is None

    @property
    def question(self) -> Question | None:
        if self.open_tree is None or self.open_fork is None:
            return None
        return self.open_tree.by_id[self.open_fork.question]

    @property
    def asked(self) -> Asked | None:
        """The open question with its reasons; worked out only where somebody wants to know."""
        tree, fork, question = self.open_tree, self.open_fork, self.question
        if tree is None or fork is None or question is None:
            return None
        since = tuple((tree.by_id[name], self.facts[name]) for name, _ in question.when if name in self.facts)
        return Asked(tree, question, since, tuple(_stake(tree, answer, to) for answer, to in fork.to.items()))

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The trees on the way, each once."""
        walked = [step.tree for step in self.path]
        return tuple(dict.fromkeys([*walked, self.open_tree] if self.open_tree else walked))


def _stake(tree: Tree, answer: str, to: Vertex) -> Stake:
    rules = [tree.rules[index] for index in sorted(leaves(to)) if index != NOWHERE]
    laws = dict.fromkeys(tree.outcomes[rule.out].law[0] for rule in rules if rule.out)
    trees = dict.fromkeys(rule.go for rule in rules if rule.go and not rule.out)
    return Stake(answer, tuple(laws), tuple(name for name in trees if name))


def evaluate(library: Library, tree: str, facts: Mapping[str, str], regulation: Regulation = USUAL) -> EvaluationStep:
    """Run a tree. Facts that no tree on the way asks for are left alone."""
    all_facts = {**regulation.chosen, **facts}
    current = library.trees[tree]
    outcomes: list[Outcome] = []
    path: list[Taken] = []
    used_rules: dict[str, frozenset[int]] = {}
    while True:
        _add_known(current, all_facts)
        without = used_rules.get(current.id, NO_RULES)
        leaf = descend(diagram(current, without), all_facts)
        if isinstance(leaf, Fork):
            return EvaluationStep(tuple(outcomes), tuple(path), all_facts, current, leaf)
        if leaf.rule == NOWHERE:
            return EvaluationStep(tuple(outcomes), tuple(path), all_facts)
        rule = current.rules[leaf.rule]
        path.append(Taken(current, rule))
        if rule.out:
            outcomes.append(_for_event(current.outcomes[rule.out].settled(all_facts), all_facts.get("event")))
        if rule.go is None:
            return EvaluationStep(tuple(outcomes), tuple(path), all_facts)
        used_rules[current.id] = without | {leaf.rule}
        for name, answer in rule.knowing:
            all_facts.setdefault(name, answer)
        current = library.trees[rule.go]


def _add_known(tree: Tree, facts: dict[str, str]) -> None:
    """Answers that need not be asked for in a tree because of others; what was given prevails."""
    for question in tree.questions:
        if question.known and all(facts.get(name) in values for name, values in question.known.when):
            facts.setdefault(question.id, question.known.answer)


def _for_event(outcome: Outcome, event: str | None) -> Outcome:
    """What comes back later belongs to the kind of event: Law 86B to teams."""
    checks = tuple(code for code in outcome.chk if CHECKS[code].belongs_to(event))
    return outcome if checks == outcome.chk else replace(outcome, chk=checks)


def answers_in(tree: Tree, facts: Mapping[str, str]) -> dict[str, str]:
    """The facts that are answers to questions of a tree; those that do not belong to the case are left out."""
    answers: dict[str, str] = {}
    for question in tree.questions:
        answer = facts.get(question.id)
        if answer not in dict(question.answers):
            continue
        if all(answers.get(name) in values for name, values in question.when):
            answers[question.id] = str(answer)
    return answers


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer that a ruling rests on; `given` unless it followed from others."""

    tree: Tree
    question: Question
    answer: str
    given: bool

    @property
    def label(self) -> str:
        return self.question.label(self.answer)


@dataclass(frozen=True)
class Consultation:
    """A director at work: one tree to start from and the answers so far, in the order they were given.

    Answers can be changed or taken back. Those that no longer matter stay dormant, so that changing an answer
    back gives what there was before.
    """

    library: Library
    tree: str
    regulation: Regulation = USUAL
    given: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if self.tree not in self.library.trees:
            raise LawsError("no-tree-named", tree=self.tree)

    @cached_property
    def step(self) -> EvaluationStep:
        return evaluate(self.library, self.tree, dict(self.given), self.regulation)

    def answer(self, question: str, answer: str) -> "Consultation":
        """Give an answer, or change one: it keeps its place among the answers."""
        check_fact(self.library, self.tree, question, answer)
        facts = {**dict(self.given), question: answer}
        return replace(self, given=tuple(facts.items()))

    def without(self, question: str) -> "Consultation":
        """Take an answer back, so that it is asked again: answers from which it would follow go as well."""
        removed = {question, *self._settling(question)}
        return replace(self, given=tuple(fact for fact in self.given if fact[0] not in removed))

    def _settling(self, question: str) -> set[str]:
        questions = (tree.by_id[question] for tree in self.library.trees.values() if question in tree.by_id)
        conditions = (condition for asked in questions if asked.known for condition in asked.known.when)
        return {name for name, values in conditions if dict(self.given).get(name) in values}

    def back(self) -> "Consultation":
        """Take the last answer back."""
        return replace(self, given=self.given[:-1])

    @property
    def answered(self) -> tuple[Answered, ...]:
        """What the ruling rests on, tree by tree."""
        answers = dict(self.given)
        return tuple(
            Answered(tree, tree.by_id[name], answer, answers.get(name) == answer)
            for tree in self.step.trees
            for name, answer in answers_in(tree, self.step.facts).items()
        )


def check_fact(library: Library, tree: str, name: str, answer: str) -> None:
    """Refuse a fact that no tree on the way can use."""
    if name in SETTINGS:
        Regulation({name: answer})
        return
    reached = (library.trees[tree_id].by_id.get(name) for tree_id in sorted(library.reach[tree]))
    asking = [question for question in reached if question is not None]
    if not asking:
        names = tuple(question.id for question in library.trees[tree].questions)
        raise LawsError("no-question", name=name, tree=tree, known=names)
    answers = dict.fromkeys(choice for question in asking for choice, _ in question.answers)
    if answer not in answers:
        raise LawsError("no-answer", name=name, answer=answer, known=tuple(answers))
