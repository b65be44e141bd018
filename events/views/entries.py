"""Entering online, withdrawing, and the partner desk."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.views.bodies import Request
from core.permissions import may
from core.posted import posted, whole_numbers
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.entries import EnterForm, WishForm
from events.models import Contestant, Event, PartnerWish
from events.models.conditions import Form
from events.models.contestants import Status
from events.selectors.entries import open_wishes, place_in_line, player_entry
from events.services.entries import enter_event, why_closed, withdraw_entry
from events.services.partners import accept_wish, leave_wish, match_wishes, withdraw_wish
from events.views.event_base import event_page, event_url, render_event
from events.views.name_fields import empty_fields


@require_http_methods(["GET", "POST"])
@event_page("entry.make")
def enter(request: Request, event: Event) -> HttpResponse:
    actor = request.actor
    form = EnterForm(posted(request), event=event)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            contestant = enter_event(actor=actor, event=event, **form.entry())
            messages.success(request, entered_sentence(contestant))
            return redirect(event_url(event))
    context = {
        "form": form,
        "entry": player_entry(event, actor.player),
        "closed": why_closed(actor, event),
        "has_partner_desk": event.form == Form.PAIRS,
        "back": event_url(event),
    }
    return render_event(request, event, "events/enter.html", context, status=status_of(form))


def entered_sentence(contestant: Contestant) -> str:
    if contestant.status == Status.WAITING:
        sentence = _("All places are taken: you are number %(place)s on the waiting list.")
        return sentence % {"place": place_in_line(contestant)}
    return _("Entered: %(title)s.") % {"title": contestant.title}


@require_http_methods(["GET", "POST"])
@event_page("entry.make")
def withdraw(request: Request, event: Event) -> HttpResponse:
    """One's own entry, after a question."""
    entry = player_entry(event, request.actor.player)
    if entry is None:
        messages.info(request, _("You have no entry here."))
        return redirect(event_url(event))
    entry.event = event
    if request.method == "POST":
        with refusals_as_messages(request):
            withdraw_entry(actor=request.actor, contestant=entry)
            messages.success(request, _("Withdrawn."))
        return redirect(event_url(event))
    context = {"entry": entry, "closed": why_closed(request.actor, event), "back": event_url(event)}
    return render_event(request, event, "events/entry_withdraw.html", context)


@require_http_methods(["GET", "POST"])
@event_page("entry.make", "entry.manage")
def partners(request: Request, event: Event) -> HttpResponse:
    """Who looks for a partner; members say so themselves, the desk brings two together."""
    if event.form != Form.PAIRS:
        raise Http404
    form = WishForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            leave_wish(actor=request.actor, event=event, **form.cleaned_data)
            messages.success(request, _("Noted: you look for a partner."))
            return redirect(event_url(event, "partners"))
    return render_partners(request, event, form)


def render_partners(request: Request, event: Event, form: WishForm, **more: Any) -> HttpResponse:
    actor = request.actor
    wishes = list(open_wishes(event))
    own = next((wish for wish in wishes if actor.player and wish.person_id == actor.player.pk), None)
    if own and not form.is_bound:
        form.initial["note"] = own.note
    context = {
        "form": form,
        "own": own,
        "wishes": [wish for wish in wishes if wish != own],
        "entry": player_entry(event, actor.player),
        "closed": why_closed(actor, event),
        "is_member": may(actor, "entry.make", event),
        "may_match": may(actor, "entry.manage", event),
        "name_fields": empty_fields(1),
    }
    status = status_of(form, more.get("errors"))
    return render_event(request, event, "events/partners.html", context | more, status=status)


@require_POST
@event_page("entry.make")
def accept(request: Request, event: Event, wish_id: int) -> HttpResponse:
    wish = find_wish(event, wish_id)
    with refusals_as_messages(request):
        messages.success(request, entered_sentence(accept_wish(actor=request.actor, wish=wish)))
    return redirect(event_url(event))


@require_POST
@event_page("entry.make", "entry.manage")
def withdraw_partner_wish(request: Request, event: Event, wish_id: int) -> HttpResponse:
    wish = find_wish(event, wish_id)
    with refusals_as_messages(request):
        withdraw_wish(actor=request.actor, wish=wish)
        messages.success(request, _("Taken off the list."))
    return redirect(event_url(event, "partners"))


@require_POST
@event_page("entry.manage")
def match(request: Request, event: Event) -> HttpResponse:
    ids = whole_numbers(request.POST.getlist("wish"))
    with refusals_as_messages(request):
        if len(ids) != 2:
            raise ValidationError(_("Tick two people, and only two, to bring them together."), code="not_two")
        first, second = (find_wish(event, wish_id) for wish_id in ids)
        messages.success(request, entered_sentence(match_wishes(actor=request.actor, first=first, second=second)))
    return redirect(event_url(event, "partners"))


def find_wish(event: Event, wish_id: int) -> PartnerWish:
    wish = get_object_or_404(PartnerWish.objects.select_related("player"), pk=wish_id, event=event)
    wish.event = event
    return wish
