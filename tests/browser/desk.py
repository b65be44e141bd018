"""A session in play, and the pages of its desk."""

from __future__ import annotations

from typing import Any

from core.actors import of_user
from events.models import Play, Session
from events.services.clock import start_clock
from events.services.tables import give_codes
from tests.browser.conftest import Site
from tests.events.evening import make_session


def in_play(site: Site, contestants: int = 10, **options: Any) -> Session:
    session = make_session(site.cast.harbour, contestants, **options)
    give_codes(session, actor=of_user(site.cast.secretary))
    start_clock(actor=of_user(site.cast.director), session=session)
    return session


def plays(session: Session) -> list[Play]:
    return list(Play.objects.filter(section__session=session, round=1).order_by("table", "board"))


def address(session: Session, page: str = "desk/") -> str:
    return f"/clubs/harbour/sessions/{session.pk}/{page}"
