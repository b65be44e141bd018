"""Pages of a club, named as `club-…` like the club's other pages."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import URLPattern, path

from clubs.views.bodies import View


def club_pages(pages: Iterable[tuple[str, View, str]]) -> list[URLPattern]:
    return [
        path(f"clubs/<slug:slug>/{route}", view, {"kind": "club"}, name=f"club-{page}") for route, view, page in pages
    ]
