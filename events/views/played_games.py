"""A game that was played without this program, entered from paper."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from core.posted import posted
from core.refusals import refusals_on, status_of
from events.forms.played_games import PlayedGameForm
from events.services.played_games import add_played_game
from events.views.base import session_url


@require_http_methods(["GET", "POST"])
@body_page("event.manage")
def new(request: Request, body: Club) -> HttpResponse:
    form = PlayedGameForm(posted(request), club=body)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            session = add_played_game(actor=request.actor, club=body, **form.cleaned_data)
            return redirect(session_url(session))
    return render_body(request, body, "events/played_game.html", {"form": form}, status=status_of(form))
