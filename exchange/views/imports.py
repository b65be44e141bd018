"""Results of other programs on their way into the club's: hand in, look, decide, confirm, undo."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import number_in, posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from exchange.forms.imports import FileForm, FilesForm, NamesForm, SessionFileForm
from exchange.models import ImportFile, ResultsImport
from exchange.models.results_imports import WRITABLE, Answer, Choice, Fate, ImportState
from exchange.selectors.imports import candidates_for, imports_of, job_of, names_to_review, preview_file
from exchange.services.import_base import fate_counts
from exchange.services.import_names import answer_names, enter_unknown_as_visitors
from exchange.services.import_undoing import undo_file, undo_import
from exchange.services.results_imports import add_files, choose_for_file, confirm_import, drop_import, start_import

FILES, NAMES = 50, 40
BADGES = {
    Fate.WAITING: "quiet",
    Fate.NEW: "good",
    Fate.CHANGED: "info",
    Fate.SAME: "quiet",
    Fate.TWICE: "warn",
    Fate.ERROR: "bad",
    Fate.IMPORTED: "good",
    Fate.LEFT_OUT: "quiet",
    Fate.UNDONE: "warn",
}


@require_http_methods(["GET", "POST"])
@body_page("import.make")
def imports(request: Request, body: Club) -> HttpResponse:
    """Hand in files; what was handed in before stands below."""
    form = FilesForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            started = start_import(actor=request.actor, club=body, uploads=form.uploads())
            return redirect(body_url(body, "results-import", import_id=started.pk))
    past = [(row, body_url(body, "results-import", import_id=row.pk), fate_counts(row)) for row in imports_of(body)]
    rows = [{"import": row, "url": url, "imported": counts[Fate.IMPORTED]} for row, url, counts in past]
    context = {"form": form, "session_form": SessionFileForm(), "past": rows}
    return render_body(request, body, "exchange/imports.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@body_page("import.make")
def one_import(request: Request, body: Club, import_id: int) -> HttpResponse:
    """What the files are, and what would become or has become of each."""
    current = _find(body, import_id)
    form = FilesForm(posted(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            add_files(actor=request.actor, results_import=current, uploads=form.uploads())
            return redirect(body_url(body, "results-import", import_id=current.pk))
    context = {"row": current, "form": form, **_files_context(request, current), **_links(current)}
    return render_body(request, body, "exchange/import.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@body_page("import.make")
def import_file(request: Request, body: Club, import_id: int, file_id: int) -> HttpResponse:
    """One file: its figures as published and as its lines give them, and what is to become of it."""
    file = _find_file(body, import_id, file_id)
    form = FileForm(posted(request), file=file)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=file.results_import):
            choose_for_file(actor=request.actor, file=file, **form.cleaned_data)
            return redirect(request.path)
    context = {
        "row": file.results_import,
        "file": file,
        "fate": _fate(file),
        "form": form,
        "preview": preview_file(file),
        "can_choose": file.results_import.state == ImportState.READY,
        "undo": body_url(body, "undo-results-file", import_id=import_id, file_id=file.pk),
    }
    return render_body(request, body, "exchange/import_file.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@body_page("import.make")
def names(request: Request, body: Club, import_id: int) -> HttpResponse:
    """Whom the names mean; answers are remembered for the next files."""
    current = _find(body, import_id)
    shown = request.GET.get("answer", "")
    page = Paginator(names_to_review(current, shown=shown), NAMES).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    form = NamesForm(posted(request), results_import=current, names=rows, candidates=candidates_for(current.club, rows))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=current):
            answer_names(
                actor=request.actor,
                results_import=current,
                answers=form.answers(),
                version=form.cleaned_data["version"],
            )
            messages.success(request, _("Kept, and remembered for the next files."))
            return redirect(body_url(body, "results-import", import_id=current.pk))
    unknown = current.names.filter(answer=Answer.AS_WRITTEN).count()
    context = {"row": current, "form": form, "page": page, "unknown": unknown, **_links(current)}
    return render_body(request, body, "exchange/import_names.html", context, status=status_of(form))


@require_POST
@body_page("import.make")
def visitors(request: Request, body: Club, import_id: int) -> HttpResponse:
    with refusals_as_messages(request):
        count = enter_unknown_as_visitors(
            actor=request.actor, results_import=_find(body, import_id), version=number_in(request.POST, "version")
        )
        messages.success(request, _("%(count)s will be entered as visitors.") % {"count": count})
    return redirect(body_url(body, "results-import", import_id=import_id))


@require_POST
@body_page("import.make")
def confirm(request: Request, body: Club, import_id: int) -> HttpResponse:
    with refusals_as_messages(request):
        confirm_import(
            actor=request.actor, results_import=_find(body, import_id), version=number_in(request.POST, "version")
        )
    return redirect(body_url(body, "results-import", import_id=import_id))


@require_POST
@body_page("import.make")
def drop(request: Request, body: Club, import_id: int) -> HttpResponse:
    dropped = drop_import(actor=request.actor, results_import=_find(body, import_id))
    if dropped.state == ImportState.DROPPED:
        messages.success(request, _("Dropped: nothing was written, and the files are gone."))
    return redirect(body_url(body, "results-imports"))


@require_POST
@body_page("import.make")
def undo(request: Request, body: Club, import_id: int) -> HttpResponse:
    with refusals_as_messages(request):
        undone = undo_import(actor=request.actor, results_import=_find(body, import_id))
        if undone.state == ImportState.UNDONE:
            messages.success(request, _("Undone: its events are gone from the results."))
    return redirect(body_url(body, "results-import", import_id=import_id))


@require_POST
@body_page("import.make")
def undo_one(request: Request, body: Club, import_id: int, file_id: int) -> HttpResponse:
    with refusals_as_messages(request):
        file = undo_file(actor=request.actor, file=_find_file(body, import_id, file_id))
        messages.success(request, _("Undone: “%(event)s” is gone from the results.") % {"event": file.event})
    return redirect(body_url(body, "results-import", import_id=import_id))


# --- Small parts -----------------------------------------------------------------------------------------------------
def _find(club: Club, import_id: int) -> ResultsImport:
    return get_object_or_404(ResultsImport.objects.select_related("club__federation"), pk=import_id, club=club)


def _find_file(club: Club, import_id: int, file_id: int) -> ImportFile:
    rows = ImportFile.objects.select_related("results_import__club__federation", "archive", "event__club")
    return get_object_or_404(rows, pk=file_id, results_import=import_id, results_import__club=club, is_archive=False)


def _links(current: ResultsImport) -> dict[str, str]:
    pages = ("confirm", "drop", "undo")
    links = {page: body_url(current.club, f"{page}-results-import", import_id=current.pk) for page in pages}
    for name, page in (("names_page", "results-import-names"), ("visitors", "results-import-visitors")):
        links[name] = body_url(current.club, page, import_id=current.pk)
    return links


def _files_context(request: Request, current: ResultsImport) -> dict[str, Any]:
    fate = request.GET.get("fate", "")
    files = current.files.filter(is_archive=False).select_related("event").order_by("pk")
    if fate in Fate.values:
        files = files.filter(fate=fate)
    page = Paginator(files, FILES).get_page(request.GET.get("page"))
    counts = fate_counts(current)
    job = job_of(current)
    return {
        "page": page,
        "lines": [_line(current, file) for file in page.object_list],
        "counts": [(value, Fate(value).label, BADGES[Fate(value)], count) for value, count in counts.items() if count],
        "wanted": current.files.filter(fate__in=WRITABLE).exclude(choice=Choice.LEAVE).count(),
        "imported": counts[Fate.IMPORTED],
        "open_names": current.names.filter(answer=Answer.OPEN).count(),
        "all_names": current.names.count(),
        "job": job,
        "at_work": current.is_at_work or (job is not None and not job.is_over),
    }


def _line(current: ResultsImport, file: ImportFile) -> dict[str, Any]:
    session = file.event.sessions.order_by("number").first() if file.event and file.fate == Fate.IMPORTED else None
    return {
        "file": file,
        "url": body_url(current.club, "results-import-file", import_id=current.pk, file_id=file.pk),
        "fate": _fate(file),
        "session": session,
        "undo": body_url(current.club, "undo-results-file", import_id=current.pk, file_id=file.pk),
    }


def _fate(file: ImportFile) -> dict[str, Any]:
    fate = Fate(file.fate)
    return {"label": fate.label, "badge": BADGES[fate], "is_imported": fate == Fate.IMPORTED}
