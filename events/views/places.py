"""One contestant of a session: the names put right, the seed, the section, leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.views.bodies import Request
from core.refusals import collect_refusals, status_of
from events import hooks
from events.forms.desk import ReasonForm, SectionForm
from events.models import Contestant, Place, Session
from events.selectors.seats import with_people
from events.services.repairs import PlaceRepair, let_come_back, let_leave
from events.services.seating import rename
from events.views.base import render_session, session_page, session_url
from events.views.desk_acts import find_place, valid_fields
from events.views.name_fields import NameField, contestant_fields, people_from_fields, read_names
from events.wording import note_sentence


@require_http_methods(["GET", "POST"])
@session_page("session.run")
def place(request: Request, session: Session, place_id: int) -> HttpResponse:
    place = find_place(session, place_id)
    contestant = _contestant(place)
    if request.method == "POST":
        return _change_names(request, session, place, contestant)
    return _render(request, session, place, contestant, contestant_fields(contestant, contestant.event.size))


def _change_names(request: Request, session: Session, place: Place, contestant: Contestant) -> HttpResponse:
    """The names as they were typed; a field left as it was keeps its player."""
    fields = read_names(request, session.club, len(contestant_fields(contestant, contestant.event.size)))
    with collect_refusals() as errors:
        rename(
            actor=request.actor,
            contestant=contestant,
            people=people_from_fields(fields),
            seed=_number(request.POST.get("seed", "")),
            name=request.POST.get("name", contestant.name)[:80],
            version=_number(request.POST.get("version", "")),
        )
        messages.success(request, _("Saved."))
        return redirect(session_url(session))
    return _render(request, session, place, contestant, fields, errors)


@require_POST
@session_page("session.run")
def leave(request: Request, session: Session, place_id: int) -> HttpResponse:
    return _leave_or_return(request, session, place_id, let_leave, _("%(who)s has left."))


@require_POST
@session_page("session.run")
def come_back(request: Request, session: Session, place_id: int) -> HttpResponse:
    return _leave_or_return(request, session, place_id, let_come_back, _("%(who)s plays again."))


def _leave_or_return(
    request: Request, session: Session, place_id: int, act: Callable[..., PlaceRepair], sentence: str
) -> HttpResponse:
    """Done at the desk, or refused on the contestant's own page with what was typed."""
    place = find_place(session, place_id)
    place.session = session
    form = ReasonForm(request.POST)
    with collect_refusals() as errors:
        repair = act(actor=request.actor, place=place, reason=valid_fields(form)["reason"])
        sentences = [sentence % {"who": place.contestant}, *(note_sentence(note) for note in repair.changes)]
        messages.success(request, " ".join(sentences))
        if act is let_leave and _parts(place):
            return redirect(session_url(session, "session-place", place_id=place.pk))
        return redirect(session_url(session))
    contestant = _contestant(place)
    return _render(request, session, place, contestant, contestant_fields(contestant, contestant.event.size), errors)


def _parts(place: Place) -> list[dict[str, Any]]:
    """What applications above have to say of a contestant who plays."""
    if place.session.is_open:
        return []
    parts = ((part.template, part.shown(place)) for part in hooks.place_parts)
    return [{"template": template, "shown": shown} for template, shown in parts if shown]


def _contestant(place: Place) -> Contestant:
    contestants = with_people(Contestant.objects.select_related("event__club__federation"))
    return contestants.get(pk=place.contestant_id)


def _number(text: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text.strip()) > 4:
        raise ValidationError(_("The seed is a number from 1 on."), code="bad_seed")
    return int(text)


def _render(
    request: Request,
    session: Session,
    place: Place,
    contestant: Contestant,
    fields: list[NameField],
    errors: list[str] | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "place": place,
        "contestant": contestant,
        "name_fields": fields,
        "errors": errors or [],
        "section_form": SectionForm(session=session, initial={"section": place.section_id}),
        "several_sections": session.sections.count() > 1,
        "seed": request.POST.get("seed", contestant.seed or ""),
        "has_left": place.section.movement is not None and place.number in place.section.movement.withdrawn,
        "reason": request.POST.get("reason", ""),
        "parts": _parts(place),
    }
    return render_session(request, session, "events/place.html", context, status=status_of(errors))
