"""Addresses as squares that a phone's camera reads."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def full_address(path: str) -> str:
    """With the name under which people reach this installation, whatever the browser at the desk calls it."""
    return f"{settings.PUBLIC_URL}{path}"


def qr_svg(path: str, title: str) -> SafeString:
    """The picture itself, to stand in the page: a printed page must not wait for twenty pictures."""
    code = segno.make(full_address(path), error="m", micro=False)
    svg = code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None, title=title, light="#fff")
    return mark_safe(svg)  # noqa: S308  made here: the address is quoted by reverse(), the title escaped by segno


def only_reaches_this_machine() -> bool:
    return urlsplit(settings.PUBLIC_URL).hostname in LOOPBACK
