"""A director polls peers (Law 16B1(b)): opens, asks, counts, closes. What the ruling rested on is then frozen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.regulations import effective
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked
from core.errors import field_error
from core.locks import lock, lock_row
from core.permissions import require
from events.models import Session
from events.wording import scoring_error_sentence
from rulings.case_places import Where
from rulings.laws import Auction, LawsError
from rulings.models import Poll, PollAnswer, Ruling
from rulings.models.polls import PollSource
from rulings.models.rulings import SeatChoice
from rulings.selectors.polls import is_frozen, namesake_problem, poll_options, problem_with, read_hand, usual_question
from rulings.selectors.reach import director_reach
from rulings.wording import note_sentence
from scoring.engine.cards import Seat
from scoring.engine.errors import NotationError
from scoring.selectors.conditions import board_conditions

OPENED = ("ruling", "section", "round", "table", "board", "seat", "considering", "choosing")
MOST_CONSIDERED = 5
# More peers than any poll asks for; fewer than a director would have to look through.
MOST_SHARED = 30


@dataclass(frozen=True)
class PollMatter:
    """What the polled are shown."""

    seat: str
    hand: str
    auction: str = ""
    methods: str = ""
    question: str = ""
    # Only where no board of the session says it.
    dealer: str = ""
    vulnerable: str = ""


@dataclass(frozen=True)
class PollReply:
    """What one of the polled says."""

    chosen: str
    considered: tuple[str, ...] = field(default_factory=tuple)
    remark: str = ""


@transaction.atomic
def open_poll(
    *, actor: Actor, session: Session, where: Where, matter: PollMatter, ruling: Ruling | None = None
) -> Poll:
    _require_place(actor, session, where)
    dealer, vulnerable = _conditions(where, matter)
    considering, choosing = _alternative_test(session)
    poll = Poll(
        session=session,
        ruling=ruling,
        section=where.section,
        round=where.round,
        table=where.table,
        board=where.board,
        seat=matter.seat,
        hand=_hand(matter),
        dealer=dealer,
        vulnerable=vulnerable,
        auction=_auction(matter, dealer),
        methods=matter.methods.strip(),
        question=matter.question.strip(),
        considering=considering,
        choosing=choosing,
        opened_at=actor.at,
        opened_by=actor.user,
    )
    if not poll.question:
        poll.question = usual_question(poll)
    poll.full_clean(exclude={"session", "ruling", "section", "opened_by", "closed_by"})
    poll.save()
    record(actor=actor, act="poll.open", body=session.club, target=poll, after=values(poll, OPENED))
    return poll


def _require_place(actor: Actor, session: Session, where: Where) -> None:
    require(actor, "ruling.make", session)
    section = where.section.pk if where.section else None
    director_reach(actor, session).require(section, where.round, where.table, where.board)


def require_poll(actor: Actor, poll: Poll) -> None:
    require(actor, "ruling.make", poll.session)
    director_reach(actor, poll.session).require(poll.section_id, poll.round, poll.table, poll.board)


def _alternative_test(session: Session) -> tuple[int, int]:
    share = effective(key="poll.considering", body=session.club).value
    return max(1, round(float(share))), int(effective(key="poll.choosing", body=session.club).value)


def _conditions(where: Where, matter: PollMatter) -> tuple[str, str]:
    if where.section is not None and where.board is not None:
        conditions = board_conditions(where.section, where.board)
        return conditions.dealer.value, conditions.vulnerability.value
    for name in ("dealer", "vulnerable"):
        if not getattr(matter, name):
            why = _("Name a board of the session, or say who deals and who is vulnerable.")
            raise field_error(name, why, "required")
    return matter.dealer, matter.vulnerable


def _hand(matter: PollMatter) -> str:
    """`AKQ2.J54.T98.762`; spaces between the suits and 10 for T will do as well."""
    text = matter.hand.upper().replace("10", "T").strip()
    parts = text.split(".") if "." in text else text.split()
    compact = ".".join("" if part.strip() in ("-", "—") else "".join(part.split()) for part in parts)
    if len(parts) != 4:
        why = _("Write the four suits from spades to clubs, with dots between them: AKQ2.J54.T98.762.")
        raise field_error("hand", why, "bad_hand")
    try:
        hand = read_hand(Seat(matter.seat), compact)
    except NotationError as error:
        raise field_error("hand", scoring_error_sentence(error), "bad_hand") from error
    except ValueError as error:
        raise field_error("seat", _("Say whose hand it is."), "required") from error
    return str(hand)


def _auction(matter: PollMatter, dealer: str) -> str:
    """As it is shown: alerts stay, hesitations go, and it ends where the decision was to be made."""
    try:
        auction = Auction.parse(Seat(dealer), matter.auction)
    except LawsError as error:
        raise field_error("auction", note_sentence(error.note), "bad_call") from error
    except ValueError as error:
        raise field_error("auction", str(error), "bad_call") from error
    if auction.turn is not None and auction.turn.value != matter.seat:
        sentence = _("After this auction it is %(turn)s to call. Leave out what came after the decision.")
        raise field_error("auction", sentence % {"turn": SeatChoice(auction.turn.value).label}, "not_the_turn")
    calls, so_far = [], Auction(auction.dealer)
    for bid in auction.calls:
        out_of_turn = "" if bid.seat is so_far.state.turn else f"{bid.seat.value}:"
        calls.append(f"{out_of_turn}{bid.call}{'!' if bid.alerted else ''}")
        so_far = so_far.with_made(bid)
    return " ".join(calls)


def _locked_open_poll(actor: Actor, poll: Poll, version: int | None = None) -> Poll:
    """The poll under its lock, for its director, while it still takes answers."""
    require_poll(actor, poll)
    return _answerable(locked(poll, version=version))


def _answerable(poll: Poll) -> Poll:
    _refuse_frozen(poll)
    if not poll.is_open:
        raise ValidationError(_("This poll is closed. Open it again first."), code="closed")
    return poll


def _refuse_frozen(poll: Poll) -> None:
    if is_frozen(poll):
        why = _("The ruling that rests on this poll has been given: the poll stays as it is. Open another one.")
        raise ValidationError(why, code="frozen")


@transaction.atomic
def ask(*, actor: Actor, poll: Poll, person: Player | str) -> PollAnswer:
    """Somebody is asked, with a link of their own. A name is that of somebody outside the records."""
    poll = _locked_open_poll(actor, poll)
    answer = _new_answer(poll, person, PollSource.LINK, actor)
    answer.save()
    record(
        actor=actor, act="poll.ask", body=poll.club, target=answer, after={"poll": poll.pk, "player": answer.player_id}
    )
    return answer


@transaction.atomic
def note_answer(*, actor: Actor, poll: Poll, person: Player | str, reply: PollReply) -> PollAnswer:
    """The director asked in person, and writes the answer down."""
    locked_poll = _locked_open_poll(actor, poll)
    new_answer = _new_answer(locked_poll, person, PollSource.DIRECTOR, actor)
    return _save_answer(actor, locked_poll, new_answer, reply)


@transaction.atomic
def answer(*, actor: Actor, answer: PollAnswer, reply: PollReply) -> PollAnswer:
    """By a link of one's own; as long as the poll is open the answer can be changed."""
    poll = _answerable(locked(answer.poll))
    locked_answer = lock(PollAnswer.objects).select_related("player").get(pk=answer.pk)
    if locked_answer.player is not None and (problem := problem_with(poll, locked_answer.player)):
        raise ValidationError(problem, code="no_outsider")
    return _save_answer(actor, poll, locked_answer, reply)


@transaction.atomic
def answer_shared(*, actor: Actor, poll: Poll, device: str, name: str, reply: PollReply) -> PollAnswer:
    """By the shared link: one answer for each player who is signed in under that name, and for each other browser.

    Nobody knows who the others are, nor whether they are many: what they say counts when the director has said so.
    """
    poll = _answerable(locked(poll))
    refuse_guest(poll, name)
    if actor.player is not None and (problem := problem_with(poll, actor.player)):
        raise ValidationError(problem, code="no_outsider")
    answers = lock(poll.answers)
    own = answers.filter(device=device).first()
    player = _signed_in_as(actor, name)
    if player is not None:
        own = answers.filter(player=player).first() or own
    if own is None:
        _refuse_too_many(poll)
        own = _shared_answer(poll, actor, device, player or name)
    return _save_answer(actor, poll, own, reply)


def _signed_in_as(actor: Actor, name: str) -> Player | None:
    """The player who answers; a director may hand their own phone to somebody else."""
    player = actor.player
    return player if player is not None and player.display_name.casefold() == name.strip().casefold() else None


def _shared_answer(poll: Poll, actor: Actor, device: str, person: Player | str) -> PollAnswer:
    made = PollAnswer(poll=poll, source=PollSource.SHARED, device=device, asked_at=actor.at)
    if isinstance(person, Player):
        made.player = person
        return made
    _refuse_twice(poll, person)
    made.name, made.is_peer, made.why_not = person.strip(), False, _("By the shared link: not confirmed yet.")
    return made


def _refuse_too_many(poll: Poll) -> None:
    if poll.answers.filter(source=PollSource.SHARED).count() >= MOST_SHARED:
        sentence = _("This poll has as many answers by the shared link as it takes. Ask the director for a link.")
        raise ValidationError(sentence, code="too_many")


def refuse_guest(poll: Poll, name: str) -> None:
    """Before somebody who came by the shared link sees the hand."""
    if not name.strip():
        raise field_error("name", _("Write your name."), "required")
    if problem := namesake_problem(poll, name):
        raise field_error("name", problem, "no_outsider")


def _new_answer(poll: Poll, person: Player | str, source: str, actor: Actor) -> PollAnswer:
    if isinstance(person, Player):
        if problem := problem_with(poll, person):
            raise field_error("player", problem, "no_outsider")
        if poll.answers.filter(player=person).exists():
            raise field_error("player", _("%(name)s has been asked already.") % {"name": person.display_name}, "twice")
        return PollAnswer(poll=poll, player=person, source=source, asked_at=actor.at)
    refuse_guest(poll, person)
    _refuse_twice(poll, person)
    return PollAnswer(poll=poll, name=person.strip()[:120], source=source, asked_at=actor.at)


def _refuse_twice(poll: Poll, name: str) -> None:
    names = {answer.who.casefold() for answer in poll.answers.select_related("player")}
    if name.strip().casefold() in names:
        sentence = _("Somebody called %(name)s has been asked already. Add something to tell the two apart.")
        raise field_error("name", sentence % {"name": name.strip()}, "twice")


def _save_answer(actor: Actor, poll: Poll, poll_answer: PollAnswer, reply: PollReply) -> PollAnswer:
    poll_answer.chosen, poll_answer.considered = _calls(poll, reply)
    poll_answer.remark = reply.remark.strip()[:500]
    poll_answer.answered_at = actor.at
    try:
        with transaction.atomic():
            poll_answer.save()
    except IntegrityError as error:
        raise ValidationError(_("This has been answered already."), code="twice") from error
    after = {"poll": poll.pk, "source": poll_answer.source}
    record(actor=actor, act="poll.answer", body=poll.club, target=poll_answer, after=after)
    return poll_answer


def _calls(poll: Poll, reply: PollReply) -> tuple[str, list[str]]:
    options = set(poll_options(poll))
    chosen = reply.chosen.strip().upper()
    if chosen not in options:
        raise field_error("chosen", _("Choose what you would do."), "required")
    others = [call for call in dict.fromkeys(reply.considered) if call in options and call != chosen]
    if len(others) > MOST_CONSIDERED:
        why = _("Name at most %(most)s others that you seriously considered.") % {"most": MOST_CONSIDERED}
        raise field_error("considered", why, "too_many")
    return chosen, others


@transaction.atomic
def judge(*, actor: Actor, answer: PollAnswer, is_peer: bool, why_not: str = "") -> PollAnswer:
    """Whether an answer counts: somebody of another class, or who would have bid otherwise before, is no peer."""
    require_poll(actor, answer.poll)
    _refuse_frozen(locked(answer.poll))
    judged = lock_row(answer)
    reason = "" if is_peer else why_not.strip()[:300]
    if not is_peer and not reason:
        raise field_error("why_not", _("Say why this answer does not count."), "required")
    before = values(judged, ("is_peer", "why_not"))
    judged.is_peer, judged.why_not = is_peer, reason
    judged.save(update_fields=["is_peer", "why_not"])
    after = values(judged, ("is_peer", "why_not"))
    record(actor=actor, act="poll.judge", body=answer.club, target=judged, before=before, after=after)
    return judged


@transaction.atomic
def close_poll(*, actor: Actor, poll: Poll, version: int | None = None) -> Poll:
    poll = _locked_open_poll(actor, poll, version)
    return _save_state(actor, poll, "poll.close", closed_at=actor.at, closed_by=actor.user)


@transaction.atomic
def reopen_poll(*, actor: Actor, poll: Poll, version: int | None = None) -> Poll:
    require_poll(actor, poll)
    poll = locked(poll, version=version)
    _refuse_frozen(poll)
    return _save_state(actor, poll, "poll.reopen", closed_at=None, closed_by=None)


def _save_state(actor: Actor, poll: Poll, act: str, **fields: Any) -> Poll:
    for name, value in fields.items():
        setattr(poll, name, value)
    poll.version += 1
    poll.save(update_fields=[*fields, "version"])
    record(actor=actor, act=act, body=poll.club, target=poll)
    return poll
