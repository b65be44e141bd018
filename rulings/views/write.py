"""The ruling form: written up, previewed, given; or amended."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.views.bodies import Request
from core.permissions import may
from core.posted import number_in
from core.refusals import refusals_on, status_of
from events.models import Session
from events.selectors.hand_records import STRAINS, Suit
from events.views.base import render_session
from rulings.forms.rulings import RulingForm
from rulings.models import Ruling
from rulings.reviews import why_fixed
from rulings.selectors.effect import penalizable_contestants, preview_ruling_effect
from rulings.selectors.page import RulingPage, load_ruling_page
from rulings.selectors.reach import Reach
from rulings.services import giving
from rulings.views.base import find_case, redirect_saved, ruling_page, ruling_url
from scoring.selectors.conditions import board_conditions


def _form(request: Request, ruling: Ruling, data: Any = None) -> RulingForm:
    options: dict[str, Any] = {"names": penalizable_contestants(ruling), "now": request.actor.at}
    # Whoever had the whole form before them when the appeal was lodged is refused, and keeps what was typed.
    options["is_fixed"] = bool(why_fixed(request.actor, ruling)) and (data is None or "facts" not in data)
    return RulingForm(data, ruling=ruling, **options) if data is not None else RulingForm.filled(ruling, **options)


@require_http_methods(["GET", "HEAD", "POST"])
@ruling_page("ruling.make")
def write(request: Request, session: Session, ruling_id: int) -> HttpResponse:
    ruling, reach = find_case(request, session, ruling_id)
    if not ruling.is_draft and not ruling.stands:
        return redirect(ruling_url(ruling))
    if request.method != "POST":
        return render_write(request, ruling, reach, _form(request, ruling))
    form = _form(request, ruling, request.POST)
    if not form.is_valid():
        return render_write(request, ruling, reach, form)
    if request.POST.get("act") == "preview":
        return render_write(request, ruling, reach, form, preview=True)
    with refusals_on(form):
        saved = _save(request, ruling, form)
        return redirect_saved(request, ruling_url(saved) if not saved.is_draft else ruling_url(saved, "ruling-write"))
    # What was typed stays; the marks are those that are now on the page, so that saving again means it.
    ruling.refresh_from_db()
    return render_write(request, ruling, reach, form)


def _save(request: Request, ruling: Ruling, form: RulingForm) -> Ruling:
    actor, version = request.actor, number_in(request.POST, "version")
    fields, seen = form.written(), request.POST.get("seen")
    if not ruling.is_draft:
        return _amend(request, ruling, form, fields, seen)
    if request.POST.get("act") == "give":
        saved = giving.give(actor=actor, ruling=ruling, version=version, seen=seen, **fields)
        messages.success(request, _("The ruling is given."))
        return saved
    saved = giving.write(actor=actor, ruling=ruling, version=version, **fields)
    messages.success(request, _("Kept. It counts when you give it."))
    return saved


def _amend(request: Request, ruling: Ruling, form: RulingForm, fields: dict[str, Any], seen: str | None) -> Ruling:
    """What is only added (who was told, notes) does not change the ruling and needs no reason."""
    actor, version = request.actor, number_in(request.POST, "version")
    changed = {name for name, value in fields.items() if getattr(ruling, name) != value}
    if changed <= giving.LATER:
        later = {name: fields[name] for name in giving.LATER}
        saved = giving.note_down(actor=actor, ruling=ruling, version=version, **later)
        messages.success(request, _("Noted."))
        return saved
    reason = form.cleaned_data.get("reason", "")
    saved = giving.amend(actor=actor, ruling=ruling, reason=reason, version=version, seen=seen, **fields)
    messages.success(request, _("The ruling is amended; the version before it is kept."))
    return saved


def render_write(
    request: Request,
    ruling: Ruling,
    reach: Reach,
    form: RulingForm,
    *,
    preview: bool = False,
) -> HttpResponse:
    page = load_ruling_page(actor=request.actor, ruling=ruling, reach=reach)
    context = {
        "ruling": ruling,
        "page": page,
        "form": form,
        "why_fixed": why_fixed(request.actor, ruling),
        "seen": giving.other_rulings_fingerprint(ruling),
        "effect": preview_ruling_effect(ruling, form.written()) if preview else None,
        "strains": [Suit.of(strain) for strain in STRAINS],
        "at_desk": may(request.actor, "session.run", ruling.session),
        "dealer": _dealer(page),
    }
    return render_session(request, ruling.session, "rulings/write.html", context, status=status_of(form))


def _dealer(page: RulingPage) -> str:
    play = page.ruling.play
    return board_conditions(play.section, play.board).dealer.value if play else ""


@require_POST
@ruling_page("ruling.make")
def preview(request: Request, session: Session, ruling_id: int) -> HttpResponse:
    """The moving part of the form: the auction as it stands, and what the score would do."""
    ruling, _reach = find_case(request, session, ruling_id)
    form = _form(request, ruling, request.POST)
    form.is_valid()
    context = {"effect": preview_ruling_effect(ruling, form.written()), "body": session.club, "session": session}
    return render(request, "rulings/effect.html", context)
