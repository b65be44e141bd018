"""References to the Laws as links."""

from __future__ import annotations

import re

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.permissions import may
from rulings.laws.book import CURRENT, book, nearest_paragraph
from rulings.laws.paragraphs import is_paragraph, law_number
from rulings.wording import translated_text

register = template.Library()
# With a letter it can only be a paragraph; a bare number is one after these words, or alone in brackets.
REFERENCE = re.compile(
    r"(?P<full>\b\d{1,2}[A-H]\d{0,2}(?:\([a-z]\))?(?:\([ivx]+\))?(?![\w%]))"
    r"|(?P<before>(?:Laws?|see|Law of) |\()(?P<bare>\d{1,2})(?=[\s,.;:)]|$)"
)


def anchor(paragraph: str) -> str:
    """27B1(a) as the id of an element: p-27B1-a."""
    return "p-" + paragraph.replace("(", "-").replace(")", "")


def address(paragraph: str, edition: str = "") -> str:
    """Where the law book speaks of a paragraph."""
    url = reverse("law", kwargs={"number": law_number(paragraph)})
    query = f"?edition={edition}" if edition and edition != CURRENT else ""
    place = nearest_paragraph(book(edition or CURRENT), paragraph)
    return url + query + (f"#{anchor(place)}" if place else "")


@register.filter
def paragraph_anchor(paragraph: str) -> str:
    return anchor(paragraph)


@register.simple_tag(takes_context=True)
def law_link(context: template.Context, paragraph: object) -> SafeString:
    """A paragraph's number as a link to its place in the law book."""
    text = str(paragraph)
    if not is_paragraph(text):
        return format_html("{}", text)
    return format_html('<a href="{}">{}</a>', address(text, str(context.get("edition") or "")), text)


@register.simple_tag(takes_context=True)
def with_law_links(context: template.Context, text: str) -> SafeString:
    """A text of the law book, translated, in which every paragraph that it names leads there."""
    text = translated_text(text)
    edition = str(context.get("edition") or "")
    parts: list[tuple[str | SafeString]] = []
    at = 0
    for match in REFERENCE.finditer(text):
        reference = match["full"] or match["bare"]
        if not is_paragraph(reference):
            continue
        start = match.start("full" if match["full"] else "bare")
        parts.append((text[at:start],))
        parts.append((format_html('<a href="{}">{}</a>', address(reference, edition), reference),))
        at = start + len(reference)
    parts.append((text[at:],))
    return format_html_join("", "{}", parts)


@register.simple_tag(takes_context=True)
def looks_up_rulings(context: template.Context) -> bool:
    """Whether whoever reads this may search earlier rulings."""
    actor = getattr(context.get("request"), "actor", None)
    return actor is not None and may(actor, "precedent.view")
