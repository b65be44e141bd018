"""Penalties as rows of a larger form: for whom, how much, counted in what, under which law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from core.posted import whole_number
from scoring.models.fields import PenaltyUnit

ROWS = (1, 2)
PARTS = ("who", "amount", "unit", "law")


def read_penalty_rows(typed: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Those that are filled in; a warning has no amount."""
    penalties = []
    for row in ROWS:
        contestant, amount, unit, law = (str(typed.get(f"penalty_{part}_{row}") or "").strip() for part in PARTS)
        if amount or (contestant and unit == PenaltyUnit.WARNING):
            penalties.append({"contestant": whole_number(contestant), "amount": amount, "unit": unit, "law": law})
    return penalties


class PenaltyRows:
    """The rows of one form; `names` are those who can be penalized, by id."""

    def __init__(self, form: forms.Form, names: dict[int, str], units: Iterable[PenaltyUnit]) -> None:
        self.form = form
        choices = [(unit.value, unit.label) for unit in units]
        for row in ROWS:
            form.fields[f"penalty_who_{row}"] = forms.ChoiceField(
                label=_("Penalty for"),
                choices=[("", "–"), *((str(pk), name) for pk, name in names.items())],
                required=False,
            )
            form.fields[f"penalty_amount_{row}"] = forms.CharField(label=_("How much"), max_length=10, required=False)
            form.fields[f"penalty_unit_{row}"] = forms.ChoiceField(
                label=_("Counted in"), choices=choices, required=False
            )
            form.fields[f"penalty_law_{row}"] = forms.CharField(
                label=_("Law"), max_length=20, initial="90A", required=False
            )

    @staticmethod
    def initial(penalties: Iterable[dict[str, Any]]) -> dict[str, Any]:
        keys = {"who": "contestant", "amount": "amount", "unit": "unit", "law": "law"}
        rows = zip(ROWS, penalties, strict=False)
        return {f"penalty_{part}_{row}": penalty.get(key) for row, penalty in rows for part, key in keys.items()}

    def read(self, typed: Mapping[str, Any]) -> list[dict[str, Any]]:
        return read_penalty_rows(typed)

    def bound(self) -> list[list[BoundField]]:
        return [[self.form[f"penalty_{part}_{row}"] for part in PARTS] for row in ROWS]
