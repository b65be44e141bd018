"""Amounts as people read them."""

from __future__ import annotations

from decimal import Decimal

from django.utils.formats import number_format


def money(amount: Decimal, currency: str) -> str:
    """With two decimals and the letters of the currency behind it, by the reader's language."""
    return f"{number_format(amount, 2, force_grouping=True)} {currency}"
