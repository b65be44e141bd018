"""Parts that applications above add to the desk and to the page of a result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from core.actors import Actor
from events.models import Play, Session
from scoring import hooks


@dataclass(frozen=True)
class Panel:
    """`desk` and `play` give what the templates show, `tag` what tells that the desk's part has changed."""

    desk_template: str
    desk: Callable[[Actor, Session], Any]
    tag: Callable[[Session], str]
    play_template: str
    play: Callable[[Actor, Play], Any]
    # The page that rules on a call, for which `?call=` is given.
    call_page: str = ""
    # Pages of the session that the desk leads to: their names as addresses and in words.
    pages: tuple[tuple[str, str | Promise], ...] = ()


def desk_panels(actor: Actor, session: Session) -> list[dict[str, Any]]:
    return [
        {"template": panel.desk_template, "shown": panel.desk(actor, session), "call_page": panel.call_page}
        for panel in hooks.panels
    ]


def desk_pages() -> list[tuple[str, str | Promise]]:
    return [page for panel in hooks.panels for page in panel.pages]


def play_panels(actor: Actor, play: Play) -> list[dict[str, Any]]:
    return [{"template": panel.play_template, "shown": panel.play(actor, play)} for panel in hooks.panels]


def panel_tags(session: Session) -> list[str]:
    return [panel.tag(session) for panel in hooks.panels]
