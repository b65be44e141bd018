"""The page that becomes a file: each report in its template, one after the other, with its head on every sheet."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import zoneinfo
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.formats import date_format, time_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from PIL import Image, UnidentifiedImageError

from core.actors import Actor
from core.text_direction import isolate_html
from printing.models import Letters, Paper, PrintSettings
from printing.registry import SOURCES, Head, NothingToPrint, PrintedReport
from printing.rendering import PrintingFailed

# Put in last, so that the same page has the same digest whenever it is printed.
PRINTED_AT = "[[printed]]"
PICTURES = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
MOST_PIXELS = 4_000_000
TOKENS = settings.BASE_DIR / "static/tenace/tokens.css"
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Style:
    """How a body prints."""

    paper: str = Paper.A4
    letters: str = Letters.SANS


@dataclass(frozen=True)
class Part:
    """One report, set; `name` is the name of its file where each has one."""

    report: PrintedReport
    content: SafeString

    @property
    def page(self) -> str:
        return "cut" if self.report.is_cut else "landscape" if self.report.landscape else "upright"


@dataclass(frozen=True)
class Document:
    """A page to be rendered, its digest, and what was left out."""

    title: str
    html: str
    digest: str
    made_from: str = ""
    remarks: tuple[str, ...] = field(default=())


def style_of(body: Any) -> Style:
    """A club's own, else the usual one."""
    if getattr(body, "kind", "") != "club":
        return Style()
    chosen = PrintSettings.objects.filter(club_id=body.pk).first()
    return Style(chosen.paper, chosen.letters) if chosen else Style()


@contextmanager
def speaking(language: str, zone: str) -> Iterator[None]:
    """In a language and a time zone, whoever makes the file and wherever."""
    with translation.override(language), timezone.override(zoneinfo.ZoneInfo(zone)):
        yield


def document_title(reports: Iterable[PrintedReport], source: Any, head: Head) -> str:
    titles = ", ".join(str(report.title) for report in reports)
    return " · ".join(filter(None, (titles, head.event or str(source), head.day)))


def make_document(
    *,
    actor: Actor,
    reports: list[PrintedReport],
    source: Any,
    period: str,
    style: Style,
    progress: Progress | None = None,
) -> Document:
    """The reports as one page, in the language that is switched on. What there is nothing of is left out, and said."""
    kind = SOURCES[reports[0].source]
    head, body = kind.head(source), kind.body(source)
    parts: list[Part] = []
    remarks: list[str] = []
    for number, report in enumerate(reports):
        if progress is not None:
            progress(number, len(reports) + 1)
        try:
            parts.append(_part(actor, report, source, period))
        except NothingToPrint as nothing:
            remarks.append(_("%(report)s: left out. %(why)s") % {"report": report.title, "why": nothing})
    if not parts:
        raise PrintingFailed("\n".join(remarks))
    logo, trouble = logo_of(body)
    title = document_title([part.report for part in parts], source, head)
    html = _html(parts, title, head, body, style, logo)
    digest = hashlib.sha256(html.encode()).hexdigest()
    moment = f"{date_format(timezone.localtime(actor.at), 'DATE_FORMAT')}, {time_format(timezone.localtime(actor.at))}"
    remarks += [trouble] if trouble else []
    return Document(title, html.replace(PRINTED_AT, moment), digest, head.made_from, tuple(remarks))


def _part(actor: Actor, report: PrintedReport, source: Any, period: str) -> Part:
    context = {"report": report, "source": source, "period": period, **report.read(actor, source, period)}
    return Part(report, mark_safe(render_to_string(report.template, context)))  # noqa: S308  escaped by the template


def _html(parts: list[Part], title: str, head: Head, body: Any, style: Style, logo: str) -> str:
    context = {
        "parts": parts,
        "title": title,
        "head": head,
        "body": body,
        "style": style,
        "logo": logo,
        "colour": accent_of(getattr(body, "colour", "") or "pine"),
        "printed_at": PRINTED_AT,
        "language": translation.get_language(),
        "is_rtl": translation.get_language_bidi(),
        "several": len(parts) > 1,
    }
    return isolate_html(render_to_string("printing/document.html", context), page_is_rtl=context["is_rtl"])


@cache
def accent_of(colour: str) -> str:
    """A club's colour as the pages have it by day."""
    found = re.search(rf"^\s*--{re.escape(colour)}:\s*(#[0-9a-f]{{3,8}});", TOKENS.read_text(), re.MULTILINE)
    return found.group(1) if found else "currentColor"


def logo_of(body: Any) -> tuple[str, str]:
    """The logo as an address that holds it, and why it is left out where it is no picture that is printed."""
    logo = getattr(body, "logo", None)
    if not logo:
        return "", ""
    refused = _("The logo is left out: it is no PNG, JPEG or WebP picture of at most %(most)s MB.")
    refused %= {"most": settings.LOGO_LIMIT // 1_000_000}
    try:
        if default_storage.size(logo.name) > settings.LOGO_LIMIT:
            return "", refused
        with default_storage.open(logo.name) as file:
            content = file.read()
        with Image.open(io.BytesIO(content), formats=tuple(PICTURES)) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return "", refused
            picture.verify()
            kind = PICTURES[str(picture.format)]
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError, Image.DecompressionBombError):
        return "", refused
    return f"data:{kind};base64,{base64.b64encode(content).decode()}", ""
