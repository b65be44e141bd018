"""Paper: what there is to print of a session, an event, a club or a case; a file as it is made; how a club prints."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.forms.printing import PrintForm, PrintSettingsForm
from clubs.models.bodies import Body
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.permissions import may
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from printing.documents import style_of
from printing.models import Printout
from printing.registry import SOURCES, Source, find_source, source_label
from printing.selectors import may_read, offered_reports, print_settings, printouts_of, set_of
from printing.services import ask_for_printout, change_print_settings

SETS = ("tonight", "wall")


def find_printable(request: Request, body: Body, kind: str, pk: int) -> tuple[Source, Any]:
    """What is to be printed from; what this person may not know to exist is not there."""
    found = find_source(source_label(kind, pk))
    if found is None or found[0].body(found[1]) != body or not found[0].is_visible(request.actor, found[1]):
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("club.view")
def papers(request: Request, body: Body, source: str = "", pk: int = 0) -> HttpResponseBase:
    """All there is to print about something, for this person. `report` and `set` name what is wanted."""
    kind, row = find_printable(request, body, source or body.kind, pk or body.pk)
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    groups = offered_reports(request.actor, kind.kind, row)
    has_period = any(report.period for group in groups for report in group.reports)
    form = PrintForm(posted(request), paper=style_of(body).paper, has_period=has_period)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, forbidden=True):
            return redirect(printout_url(_ask(request, body, groups, row, form.cleaned_data)))
    offered = {report.name for group in groups for report in group.reports}
    context = {
        "form": form,
        "groups": groups,
        "source": row,
        "source_url": kind.address(row),
        "head": kind.head(row),
        "chosen": request.POST.getlist("report"),
        "sets": SETS if kind.kind == "session" and offered.intersection(_names_in_sets(body)) else (),
        "printed": [one for one in printouts_of(source_label(kind.kind, row.pk))[:12] if may_read(request.actor, one)],
        "may_change": may(request.actor, "printing.change", body),
    }
    return render_body(request, body, "printing/papers.html", context, status=status_of(form))


def _names_in_sets(body: Body) -> set[str]:
    return {name for chosen in SETS for name in set_of(body, chosen)}


def _ask(request: Request, body: Body, groups: list[Any], row: Any, options: dict[str, Any]) -> Printout:
    """One report, those that are ticked, or a set as far as there is something of it for this person."""
    names = [request.POST["only"]] if request.POST.get("only") else request.POST.getlist("report")
    if request.POST.get("set") in SETS:
        offered = {report.name for group in groups for report in group.reports}
        names = [name for name in set_of(body, request.POST["set"]) if name in offered]
    return ask_for_printout(actor=request.actor, reports=names, source=row, language=get_language() or "en", **options)


def printout_url(printout: Printout) -> str:
    return reverse(f"{printout.body.kind}-printout", kwargs={"slug": printout.body.slug, "printout_id": printout.pk})


def find_printout(request: Request, body: Body, printout_id: int) -> Printout:
    rows = Printout.objects.select_related("job", "club__federation", "federation")
    printout = rows.filter(pk=printout_id, **{body.kind: body}).first()
    if printout is None or not may_read(request.actor, printout):
        raise Http404
    return printout


@require_safe
@body_page("club.view")
def printout(request: Request, body: Body, printout_id: int) -> HttpResponse:
    """A file as it is made, and then the file."""
    row = find_printout(request, body, printout_id)
    found = find_source(row.source)
    context = {
        "printout": row,
        "file_url": body_url(body, "printout-file", printout_id=row.pk),
        "retry_url": body_url(body, "printout-retry", printout_id=row.pk),
        "papers_url": papers_url(body, row.source),
        "back_url": found[0].address(found[1]) if found else body.get_absolute_url(),
    }
    if request.GET.get("live"):
        return render(request, "printing/progress.html", context)
    return render_body(request, body, "printing/printout.html", context)


def papers_url(body: Body, label: str) -> str:
    kind, _colon, pk = label.partition(":")
    return body_url(body, "papers") if kind == body.kind else body_url(body, "papers-of", source=kind, pk=int(pk))


@require_safe
@body_page("club.view")
def printout_file(request: Request, body: Body, printout_id: int) -> FileResponse:
    row = find_printout(request, body, printout_id)
    if not row.file:
        raise Http404
    try:
        file = default_storage.open(str(row.file.name))
    except (OSError, SuspiciousFileOperation) as error:
        raise Http404 from error
    kind = "application/zip" if row.form == "zip" else "application/pdf"
    response = FileResponse(file, content_type=kind, filename=row.file_name, as_attachment=row.form == "zip")
    response["Cache-Control"] = "private, no-store"
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@body_page("club.view")
def again(request: Request, body: Body, printout_id: int) -> HttpResponse:
    """Made again: after a failure, or because something has changed since."""
    row = find_printout(request, body, printout_id)
    if request.actor.user is None:
        return redirect_to_login(printout_url(row))
    found = find_source(row.source)
    if found is None or found[0].kind not in SOURCES:
        raise Http404
    with refusals_as_messages(request):
        row = ask_for_printout(
            actor=request.actor,
            reports=row.reports,
            source=found[1],
            language=row.language,
            period=row.period,
            paper=row.paper,
            form=row.form,
            for_public=row.readers == "public",
        )
    return redirect(printout_url(row))


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("printing.change")
def settings(request: Request, body: Body) -> HttpResponse:
    """What the club prints on, and what belongs to “tonight” and to “the wall”."""
    chosen = print_settings(body)
    form = PrintSettingsForm(posted(request), chosen=chosen)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            change_print_settings(actor=request.actor, club=body, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect(body_url(body, "print-settings"))
    return render_body(request, body, "printing/settings.html", {"form": form}, status=status_of(form))
