"""The recorder's file: filed by directors, kept by the recorder, closed to everybody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubs.models import Club, Federation, Player
from clubs.views.bodies import Request, body_page, render_body
from core.errors import Forbidden
from core.permissions import may
from core.posted import number_in, posted
from core.refusals import collect_refusals, refusals_on, status_of
from events.models import Session
from rulings.forms.reports import ClassForm, FilterForm, ReportForm
from rulings.models import Report, Ruling
from rulings.models.reports import ReportKind
from rulings.selectors import reports as shown
from rulings.services import reports
from rulings.services.reports import About
from rulings.views.typed_names import typed_names

PER_PAGE = 50


@body_page("report.file")
def club_reports(request: Request, body: Club) -> HttpResponse:
    form = FilterForm(request.GET or None)
    rows = shown.filed_reports(body, request.actor, form.wanted())
    return _list(request, body, form, rows, is_keeper=may(request.actor, "report.keep", body))


@body_page("report.file")
def federation_reports(request: Request, body: Federation) -> HttpResponse:
    form = FilterForm(request.GET or None)
    rows = shown.reports_under(body, request.actor, form.wanted())
    return _list(request, body, form, rows, is_keeper=True)


def _list(request: Request, body: Any, form: FilterForm, rows: Any, *, is_keeper: bool) -> HttpResponse:
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    is_filtered = any(request.GET.get(name) for name in form.fields)
    context = {"form": form, "page": page, "is_keeper": is_keeper, "asked": is_filtered, "kinds": _kinds(is_keeper)}
    return render_body(request, body, "rulings/reports.html", context)


def _kinds(is_keeper: bool) -> list[tuple[str, Any]]:
    return [(kind.value, kind.label) for kind in ReportKind if is_keeper or kind != ReportKind.MEMO]


@body_page("club.view")
def new(request: Request, body: Club) -> HttpResponse | HttpResponseBase:
    """For directors of the club, and from a session or ruling also for whoever directs only that session."""
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    session, ruling = _origin(request, body)
    if not may(request.actor, "report.file", session or body):
        raise Forbidden
    kind = request.POST.get("kind", "") or request.GET.get("kind", "")
    kind = kind if kind in ReportKind.values else ReportKind.SYSTEM.value
    day = session.starts_at if session else request.actor.at
    initial = {"happened_on": body.day(day), "board": ruling.board if ruling else None}
    form = ReportForm(posted(request), kind=kind, initial=initial)
    names = typed_names(request, body, [_("Whom it is about"), _("Partner")])
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            about = About(kind, _people(names[0]), _people(names[1]), session, ruling)
            report = reports.file_report(actor=request.actor, club=body, about=about, **form.cleaned_data)
            messages.success(request, _("The report is with the recorder."))
            return redirect(report.get_absolute_url())
    context = {
        "form": form,
        "kind": kind,
        "kind_label": ReportKind(kind).label,
        "name_fields": names,
        "session": session,
        "ruling": ruling,
        "others": [other for other in _kinds(may(request.actor, "report.keep", body)) if other[0] != kind],
        "lists": may(request.actor, "report.file", body),
    }
    return render_body(request, body, "rulings/report_new.html", context, status=status_of(form))


def _origin(request: Request, club: Club) -> tuple[Session | None, Ruling | None]:
    """The session or ruling that a report comes from."""
    sent = request.POST if request.method == "POST" else request.GET
    rulings = Ruling.objects.filter(pk=number_in(sent, "ruling") or 0, session__event__club=club)
    ruling = rulings.select_related("session__event__club__federation").first()
    if ruling is not None and may(request.actor, "ruling.view", ruling):
        return ruling.session, ruling
    rows = Session.objects.filter(pk=number_in(sent, "session") or 0, event__club=club)
    return rows.select_related("event__club__federation").first(), None


def _people(field: Any) -> list[Player]:
    if field.answer.problem:
        raise ValidationError(field.answer.problem, code="unclear")
    if field.answer.visitor:
        sentence = _("%(name)s is not in the records. A report is about somebody who has played here.")
        raise ValidationError(sentence % {"name": field.answer.visitor}, code="unknown")
    return [field.answer.player] if field.answer.player else []


def _find(request: Request, club: Club, report_id: int) -> Report:
    """One report, for those who may read it."""
    if request.actor.user is None:
        raise Forbidden
    report = get_object_or_404(shown.with_people(Report.objects.filter(club=club)), pk=report_id)
    if not may(request.actor, "report.read", report):
        raise Forbidden
    return report


def on_report(view: Callable[..., HttpResponse]) -> Any:
    def page(request: Request, body: Club, report_id: int) -> Any:
        if request.actor.user is None:
            return redirect_to_login(request.get_full_path())
        return view(request, body, _find(request, body, report_id))

    return body_page("club.view")(page)


@on_report
def report(request: Request, body: Club, report: Report) -> HttpResponse:
    return render_report(request, body, report)


def render_report(request: Request, body: Club, report: Report, *, problems: list[str] | None = None) -> HttpResponse:
    is_keeper = may(request.actor, "report.keep", report)
    players = [subject.player for subject in report.subjects.all()]
    sent = request.POST if problems else None
    context = {
        "report": report,
        "is_keeper": is_keeper,
        "lists": may(request.actor, "report.file", body),
        "may_correct": report.is_open and (is_keeper or report.classified_at is None),
        "notes": report.notes.select_related("made_by__player").order_by("made_at", "pk") if is_keeper else [],
        "pair": shown.pair_record(body, players) if report.kind == ReportKind.SYSTEM and players else None,
        "class_form": ClassForm(sent, initial={"colour": report.colour, "colour_reason": report.colour_reason}),
        "sent": request.POST,
        "errors": problems or [],
    }
    return render_body(request, body, "rulings/report.html", context, status=status_of(problems))


@on_report
def edit(request: Request, body: Club, report: Report) -> HttpResponse:
    form = ReportForm(posted(request), kind=report.kind, initial=ReportForm.initial_values(report))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            reports.correct_report(actor=request.actor, report=report, version=_version(request), **form.cleaned_data)
            messages.success(request, _("Corrected."))
            return redirect(report.get_absolute_url())
    context = {"form": form, "report": report}
    return render_body(request, body, "rulings/report_edit.html", context, status=status_of(form))


def _version(request: Request) -> int | None:
    return number_in(request.POST, "version")


@require_POST
@on_report
def report_act(request: Request, body: Club, report: Report) -> HttpResponse:
    acts = {
        "classify": _classify,
        "note": _note,
        "show": _show,
        "close": _close,
        "reopen": _reopen,
        "remove": _remove,
    }
    chosen_act = acts.get(request.POST.get("act", ""))
    if chosen_act is None:
        raise Http404
    with collect_refusals() as problems:
        messages.success(request, chosen_act(request, report))
        return redirect(reverse("club-report", kwargs={"slug": body.slug, "report_id": report.pk}))
    return render_report(request, body, report, problems=problems)


def _classify(request: Request, report: Report) -> str:
    reports.classify(
        actor=request.actor,
        report=report,
        colour=request.POST.get("colour", ""),
        reason=request.POST.get("colour_reason", ""),
        version=_version(request),
    )
    return _("Classified.")


def _note(request: Request, report: Report) -> str:
    reports.add_note(actor=request.actor, report=report, text=request.POST.get("text", ""))
    return _("Added to the file.")


def _show(request: Request, report: Report) -> str:
    reports.show_to_subjects(actor=request.actor, report=report, version=_version(request))
    return _("Those concerned can read it now.")


def _close(request: Request, report: Report) -> str:
    reports.close_report(actor=request.actor, report=report, version=_version(request))
    return _("Closed.")


def _reopen(request: Request, report: Report) -> str:
    reports.reopen_report(actor=request.actor, report=report, version=_version(request))
    return _("Open again.")


def _remove(request: Request, report: Report) -> str:
    reports.remove_report(
        actor=request.actor, report=report, reason=request.POST.get("reason", ""), version=_version(request)
    )
    return _("The words are gone.")
