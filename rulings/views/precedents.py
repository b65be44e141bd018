"""Earlier rulings to look up, and the federation's figures."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render

from clubs.models import Federation
from clubs.views.bodies import Request, body_page, render_body
from core.permissions import require
from core.posted import number_in
from rulings.forms.precedents import PrecedentForm
from rulings.selectors.figures import ruling_figures, ruling_years
from rulings.selectors.precedents import precedent_lines, precedents

PER_PAGE = 25


@login_required
def precedent_list(request: Request) -> HttpResponse:
    require(request.actor, "precedent.view")
    form = PrecedentForm(request.GET or None)
    page = Paginator(precedents(request.actor, form.wanted()), PER_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "precedents": precedent_lines(request.actor, page.object_list)}
    return render(request, "rulings/precedents.html", context)


@body_page("ruling.view")
def figures(request: Request, body: Federation) -> HttpResponse:
    year = number_in(request.GET, "year", digits=4) or None
    context = {"years": ruling_years(body), "year": year, "figures": ruling_figures(body, year)}
    return render_body(request, body, "rulings/figures.html", context)
