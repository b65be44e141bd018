"""Links with which results are taken along."""

from __future__ import annotations

from typing import Any

from django import template

from clubs.selectors.navigation import Link
from scoring import hooks

register = template.Library()


@register.simple_tag(takes_context=True)
def export_links(context: dict[str, Any]) -> list[Link]:
    """What the applications above offer the reader of this session's results."""
    request, session = context["request"], context["session"]
    return [link for links in hooks.export_links.call(request.actor, session) for link in links]
