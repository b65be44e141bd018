"""Series: the templates of regular games, and this week's game in one click."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.conditions import NewSeriesForm, SeriesForm
from events.models import Series
from events.services.events import add_series, change_series, make_event_from


@require_http_methods(["GET", "POST"])
@body_page("event.manage")
def new(request: Request, body: Club) -> HttpResponse:
    form = NewSeriesForm(posted(request), club=body)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            series = add_series(actor=request.actor, club=body, **form.changes())
            messages.success(request, _("Made: “%(series)s”. Each game is now one click.") % {"series": series})
            return redirect(body_url(body, "events"))
    return render_body(request, body, "events/series_new.html", {"form": form}, status=status_of(form))


@require_http_methods(["GET", "POST"])
@body_page("event.manage")
def edit(request: Request, body: Club, series_id: int) -> HttpResponse:
    series = find_series(body, series_id)
    form = SeriesForm(posted(request), instance=find_series(body, series_id), club=body)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=series):
            version = form.cleaned_data["version"]
            change_series(actor=request.actor, series=series, version=version, **form.changes())
            messages.success(request, _("Saved. Games already made keep their conditions."))
            return redirect(body_url(body, "events"))
    context = {"form": form, "series": series, "back": body_url(body, "events")}
    return render_body(request, body, "events/series_edit.html", context, status=status_of(form))


@require_POST
@body_page("session.run")
def make(request: Request, body: Club, series_id: int) -> HttpResponse:
    """The button says for which day it is, so that pressing it twice makes one game."""
    series = find_series(body, series_id)
    with refusals_as_messages(request):
        event = make_event_from(actor=request.actor, series=series, day=_day(request.POST.get("day", "")))
        session = event.sessions.order_by("number").first()
        if session is not None and body.day(session.starts_at) == body.day(request.actor.at):
            return redirect(body_url(body, "session", session_id=session.pk))
        messages.success(request, _("Made and announced. Members can enter now."))
        return redirect(body_url(body, "event", event_id=event.pk))
    return redirect(body_url(body, "events"))


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        sentence = _("“%(said)s” is no day. Press the button again.") % {"said": text[:20]}
        raise ValidationError(sentence, code="no_day") from error


def find_series(club: Club, series_id: int) -> Series:
    return get_object_or_404(Series.objects.select_related("club__federation"), pk=series_id, club=club)
