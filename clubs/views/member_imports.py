"""A file of members on its way into the club's list."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.forms.member_imports import ColumnsForm, FateForm, UploadForm
from clubs.imports.columns import FIELDS
from clubs.models import Club, MemberImport, MemberImportRow
from clubs.models.imports import Fate, ImportState
from clubs.services.member_imports import confirm_import, drop_import, match_columns, start_import
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from jobs.models import Job

PAGE = 50
BADGES = {
    Fate.NEW.value: "good",
    Fate.CHANGED.value: "info",
    Fate.SAME.value: "quiet",
    Fate.ERROR.value: "bad",
}


@require_http_methods(["GET", "POST"])
@body_page("membership.add")
def upload(request: Request, body: Club) -> HttpResponse:
    form = UploadForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            member_import = start_import(actor=request.actor, club=body, upload=form.cleaned_data["file"])
            return redirect(body_url(body, "member-import", import_id=member_import.pk))
    past = MemberImport.objects.filter(club=body).exclude(state=ImportState.DROPPED)
    rows = [{"import": row, "url": body_url(body, "member-import", import_id=row.pk)} for row in past[:10]]
    context = {"form": form, "past": rows}
    return render_body(request, body, "clubs/import_upload.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@body_page("membership.add")
def member_import(request: Request, body: Club, import_id: int) -> HttpResponse:
    """The import as it stands: matching, preview, progress or outcome."""
    current = _find(body, import_id)
    columns = ColumnsForm(posted(request), member_import=current)
    if request.method == "POST" and columns.is_valid():
        with refusals_on(columns):
            match_columns(actor=request.actor, member_import=current, columns=columns.columns())
            return redirect(body_url(body, "member-import", import_id=current.pk))
    if current.state == ImportState.MATCHING or columns.errors or _asks_for_columns(request, current):
        context = {"row": current, "form": columns, **_links(body, current)}
        return render_body(request, body, "clubs/import_columns.html", context, status=status_of(columns))
    context = {"row": current, **_links(body, current), **_rows_context(request, current)}
    return render_body(request, body, "clubs/import_rows.html", context)


@require_POST
@body_page("membership.add")
def confirm(request: Request, body: Club, import_id: int) -> HttpResponse:
    with refusals_as_messages(request):
        confirm_import(actor=request.actor, member_import=_find(body, import_id))
    return redirect(body_url(body, "member-import", import_id=import_id))


@require_POST
@body_page("membership.add")
def drop(request: Request, body: Club, import_id: int) -> HttpResponse:
    dropped = drop_import(actor=request.actor, member_import=_find(body, import_id))
    if dropped.state == ImportState.DROPPED:
        messages.success(request, _("Dropped: nothing was written, and the file is gone."))
    return redirect(body_url(body, "import-members"))


def _find(club: Club, import_id: int) -> MemberImport:
    return get_object_or_404(MemberImport.objects.select_related("club__federation"), pk=import_id, club=club)


def _asks_for_columns(request: Request, member_import: MemberImport) -> bool:
    return member_import.state == ImportState.READY and "columns" in request.GET


def _links(club: Club, member_import: MemberImport) -> dict[str, str]:
    return {page: body_url(club, f"{page}-import", import_id=member_import.pk) for page in ("confirm", "drop")}


def _rows_context(request: Request, member_import: MemberImport) -> dict[str, Any]:
    """The rows with their fates, the job while there is one, and what there is to confirm."""
    form = FateForm(request.GET)
    rows = member_import.rows.order_by("line")
    if fate := form.chosen_fate():
        rows = rows.filter(fate=fate)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    counts = [(fate, Fate(fate).label, BADGES[fate], member_import.counts.get(fate, 0)) for fate in Fate.values]
    job = Job.objects.filter(key=member_import.key, club=member_import.club).order_by("-pk").first()
    return {
        "form": form,
        "page": page,
        "lines": [_line(row) for row in page.object_list],
        "counts": counts,
        "writes": member_import.counts.get(Fate.NEW, 0) + member_import.counts.get(Fate.CHANGED, 0),
        "job": job,
        "at_work": job is not None and not job.is_over,
    }


def _line(row: MemberImportRow) -> dict[str, Any]:
    texts = [f"{FIELDS[field]}: {text}" for field, text in row.said.items() if field != "name"]
    return {"row": row, "name": row.said.get("name", ""), "said": " · ".join(texts), "badge": BADGES[row.fate]}
