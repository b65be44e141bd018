"""A case is opened, and the assistant's questions are answered. Until it is given it moves nothing."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked
from core.errors import field_error
from core.locks import lock
from core.permissions import require
from events.models import Play, Section, Session
from rulings.case_places import Where
from rulings.laws import Consultation, LawsError, library
from rulings.laws.phrases import CHECKS
from rulings.laws.restrictions import NOT_YET, next_stage, reminders
from rulings.models import LiveRestriction, Reminder, Ruling
from rulings.models.restrictions import SCORE_OWED, RestrictionKind
from rulings.selectors.consultations import consultation, tree_event_kind
from rulings.selectors.reach import director_reach
from rulings.services.pending import invalidate_live_pages
from rulings.wording import note_sentence, translated_text
from scoring.models import DirectorCall

SHOWN = ("round", "table", "board", "tree")
#: The paragraph that treats both sides as non-offending.
DIRECTORS_ERROR = "82C"


@transaction.atomic
def open_ruling(
    *, actor: Actor, session: Session, where: Where, tree: str = "", call: DirectorCall | None = None
) -> Ruling:
    """Begin a case at a table. A call that it comes from is taken with it."""
    require(actor, "ruling.make", session)
    place = complete_place(session, where)
    reach = director_reach(actor, session)
    section_id = place.section.pk if place.section else None
    reach.require(section_id, place.round, place.table, place.board)
    ruling = Ruling(
        session=session,
        section=place.section,
        round=place.round,
        table=place.table,
        board=place.board,
        play=place.play,
        call=call,
        director=actor.user,
        deputy_for=reach.deputy_for(section_id, place.round, place.table),
        opened_at=actor.at,
    )
    if tree:
        _set_tree(ruling, tree)
    ruling.save()
    invalidate_live_pages(ruling, at=actor.at)
    record(actor=actor, act="ruling.open", body=session.club, target=ruling, after=values(ruling, SHOWN))
    return ruling


@transaction.atomic
def continue_ruling(*, actor: Actor, restriction: LiveRestriction) -> Ruling:
    """Open the next stage of a ruling at the question where it stood, with everything that is known.

    Where it is being prepared already, that draft is the one.
    """
    require_ruling(actor, restriction.ruling)
    live = lock(LiveRestriction.objects).select_related("continued_by").get(pk=restriction.pk)
    if live.continued_by is not None:
        return live.continued_by
    if live.ended_at is not None:
        raise ValidationError(_("It has ended: there is nothing to go on with."), code="ended")
    first_ruling = Ruling.objects.select_related("session__event__club__federation").get(pk=live.ruling_id)
    follower = _open_next(actor, first_ruling, *next_stage_tree(live, first_ruling))
    live.continued_by = follower
    live.save(update_fields=["continued_by"])
    return follower


@transaction.atomic
def decide_reminder(*, actor: Actor, reminder: Reminder) -> Ruling:
    """Open the ruling that decides a question of the end of the hand, with what is known by then.

    Where it is being prepared already, that draft is the one.
    """
    require_ruling(actor, reminder.ruling)
    locked_reminder = lock(Reminder.objects).select_related("decided_by").get(pk=reminder.pk)
    if locked_reminder.check_code == SCORE_OWED:
        why = _("There is no question to decide: amend the ruling and give the score, or say that none is adjusted.")
        raise ValidationError(why, code="score_owed")
    if locked_reminder.decided_by is not None:
        return locked_reminder.decided_by
    if locked_reminder.settled_at is not None:
        raise ValidationError(_("This question is settled already."), code="settled")
    if locked_reminder.due_at is None:
        raise ValidationError(_("This is asked when the result is in."), code="not_due")
    first_ruling = Ruling.objects.select_related("session__event__club__federation").get(pk=locked_reminder.ruling_id)
    follower = _open_next(actor, first_ruling, locked_reminder.tree, _known_by_then(locked_reminder, first_ruling))
    locked_reminder.decided_by = follower
    locked_reminder.save(update_fields=["decided_by"])
    return follower


def _known_by_then(reminder: Reminder, ruling: Ruling) -> dict[str, str]:
    """What is known when a question comes back: by what it asks, by what the ruling rests on, and that a result was
    obtained, which brought it back (Law 12C1(a) goes from there)."""
    code = reminder.check_code
    usual = CHECKS[code].knowing if code in CHECKS else ()
    named = (question.knowing for question in reminders(consultation(ruling).step.outcomes) if question.check == code)
    return {**dict(next(named, usual)), "result": "y"}


def _open_next(actor: Actor, first_ruling: Ruling, tree: str, facts: dict[str, str]) -> Ruling:
    """A draft that follows a ruling, at the same table and board."""
    follower = Ruling(
        **{name: getattr(first_ruling, name) for name in ("session", "section", "round", "table", "board", "play")},
        **{name: getattr(first_ruling, name) for name in ("offending", "offender", "deputy_for", "auction")},
        follows=first_ruling,
        director=actor.user,
        opened_at=actor.at,
        answers=[["event", tree_event_kind(first_ruling.session.event)], *map(list, facts.items())],
    )
    _set_tree(follower, tree)
    follower.save()
    invalidate_live_pages(follower, at=actor.at)
    after = values(follower, SHOWN) | {"follows": first_ruling.pk}
    record(actor=actor, act="ruling.open", body=first_ruling.club, target=follower, after=after)
    return follower


def next_stage_tree(restriction: LiveRestriction, ruling: Ruling) -> tuple[str, dict[str, str]]:
    """The tree that rules on what comes next, and the answers that are known there."""
    if restriction.kind == RestrictionKind.CHOICE:
        facts = {str(name): str(answer) for name, answer in ruling.answers if answer not in NOT_YET}
        return ruling.tree, {name: answer for name, answer in facts.items() if name != "event"}
    stage = next_stage(restriction.kind, restriction.text)
    if stage is None:
        raise ValidationError(_("Nothing is left to rule on here; end it when it is over."), code="no_next_stage")
    return stage


def complete_place(session: Session, where: Where) -> Where:
    """The play, where a board at a table is named. A board that has yet to be reached cannot be ruled on."""
    if session.round < 1:
        raise ValidationError(_("This session has not begun: there is nothing to rule on yet."), code="not_begun")
    if where.play is None:
        section, table, board = where.section, where.table, where.board
        if section is None or table is None:
            return where
        number = where.round or session.round
        if board is None:
            return Where(section, number, table)
        where = Where.of(planned_play(section, number, table, board))
    play = where.play
    if play is not None and play.round > session.round:
        sentence = _(
            "Board %(board)s is due here in round %(round)s and has not been played: there is nothing to rule on yet"
            " (Law 81C3)."
        )
        raise field_error("board", sentence % {"board": play.board, "round": play.round}, "not_played")
    return where


def planned_play(section: Section, number: int, table: int, board: int) -> Play:
    """The board at the table in that round, played or due; refused where it does not come there."""
    plays = Play.objects.select_related("section__session__event__club__federation")
    play = plays.filter(section=section, round=number, table=table, board=board).first()
    if play is None:
        sentence = _("Board %(board)s is not for table %(table)s in round %(round)s. Look at the number again.")
        raise field_error("board", sentence % {"board": board, "table": table, "round": number}, "not_here")
    return play


def locked_draft(actor: Actor, ruling: Ruling, version: int | None) -> Ruling:
    """The draft under its lock, for somebody who may rule on it."""
    require_ruling(actor, ruling)
    draft = locked(ruling, version=version)
    if not draft.is_draft:
        raise ValidationError(_("This ruling has been given. Amend it instead, with a reason."), code="given_already")
    return draft


def require_ruling(actor: Actor, ruling: Ruling) -> None:
    require(actor, "ruling.make", ruling)
    director_reach(actor, ruling.session).require(ruling.section_id, ruling.round, ruling.table, ruling.board)


@transaction.atomic
def choose_tree(*, actor: Actor, ruling: Ruling, tree: str, version: int | None = None) -> Ruling:
    """Another irregularity; answers that belong to it as well are kept."""
    ruling = locked_draft(actor, ruling, version)
    _set_tree(ruling, tree)
    return _save_next_version(ruling)


@transaction.atomic
def answer(*, actor: Actor, ruling: Ruling, question: str, answer: str, version: int | None = None) -> Ruling:
    """Answer a question, or change the answer to an earlier one."""
    ruling = locked_draft(actor, ruling, version)
    try:
        case = consultation(ruling).answer(question, answer)
    except LawsError as error:
        raise ValidationError(note_sentence(error.note), code="no_answer") from error
    return _save_next_version(_apply_answers(ruling, case))


@transaction.atomic
def take_back(*, actor: Actor, ruling: Ruling, question: str = "", version: int | None = None) -> Ruling:
    """Take an answer back: the one named, or the last."""
    ruling = locked_draft(actor, ruling, version)
    case = consultation(ruling)
    return _save_next_version(_apply_answers(ruling, case.without(question) if question else case.back()))


@transaction.atomic
def discard(*, actor: Actor, ruling: Ruling, version: int | None = None) -> None:
    """A draft that comes to nothing. It has moved nothing, so that it can go."""
    ruling = locked_draft(actor, ruling, version)
    invalidate_live_pages(ruling, at=actor.at)
    record(actor=actor, act="ruling.discard", body=ruling.club, target=ruling, before=values(ruling, SHOWN))
    ruling.delete()


def _set_tree(ruling: Ruling, tree: str) -> None:
    ruling.tree = tree
    if not ruling.answers:
        # What the program knows is not asked for; it can be changed like any answer.
        ruling.answers = [["event", tree_event_kind(ruling.session.event)]]
    _apply_answers(ruling, consultation(ruling))
    ruling.title = translated_text(_menu_label(tree))[:150]


def _menu_label(tree: str) -> str:
    return next((entry.label for entry in library().menu if entry.tree == tree), library().trees[tree].title)


def _apply_answers(ruling: Ruling, case: Consultation) -> Ruling:
    """What the answers come to."""
    ruling.answers = [list(fact) for fact in case.given]
    outcomes = case.step.outcomes
    followed = DIRECTORS_ERROR in ruling.law_refs
    ruling.outcome_ids = [outcome.id for outcome in outcomes]
    ruling.law_refs = list(dict.fromkeys(law for outcome in outcomes for law in outcome.law))
    if DIRECTORS_ERROR in ruling.law_refs:
        ruling.directors_error = True
    elif followed:
        # It had followed from other answers; what somebody ticked by hand stays.
        ruling.directors_error = False
    return ruling


def _save_next_version(ruling: Ruling) -> Ruling:
    ruling.version += 1
    ruling.save()
    return ruling
