"""What `manage.py ruling` answers, as a pure function of its options."""

import json
from dataclasses import dataclass

from rulings.laws.errors import LawsError
from rulings.laws.evaluator import EvaluationStep, check_fact, evaluate
from rulings.laws.library import library
from rulings.laws.paper import library_text, step_text
from rulings.laws.present import library_json, step_json
from rulings.laws.regulation import SETTINGS, Regulation


@dataclass(frozen=True, slots=True)
class RulingOptions:
    tree: str | None = None
    facts: tuple[str, ...] = ()
    listing: bool = False
    form: str = "text"


def answer(options: RulingOptions) -> str:
    """The text or JSON for a request; LawsError says in a sentence what cannot be read."""
    if options.listing:
        return _dumps(library_json(library())) if options.form == "json" else library_text(library())
    step = run(options)
    return _dumps(step_json(step)) if options.form == "json" else step_text(step)


def run(options: RulingOptions) -> EvaluationStep:
    """The tree that was asked for on the facts that were given."""
    tree = _tree(options.tree)
    facts = parse_facts(options.facts)
    for name, value in facts.items():
        check_fact(library(), tree, name, value)
    regulation = Regulation({name: value for name, value in facts.items() if name in SETTINGS})
    return evaluate(library(), tree, facts, regulation)


def _tree(name: str | None) -> str:
    if name is None:
        raise LawsError("tree-wanted")
    for tree_id in library().trees:
        if tree_id.casefold() == name.strip().casefold():
            return tree_id
    raise LawsError("no-tree-named", tree=name)


def parse_facts(texts: tuple[str, ...]) -> dict[str, str]:
    """Facts written as key=value, each once."""
    facts: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise LawsError("no-fact", text=text)
        if facts.setdefault(name, value) != value:
            raise LawsError("fact-twice", name=name, first=facts[name], second=value)
    return facts


def _dumps(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
