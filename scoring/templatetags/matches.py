"""Contracts with their suits drawn, for tables of results."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()
_CONTRACT = re.compile(r"([1-7])([SHDC])(?!\w*T)(.*)")
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@register.filter
def contract(text: str) -> SafeString | str:
    """`4SX-1 W` as 4♠×−1 W; whoever hears the page hears the name of the suit."""
    match = _CONTRACT.fullmatch(text)
    if match is None:
        return _set_in_type(text)
    level, suit, margin = match.groups()
    names = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    return format_html(
        '{}<span class="suit suit--{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden"> {} </span></span>{}',
        level,
        suit.lower(),
        _SIGNS[suit],
        names[suit],
        _set_in_type(margin),
    )


def _set_in_type(text: str) -> str:
    return text.replace("X", "×").replace("-", "−")


@register.filter
def minus(value: object) -> str:
    """A true minus sign before a negative number."""
    return str(value).replace("-", "−", 1)
