"""Earlier rulings to look up, and the federation's figures."""

from __future__ import annotations

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from clubs.models import Federation
from clubs.permissions import require
from clubs.views.bodies import Request, body_page, render_body
from rulings.laws import library
from rulings.selectors.figures import figures_of, years_of
from rulings.selectors.precedents import Wanted, precedents, shown, title_of

PER_PAGE = 25


class PrecedentForm(forms.Form):
    law = forms.CharField(label=_("Law"), max_length=12, required=False, help_text=_("27, or 27B1(a)"))
    tree = forms.ChoiceField(label=_("Irregularity"), required=False)
    outcome = forms.CharField(label=_("Outcome"), max_length=20, required=False, help_text=_("L27.B2"))
    event = forms.CharField(label=_("Event (own club)"), max_length=80, required=False)
    director = forms.CharField(label=_("Director (own club)"), max_length=80, required=False)
    adjusted = forms.BooleanField(label=_("Only with an adjusted score"), required=False)

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        trees = sorted((title_of(name), name) for name in library().trees)
        self.fields["tree"].choices = [("", _now("Any")), *((name, title) for title, name in trees)]  # type: ignore[attr-defined]

    def clean_law(self) -> str:
        head, bracket, tail = self.cleaned_data["law"].replace("\x00", "").strip().partition("(")
        return str(head.upper() + bracket + tail.lower())

    def wanted(self) -> Wanted:
        if not self.is_valid():
            return Wanted()
        found = self.cleaned_data
        texts = {name: str(found[name]).replace("\x00", "").strip() for name in ("outcome", "event", "director")}
        return Wanted(law=found["law"], tree=found["tree"], adjusted=found["adjusted"], **texts)


@login_required
def precedent_list(request: Request) -> HttpResponse:
    require(request.actor, "precedent.view")
    form = PrecedentForm(request.GET or None)
    page = Paginator(precedents(request.actor, form.wanted()), PER_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "precedents": shown(request.actor, page.object_list)}
    return render(request, "rulings/precedents.html", context)


@body_page("ruling.view")
def figures(request: Request, body: Federation) -> HttpResponse:
    years, asked = years_of(body), request.GET.get("year", "")
    year = int(asked) if asked.isdecimal() and len(asked) == 4 else None
    context = {"years": years, "year": year, "figures": figures_of(body, year)}
    return render_body(request, body, "rulings/figures.html", context)
