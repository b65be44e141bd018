"""What the pages under “People” share: names typed in a field, and links from one to the other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.selectors.navigation import Link
from clubs.views.bodies import Request
from core.permissions import may
from events.models import Session
from events.selectors.naming import NameAnswer, TypedName
from events.selectors.navigation import session_links
from events.views.base import render_session, session_url
from events.views.name_fields import NameField, read_names

FIRST = "session-officials"


def name_field(request: Request, session: Session, label: str, words: str = "", pick: str = "") -> NameField:
    """What stands in the field, and whom it means."""
    if request.method != "POST":
        return NameField(1, TypedName(words, pick), NameAnswer(), label)
    return read_names(request, session.club, 1, [label])[0]


def person_in(field: NameField) -> Player | str:
    """Somebody known, or the name of a visitor; nobody is no answer."""
    if field.answer.problem:
        raise ValidationError(field.answer.problem, code="unclear")
    if field.answer.person is None:
        raise ValidationError(_("Write who it is: a few letters of the name, or a number."), code="nobody")
    return field.answer.person


def render_people(
    request: Request, session: Session, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    first = session_url(session, FIRST)
    tabs = [
        replace(tab, current=tab.current or tab.url == first) for tab in session_links(request, request.actor, session)
    ]
    common = {"session_tabs": tabs, "people_pages": _pages(request, session)}
    return render_session(request, session, template, common | context, status=status)


def _pages(request: Request, session: Session) -> list[Link]:
    if not may(request.actor, "session.run", session):
        return []
    pages = [(FIRST, _("Officials")), ("session-substitutes", _("Substitutes"))]
    if session.event.is_for_teams:
        pages.append(("session-line-ups", _("Line-ups")))
    urls = [(session_url(session, page), label) for page, label in pages]
    return [Link(label, url, current=request.path.startswith(url)) for url, label in urls]
