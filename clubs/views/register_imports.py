"""A federation's list on its way into the register: uploaded, shown row by row, confirmed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.forms.register_imports import ListFateForm, ListForm
from clubs.models import Federation, RegisterImport, RegisterImportRow
from clubs.models.imports import ImportState
from clubs.models.register import ListFate
from clubs.services.register_imports import (
    confirm_register_import,
    confirm_same_person,
    drop_register_import,
    start_register_import,
)
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from jobs.models import Job

PAGE = 50
BADGES = {"new": "good", "changed": "info", "same": "quiet", "ask": "warn", "error": "bad"}


@require_http_methods(["GET", "POST"])
@body_page("register.keep")
def upload(request: Request, body: Federation) -> HttpResponse:
    form = ListForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            made = start_register_import(actor=request.actor, federation=body, upload=form.cleaned_data["file"])
            return redirect(body_url(body, "register-import", import_id=made.pk))
    past = RegisterImport.objects.filter(federation=body).exclude(state=ImportState.DROPPED)[:10]
    return render_body(
        request, body, "clubs/register_upload.html", {"form": form, "past": past}, status=status_of(form)
    )


@require_safe
@body_page("register.keep")
def register_import(request: Request, body: Federation, import_id: int) -> HttpResponse:
    """The list as it stands: being checked, each row's fate, or what was left out."""
    current = _find(body, import_id)
    form = ListFateForm(request.GET)
    rows = current.rows.select_related("player").order_by("line")
    if form.is_valid() and form.cleaned_data["fate"]:
        rows = rows.filter(fate=form.cleaned_data["fate"])
    job = Job.objects.filter(key=current.key, federation=body).order_by("-pk").first()
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    same = current.rows.filter(fate=ListFate.ASK, is_same_person=True).count()
    context = {
        "row": current,
        "form": form,
        "page": page,
        "lines": [_line(one) for one in page.object_list],
        "counts": [(ListFate(fate).label, BADGES[fate], current.counts.get(fate, 0)) for fate in ListFate.values],
        "writes": current.counts.get("new", 0) + current.counts.get("changed", 0) + same,
        "job": job,
        "at_work": job is not None and not job.is_over,
    }
    return render_body(request, body, "clubs/register_rows.html", context)


@require_POST
@body_page("register.keep")
def confirm(request: Request, body: Federation, import_id: int) -> HttpResponse:
    with refusals_as_messages(request):
        confirm_register_import(actor=request.actor, register_import=_find(body, import_id))
    return redirect(body_url(body, "register-import", import_id=import_id))


@require_POST
@body_page("register.keep")
def drop(request: Request, body: Federation, import_id: int) -> HttpResponse:
    dropped = drop_register_import(actor=request.actor, register_import=_find(body, import_id))
    if dropped.state == ImportState.DROPPED:
        messages.success(request, _("Dropped: nothing was written, and the file is gone."))
    return redirect(body_url(body, "import-register"))


@require_POST
@body_page("register.keep")
def same_person(request: Request, body: Federation, import_id: int, row_id: int) -> HttpResponse:
    """A row with another name is the same person, or is not after all."""
    row = get_object_or_404(
        RegisterImportRow.objects.select_related("register_import__federation"),
        pk=row_id,
        register_import=_find(body, import_id),
    )
    confirm_same_person(actor=request.actor, row=row, is_same=request.POST.get("act") == "same")
    return redirect(f"{body_url(body, 'register-import', import_id=import_id)}?fate=ask")


def _find(federation: Federation, import_id: int) -> RegisterImport:
    return get_object_or_404(RegisterImport.objects.select_related("federation"), pk=import_id, federation=federation)


def _line(row: RegisterImportRow) -> dict[str, Any]:
    said = row.said
    name = said.get("name") or f"{said.get('given', '')} {said.get('family', '')}".strip()
    rest = " · ".join(text for key in ("club", "status", "born") if (text := said.get(key, "")))
    return {"row": row, "name": name, "rest": rest, "badge": BADGES[row.fate]}
