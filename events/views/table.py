"""What a table's code opens besides its own page: the door and the names. No account, no other table."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.middleware import speak_for
from core.actors import Actor, client_address, of_device
from core.limits import READING, is_too_often, limits_itself, too_many_forms
from core.posted import posted
from core.refusals import refusals_on, status_of
from events.forms.room import NumbersForm
from events.models import StandingCode, TableCode
from events.selectors.legs import SIDES
from events.selectors.numbers import are_digits
from events.selectors.standing_codes import find_standing_code, tables_opened_by
from events.selectors.table_codes import find_code, table_device_name
from events.selectors.tables import may_key_in, session_room
from events.services.identify import KeyedNumber, identify, read_numbers
from events.views.code_rate_limit import refuses_guess

TablePage = Callable[..., HttpResponse]


def table_page(view: TablePage, *, late: bool = False) -> Callable[..., HttpResponse]:
    """Find the table by its code. Whatever is wrong with a code, the answer is the same.

    With `late` also for a while after the session: for the ranking, and for what a phone has still to send.
    """

    @limits_itself
    @wraps(view)
    def page(request: HttpRequest, code: str, **kwargs: Any) -> HttpResponse:
        at = of_device(request, "").at
        table_code = find_code(code, at=at if late else None)
        if table_code is None and request.method in ("GET", "HEAD") and (standing := find_standing_code(code)):
            return open_standing(request, standing, at)
        if table_code is None:
            wait = refuses_guess(code, client_address(request))
            return render(request, "events/table_gone.html", {"wait": wait}, status=429 if wait else 404)
        club = table_code.club
        speak_for(request, language=club.language, zone=club.timezone)
        if request.method not in READING and sends_too_often(table_code, at):
            return too_many_forms(request)
        return view(request, table_code, of_device(request, table_device_name(table_code)), **kwargs)

    return page


def sends_too_often(code: TableCode, at: datetime) -> bool:
    """Counted together with what the table's devices send in the background."""
    return is_too_often("posts", code.code, settings.TABLE_POSTS, int(at.timestamp() // 60))


def open_standing(request: HttpRequest, standing: StandingCode, at: datetime) -> HttpResponse:
    """To tonight's own code for this table: what the device then keeps and sends belongs to that session alone."""
    speak_for(request, language=standing.club.language, zone=standing.club.timezone)
    tables = tables_opened_by(standing, at)
    if len(tables) == 1:
        answer: HttpResponse = redirect(reverse("table", kwargs={"code": tables[0].code}))
    else:
        context = {"standing": standing, "club": standing.club, "tables": tables}
        answer = render(request, "events/table_standing.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
def enter(request: HttpRequest) -> HttpResponse:
    """For those who type the code from the card."""
    typed = "".join(sign for sign in request.GET.get("code", "") if sign.isalnum())[:12].upper()
    if typed:
        return redirect(reverse("table", kwargs={"code": typed}))
    return render(request, "events/table_enter.html")


@require_http_methods(["GET", "POST"])
@table_page
def names(request: HttpRequest, code: TableCode, actor: Actor) -> HttpResponse:
    """Numbers in, then the names they mean, then yes: two taps, so that a slip changes nothing."""
    form = NumbersForm(posted(request), digits=are_digits(code.club))
    keyed_numbers: list[KeyedNumber] = []
    step = request.POST.get("step", "")
    if form.is_valid() and step in ("look", "save"):
        with refusals_on(form):
            checked = read_numbers(actor=actor, code=code, seats=form.cleaned_data)
            if step == "save":
                return _save_names(request, code, actor, form)
            keyed_numbers = checked
    context = table_context(code) | {
        "form": form,
        "keyed": [
            {"seat": SIDES[keyed.seat], "name": keyed.player.public_name, "keyed": keyed} for keyed in keyed_numbers
        ],
        "may_key_in": may_key_in(code.section.session),
    }
    return render(request, "events/table_names.html", context, status=status_of(form))


def _save_names(request: HttpRequest, code: TableCode, actor: Actor, form: NumbersForm) -> HttpResponse:
    identified = identify(actor=actor, code=code, seats=form.cleaned_data)
    if identified.claims:
        messages.warning(request, _("Another name stands there. The desk has been told and will come to you."))
    elif identified.named:
        messages.success(request, _("Thank you. The names are on the list."))
    else:
        messages.info(request, _("These names were on the list already."))
    return redirect(reverse("table", kwargs={"code": code.code}))


def table_context(code: TableCode) -> dict[str, Any]:
    """Which table it is, and who sits there now; nothing of any other table."""
    session = code.section.session
    room = session_room(session, open_names=False)
    section = next((candidate for candidate in room.sections if candidate.section.pk == code.section_id), None)
    tables = section.tables(room.round) if section else []
    return {
        "code": code,
        "session": session,
        "event": session.event,
        "club": session.club,
        "name": section.table_name(code.table) if section else str(code.table),
        "now": next((table for table in tables if table.number == code.table), None),
    }
