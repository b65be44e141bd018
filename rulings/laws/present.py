"""Steps and trees as JSON."""

from typing import Any

from rulings.laws.evaluator import EvaluationStep
from rulings.laws.model import TEXTS, Conditions, Library, Outcome, Tree

Data = dict[str, Any]
NOT_ALWAYS = ("td", "play")


def outcome_json(outcome: Outcome) -> Data:
    """Every key every time, null where the outcome says nothing; but `td` and `play` only where they say something."""
    texts = {key: outcome[key] for key in TEXTS if key not in ("rec", *NOT_ALWAYS)}
    head = {"id": outcome.id, "law": list(outcome.law), "kind": outcome.kind.value}
    own = {key: outcome[key] for key in NOT_ALWAYS if outcome[key]}
    return {**head, **texts, "chk": list(outcome.chk), "rec": outcome["rec"], **own}


def step_json(step: EvaluationStep) -> Data:
    return {"outcomes": [outcome_json(outcome) for outcome in step.outcomes], "next": _next(step)}


def _next(step: EvaluationStep) -> Data | None:
    question = step.question
    if question is None or step.open_tree is None:
        return None
    return {"tree": step.open_tree.id, "question": question.id, "answers": dict(question.answers)}


def tree_json(tree: Tree) -> Data:
    return {
        "tree": tree.id,
        "title": tree.title,
        "laws": list(tree.laws),
        "phase": tree.phase.value,
        "first": tree.first,
        "questions": [
            {"id": question.id, "text": question.text, "answers": dict(question.answers), "when": _when(question.when)}
            for question in tree.questions
        ],
        "outcomes": list(tree.outcomes),
    }


def _when(conditions: Conditions) -> Data:
    return {name: list(values) for name, values in conditions}


def library_json(library: Library) -> Data:
    entries = [{"phase": entry.phase.value, "tree": entry.tree, "label": entry.label} for entry in library.menu]
    return {"menu": entries, "trees": [tree_json(tree) for tree in library.trees.values()]}
