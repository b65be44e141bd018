"""The table's page: round, boards, results. The script does the work; without script there is a plain form."""

from __future__ import annotations

import json
import secrets
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.actors import Actor
from core.posted import number_in, posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.models import Play, TableCode
from events.views.table import table_page
from scoring.forms.table import REASONS, BoardForm
from scoring.models import ScoreEntry
from scoring.models.results import EntryState
from scoring.selectors.at_table import table_state
from scoring.selectors.table_ranking import rankings_at_table
from scoring.selectors.table_rounds import round_at
from scoring.selectors.table_rules import rules_for
from scoring.services.entries import Claim, ClaimOutcome, confirm_entry, submit_claim
from scoring.services.results import current_result
from scoring.services.table_rounds import begin_next_round
from scoring.views.table_data import find_entry, make_call, state_sentence, take_back
from scoring.views.table_words import table_words

MODULE_NAMES = (
    "main",
    "bridge",
    "elements",
    "entry-steps",
    "outbox",
    "page",
    "score",
    "server",
    "store",
    "views",
    "words",
)
MODULES = tuple(f"tenace/table/{name}.js" for name in MODULE_NAMES)
STYLES = ("tenace/tokens.css", "tenace/tenace.css", "tenace/room.css", "tenace/tenace.js")
PAGE_STATES = {
    EntryState.AGREED: messages.SUCCESS,
    EntryState.WAITING: messages.INFO,
}


@require_safe
@partial(table_page, late=True)
def table(request: HttpRequest, code: TableCode, actor: Actor) -> HttpResponse:
    state = table_state(code)
    context = _context(code) | {
        "state": state,
        "rankings": rankings_at_table(code, rules_for(code.section)) if state["ranking"] else [],
        "unknown": not all(seat["known"] for seat in state["seats"]),
        "following": state["round"] + 1,
        "words": table_words(numbers=state["numbers"]),
        "calls": REASONS.items(),
        "languages": settings.LANGUAGES,
        "modules": MODULES,
    }
    return render(request, "scoring/table.html", context)


def _context(code: TableCode) -> dict[str, Any]:
    session = code.section.session
    return {"code": code, "session": session, "event": session.event, "club": session.club}


@require_http_methods(["GET", "POST"])
@table_page
def board(request: HttpRequest, code: TableCode, actor: Actor, round_number: int, number: int) -> HttpResponse:
    """A result typed into a plain form."""
    play = _play(code, round_number, number)
    form = BoardForm(posted(request), rules=rules_for(play.section))
    if form.is_valid():
        with refusals_on(form):
            outcome = _enter(request, code, actor, play, form)
            _show_entry_state(request, outcome.entry)
            for question in outcome.questions:
                messages.warning(request, question.sentence)
            return redirect(request.path)
    context = _context(code) | {
        "play": play,
        "form": form,
        "result": current_result(play),
        "waiting": ScoreEntry.objects.filter(play=play, state=EntryState.WAITING),
        "disputed": ScoreEntry.objects.filter(play=play, state=EntryState.DISPUTED).exists(),
        "key": secrets.token_urlsafe(24),
    }
    return render(request, "scoring/table_board.html", context, status=status_of(form))


def _play(code: TableCode, round_number: int, number: int) -> Play:
    plays = Play.objects.filter(section=code.section_id, table=code.table, round=round_number, board=number)
    # Whoever sits here now sees this round's boards only: those before may lie ahead of them (Law 16D).
    in_round = plays.filter(round=round_at(code.section, code.table)).select_related("section__session__event__club")
    play = in_round.first()
    if play is None:
        raise Http404
    return play


def _enter(request: HttpRequest, code: TableCode, actor: Actor, play: Play, form: BoardForm) -> ClaimOutcome:
    """The form brings its key along: a second click is the same claim."""
    claim = Claim(
        key=request.POST.get("key", "")[:64] or secrets.token_urlsafe(24),
        result=form.result_input(),
        side=form.cleaned_data["side"],
        seen=number_in(request.POST, "seen") or 0,
        sure=False,
    )
    return submit_claim(actor=actor, play=play, claim=claim, code=code)


@require_POST
@table_page
def act(request: HttpRequest, code: TableCode, actor: Actor) -> HttpResponse:
    """What the plain page's other buttons do: accept or refuse a result, call the director, take the call back."""
    act_name = request.POST.get("act", "")
    with refusals_as_messages(request):
        if act_name in ("accept", "refuse"):
            _show_entry_state(request, _confirm(request, code, actor, agrees=act_name == "accept"))
        elif act_name == "call":
            make_call(actor, code, request.POST.get("reason", "")[:200], None)
            messages.success(request, _("The director is called."))
        elif act_name == "next-round":
            begin_next_round(actor=actor, code=code, number=number_in(request.POST, "round") or 0)
        elif act_name == "take-back":
            take_back(actor, code)
            messages.success(request, _("The call is taken back."))
    return redirect(reverse("table", kwargs={"code": code.code}))


def _confirm(request: HttpRequest, code: TableCode, actor: Actor, *, agrees: bool) -> ScoreEntry:
    entry = find_entry(code, request.POST.get("key", "")[:64])
    side = {"NS": "EW", "EW": "NS"}.get(entry.side, "")
    return confirm_entry(actor=actor, entry=entry, agrees=agrees, side=side, code=code)


def _show_entry_state(request: HttpRequest, entry: ScoreEntry) -> None:
    messages.add_message(
        request, PAGE_STATES.get(EntryState(entry.state), messages.WARNING), state_sentence(entry.state)
    )


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from an address above the tables' pages so that it may serve them."""
    files = json.dumps([staticfiles_storage.url(name) for name in (*MODULES, *STYLES)])
    answer = render(request, "scoring/table_worker.js", {"files": files}, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer
