"""Hands and tricks as on a printed hand record, written out in one piece.

A page of all hands has some five hundred suits: templates for them cost several times as much, in time and in blanks.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from events.selectors.hand_records import Record, SeatHand, Suit
from scoring.engine.cards import Strain

register = template.Library()
NOTHING = "—"


@register.simple_tag
def hand_diagram(hand: SeatHand) -> SafeString:
    """One hand: a line for each suit, or “unknown”."""
    lines = [f"<li>{_short_sign(holding.suit)} {' '.join(holding.ranks) or NOTHING}</li>" for holding in hand.holdings]
    ranks = f'<ul class="hand__ranks">{"".join(lines)}</ul>' if lines else f'<p class="meta">{escape(_("unknown"))}</p>'
    seat = f'<p class="visually-hidden">{escape(hand.name)}</p>'
    return _safe(f'<div class="hand hand--{hand.seat.lower()}">{seat}{ranks}</div>')


@register.simple_tag
def deal_diagram(record: Record) -> SafeString:
    """The four hands round a compass that says who is vulnerable; the words above it say so too."""
    hands = "".join(hand_diagram(hand) for hand in record.hands)
    seats = "".join(f"<b>{escape(str(hand.name)[:1])}</b>" for hand in record.hands)
    compass = f'<div class="compass compass--{record.vulnerable_code}" aria-hidden="true">{seats}</div>'
    return _safe(f'<div class="board__deal">{hands}{compass}</div>')


@register.simple_tag
def deal_figures(record: Record, strains: list[Suit]) -> SafeString:
    """High-card points round a compass, and the tricks with all cards seen where they are known."""
    counted = [hand for hand in record.hands if hand.points is not None]
    words = _("High-card points: %(points)s") % {"points": ", ".join(f"{hand.name} {hand.points}" for hand in counted)}
    points = "".join(f"<b>{'' if hand.points is None else hand.points}</b>" for hand in record.hands)
    listed = f'<p class="points" role="img" aria-label="{escape(words)}">{points}</p>'
    tricks = _tricks(record, strains) if record.tricks else ""
    return _safe(f'<div class="board__foot">{listed}{tricks}</div>')


def _tricks(record: Record, strains: list[Suit]) -> str:
    """Tricks by declarer and strain."""
    caption = _("Tricks with all cards seen, board %(number)s") % {"number": record.number}
    head = "".join(f"<th>{_short_sign(strain)}</th>" for strain in strains)
    rows = (
        f'<tr><th><abbr title="{escape(name)}">{escape(str(name)[:1])}</abbr></th>'
        f"{''.join(f'<td>{tricks}</td>' for tricks in row)}</tr>"
        for _seat, name, row in record.tricks
    )
    return (
        f'<table class="tricks"><caption class="visually-hidden">{escape(caption)}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


@register.simple_tag
def suit_sign(suit: Suit) -> SafeString:
    """The sign of a suit with its name for the ear; NT for no trump."""
    return _suit_sign(suit.code, get_language())


def _short_sign(suit: Suit) -> SafeString:
    """The same inside a diagram, whose style knows the letters: a page of hands has five hundred of them."""
    return _suit_sign(suit.code, get_language(), short=True)


@lru_cache(maxsize=200)
def _suit_sign(code: str, language: str | None, *, short: bool = False) -> SafeString:
    """`language` is the one that is spoken now."""
    suit = Suit.of(Strain(code.upper()))
    name = escape(suit.name)
    if not suit.symbol:
        return _safe(f'<abbr title="{name}">{escape(pgettext("no trump", "NT"))}</abbr>')
    if short:
        return _safe(f'<i class="{suit.code}" role="img" aria-label="{name}">{suit.symbol}</i>')
    return _safe(f'<span class="suit suit--{suit.code}" role="img" aria-label="{name}">{suit.symbol}</span>')


def _safe(html: str) -> SafeString:
    """Everything that people have written was escaped where it was put in."""
    return mark_safe(html)  # noqa: S308
