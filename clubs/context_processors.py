"""What every page's frame needs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from clubs.selectors.navigation import navigation


def chrome(request: HttpRequest) -> dict[str, Any]:
    actor = getattr(request, "actor", None)
    return {
        "actor": actor,
        "demo": settings.DEMO,
        "languages": settings.LANGUAGES,
        "navigation": navigation(request, actor) if actor else [],
    }
