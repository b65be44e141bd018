"""What `manage.py system` answers, as a pure function of its options."""

import json
from collections.abc import Iterator
from typing import Any

from rulings.laws.desk import parse_facts
from rulings.laws.systems.classify import Advice, Classification, NextQuestion, Reason, advise, classify
from rulings.laws.systems.policy import ALERT, ALWAYS, PSYCH, PolicyTree, policy

Data = dict[str, Any]


def answer(facts: tuple[str, ...], *, listing: bool = False, form: str = "text") -> str:
    """The text or JSON for a request; LawsError says in a sentence what cannot be read."""
    if listing:
        return _dumps(listing_json()) if form == "json" else listing_text()
    if facts and facts[0].upper() in (ALWAYS, ALERT, PSYCH):
        advice = advise(facts[0].upper(), parse_facts(facts[1:]))
        return _dumps(advice_json(advice)) if form == "json" else advice_text(advice)
    classification = classify(parse_facts(facts))
    return _dumps(classification_json(classification)) if form == "json" else classification_text(classification)


# --- JSON ------------------------------------------------------------------------------------------------------------
def classification_json(found: Classification) -> Data:
    return {
        "colour": found.colour or None,
        "brown_sticker": [
            {"method": method.name, "paragraph": finding.paragraphs[0], "text": finding.text}
            for method in found.brown_sticker
            for finding in method.findings
        ],
        "why": [_reason_json(reason) for reason in found.why],
        "next": _next_json(found.next),
    }


def advice_json(advice: Advice) -> Data:
    why = [_reason_json(reason) for reason in advice.why]
    return {"verdict": advice.verdict or None, "why": why, "next": _next_json(advice.next)}


def _reason_json(reason: Reason) -> Data:
    about = {"method": reason.method} if reason.method else {}
    return {"paragraph": reason.paragraph, "text": reason.text, **about}


def _next_json(following: NextQuestion | None) -> Data | None:
    if following is None:
        return None
    question = following.question
    where = {"tree": following.tree, "question": following.fact}
    return {**where, "text": question.text, "answers": dict(question.answers)}


def listing_json() -> Data:
    return {"trees": [_tree_json(each) for each in policy().values()]}


def _tree_json(each: PolicyTree) -> Data:
    return {
        "tree": each.tree.id,
        "title": each.tree.title,
        "paragraphs": list(each.tree.laws),
        "questions": [
            {
                "id": question.id,
                "text": question.text,
                "answers": dict(question.answers),
                "when": {name: list(values) for name, values in question.when},
            }
            for question in each.tree.questions
        ],
        "findings": [
            {"id": finding.id, "verdict": finding.verdict, "paragraphs": list(finding.paragraphs), "text": finding.text}
            for finding in each.findings.values()
        ],
    }


def _dumps(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)


# --- Text ------------------------------------------------------------------------------------------------------------
def classification_text(found: Classification) -> str:
    lines = [f"Colour: {found.colour or 'open'}"]
    lines += [f"Brown Sticker: {method.name or 'the method'}" for method in found.brown_sticker]
    return "\n".join([*lines, *_reason_lines(found.why), *_next_lines(found.next)])


def advice_text(advice: Advice) -> str:
    return "\n".join([advice.verdict or "open", *_reason_lines(advice.why), *_next_lines(advice.next)])


def _reason_lines(why: tuple[Reason, ...]) -> Iterator[str]:
    for reason in why:
        about = f"{reason.method}: " if reason.method else ""
        yield f"  {about}{reason.text} ({reason.paragraph})"


def _next_lines(following: NextQuestion | None) -> Iterator[str]:
    if following is not None:
        yield ""
        yield following.question.text
        yield from (f"  {following.fact}={choice}  {label}" for choice, label in following.question.answers)


def listing_text() -> str:
    return "\n".join(line for each in policy().values() for line in _tree_lines(each))


def _tree_lines(each: PolicyTree) -> Iterator[str]:
    yield f"{each.tree.id}: {each.tree.title} ({', '.join(each.tree.laws)})"
    for question in each.tree.questions:
        yield f"  {question.id} ({'|'.join(dict(question.answers))}): {question.text}"
