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
    """`4SX-1 W` with a spade; whoever hears the page hears the letter that stands there."""
    found = _CONTRACT.fullmatch(text)
    if found is None:
        return text
    level, suit, rest = found.groups()
    names = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    return format_html(
        '{}<span class="suit suit--{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden"> {} </span></span>{}',
        level,
        suit.lower(),
        _SIGNS[suit],
        names[suit],
        rest,
    )


@register.filter
def minus(value: object) -> str:
    """A true minus sign before a negative number."""
    return str(value).replace("-", "−", 1)
