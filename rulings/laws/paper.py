"""Steps and trees as text for a person."""

from collections.abc import Iterator

from rulings.laws.evaluator import Asked, EvaluationStep
from rulings.laws.model import Library, Outcome
from rulings.laws.phrases import CHECKS, phrase
from rulings.laws.words import KINDS, LABELS, PHASES, REST, say

_SPOKEN = ("td", "opt", "pass", "play", "lead", "pc", "tricks", "info", "score", "pp", "rec")
_SILENT = {("lead", "none"), ("pc", "none"), ("pp", "no")}


def step_text(step: EvaluationStep) -> str:
    parts = ["\n".join(_outcome(outcome)) for outcome in step.outcomes]
    asked = step.asked
    if asked is not None:
        parts.append("\n".join(_question(asked)))
    return "\n\n".join(parts)


def _outcome(outcome: Outcome) -> Iterator[str]:
    yield f"{outcome.id}  Law {', '.join(outcome.law)}  ({KINDS[outcome.kind]})"
    yield f"  {outcome.do}"
    for key in _SPOKEN:
        text = outcome[key]
        if text is not None and (key, text) not in _SILENT:
            yield f"  {LABELS[key]}: {phrase(key, text)}"
    for check in outcome.chk:
        yield f"  {LABELS['chk']}: {CHECKS[check].text} ({check})"


def _question(asked: Asked) -> Iterator[str]:
    yield f"{asked.tree.id}  {asked.tree.title}"
    if asked.tree.first and asked.question.id == asked.tree.questions[0].id:
        yield f"  {asked.tree.first}"
    yield f"  {asked.question.text}"
    yield from (f"  {say(note)}" for note in asked.why)
    width = max(len(answer) for answer, _ in asked.question.answers)
    for answer, label in asked.question.answers:
        yield f"    {asked.question.id}={answer.ljust(width)}  {label}"


def library_text(library: Library) -> str:
    lines: list[str] = []
    for phase, heading in PHASES.items():
        lines += ["", heading] if lines else [heading]
        lines += [f"  {entry.tree:<5} {entry.label}" for entry in library.menu if entry.phase is phase]
    unlisted = sorted(set(library.trees) - {entry.tree for entry in library.menu})
    lines += ["", REST]
    lines += [f"  {name:<5} {library.trees[name].title}" for name in unlisted]
    return "\n".join(lines)
