"""Pages of clubs and federations, named as `club-…` and `federation-…`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from django.urls import URLPattern, path

from clubs.views.bodies import View

Pages: TypeAlias = Iterable[tuple[str, View, str]]


def club_pages(pages: Pages) -> list[URLPattern]:
    return _pages_of("club", pages)


def federation_pages(pages: Pages) -> list[URLPattern]:
    return _pages_of("federation", pages)


def _pages_of(kind: str, pages: Pages) -> list[URLPattern]:
    return [
        path(f"{kind}s/<slug:slug>/{route}", view, {"kind": kind}, name=f"{kind}-{page}") for route, view, page in pages
    ]
