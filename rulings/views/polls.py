"""Polls at the desk: opened, shared, counted, closed by the director."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.views.bodies import Request
from core.permissions import require
from core.posted import number_in, posted, whole_number
from core.qr import full_address, qr_svg
from core.refusals import collect_refusals, refusals_on, status_of
from events.models import Session
from events.views.base import render_session, session_url
from rulings.forms.polls import PollForm
from rulings.links import poll_path
from rulings.models import Poll, PollAnswer, Ruling
from rulings.selectors import polls as shown
from rulings.selectors.own_hand import hand_from_board
from rulings.services import polls
from rulings.services.polls import PollReply
from rulings.views.base import ruling_page
from rulings.views.typed_names import typed_names
from scoring.selectors.history import refuse_unplayed


@ruling_page("ruling.view", "ruling.make")
def poll_list(request: Request, session: Session) -> HttpResponse:
    hidden = shown.hidden_for(request.actor, session)
    rows = [poll for poll in shown.session_polls(session) if poll.board not in hidden]
    return render_session(request, session, "rulings/polls.html", {"polls": rows})


@ruling_page("ruling.make")
def new(request: Request, session: Session) -> HttpResponse:
    ruling = _ruling(session, request.POST.get("ruling", "") or request.GET.get("ruling", ""))
    form = PollForm(posted(request), session=session, initial=_initial(request, ruling))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            where = form.where()
            matter = form.asked(hand_from_board(request.actor, where, form.cleaned_data["seat"]))
            poll = polls.open_poll(actor=request.actor, session=session, where=where, matter=matter, ruling=ruling)
            messages.success(request, _("The poll is open. Share its link, or ask people one by one."))
            return redirect(session_url(session, "session-poll", poll_id=poll.pk))
    context = {"form": form, "ruling": ruling}
    return render_session(request, session, "rulings/poll_new.html", context, status=status_of(form))


def _ruling(session: Session, text: str) -> Ruling | None:
    return Ruling.objects.filter(session=session, pk=whole_number(text) or 0).select_related("section").first()


def _initial(request: Request, ruling: Ruling | None) -> dict[str, Any]:
    """What the case already says; the auction up to the hesitation is the director's to cut."""
    if ruling is None:
        return {name: request.GET.get(name, "") for name in ("table", "round", "board", "seat")}
    letter = ruling.section.letter if ruling.section else ""
    return {
        "table": f"{letter}{ruling.table}" if ruling.table else "",
        "round": ruling.round,
        "board": ruling.board,
        "auction": ruling.auction.replace("~", ""),
        "methods": ruling.explanations,
    }


def _find(session: Session, poll_id: int) -> Poll:
    rows = Poll.objects.select_related("ruling", "section", "session__event__club__federation")
    return get_object_or_404(rows, pk=poll_id, session=session)


@ruling_page("ruling.view", "ruling.make")
def poll(request: Request, session: Session, poll_id: int) -> HttpResponse:
    return render_poll(request, session, _find(session, poll_id))


def render_poll(request: Request, session: Session, poll: Poll, *, problems: list[str] | None = None) -> HttpResponse:
    if poll.board is not None:
        refuse_unplayed(request.actor, session, poll.board)
    answers = list(poll.answers.select_related("player").order_by("asked_at", "pk"))
    path = poll_path(poll)
    frozen = shown.is_frozen(poll)
    context = {
        "poll": poll,
        "hand": shown.shown_hand(poll),
        "rows": shown.auction_rows(poll),
        "tally": shown.tally(poll, answers),
        "answers": [
            (answer, full_address(poll_path(poll, answer)) if answer.source == "link" else "") for answer in answers
        ],
        "is_frozen": frozen,
        "takes_answers": poll.is_open and not frozen,
        "may_run": shown.may_run(request.actor, poll),
        "link": full_address(path),
        "qr": qr_svg(path, _("The address of the poll")),
        "name_fields": typed_names(request, session.club, [_("Name or number")]),
        "options": shown.poll_options(poll),
        "sent": request.POST,
        "errors": problems or [],
    }
    return render_session(request, session, "rulings/poll.html", context, status=status_of(problems))


@require_POST
@ruling_page("ruling.make")
def act(request: Request, session: Session, poll_id: int) -> HttpResponse:
    """Ask, note down, count or not, close, open again."""
    poll = _find(session, poll_id)
    acts = {"ask": _ask, "note": _note, "judge": _judge, "close": _close, "reopen": _reopen}
    chosen_act = acts.get(request.POST.get("act", ""))
    if chosen_act is None:
        raise Http404
    require(request.actor, "ruling.make", session)
    with collect_refusals() as problems:
        messages.success(request, chosen_act(request, poll))
        return redirect(session_url(session, "session-poll", poll_id=poll.pk))
    return render_poll(request, session, _find(session, poll_id), problems=problems)


def _person(request: Request, poll: Poll) -> Any:
    [field] = typed_names(request, poll.club, [""])
    if field.answer.problem and not field.answer.choices:
        # Nobody here is called so: somebody from outside, and that is whom one likes to ask.
        return field.typed.words
    if field.answer.problem:
        raise ValidationError(field.answer.problem, code="unclear")
    if field.answer.person is None:
        raise ValidationError(_("Write who it is: a few letters of the name, or a number."), code="nobody")
    return field.answer.person


def _ask(request: Request, poll: Poll) -> str:
    asked = polls.ask(actor=request.actor, poll=poll, person=_person(request, poll))
    return _("%(name)s has a link now: send it, or show it.") % {"name": asked.who}


def _note(request: Request, poll: Poll) -> str:
    reply = PollReply(
        request.POST.get("chosen", ""), tuple(request.POST.getlist("considered")), request.POST.get("remark", "")
    )
    noted = polls.note_answer(actor=request.actor, poll=poll, person=_person(request, poll), reply=reply)
    return _("The answer of %(name)s is noted.") % {"name": noted.who}


def _judge(request: Request, poll: Poll) -> str:
    answer = get_object_or_404(
        PollAnswer.objects.select_related("poll__session__event__club__federation", "player"),
        pk=number_in(request.POST, "answer"),
        poll=poll,
    )
    is_peer = request.POST.get("is_peer") == "yes"
    polls.judge(actor=request.actor, answer=answer, is_peer=is_peer, why_not=request.POST.get("why_not", ""))
    return _("It counts.") if is_peer else _("It is kept and does not count.")


def _close(request: Request, poll: Poll) -> str:
    polls.close_poll(actor=request.actor, poll=poll, version=number_in(request.POST, "version"))
    return _("The poll is closed.")


def _reopen(request: Request, poll: Poll) -> str:
    polls.reopen_poll(actor=request.actor, poll=poll, version=number_in(request.POST, "version"))
    return _("The poll takes answers again.")
