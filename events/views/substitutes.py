"""Substitutes of a session, and who played which boards (Law 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.views.bodies import Request
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.people import EndForm, SubstituteForm
from events.models import Place, Session, Substitution
from events.selectors.seats import session_places, session_sections
from events.selectors.substitutes import PlayedShare, played_shares, session_substitutions
from events.selectors.tables import ranges
from events.services.substitutes import add_substitute, end_substitute, withdraw_substitute
from events.views.base import session_page, session_url
from events.views.naming import name_field, person_in, render_people

PAGE = "session-substitutes"


@dataclass(frozen=True)
class ContestantShares:
    """A contestant with what each of its people played."""

    place: Place
    parts: list[tuple[PlayedShare, str]]
    had_substitutes: bool


@require_http_methods(["GET", "POST"])
@session_page("session.run")
def substitutes(request: Request, session: Session) -> HttpResponse:
    places, rounds = list(session_places(session)), _rounds(session)
    form = SubstituteForm(posted(request), places=places, rounds=rounds, now=session.round)
    field = name_field(request, session, _("Who plays instead"))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            substitution = add_substitute(actor=request.actor, player=person_in(field), **form.substitution())
            gaps = {"player": substitution.player, "entrant": substitution.entrant}
            messages.success(request, _("%(player)s plays for %(entrant)s.") % gaps)
            return redirect(session_url(session, PAGE))
    return _render(request, session, form, [field], rounds=rounds, anybody=bool(places))


def _render(request: Request, session: Session, form: SubstituteForm, fields: list[Any], **more: Any) -> HttpResponse:
    shares = _shares(session)
    context = {
        "form": form,
        "name_fields": fields,
        "errors": form.non_field_errors() or ([_("Look at the fields marked below.")] if form.errors else []),
        "rows": list(session_substitutions(session)),
        "helped": [share for share in shares if share.had_substitutes],
        "others": [share for share in shares if not share.had_substitutes],
    }
    return render_people(request, session, "events/substitutes.html", context | more, status=status_of(form))


def _rounds(session: Session) -> int:
    return max((len(section.movement.rounds) for section in session_sections(session) if section.movement), default=0)


def _shares(session: Session) -> list[ContestantShares]:
    by_place: dict[int, list[PlayedShare]] = {}
    for part in played_shares(session):
        by_place.setdefault(part.place.pk, []).append(part)
    return [
        ContestantShares(
            parts[0].place, [(part, ranges(part.boards)) for part in parts], any(part.is_substitute for part in parts)
        )
        for parts in by_place.values()
    ]


def _find(session: Session, substitution_id: int) -> Substitution:
    return get_object_or_404(session_substitutions(session, withdrawn=True), pk=substitution_id)


@require_POST
@session_page("session.run")
def withdraw(request: Request, session: Session, substitution_id: int) -> HttpResponse:
    substitution = _find(session, substitution_id)
    with refusals_as_messages(request):
        withdraw_substitute(actor=request.actor, substitution=substitution)
        messages.success(request, _("Withdrawn."))
    return redirect(session_url(session, PAGE))


@require_POST
@session_page("session.run")
def end(request: Request, session: Session, substitution_id: int) -> HttpResponse:
    substitution, form = _find(session, substitution_id), EndForm(request.POST)
    if not form.is_valid():
        messages.error(
            request, _("Write the number of the last round that %(name)s plays.") % {"name": substitution.player}
        )
        return redirect(session_url(session, PAGE))
    with refusals_as_messages(request):
        end_substitute(actor=request.actor, substitution=substitution, **form.cleaned_data)
        gaps = {"entrant": substitution.entrant, "round": form.cleaned_data["last_round"]}
        messages.success(request, _("%(entrant)s is back after round %(round)s.") % gaps)
    return redirect(session_url(session, PAGE))
