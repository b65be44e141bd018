"""System checks: what is wrong with the settings, and what to do about it."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DatabaseError


@register(Tags.security, deploy=True)
def check_public_url(**_: Any) -> list[CheckMessage]:
    parts = urlsplit(settings.PUBLIC_URL)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        hint = "Set TENACE_PUBLIC_URL to the address people type, such as https://bridge.example.org"
        return [
            Error(
                f"TENACE_PUBLIC_URL is “{settings.PUBLIC_URL}”, which is no address.",
                hint=hint,
                id="tenace.E001",
            )
        ]
    if parts.scheme == "http":
        hint = "Set TENACE_PUBLIC_URL to an https:// address; cookies and HSTS follow it."
        return [Warning("The public address is not https.", hint=hint, id="tenace.W001")]
    return []


@register(Tags.security, deploy=True)
def check_demo_is_off(**_: Any) -> list[CheckMessage]:
    if not settings.DEMO:
        return []
    hint = "Unset TENACE_DEMO before real people use this installation."
    return [Warning("The demo is on: anybody can sign in as its people.", hint=hint, id="tenace.W002")]


@register(Tags.security, deploy=True)
def check_mail_leaves(**_: Any) -> list[CheckMessage]:
    from clubs.mail import mail_leaves

    # Before the first migration nothing can have been set up on the page.
    with suppress(DatabaseError):
        if mail_leaves():
            return []
    hint = "Set it up on the page /server/mail/, or set EMAIL_URL, such as smtp+tls://user:password@host:587"
    return [Warning("Mail is written to files instead of being sent.", hint=hint, id="tenace.W003")]


@register()
def check_pdf_libraries(**_: Any) -> list[CheckMessage]:
    try:
        ctypes.CDLL("libpango-1.0.so.0")
    except OSError as error:
        hint = "Install Pango: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
        return [Warning(f"PDFs cannot be made: {error}", hint=hint, id="tenace.W004")]
    return []
