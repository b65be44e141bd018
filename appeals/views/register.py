"""The register of a club and of a federation, its figures and its export; the pool of those who hear appeals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appeals.filters import RegisterFilter
from appeals.forms.bodies import PoolForm
from appeals.forms.requesting import NoteForm
from appeals.models import Appeal, PoolMember
from appeals.selectors.register import COLUMNS, exported_rows, visible_appeals
from appeals.selectors.register_page import appeals_register
from appeals.services.pool import add_to_pool, leave_pool
from appeals.services.register import note_fingerprint, write_note
from appeals.views.base import appeal_page, appeal_url
from clubs.models import User
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.errors import Forbidden, field_error
from core.permissions import may
from core.posted import posted
from core.refusals import refusals_on, status_of
from core.sheets import csv_answer

# The filters that are always before one; the others are folded away while they are not used.
FIRST = ("state", "waiting", "since", "until")


@require_safe
@body_page("appeal.register")
def register(request: Request, body: Body) -> HttpResponse:
    page = appeals_register(body, request.GET, request.actor.at)
    if body.kind == "club":
        del page.filters.form.fields["club"]
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "filters": page.filters,
        "page": page.page,
        "rows": page.lines,
        "figures": page.figures,
        "query": query.urlencode(),
        "narrowed": any(query.get(name) for name in page.filters.filters if name not in FIRST),
        "csv_url": body_url(body, "appeals-export", format="csv"),
        "json_url": body_url(body, "appeals-export", format="json"),
        "pool_url": body_url(body, "appeals-pool") if may(request.actor, "appeal.pool", body) else "",
    }
    return render_body(request, body, "appeals/register.html", context)


@require_safe
@body_page("appeal.register")
def export(request: Request, body: Body, format: str) -> HttpResponseBase:
    """What the filters leave, without names of players."""
    rows = RegisterFilter(request.GET, queryset=visible_appeals(body)).qs
    name = f"appeals-{body.slug}.{format}"
    if format == "csv":
        return csv_answer(chain([COLUMNS], (line.values() for line in exported_rows(rows))), name)
    if format != "json":
        raise Http404
    response = StreamingHttpResponse(_json(rows), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _json(rows: Any) -> Iterator[str]:
    yield "["
    for at, line in enumerate(exported_rows(rows)):
        yield ("," if at else "") + json.dumps(line)
    yield "]"


@require_http_methods(["GET", "HEAD", "POST"])
@appeal_page
def note(request: Request, appeal: Appeal) -> HttpResponse:
    if not may(request.actor, "appeal.note", appeal):
        raise Forbidden
    initial = {"notes": appeal.notes, "follow_up": appeal.follow_up, "seen": note_fingerprint(appeal)}
    form = NoteForm(posted(request), initial=initial)
    newer_note = ""
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, seen=lambda: note_fingerprint(Appeal.objects.get(pk=appeal.pk))):
            write_note(actor=request.actor, appeal=appeal, **form.cleaned_data)
            messages.success(request, _("The note is kept."))
            return redirect(appeal_url(appeal))
        appeal.refresh_from_db()
        newer_note = "" if note_fingerprint(appeal) == form.cleaned_data["seen"] else appeal.notes
    context = {"form": form, "appeal": appeal, "theirs": newer_note}
    return render_body(request, appeal.club, "appeals/note.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("appeal.pool")
def pool(request: Request, body: Body) -> HttpResponse:
    form = PoolForm(posted(request))
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        user = User.objects.filter(email__iexact=typed.pop("email"), is_active=True).first()
        with refusals_on(form):
            if user is None:
                sentence = _("Nobody has an account with this address. Ask them to make one first.")
                raise field_error("email", sentence, "unknown")
            add_to_pool(actor=request.actor, body=body, user=user, **typed)
            messages.success(request, _("They can now be asked to hear appeals."))
            return redirect(body_url(body, "appeals-pool"))
    rows = PoolMember.objects.filter(left_at=None, **standing_on(body)).select_related("user__player")
    context = {"form": form, "rows": rows, "leave": f"{body.kind}-appeals-leave-pool"}
    return render_body(request, body, "appeals/pool.html", context, status=status_of(form))


@require_POST
@body_page("appeal.pool")
def leave(request: Request, body: Body, member_id: int) -> HttpResponse:
    member = PoolMember.objects.filter(pk=member_id, **standing_on(body)).first()
    if member is None:
        raise Http404
    leave_pool(actor=request.actor, member=member)
    messages.success(request, _("They are no longer asked."))
    return redirect(body_url(body, "appeals-pool"))
