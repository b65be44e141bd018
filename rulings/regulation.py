"""The Laws as a club's regulations have them: the edition in force, open points, the size of a procedural penalty."""

from __future__ import annotations

from decimal import Decimal

from clubs.models import Club
from clubs.regulations import effective_all
from rulings.laws import SETTINGS, Regulation

EDITIONS = {"2017": "e2017", "2017-2024": "e2024"}


def ruling_regulation(club: Club) -> Regulation:
    values = {regulation.regulation.key: regulation.value for regulation in effective_all(body=club)}
    share = round(Decimal(values["penalty.percent_of_top"]))
    open_points = {name: values[f"laws.{name}"] for name in SETTINGS if f"laws.{name}" in values and name != "edition"}
    settled = {"edition": EDITIONS[values["laws.edition"]], "C10": str(min(100, max(1, share)))}
    return Regulation(open_points | settled)
