"""Facts about a system in, its colour and its Brown Sticker methods out, with reasons, or the next question.

The colour is asked for first, then the methods, each for itself: `2D.type=open` is a fact about the method that is
called 2D; without a name it is about the only one. Sticker and colour are independent of each other (2.5 note III).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rulings.laws.diagram import Fork, Vertex, descend, diagram, leaves
from rulings.laws.errors import LawsError
from rulings.laws.model import Question, Rule
from rulings.laws.systems.policy import BROWN, EVERY_REASON, SYS, Finding, PolicyTree, policy

Facts = Mapping[str, str]
STICKER = "BS"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a paragraph of the policy, and the sentence that goes with it; `method` where it is about one."""

    paragraph: str
    text: str
    method: str = ""


@dataclass(frozen=True, slots=True)
class Method:
    """A method that was tried; `is_sticker` is None while something about it is open."""

    name: str
    is_sticker: bool | None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """What to ask now, in which questionnaire, and about which method."""

    tree: str
    question: Question
    method: str = ""

    @property
    def fact(self) -> str:
        """The name under which the answer is given."""
        return f"{self.method}.{self.question.id}" if self.method else self.question.id


@dataclass(frozen=True, slots=True)
class Classification:
    """What the facts come to; `colour` is empty while it is open."""

    colour: str
    findings: tuple[Finding, ...]
    methods: tuple[Method, ...]
    next: NextQuestion | None

    @property
    def brown_sticker(self) -> tuple[Method, ...]:
        return tuple(method for method in self.methods if method.is_sticker)

    @property
    def why(self) -> tuple[Reason, ...]:
        """The reasons for the colour, then those for each method."""
        named = [("", self.findings), *((method.name, method.findings) for method in self.methods)]
        return tuple(
            Reason(paragraph, finding.text, name)
            for name, findings in named
            for finding in findings
            for paragraph in finding.paragraphs
        )


@dataclass(frozen=True, slots=True)
class Advice:
    """What a questionnaire of its own says: whether to alert, or what a psychic call is; empty while it is open."""

    verdict: str
    why: tuple[Reason, ...]
    next: NextQuestion | None


def advise(name: str, facts: Facts) -> Advice:
    """The verdict of one questionnaire on facts of its own."""
    questionnaire = policy()[name]
    for fact, answer in facts.items():
        question = questionnaire.tree.by_id.get(fact)
        if question is None:
            raise LawsError("no-system-question", name=fact)
        _require_answer(fact, question, answer)
    decision = _decide(questionnaire, facts)
    why = (Reason(paragraph, found.text) for found in decision.findings for paragraph in found.paragraphs)
    return Advice(decision.verdict, tuple(why), NextQuestion(name, decision.open) if decision.open else None)


def classify(facts: Facts) -> Classification:
    """As far as the facts lead; one that nobody asks for, or that is no answer, is refused with a sentence."""
    by_method = _checked(facts)
    own = by_method.pop(None, {})
    colour = _decide(policy()[SYS], own)
    decided = {name: _decide(policy()[BROWN], answers) for name, answers in by_method.items()}
    methods = tuple(
        Method(name, each.verdict == STICKER if each.verdict else None, each.findings)
        for name, each in decided.items()
        if name is not None
    )
    return Classification(colour.verdict, colour.findings, methods, _next(colour, decided))


@dataclass(frozen=True, slots=True)
class _Decision:
    verdict: str
    findings: tuple[Finding, ...]
    open: Question | None


def _decide(questionnaire: PolicyTree, facts: Facts) -> _Decision:
    """The verdict as soon as all that is still open leads to the same, with the findings that are certain."""
    tree = questionnaire.tree
    vertex = descend(diagram(tree), facts)
    possible = [tree.rules[index] for index in sorted(leaves(vertex))]
    verdicts = {questionnaire.finding(rule).verdict for rule in possible}
    if len(verdicts) > 1:
        return _Decision("", (), tree.by_id[vertex.question] if isinstance(vertex, Fork) else None)
    verdict = verdicts.pop()
    certain = [rule for rule in tree.rules if rule.when and _holds(rule, facts)]
    if not isinstance(vertex, Fork):
        certain = [*possible, *(rule for rule in certain if rule not in possible)]
    findings = (questionnaire.finding(rule) for rule in certain)
    reasons = tuple(dict.fromkeys(finding for finding in findings if finding.verdict == verdict))
    # Elsewhere the first rule counts: an exception goes before what it excepts.
    return _Decision(verdict, reasons if tree.id in EVERY_REASON else _first(questionnaire, vertex, reasons), None)


def _first(questionnaire: PolicyTree, vertex: Vertex, reasons: tuple[Finding, ...]) -> tuple[Finding, ...]:
    if isinstance(vertex, Fork):
        return reasons[:1]
    return (questionnaire.finding(questionnaire.tree.rules[vertex.rule]),)


def _holds(rule: Rule, facts: Facts) -> bool:
    return all(facts.get(name) in values for name, values in rule.when)


def _next(colour: _Decision, methods: Mapping[str | None, _Decision]) -> NextQuestion | None:
    if colour.open is not None:
        return NextQuestion(SYS, colour.open)
    for name, decision in methods.items():
        if decision.open is not None:
            return NextQuestion(BROWN, decision.open, name or "")
    if methods:
        return None
    first = _decide(policy()[BROWN], {}).open
    return NextQuestion(BROWN, first) if first else None


def _checked(facts: Facts) -> dict[str | None, dict[str, str]]:
    """The facts about the system under None, those about each method under its name."""
    found: dict[str | None, dict[str, str]] = {None: {}}
    for fact, answer in facts.items():
        method, dot, name = fact.rpartition(".")
        tree = BROWN if name in policy()[BROWN].tree.by_id else SYS
        question = policy()[tree].tree.by_id.get(name)
        if question is None:
            raise LawsError("no-system-question", name=fact)
        if dot and (tree == SYS or not method):
            raise LawsError("no-method", text=fact, method=method or "2D")
        _require_answer(fact, question, answer)
        found.setdefault(method if tree == BROWN else None, {})[name] = answer
    return found


def _require_answer(fact: str, question: Question, answer: str) -> None:
    if answer not in dict(question.answers):
        raise LawsError("no-answer", name=fact, answer=answer, known=tuple(dict(question.answers)))
