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
from events.selectors.naming import NameAnswer, TypedName, match_typed_names
from events.selectors.seats import with_people
from events.services.repairs import Repaired, let_come_back, let_leave
from events.services.seating import rename
from events.views.base import render_session, session_page, session_url
from events.views.desk import NameField
from events.views.desk_acts import checked, find_place
from events.wording import note_sentence


@require_http_methods(["GET", "POST"])
@session_page("session.run")
def place(request: Request, session: Session, place_id: int) -> HttpResponse:
    row = find_place(session, place_id)
    contestant = _contestant(row)
    if request.method == "POST":
        return _put_right(request, session, row, contestant)
    return _render(request, session, row, contestant, _fields(contestant))


def _put_right(request: Request, session: Session, row: Place, contestant: Contestant) -> HttpResponse:
    """The names as they were typed; a field left as it was keeps its player."""
    typed = [
        TypedName(request.POST.get(f"player_{at}", "")[:120], request.POST.get(f"pick_{at}", "")[:20])
        for at in range(1, len(_fields(contestant)) + 1)
    ]
    answers = match_typed_names(actor=request.actor, club=session.club, typed=typed)
    shown = [NameField(at, one, answer) for at, (one, answer) in enumerate(zip(typed, answers, strict=True), start=1)]
    with collect_refusals() as errors:
        _refuse(answers)
        rename(
            actor=request.actor,
            contestant=contestant,
            people=[None if answer.unknown else answer.person for answer in answers if not answer.empty],
            seed=_number(request.POST.get("seed", "")),
            name=request.POST.get("name", contestant.name)[:80],
            version=_number(request.POST.get("version", "")),
        )
        messages.success(request, _("Saved."))
        return redirect(session_url(session))
    return _render(request, session, row, contestant, shown, errors)


@require_POST
@session_page("session.run")
def leave(request: Request, session: Session, place_id: int) -> HttpResponse:
    return _out_or_in(request, session, place_id, let_leave, _("%(who)s has left."))


@require_POST
@session_page("session.run")
def come_back(request: Request, session: Session, place_id: int) -> HttpResponse:
    return _out_or_in(request, session, place_id, let_come_back, _("%(who)s plays again."))


def _out_or_in(
    request: Request, session: Session, place_id: int, act: Callable[..., Repaired], sentence: str
) -> HttpResponse:
    """Done at the desk, or refused on the contestant's own page with what was typed."""
    row = find_place(session, place_id)
    row.session = session
    form = ReasonForm(request.POST)
    with collect_refusals() as errors:
        done = act(actor=request.actor, place=row, reason=checked(form)["reason"])
        said = [sentence % {"who": row.contestant}, *(note_sentence(note) for note in done.changes)]
        messages.success(request, " ".join(said))
        if act is let_leave and _parts(row):
            return redirect(session_url(session, "session-place", place_id=row.pk))
        return redirect(session_url(session))
    contestant = _contestant(row)
    return _render(request, session, row, contestant, _fields(contestant), errors)


def _parts(row: Place) -> list[dict[str, Any]]:
    """What applications above have to say of a contestant who plays."""
    if row.session.is_open:
        return []
    found = ((part.template, part.shown(row)) for part in hooks.place_parts)
    return [{"template": template, "shown": shown} for template, shown in found if shown]


def _contestant(row: Place) -> Contestant:
    rows = with_people(Contestant.objects.select_related("event__club__federation"))
    return rows.get(pk=row.contestant_id)


def _refuse(answers: list[NameAnswer]) -> None:
    if problems := [answer.problem for answer in answers if answer.problem]:
        raise ValidationError(problems)


def _number(said: str) -> int | None:
    if not said.strip():
        return None
    if not said.strip().isdecimal() or len(said.strip()) > 4:
        raise ValidationError(_("The seed is a number from 1 on."), code="bad_seed")
    return int(said)


def _fields(contestant: Contestant) -> list[NameField]:
    people = list(contestant.entrants.all())
    fields = [
        NameField(at, TypedName(one.title, str(one.player_id or "")), NameAnswer())
        for at, one in enumerate(people, start=1)
    ]
    missing = range(len(fields) + 1, contestant.event.size + 1)
    return [*fields, *(NameField(at, TypedName(""), NameAnswer()) for at in missing)]


def _render(
    request: Request,
    session: Session,
    row: Place,
    contestant: Contestant,
    fields: list[NameField],
    errors: list[str] | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "place": row,
        "contestant": contestant,
        "name_fields": fields,
        "errors": errors or [],
        "section_form": SectionForm(session=session, initial={"section": row.section_id}),
        "several_sections": session.sections.count() > 1,
        "seed": request.POST.get("seed", contestant.seed or ""),
        "has_left": row.section.movement is not None and row.number in row.section.movement.withdrawn,
        "reason": request.POST.get("reason", ""),
        "parts": _parts(row),
    }
    return render_session(request, session, "events/place.html", context, status=status_of(errors))
