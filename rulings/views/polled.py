"""The page of whoever is polled: one hand, the auction, a question. No account, and nothing of the case."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from clubs.middleware import speak_for
from clubs.views.bodies import Request
from core import actors
from core.limits import is_too_often
from core.posted import posted
from core.refusals import refusals_on, status_of
from rulings.forms.polls import AnswerForm, GuestForm
from rulings.links import guest_pass, read_link, read_pass
from rulings.models import Poll, PollAnswer
from rulings.selectors import polls as shown
from rulings.services import polls
from rulings.services.polls import PollReply

MOST_A_MINUTE = 60


@dataclass(frozen=True)
class Caller:
    """Who holds the link: somebody who was asked by name, or a guest by the shared one."""

    poll: Poll
    answer: PollAnswer | None = None
    device: str = ""
    name: str = ""
    ticket: str = ""

    @property
    def may_see(self) -> bool:
        return self.answer is not None or bool(self.device)


def polled(request: Request, link: str) -> HttpResponse:
    minute = int(request.actor.at.timestamp() // 60)
    if request.method == "POST" and is_too_often("poll", request.actor.address or "unknown", MOST_A_MINUTE, minute):
        return render(request, "429.html", status=429)
    caller = _caller(request, link)
    speak_for(request, language=caller.poll.club.language, zone=caller.poll.club.timezone)
    response = _answer(request, caller)
    patch_cache_control(response, private=True, no_store=True)
    response["X-Robots-Tag"] = "noindex"
    return response


def _caller(request: Request, link: str) -> Caller:
    link_parts = read_link(link)
    if link_parts is None:
        raise Http404
    rows = Poll.objects.select_related("ruling", "section", "session__event__club__federation")
    poll = rows.filter(pk=link_parts[0]).first()
    if poll is None:
        raise Http404
    if link_parts[1] is not None:
        answer = poll.answers.select_related("player", "poll").filter(pk=link_parts[1]).first()
        if answer is None:
            raise Http404
        return Caller(poll, answer, name=answer.who)
    ticket = request.GET.get("as", "")
    guest = read_pass(poll, ticket) if ticket else None
    if guest is None:
        return Caller(poll)
    own_answer = poll.answers.filter(device=guest[0]).first()
    return Caller(poll, own_answer, guest[0], guest[1], ticket)


def _answer(request: Request, caller: Caller) -> HttpResponse:
    poll = caller.poll
    if not shown.takes_answers(poll):
        return _render_closed(request, _("This poll is closed. Thank you."))
    players = [player for player in (request.actor.player, caller.answer.player if caller.answer else None) if player]
    for player in players:
        if problem := shown.problem_with(poll, player):
            return _render_closed(request, problem)
    if not caller.may_see:
        return _gate(request, caller)
    return _ask(request, caller)


def _render_closed(request: Request, sentence: str) -> HttpResponse:
    return render(request, "rulings/polled_closed.html", {"sentence": sentence})


def _gate(request: Request, caller: Caller) -> HttpResponse:
    """Who are you, and may you see it? Asked before the hand is shown."""
    form = GuestForm(posted(request))
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        with refusals_on(form):
            polls.refuse_guest(caller.poll, name)
            ticket = guest_pass(caller.poll, device=secrets.token_urlsafe(12), name=name)
            return redirect(f"{request.path}?as={ticket}")
    return render(request, "rulings/polled_gate.html", {"form": form}, status=status_of(form))


def _ask(request: Request, caller: Caller) -> HttpResponse:
    poll, options = caller.poll, shown.poll_options(caller.poll)
    form = AnswerForm(posted(request), options=options, initial=_initial_answer(caller.answer))
    if request.method == "POST" and form.is_valid():
        reply = PollReply(
            form.cleaned_data["chosen"], tuple(form.cleaned_data["considered"]), form.cleaned_data["remark"]
        )
        with refusals_on(form):
            _keep(request, caller, reply)
            back = f"{request.path}?as={caller.ticket}" if caller.ticket else request.path
            return render(request, "rulings/polled_thanks.html", {"again": back, "chosen": reply.chosen})
    context = {
        "poll": poll,
        "hand": shown.shown_hand(poll),
        "rows": shown.auction_rows(poll),
        "groups": _groups(options),
        "others": options,
        "form": form,
        "chosen": form["chosen"].value() or "",
        "considered": form["considered"].value() or [],
        "usual_question": shown.usual_question(poll),
        "caller": caller,
    }
    return render(request, "rulings/polled.html", context, status=status_of(form))


def _initial_answer(answer: PollAnswer | None) -> dict[str, Any]:
    if answer is None:
        return {}
    return {"chosen": answer.chosen, "considered": answer.considered, "remark": answer.remark}


def _groups(options: tuple[str, ...]) -> list[list[str]]:
    """Pass and doubles first, then a row for each level; cards by suit."""
    rows: dict[str, list[str]] = {}
    for option in options:
        head = option[0] if option[0].isdigit() or (len(option) == 2 and option != "XX") else ""
        rows.setdefault(head, []).append(option)
    return list(rows.values())


def _keep(request: Request, caller: Caller, reply: PollReply) -> PollAnswer:
    actor = request.actor if request.actor.user else actors.of_device(request, "poll")
    if caller.answer is not None and not caller.device:
        return polls.answer(actor=actor, answer=caller.answer, reply=reply)
    return polls.answer_shared(actor=actor, poll=caller.poll, device=caller.device, name=caller.name, reply=reply)
