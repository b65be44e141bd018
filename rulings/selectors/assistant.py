"""The assistant as far as it has come: the next question and why, what was answered, what follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from core.actors import Actor
from core.permissions import may
from rulings.laws import Answered, Consultation, MenuEntry, Outcome, Phase, find_entries, library
from rulings.laws.book import Language, book
from rulings.laws.restrictions import NOT_YET, ONE_SUIT, Restriction, names_card, restrictions
from rulings.laws.search import plain
from rulings.laws.tricks import outcomes_by_rule, transferred_tricks
from rulings.laws.words import PHASES
from rulings.models import LiveRestriction, Ruling
from rulings.models.restrictions import EndChoice
from rulings.selectors.consultations import consultation
from rulings.selectors.words import OutcomeWords, brief_words, restriction_words
from rulings.wording import note_sentence, translated_text

#: How many further questions the words about a choice look ahead.
AHEAD = 3


@dataclass(frozen=True)
class LaterAnswers:
    """What the players would hear after further answers, any one of `cases`."""

    cases: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class AnswerChoice:
    """`leads_to`: where a player chooses it, what the players would hear then, and what it depends on further."""

    id: str
    label: str
    leads_to: tuple[str, ...] = ()
    further: tuple[LaterAnswers, ...] = ()


@dataclass(frozen=True)
class AnswerGiven:
    """An answer that the ruling rests on; `given` unless it followed from others, `chosen` where a player chose."""

    question: str
    text: str
    label: str
    given: bool
    tree: str
    chosen: bool


@dataclass(frozen=True)
class RestrictionOffer:
    """A restriction that the outcome leaves behind."""

    key: str
    words: str
    ends: str
    asks_card: bool
    # As the ruling before it has them.
    seat: str = ""
    detail: str = ""
    # Declarer may also forbid nothing (Law 26B).
    may_be_free: bool = False


@dataclass(frozen=True)
class ByRule:
    tricks: str
    laws: str
    words: str


@dataclass(frozen=True)
class RepairLink:
    label: str
    url: str


@dataclass(frozen=True)
class Assistant:
    case: Consultation
    title: str
    # None at the end.
    question: str | None
    question_id: str
    answers: tuple[AnswerChoice, ...]
    why: tuple[str, ...]
    given: tuple[AnswerGiven, ...]
    outcomes: tuple[OutcomeWords, ...]
    kept: tuple[RestrictionOffer, ...]
    # For the Director to explain before a player chooses (Law 10C1); none at a question of fact.
    options: tuple[AnswerChoice, ...]
    # Where it is asked whether the tricks by rule are enough: how many they are, under which law, and why.
    by_rule: tuple[ByRule, ...] = ()
    # What to make sure of before the first question of a tree; empty later on.
    first: str = ""

    @property
    def is_over(self) -> bool:
        return self.question is None

    @property
    def chosen(self) -> tuple[AnswerGiven, ...]:
        """What players have chosen, for the record (Law 10C)."""
        return tuple(answer for answer in self.given if answer.chosen)

    @property
    def adjusts(self) -> bool:
        return any(outcome.adjusts for outcome in self.outcomes)

    @property
    def requires_score(self) -> bool:
        return any(outcome.requires_score for outcome in self.outcomes)

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(outcome.choice for outcome in self.outcomes if outcome.choice))


def ruling_assistant(ruling: Ruling) -> Assistant:
    case = consultation(ruling)
    step = case.step
    asked = step.asked
    restrictions_before = ruling.follows.restrictions.all() if ruling.follows else ()
    kept_before = {restriction.kind: restriction for restriction in restrictions_before}
    return Assistant(
        case,
        translated_text(asked.tree.title if asked else library().trees[ruling.tree].title),
        translated_text(asked.question.text) if asked else None,
        asked.question.id if asked else "",
        tuple(AnswerChoice(key, translated_text(label)) for key, label in asked.question.answers) if asked else (),
        tuple(note_sentence(note) for note in asked.why) if asked else (),
        tuple(
            AnswerGiven(
                answered.question.id,
                translated_text(answered.question.text),
                translated_text(answered.label),
                answered.given,
                answered.tree.id,
                _is_chosen(answered),
            )
            for answered in case.answered
        ),
        tuple(OutcomeWords.of(outcome) for outcome in step.outcomes),
        tuple(
            _offer_restriction(restriction, kept_before.get(restriction.key))
            for restriction in restrictions(step.outcomes)
        ),
        choice_consequences(case),
        tuple(_by_rule(outcome) for outcome in outcomes_by_rule(case)),
        _first_advice(case),
    )


def _first_advice(case: Consultation) -> str:
    asked = case.step.asked
    if asked is None or not asked.tree.first or any(answered.tree.id == asked.tree.id for answered in case.answered):
        return ""
    return translated_text(asked.tree.first)


def _by_rule(outcome: Outcome) -> ByRule:
    count = transferred_tricks([outcome])
    words = {0: _("No trick goes across"), 1: _("One trick goes across"), 2: _("Two tricks go across")}
    return ByRule(words[count], ", ".join(outcome.law), translated_text(outcome.do))


def _is_chosen(answered: Answered) -> bool:
    return answered.question.choice and answered.answer not in NOT_YET


def choice_consequences(case: Consultation) -> tuple[AnswerChoice, ...]:
    """What each answer leads to, where the open question is a player's choice."""
    question = case.step.question
    if question is None or not question.choice:
        return ()
    return tuple(
        _option(case, case.answer(question.id, key), key, translated_text(label))
        for key, label in question.answers
        if key not in NOT_YET
    )


def _option(case: Consultation, answered: Consultation, key: str, label: str) -> AnswerChoice:
    heard = tuple(line for outcome in _new_outcomes(case, answered) for line in OutcomeWords.of(outcome).heard)
    cases: dict[tuple[str, ...], list[str]] = {}
    for answers, lines in _following(answered, AHEAD):
        cases.setdefault(lines, []).append(" ".join(answers))
    return AnswerChoice(
        key, label, heard, tuple(LaterAnswers(tuple(replies), lines) for lines, replies in cases.items())
    )


def _following(case: Consultation, ahead: int) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """After every way of answering the next questions: the answers, and what matters most of what would be heard."""
    question = case.step.question
    if question is None or not ahead:
        return
    for key, label in question.answers:
        if key in NOT_YET:
            continue
        reply, next_case = f"{translated_text(question.text)} {translated_text(label)}.", case.answer(question.id, key)
        if lines := tuple(line for outcome in _new_outcomes(case, next_case) for line in brief_words(outcome)):
            yield (reply,), lines
        else:
            yield from (((reply, *replies), lines) for replies, lines in _following(next_case, ahead - 1))


def _new_outcomes(before: Consultation, after: Consultation) -> list[Outcome]:
    known_ids = {outcome.id for outcome in before.step.outcomes}
    return [outcome for outcome in after.step.outcomes if outcome.id not in known_ids]


def _offer_restriction(restriction: Restriction, before: LiveRestriction | None) -> RestrictionOffer:
    return RestrictionOffer(
        restriction.key,
        restriction_words(restriction.key, restriction.text),
        str(EndChoice(restriction.ends).label),
        names_card(restriction.key, restriction.text),
        before.seat if before else "",
        before.detail if before else "",
        restriction.text == ONE_SUIT,
    )


@dataclass(frozen=True)
class MenuPart:
    phase: str
    entries: tuple[tuple[str, str], ...]
    key: str = ""


def menu(query: str = "") -> list[MenuPart]:
    """What the director picks from, by phase; a few letters narrow it, in any of the five languages."""
    entries = _search_menu(query) if query.strip() else library().menu
    return [
        MenuPart(_(PHASES[phase]), rows, phase.value)
        for phase in Phase
        if (rows := tuple((entry.tree, translated_text(entry.label)) for entry in entries if entry.phase is phase))
    ]


def _search_menu(query: str) -> tuple[MenuEntry, ...]:
    by_words = find_entries(library(), query)
    translated = tuple(entry for entry in library().menu if _all_in(query, translated_text(entry.label)))
    by_language = _by_terms(query)
    return tuple(dict.fromkeys([*by_words, *translated, *by_language]))


def _by_terms(query: str) -> list[MenuEntry]:
    """By a term or a law's title in another language: the trees of the laws that it stands for."""
    laws = {law.number for law in book().laws.values() for name in law.own_titles.values() if _all_in(query, name)}
    for term in book().terms:
        if any(_all_in(query, name) for language, name in term.names.items() if language is not Language.ENGLISH):
            laws |= {int("".join(sign for sign in text[:2] if sign.isdigit())) for text in term.laws}
    trees = {tree for number in laws for tree in _main_trees(number)}
    return [entry for entry in library().menu if entry.tree in trees]


def _main_trees(number: int) -> set[str]:
    """The trees that are about a law, not those that only rest on it."""
    return {name for name in book().laws[number].trees if name.removeprefix("L").startswith(f"{number:02d}")}


def _all_in(query: str, text: str) -> bool:
    words = plain(query).split()
    within = plain(text)
    return bool(words) and all(word in within for word in words)


#: Trees after which more than a number is to be put right: the page, and the words for the link.
REPAIRS: dict[str, tuple[str, ...]] = {
    "L06": ("boards", "step"),
    "L07": ("board", "boards"),
    "L13": ("step", "boards"),
    "L14": ("step",),
    "L15A": ("step",),
    "L15B": ("wrong-boards", "opponents", "step"),
    "L16D": ("step",),
    "L64": ("result",),
    "L65": ("result",),
    "L67": ("result",),
    "L68": ("result",),
    "L69": ("result",),
    "L71": ("result",),
    "L79": ("result",),
    "L86": ("boards", "step"),
    "L87": ("board", "boards"),
}


def suggested_repairs(actor: Actor, ruling: Ruling) -> list[RepairLink]:
    """The desk's screens for what the outcome asks for: another result, boards, opponents, late plays."""
    if not ruling.tree or not may(actor, "session.run", ruling.session):
        return []
    walked = [tree.id for tree in consultation(ruling).step.trees]
    kinds = dict.fromkeys(kind for tree in walked for kind in REPAIRS.get(tree, ()))
    return [repair for kind in kinds if (repair := _repair(actor, ruling, kind)) is not None]


def _repair(actor: Actor, ruling: Ruling, kind: str) -> RepairLink | None:
    arguments = {"slug": ruling.club.slug, "session_id": ruling.session_id}
    play = ruling.play
    if kind == "boards":
        if not may(actor, "deal.make", ruling.session):
            return None
        boards = reverse("club-session-boards", kwargs=arguments)
        return RepairLink(_("Deal again, or a substitute board (Law 86A)"), boards)
    if play is None:
        return None
    at = f"section={play.section_id}&round={play.round}&table={play.table}"
    page = reverse("club-session-play", kwargs={**arguments, "play_id": play.pk})
    repairs = reverse("club-session-repairs", kwargs=arguments)
    board = {**arguments, "section_id": play.section_id, "number": play.board}
    links = {
        "result": (_("Change the result of this board"), page),
        "step": (_("Play it later, or not at all"), f"{page}#step-title"),
        "wrong-boards": (_("They played other boards (Law 15)"), f"{repairs}?what=boards&{at}"),
        "opponents": (_("They met other opponents (Law 15)"), f"{repairs}?what=opponents&{at}"),
        "board": (_("The board at every table (Law 87)"), reverse("club-session-board-results", kwargs=board)),
    }
    return RepairLink(*links[kind])
