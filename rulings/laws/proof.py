"""What must hold of the trees: every answer leads somewhere, every rule can be reached, every reference exists."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulings.laws.diagram import NOWHERE, Fork, Vertex, diagram, leaves
from rulings.laws.errors import DataError
from rulings.laws.model import Conditions, Library, Outcome, Rule, Tree
from rulings.laws.orders import order_in
from rulings.laws.paragraphs import is_paragraph
from rulings.laws.phrases import CHECKS, FOR_PLAYERS, is_known, phrase
from rulings.laws.regulation import SETTINGS

#: Words of a question that a player answers by choosing (Law 10C1); "did they choose" asks for a fact.
_CHOOSING = re.compile(
    r"\b(?:does|do)\b[^?:]*(?<!\bto )\b(?:choose|accept|elect|refuse)\b|\bis\b[^?:]*\brefused\b", re.IGNORECASE
)


def prove(library: Library) -> None:
    """DataError names the first thing that does not hold."""
    for tree in library.trees.values():
        _references(tree, library)
        prove_conditions(tree)
        prove_diagram(tree)
        _later(tree)
    used = checks_used(library)
    for code, check in CHECKS.items():
        if check.tree in library.trees and code in used and not check.at_a_lead:
            _decided(code, library.trees[check.tree])
    for entry in library.menu:
        if entry.tree not in library.trees:
            raise DataError("bad-menu", tree=entry.tree)


def _references(tree: Tree, library: Library) -> None:
    _laws(tree.laws, tree.id)
    used = {rule.out for rule in tree.rules if rule.out}
    for name in used - set(tree.outcomes):
        raise DataError("no-outcome", tree=tree.id, out=name)
    for name in set(tree.outcomes) - used:
        raise DataError("unused-outcome", tree=tree.id, out=name)
    for outcome in tree.outcomes.values():
        _outcome(outcome, tree)
    for rule in tree.rules:
        if rule.go and rule.go not in library.trees:
            raise DataError("no-go", tree=tree.id, go=rule.go)
        for name, answer in rule.knowing:
            if rule.go and not _asked_somewhere(library, rule.go, name, answer):
                raise DataError("bad-knowing", tree=tree.id, go=rule.go, name=name, answer=answer)


def _asked_somewhere(library: Library, start: str, name: str, answer: str) -> bool:
    asking = (library.trees[tree].by_id.get(name) for tree in library.reach[start])
    return any(answer in dict(question.answers) for question in asking if question)


def _laws(references: Iterable[str], where: str) -> None:
    for law in references:
        if not is_paragraph(law):
            raise DataError("no-law", where=where, law=law)


def _outcome(outcome: Outcome, tree: Tree) -> None:
    _laws(outcome.law, outcome.id)
    for check in outcome.chk:
        if check not in CHECKS:
            raise DataError("bad-check", where=outcome.id, check=check, known=tuple(CHECKS))
    for key, text in outcome.texts:
        if not is_known(key, text):
            raise DataError("no-phrase", where=outcome.id, key=key, text=text)
        if key in FOR_PLAYERS and (order := order_in(phrase(key, text))):
            raise DataError("order", where=outcome.id, text=order)
    for variant in outcome.variants:
        _answers(tree, ((variant.name, variant.choices),))
        _outcome(replace(outcome.varied(variant), variants=()), tree)


def prove_conditions(tree: Tree) -> None:
    """Every condition names an answer that there is, to a question that was asked before."""
    earlier: set[str] = set()
    for question in tree.questions:
        for name, _ in question.when:
            if name not in earlier:
                raise DataError("bad-order", tree=tree.id, question=question.id, name=name)
        _answers(tree, question.when)
        if _CHOOSING.search(question.text) and not question.choice:
            raise DataError("unmarked-choice", tree=tree.id, question=question.id)
        if question.known is not None:
            _answers(tree, (*question.known.when, (question.id, (question.known.answer,))))
        if not question.aside:
            earlier.add(question.id)
    for rule in tree.rules:
        _answers(tree, rule.when)


def _answers(tree: Tree, conditions: Conditions) -> None:
    for name, values in conditions:
        if name in tree.by_id:
            answers: tuple[str, ...] = tuple(answer for answer, _ in tree.by_id[name].answers)
        else:
            answers = SETTINGS[name].choices if name in SETTINGS else ()
        for answer in values:
            if answer not in answers:
                raise DataError("bad-condition", tree=tree.id, name=name, answer=answer)


def prove_diagram(tree: Tree) -> None:
    """No answers lead nowhere, every rule can be the first true one, every question decides something."""
    root = diagram(tree)
    reached = leaves(root)
    if NOWHERE in reached:
        facts = next(path for path, rule in paths(root) if rule == NOWHERE)
        facts_text = ", ".join(f"{name}={answer}" for name, answer in facts)
        raise DataError("dead-end", tree=tree.id, facts=facts_text or "every answer")
    for index in range(len(tree.rules)):
        if index not in reached:
            raise DataError("unreachable", tree=tree.id, rule=index + 1)
    names = {name for path, _ in paths(root) for name, _ in path}
    for question in tree.questions:
        if not question.aside and question.id not in names:
            raise DataError("unused-question", tree=tree.id, question=question.id)


def _later(tree: Tree) -> None:
    """A score that may still be adjusted says what comes back for it; what the next tree asks does not come back."""
    for rule in tree.rules:
        if rule.out is None:
            continue
        for outcome in (tree.outcomes[rule.out], *_varied(tree.outcomes[rule.out])):
            codes = [code for code in outcome.chk if rule.go == CHECKS[code].tree]
            if codes:
                raise DataError("asked-twice", where=outcome.id, check=codes[0], go=rule.go)
            if is_open(outcome) and rule.go is None and not _decisive(outcome, rule):
                raise DataError("nothing-comes-back", where=outcome.id, known=tuple(CHECKS))


def _varied(outcome: Outcome) -> Iterator[Outcome]:
    return (outcome.varied(variant) for variant in outcome.variants)


def is_open(outcome: Outcome) -> bool:
    """Whether the score waits for the end of play."""
    score = outcome["score"] or ""
    return score.startswith("adjust?") or score == "table (check at end)"


def _decisive(outcome: Outcome, rule: Rule) -> bool:
    """Some check decides on damage. Law 86B alone only says how teams are scored."""
    return any(code != "86B" for variant in (outcome, *_varied(outcome)) for code in variant.chk)


def checks_used(library: Library) -> set[str]:
    """The codes of what comes back after some outcome."""
    codes = {code for outcome in library.outcomes.values() for code in outcome.chk}
    return codes | {code for outcome in library.outcomes.values() for varied in _varied(outcome) for code in varied.chk}


def _decided(code: str, tree: Tree) -> None:
    """With what is known at the end of play the tree decides: it can adjust, and never leaves the score open."""
    known = dict(CHECKS[code].knowing)
    by_law = (fact for _, facts in CHECKS[code].by_law for fact in facts.items())
    for name, answer in (*known.items(), *by_law):
        if name not in tree.by_id or answer not in dict(tree.by_id[name].answers):
            raise DataError("bad-check-fact", check=code, tree=tree.id, name=name, answer=answer)
    adjusts = False
    for answers, index in paths(diagram(tree)):
        if any(known.get(name, answer) != answer for name, answer in answers) or "later" in dict(answers).values():
            continue
        rule = tree.rules[index]
        outcome = tree.outcomes[rule.out].settled(dict(answers)) if rule.out else None
        if outcome is not None and rule.go is None and (is_open(outcome) or code in outcome.chk):
            raise DataError("undecided", check=code, where=outcome.id)
        adjusts = adjusts or (outcome is not None and (outcome["score"] or "").startswith(("adjust", "split")))
    if not adjusts:
        raise DataError("never-adjusts", check=code, tree=tree.id)


def paths(
    vertex: Vertex, so_far: tuple[tuple[str, str], ...] = ()
) -> Iterator[tuple[tuple[tuple[str, str], ...], int]]:
    """Every way down a diagram: the answers, and the rule they end at."""
    if not isinstance(vertex, Fork):
        yield so_far, vertex.rule
        return
    for answer, following in vertex.to.items():
        yield from paths(following, (*so_far, (vertex.question, answer)))
