"""What every page's frame needs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from clubs.mail import mail_leaves
from clubs.selectors.navigation import main_links, navigation


def chrome(request: HttpRequest) -> dict[str, Any]:
    actor = getattr(request, "actor", None)
    return {
        "actor": actor,
        "demo": _demo(),
        "languages": settings.LANGUAGES,
        # Asked for only where a page speaks of mail.
        "mail_leaves": mail_leaves,
        "main_links": main_links(request, actor) if actor else [],
        "navigation": navigation(request, actor) if actor else [],
    }


def _demo() -> dict[str, Any] | None:
    """Who may look around while the demo is on."""
    if not settings.DEMO:
        return None
    from clubs.demo import PASSWORD, SIGN_INS

    return {"sign_ins": SIGN_INS, "password": PASSWORD}
