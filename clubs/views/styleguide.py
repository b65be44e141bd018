"""Every component of the look on one page, for whoever builds pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubs.models.bodies import Colour
from clubs.views.bodies import Request

SUITS = {
    "s": ("♠", _("spades")),
    "h": ("♥", _("hearts")),
    "d": ("♦", _("diamonds")),
    "c": ("♣", _("clubs")),
}
TRAVELLER = [
    (3, 4, "h", "+1", "N", "650", "11"),
    (5, 4, "s", "=", "S", "620", "8"),
    (1, 5, "d", "−1", "W", "100", "4"),
    (8, 3, "c", "+2", "E", "−150", "0"),
]


class SampleForm(forms.Form):
    name = forms.CharField(label=_("Name"), help_text=_("As it should stand on the score sheet."))
    email = forms.EmailField(label=_("Email"), required=False)
    seat = forms.ChoiceField(label=_("Seat"), choices=[("n", _("North")), ("s", _("South"))], widget=forms.RadioSelect)
    club = forms.ChoiceField(label=_("Club"), choices=[("h", _("Harbour Bridge Club"))], required=False)
    note = forms.CharField(label=_("Note"), widget=forms.Textarea(attrs={"rows": 2}), required=False)
    stationary = forms.BooleanField(
        label=_("Needs a stationary seat"),
        required=False,
        help_text=_("For players who find it hard to move between tables."),
    )


@require_safe
def styleguide(request: Request) -> HttpResponse:
    if not getattr(request.user, "is_staff", False):
        raise Http404
    return render(request, "pages/styleguide.html", _samples())


def _samples() -> dict[str, Any]:
    filled_in_wrongly = {"name": "", "email": "north@", "seat": "n"}
    return {
        "themes": [("light", _("Light")), ("dark", _("Dark"))],
        "colours": Colour.choices,
        "suits": [(suit, *shown) for suit, shown in SUITS.items()],
        "traveller": [(*row, *SUITS[row[2]]) for row in TRAVELLER],
        "levels": ["info", "success", "warning", "error"],
        "forms": [SampleForm(filled_in_wrongly, auto_id=f"{theme}_%s") for theme in ("light", "dark")],
    }
