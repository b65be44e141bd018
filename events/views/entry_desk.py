"""The list of entries as the desk keeps it: adding, changing, withdrawing, promoting."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Club
from clubs.views.bodies import Request, body_page
from core.posted import number_in, posted
from core.refusals import collect_refusals, refusals_as_messages, refusals_on, status_of
from events.forms.entries import OptionalReasonForm, WishForm
from events.models import Contestant, Event
from events.models.conditions import Form
from events.models.contestants import Status
from events.selectors.entries import open_wishes
from events.selectors.naming import suggestions
from events.selectors.seats import with_people
from events.services.contestants import add_people, change_people, promote, withdraw_contestant
from events.services.entry_checks import free_places
from events.services.partners import add_wish
from events.views.entries import render_partners
from events.views.event_base import event_page, event_url, posted_text, render_event
from events.views.events import entries_context
from events.views.name_fields import NameField, contestant_fields, empty_fields, people_from_fields, read_names


@require_safe
@body_page("session.run")
def find(request: Request, body: Club) -> JsonResponse:
    """Who may be meant, while somebody types."""
    return JsonResponse(suggestions(actor=request.actor, club=body, words=request.GET.get("q", "")[:100]))


@require_http_methods(["GET", "POST"])
@event_page("entry.manage")
def entries(request: Request, event: Event) -> HttpResponse:
    if request.method == "POST":
        return _add(request, event)
    return _render(request, event, empty_fields(Form(event.form).most))


def _add(request: Request, event: Event) -> HttpResponse:
    fields = read_names(request, event.club, Form(event.form).most)
    team = posted_text(request, "name", 80)
    with collect_refusals() as errors:
        contestant = add_people(actor=request.actor, event=event, people=people_from_fields(fields), name=team)
        if contestant.status == Status.WAITING:
            messages.info(
                request, _("All places are taken: %(title)s is on the waiting list.") % {"title": contestant.title}
            )
        else:
            messages.success(request, _("Entered: %(title)s.") % {"title": contestant.title})
        return redirect(event_url(event, "entries"))
    return _render(request, event, fields, errors, team)


def _render(
    request: Request, event: Event, fields: list[NameField], errors: list[str] | None = None, team: str = ""
) -> HttpResponse:
    context = {
        "name_fields": fields,
        "errors": errors or [],
        "team_name": team,
        "free": free_places(event),
        "wishes": open_wishes(event).count(),
        "has_partner_desk": event.form == Form.PAIRS,
        **entries_context(request.actor, event),
    }
    return render_event(request, event, "events/entries.html", context, status=status_of(errors))


@require_http_methods(["GET", "POST"])
@event_page("entry.manage")
def entry(request: Request, event: Event, contestant_id: int) -> HttpResponse:
    """One contestant: its names, its name as a team, the note."""
    contestant = find_contestant(event, contestant_id)
    errors: list[str] = []
    fields = contestant_fields(contestant, Form(event.form).most)
    if request.method == "POST":
        fields = read_names(request, event.club, len(fields))
        with collect_refusals() as errors:
            change_people(
                actor=request.actor,
                contestant=contestant,
                people=people_from_fields(fields),
                version=number_in(request.POST, "version"),
                name=posted_text(request, "name", 80, contestant.name),
                note=posted_text(request, "note", 200, contestant.note),
            )
            messages.success(request, _("Saved."))
            return redirect(event_url(event, "entries"))
        contestant = find_contestant(event, contestant_id)
    context = {
        "contestant": contestant,
        "name_fields": fields,
        "errors": errors,
        "team_name": request.POST.get("name", contestant.name),
        "note": request.POST.get("note", contestant.note),
        "back": event_url(event, "entries"),
    }
    return render_event(request, event, "events/entry.html", context, status=status_of(errors))


@require_POST
@event_page("entry.manage")
def add_partner_wish(request: Request, event: Event) -> HttpResponse:
    """Somebody has come alone."""
    fields = read_names(request, event.club, 1)
    with collect_refusals() as errors:
        people = people_from_fields(fields)
        if not people or people[0] is None:
            raise ValidationError(_("Write who looks for a partner."), code="nobody")
        add_wish(actor=request.actor, event=event, player=people[0])
        return redirect(event_url(event, "partners"))
    return render_partners(request, event, WishForm(), name_fields=fields, errors=errors)


@require_http_methods(["GET", "POST"])
@event_page("entry.manage")
def withdraw(request: Request, event: Event, contestant_id: int) -> HttpResponse:
    contestant = find_contestant(event, contestant_id)
    form = OptionalReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            withdrawal = withdraw_contestant(actor=request.actor, contestant=contestant, **form.cleaned_data)
            messages.success(request, _("Withdrawn: %(title)s.") % {"title": contestant.title})
            for moved in withdrawal.promoted:
                messages.info(request, _("From the waiting list: %(title)s.") % {"title": moved.title})
            return redirect(event_url(event, "entries"))
    context = {"form": form, "contestant": contestant, "back": event_url(event, "entries")}
    return render_event(request, event, "events/entry_take_out.html", context, status=status_of(form))


@require_POST
@event_page("entry.manage")
def promote_entry(request: Request, event: Event, contestant_id: int) -> HttpResponse:
    contestant = find_contestant(event, contestant_id)
    with refusals_as_messages(request):
        promote(actor=request.actor, contestant=contestant)
        messages.success(request, _("Entered: %(title)s.") % {"title": contestant.title})
    return redirect(event_url(event, "entries"))


def find_contestant(event: Event, contestant_id: int) -> Contestant:
    contestants = with_people(Contestant.objects.filter(event=event))
    contestant = get_object_or_404(contestants, pk=contestant_id)
    contestant.event = event
    return contestant
