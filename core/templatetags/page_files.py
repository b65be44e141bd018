"""The stylesheet and the scripts that a page asks for by name."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag
def family_stylesheet(content: str) -> SafeString | str:
    """The one stylesheet that a family of pages has besides the base; nothing where a page needs none."""
    name = content.strip()
    return format_html('<link rel="stylesheet" href="{}">', static(f"tenace/{name}.css")) if name else ""


@register.simple_tag
def script(name: str) -> SafeString:
    """A script of ours, run when the page has been read."""
    return format_html('<script src="{}" defer></script>', static(f"tenace/{name}.js"))
