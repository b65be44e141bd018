"""Every component of the look on one page, for whoever builds pages."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubs.models.bodies import Colour
from clubs.views.bodies import Request
from core.templatetags import components

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


@dataclass(frozen=True)
class Component:
    """A component as it is written in a template."""

    name: str
    parameters: tuple[str, ...]
    has_content: bool
    is_filter: bool

    @property
    def usage(self) -> str:
        words = " ".join(self.parameters)
        if self.is_filter:
            return f"{{{{ {self.parameters[0]}|{self.name}:{self.parameters[1]} }}}}"
        opened = f"{{% {self.name} {words} %}}" if words else f"{{% {self.name} %}}"
        return f"{opened}…{{% end{self.name} %}}" if self.has_content else opened


def all_components() -> Iterator[Component]:
    """Every registered component, by name, with its parameters as its function has them."""
    for name in sorted([*components.register.tags, *components.register.filters]):
        parameters = inspect.signature(getattr(components, name)).parameters
        yield Component(
            name=name,
            parameters=tuple(
                _parameter_text(parameters[key]) for key in parameters if key not in ("context", "content")
            ),
            has_content="content" in parameters,
            is_filter=name in components.register.filters,
        )


def _parameter_text(parameter: inspect.Parameter) -> str:
    """A parameter with what it is by itself; `…` for any number of further ones."""
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return f"{parameter.name}…"
    if parameter.default in (parameter.empty, ""):
        return parameter.name
    default = f'"{parameter.default}"' if isinstance(parameter.default, str) else parameter.default
    return f"{parameter.name}={default}"


@require_safe
def styleguide(request: Request) -> HttpResponse:
    if not getattr(request.user, "is_staff", False):
        raise Http404
    return render(request, "pages/styleguide.html", _samples())


def _samples() -> dict[str, Any]:
    filled_in_wrongly = {"name": "", "email": "north@", "seat": "n"}
    return {
        "components": list(all_components()),
        "refused": [_("Board 12 has no result yet."), _("Two tables are still playing.")],
        "themes": [("light", _("Light")), ("dark", _("Dark"))],
        "colours": Colour.choices,
        "suits": [(suit, *symbol_and_name) for suit, symbol_and_name in SUITS.items()],
        "traveller": [(*row, *SUITS[row[2]]) for row in TRAVELLER],
        "levels": ["info", "success", "warning", "error"],
        "forms": [SampleForm(filled_in_wrongly, auto_id=f"{theme}_%s") for theme in ("light", "dark")],
    }
