"""A tree as somebody tries it: what was answered, what is asked next, what would follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from rulings.laws import Consultation, LawsError, Outcome, library
from rulings.laws.phrases import CHECKS
from rulings.laws.regulation import SETTINGS, Regulation
from rulings.laws.words import KINDS, LABELS
from rulings.wording import note_sentence, spoken_text, translated_text

# In the order in which a table wants to hear it.
SPOKEN = ("opt", "pass", "play", "lead", "pc", "tricks", "info", "score", "pp", "td")
SILENT = {("lead", "none"), ("pc", "none"), ("pp", "no"), ("score", "table")}


@dataclass(frozen=True)
class TrialChoice:
    """An answer that can be given now, and the address that gives it."""

    answer: str
    label: str
    query: str


@dataclass(frozen=True)
class AnswerTrail:
    """An answer that was given, and the address that takes it back."""

    text: str
    label: str
    query: str
    follows: bool


@dataclass(frozen=True)
class OutcomeSentence:
    label: str
    text: str


@dataclass(frozen=True)
class OutcomeText:
    """One outcome in words."""

    id: str
    laws: tuple[str, ...]
    kind: str
    do: str
    lines: tuple[OutcomeSentence, ...]
    checks: tuple[str, ...]


@dataclass(frozen=True)
class Trial:
    """Where the answers have led to."""

    tree: str
    title: str
    given: tuple[AnswerTrail, ...]
    question: str
    why: tuple[str, ...]
    choices: tuple[TrialChoice, ...]
    outcomes: tuple[OutcomeText, ...]
    way: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        return not self.choices


def try_tree(tree: str, facts: Iterable[tuple[str, str]], edition: str) -> Trial:
    """Answers that do not belong to the tree are named and left aside; LawsError where there is no such tree."""
    case = Consultation(library(), tree, Regulation({"edition": edition}))
    problems: list[str] = []
    for name, answer in facts:
        if name in SETTINGS:
            continue
        try:
            case = case.answer(name, answer)
        except LawsError as error:
            problems.append(note_sentence(error.note))
    return _trial(case, edition, tuple(problems))


def _trial(case: Consultation, edition: str, problems: tuple[str, ...]) -> Trial:
    step, question = case.step, case.step.asked
    answers = dict(case.given)
    return Trial(
        tree=case.tree,
        title=translated_text(library().trees[case.tree].title),
        given=tuple(
            AnswerTrail(
                translated_text(answered.question.text),
                translated_text(answered.label),
                _query({name: answer for name, answer in answers.items() if name != answered.question.id}, edition),
                not answered.given,
            )
            for answered in case.answered
            if answered.question.id not in SETTINGS
        ),
        question=translated_text(question.question.text) if question else "",
        why=tuple(note_sentence(note) for note in question.why) if question else (),
        choices=tuple(
            TrialChoice(answer, translated_text(label), _query({**answers, question.question.id: answer}, edition))
            for answer, label in question.question.answers
        )
        if question
        else (),
        outcomes=tuple(outcome_text(outcome) for outcome in step.outcomes),
        way=tuple(dict.fromkeys(translated_text(tree.title) for tree in step.trees)),
        problems=problems,
    )


def outcome_text(outcome: Outcome) -> OutcomeText:
    parts = (
        OutcomeSentence(translated_text(LABELS[key]), spoken_text(outcome, key) or "")
        for key in SPOKEN
        if outcome[key] is not None and (key, outcome[key]) not in SILENT
    )
    checks = tuple(translated_text(CHECKS[check].text) for check in outcome.chk if not CHECKS[check].at_a_lead)
    return OutcomeText(
        outcome.id, outcome.law, translated_text(KINDS[outcome.kind]), translated_text(outcome.do), tuple(parts), checks
    )


def _query(facts: Mapping[str, str], edition: str) -> str:
    from rulings.laws.book import CURRENT

    settings = {} if edition == CURRENT else {"edition": edition}
    return urlencode({**settings, **facts})
