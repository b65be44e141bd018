"""What a browser calls itself, in words that its owner recognises."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

register = template.Library()
# The order matters: most browsers also claim to be the ones further down.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


@register.filter
def device(agent: str) -> str:
    """Such as “Firefox, Windows”; what is not recognised is called unknown and not guessed at."""
    browser = next((name for sign, name in BROWSERS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return ", ".join(filter(None, (browser, system))) or _("Unknown device")
