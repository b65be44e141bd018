from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Clock


class LengthsForm(forms.Form):
    """How long rounds and moves last, in minutes."""

    round_minutes = forms.DecimalField(
        label=_("Minutes for a round, without the move"), min_value=1, max_value=360, decimal_places=1
    )
    move_minutes = forms.DecimalField(label=_("Minutes for moving"), min_value=0, max_value=60, decimal_places=1)
    warning_minutes = forms.DecimalField(
        label=_("Warning so many minutes before the end"), min_value=0, max_value=60, decimal_places=1
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    @classmethod
    def showing(cls, clock: Clock | None, lengths: dict[str, int]) -> LengthsForm:
        current = {name: getattr(clock, name) if clock else seconds for name, seconds in lengths.items()}
        minutes = {name.replace("_seconds", "_minutes"): _tidy(seconds / 60) for name, seconds in current.items()}
        return cls(initial={**minutes, "version": clock.version if clock else None})

    def seconds(self) -> dict[str, int]:
        return {
            f"{name}_seconds": round(self.cleaned_data[f"{name}_minutes"] * 60) for name in ("round", "move", "warning")
        }


def _tidy(minutes: float) -> float | int:
    return int(minutes) if minutes == int(minutes) else round(minutes, 1)


class MinutesForm(forms.Form):
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=120)


class NumbersForm(forms.Form):
    """The numbers of those at a table. Blank is somebody unknown."""

    N = forms.CharField(label=_("North"), max_length=20, required=False)
    S = forms.CharField(label=_("South"), max_length=20, required=False)
    E = forms.CharField(label=_("East"), max_length=20, required=False)
    W = forms.CharField(label=_("West"), max_length=20, required=False)

    def __init__(self, data: Any = None, *, digits: bool = False) -> None:
        super().__init__(data)
        keys = {"inputmode": "numeric"} if digits else {"autocapitalize": "characters"}
        for field in self.fields.values():
            field.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"} | keys
