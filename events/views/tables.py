"""The desk's view of the tables: their codes, and what they have told the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.views.bodies import Request
from core.permissions import may
from core.refusals import collect_refusals, refusals_as_messages, status_of
from events.models import SeatClaim, Session, StandingCode, TableCode
from events.selectors.claims import open_seat_claims
from events.selectors.legs import SIDES
from events.selectors.seats import session_sections
from events.selectors.standing_codes import club_standing_codes
from events.selectors.tables import RoomTable
from events.services.identify import accept_claim, dismiss_claim
from events.services.tables import make_codes, revoke_code, section_tables
from events.views.base import render_session, session_page, session_url
from events.views.room import room_for


def table_address(code: TableCode | StandingCode) -> str:
    return reverse("table", kwargs={"code": code.code})


@require_safe
@session_page("session.run")
def tables(request: Request, session: Session) -> HttpResponse:
    room = room_for(request, session)
    codes = {
        (code.section_id, code.table): code
        for code in TableCode.objects.filter(section__session=session, revoked_at=None)
    }
    standing = {(code.letter, code.table): code for code in club_standing_codes(session.club)}
    seated = {(table.letter, table.number): table for table in room.tables(room.round)}
    rows = [
        _row(section.section.pk, section.table_name(table), table, codes, seated.get((section.letter, table)))
        | {"standing": standing.get((section.letter, table))}
        for section in room.sections
        for table in section_tables(section.section)
    ]
    context = {
        "rows": rows,
        "claims": [_claim(claim, len(room.sections) > 1) for claim in open_seat_claims(session)],
        "missing": any(row["code"] is None for row in rows) and not session.is_over,
        "round": room.round,
        "any_standing": bool(standing),
        "may_manage": may(request.actor, "event.manage", session),
    }
    return render_session(request, session, "events/tables.html", context)


def _row(
    section_id: int, name: str, table: int, codes: dict[tuple[int, int], TableCode], seated: RoomTable | None
) -> dict[str, Any]:
    code = codes.get((section_id, table))
    return {"name": name, "seated": seated, "code": code, "address": table_address(code) if code else ""}


def _claim(claim: SeatClaim, several: bool) -> dict[str, Any]:
    return {
        "claim": claim,
        "table": f"{claim.section.letter}{claim.table}" if several else str(claim.table),
        "seat": SIDES[claim.seat],
        "expected": claim.entrant.title,
        "said": claim.player.display_name,
    }


@require_POST
@session_page("session.run")
def add_codes(request: Request, session: Session) -> HttpResponse:
    with refusals_as_messages(request):
        codes = [
            code for section in session_sections(session) for code in make_codes(actor=request.actor, section=section)
        ]
        sentence = ngettext("%(count)s table has a code now.", "%(count)s tables have a code now.", len(codes))
        messages.success(request, sentence % {"count": len(codes)})
    page = "session-table-cards" if request.POST.get("then") == "cards" else "session-tables"
    return redirect(session_url(session, page))


@require_http_methods(["GET", "POST"])
@session_page("session.run")
def revoke(request: Request, session: Session, code_id: int) -> HttpResponse:
    """A page of its own: those at the table lose their page in the middle of a round."""
    codes = TableCode.objects.select_related("section__session__event__club__federation")
    code = get_object_or_404(codes, pk=code_id, section__session=session)
    errors: list[str] = []
    if request.method == "POST":
        with collect_refusals() as errors:
            revoke_code(actor=request.actor, code=code, reason=request.POST.get("reason", "").strip()[:200])
            messages.success(request, _("The old code is revoked. Print the new card for this table."))
            return redirect(session_url(session, "session-tables"))
    context = {"code": code, "errors": errors, "back": session_url(session, "session-tables")}
    return render_session(request, session, "events/table_revoke.html", context, status=status_of(errors))


@require_POST
@session_page("session.run")
def settle(request: Request, session: Session, claim_id: int) -> HttpResponse:
    claims = SeatClaim.objects.select_related("section__session__event__club__federation")
    claim = get_object_or_404(claims, pk=claim_id, section__session=session)
    with refusals_as_messages(request):
        if request.POST.get("take") == "yes":
            accept_claim(actor=request.actor, claim=claim)
            messages.success(request, _("%(name)s plays there now.") % {"name": claim.player.display_name})
        else:
            dismiss_claim(actor=request.actor, claim=claim)
            messages.success(request, _("The list stands as it was."))
    return redirect(session_url(session, "session-tables"))
