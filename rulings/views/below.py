"""All rulings below a federation: the list, to print, and as a file."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.models import Federation
from clubs.views.bodies import Request, body_page, render_body
from core.pdf import pdf_from_html
from core.sheets import csv_answer
from rulings.forms.below import RulingsBelowForm
from rulings.selectors.below import rulings_below, rulings_sheet

PER_PAGE = 50
#: So many are printed at once, the newest: a longer list is narrowed by its days, or exported.
MOST_PRINTED = 300


@require_safe
@body_page("ruling.view")
def rulings(request: Request, body: Federation) -> HttpResponse:
    form = RulingsBelowForm(request.GET)
    page = Paginator(rulings_below(body, form.query()), PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {"form": form, "page": page, "query": query.urlencode()}
    return render_body(request, body, "rulings/below.html", context)


@require_safe
@body_page("ruling.view")
def export(request: Request, body: Federation) -> HttpResponseBase:
    rows = rulings_below(body, RulingsBelowForm(request.GET).query())
    return csv_answer(rulings_sheet(rows), f"{body.slug}-{_('rulings')}.csv")


@require_safe
@body_page("ruling.view")
def printed(request: Request, body: Federation) -> HttpResponse:
    found = rulings_below(body, RulingsBelowForm(request.GET).query())
    context = {"body": body, "rows": found[:MOST_PRINTED], "count": found.count(), "most": MOST_PRINTED}
    answer = HttpResponse(
        pdf_from_html(render_to_string("rulings/below_print.html", context, request=request)),
        content_type="application/pdf",
    )
    answer["Content-Disposition"] = f'inline; filename="rulings-{body.slug}.pdf"'
    return answer
