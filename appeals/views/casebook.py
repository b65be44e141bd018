"""The casebook for everybody, and its editor."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Model
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appeals.forms.casebook import CaseForm, CommentaryForm
from appeals.models import Appeal, Case, Commentary
from appeals.selectors.case_stages import decided_since
from appeals.selectors.casebook import case_index, casebook_entry, search_cases, visible_cases
from appeals.selectors.register import visible_appeals
from appeals.services import casebook as services
from clubs.models.bodies import Body
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.pdf import kept_pdf
from core.permissions import may
from core.posted import number_in, posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from core.release import fingerprint

ASK_AGAIN_SECONDS = 5


@require_safe
@body_page("club.view")
def book(request: Request, body: Body) -> HttpResponse:
    rows = visible_cases(request.actor, body)
    query, law, topic = (request.GET.get(name, "").strip()[:80] for name in ("q", "law", "topic"))
    every = list(rows.order_by("-year", "number"))
    matching = search_cases(rows, query, law, topic) if query or law or topic else every
    context = {
        "index": case_index(every),
        "found": case_index(matching),
        "count": len(matching),
        "query": query,
        "law": law,
        "topic": topic,
        "edits": may(request.actor, "case.edit", body),
        "is_empty": not every,
        "book_url": body_url(body, "casebook"),
        "pdf_url": body_url(body, "casebook-pdf"),
        "new_url": body_url(body, "case-new"),
    }
    return render_body(request, body, "appeals/casebook.html", context)


def find_case(request: Request, body: Body, year: int, number: int) -> Case:
    rows = visible_cases(request.actor, body).prefetch_related("commentaries")
    case = rows.filter(year=year, number=number).first()
    if case is None:
        raise Http404
    return case


@require_safe
@body_page("club.view")
def case(request: Request, body: Body, year: int, number: int) -> HttpResponse:
    entry = find_case(request, body, year, number)
    edits = may(request.actor, "case.edit", body)
    context: dict[str, Any] = {
        "shown": casebook_entry(entry),
        "case": entry,
        "edits": edits,
        "book_url": body_url(body, "casebook"),
    }
    if edits:
        context |= _editing(body, entry)
    return render_body(request, body, "appeals/case_published.html", context)


def _editing(body: Body, case: Case) -> dict[str, Any]:
    where = {"year": case.year, "number": case.number}
    return {
        "names": services.names_in(case),
        "decided_since": decided_since(case),
        "edit_url": body_url(body, "case-edit", **where),
        "publish_url": body_url(body, "case-publish", **where),
        "comment_form": CommentaryForm(),
        "comment_url": body_url(body, "case-comment", **where),
    }


@require_safe
@body_page("club.view")
def pdf(request: Request, body: Body) -> HttpResponse:
    """The whole book, or one year of it, to print."""
    rows = visible_cases(request.actor, body).filter(published_at__isnull=False).prefetch_related("commentaries")
    if (year := number_in(request.GET, "year")) is not None:
        rows = rows.filter(year=year)
    cases = list(rows.order_by("year", "number"))
    if not cases:
        raise Http404
    document = kept_pdf(printed_basis(body, cases), lambda: _casebook_html(request, body, cases))
    if document is None:
        return being_made(request)
    response = HttpResponse(document, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="casebook-{body.slug}.pdf"'
    return response


def printed_basis(body: Body, cases: list[Case]) -> str:
    """All that the printed book depends on: where any of it is another, another book is made."""
    said = [_values(row) for case in cases for row in (case, *case.commentaries.all())]
    return repr(("casebook", body.label, body.name, get_language(), fingerprint(), said))


def _values(row: Model) -> list[Any]:
    return [getattr(row, column.attname) for column in row._meta.concrete_fields]


def _casebook_html(request: Request, body: Body, cases: list[Case]) -> str:
    context = {
        "body": body,
        "cases": [casebook_entry(case) for case in cases],
        "index": case_index(cases),
        "now": request.actor.at,
    }
    return render_to_string("appeals/casebook_print.html", context, request=request)


def being_made(request: Request) -> HttpResponse:
    """Somebody else's is made first; the browser asks again by itself."""
    answer = render(request, "being_made.html", status=503)
    answer["Retry-After"] = answer["Refresh"] = str(ASK_AGAIN_SECONDS)
    return answer


@require_POST
@body_page("case.edit")
def new(request: Request, body: Body) -> HttpResponse:
    """Empty, or from a decided appeal."""
    appeal: Appeal | None = None
    if (appeal_id := number_in(request.POST, "appeal")) is not None:
        appeal = visible_appeals(body).filter(pk=appeal_id).select_related("club__federation", "session__event").first()
        if appeal is None or not may(request.actor, "appeal.view", appeal):
            raise Http404
    with refusals_as_messages(request):
        case = services.draft_case(actor=request.actor, body=body, appeal=appeal)
        messages.success(request, _("The case is begun. Names are replaced; read it through before you publish it."))
        return redirect(body_url(body, "case-edit", year=case.year, number=case.number))
    return redirect(body_url(body, "casebook"))


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("case.edit")
def edit(request: Request, body: Body, year: int, number: int) -> HttpResponse:
    entry = find_case(request, body, year, number)
    form = CaseForm(posted(request), instance=entry)
    if request.method == "POST" and form.is_valid():
        fields = {name: value for name, value in form.cleaned_data.items() if name != "version"}
        with refusals_on(form, row=entry):
            services.edit_case(actor=request.actor, case=entry, version=form.cleaned_data["version"], **fields)
            messages.success(request, _("The case is saved."))
            return redirect(entry.get_absolute_url())
    context = {"form": form, "case": entry}
    return render_body(request, body, "appeals/case_edit.html", context, status=status_of(form))


@require_POST
@body_page("case.edit")
def publish(request: Request, body: Body, year: int, number: int) -> HttpResponse:
    entry = find_case(request, body, year, number)
    with refusals_as_messages(request):
        if request.POST.get("act") == "unpublish":
            services.unpublish_case(actor=request.actor, case=entry, reason=request.POST.get("reason", ""))
            messages.success(request, _("The case is out of the book. Its number stays reserved."))
        elif request.POST.get("act") == "take_over":
            services.take_over_decision(actor=request.actor, case=entry)
            messages.success(request, _("The decision is filled in anew. Read it through before you publish it."))
        else:
            services.publish_case(actor=request.actor, case=entry)
            messages.success(request, _("The case is published."))
    return redirect(entry.get_absolute_url())


@require_POST
@body_page("case.edit")
def comment(request: Request, body: Body, year: int, number: int) -> HttpResponse:
    entry = find_case(request, body, year, number)
    if (commentary_id := number_in(request.POST, "withdraw")) is not None:
        commentaries = Commentary.objects.filter(case=entry).select_related("case__federation", "case__club")
        services.take_comment_back(actor=request.actor, commentary=get_object_or_404(commentaries, pk=commentary_id))
        return redirect(entry.get_absolute_url())
    form = CommentaryForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            services.comment(actor=request.actor, case=entry, **form.cleaned_data)
            messages.success(request, _("The commentary is added."))
            return redirect(entry.get_absolute_url())
    context = {"shown": casebook_entry(entry), "case": entry, "edits": True, "book_url": body_url(body, "casebook")}
    context |= _editing(body, entry) | {"comment_form": form}
    return render_body(request, body, "appeals/case_published.html", context, status=422)
