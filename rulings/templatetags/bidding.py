"""Calls and cards as they are printed."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from events.selectors.hand_records import NAMES, SYMBOLS
from rulings.selectors.card_words import read_cards
from scoring.adjusted.words import written_words
from scoring.engine.cards import Strain

register = template.Library()
CONTRACT = re.compile(r"\b([1-7])([SHDC])(?=X{0,2}(?:[=+-]|\s|$))")


@register.filter
def call(text: str) -> SafeString:
    """3H as 3♥, P as Pass; SK, a card, as ♠K."""
    words = {"P": _("Pass"), "X": _("Double"), "XX": _("Redouble")}
    if text in words:
        return format_html("{}", words[text])
    head, tail = text[:1], text[1:]
    if head.isdigit():
        return format_html("{}{}", head, _suit(tail))
    return format_html("{}{}", _suit(head), "10" if tail == "T" else tail)


@register.filter
def contract(text: object) -> SafeString:
    """4S-1 N +50 as 4♠-1 N +50: each contract in a text with its suit drawn."""
    parts: list[tuple[str | SafeString]] = []
    at = 0
    for match in CONTRACT.finditer(str(text)):
        parts.append((str(text)[at : match.start(2)],))
        parts.append((_suit(match[2]),))
        at = match.end(2)
    parts.append((str(text)[at:],))
    return format_html_join("", "{}", parts)


@register.filter
def weighted(text: object) -> str:
    """60 4S= N, 40 4S-1 N as 60% 4S= N, 40% 4S-1 N."""
    return written_words(str(text))


@register.filter
def card_or_suit(text: str) -> SafeString:
    """`H7` as ♥7, `hearts` as ♥; other words as they are."""
    cards = read_cards(text)
    if not cards:
        return format_html("{}", text)
    return format_html_join(", ", "{}{}", ((_suit(strain.value), rank) for strain, rank in cards))


def _suit(letter: str) -> SafeString:
    try:
        strain = Strain.parse(letter)
    except ValueError:
        return format_html("{}", letter)
    if strain not in SYMBOLS:
        return format_html("{}", _("NT"))
    return format_html(
        '<span class="suit suit--{}" role="img" aria-label="{}">{}</span>',
        strain.value.lower(),
        NAMES[strain],
        SYMBOLS[strain],
    )
