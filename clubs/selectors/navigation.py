"""Where a person may go: the bodies on which they hold a role or are members."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs import hooks
from clubs.models import Club, Federation
from core.actors import Actor
from core.permissions import may

OFFICE_PAGES = (
    ("desk-home", _("Desk"), "session.run"),
    ("events", _("Events"), "club.view"),
    ("results", _("Results"), "club.view"),
    ("papers", _("Paper"), "membership.view"),
    ("settings", _("Settings"), ".change"),
    ("members", _("Members"), "membership.view"),
    ("membership-years", _("Renewals"), "renewal.view"),
    ("bodies", _("Clubs and regions"), "federation.tree_view"),
    ("register", _("Register"), "register.view"),
    ("directors", _("Directors"), "licence.view"),
    ("group-mails", _("Messages"), "group_mail.view"),
    ("board-sets", _("Boards"), "deal.make"),
    ("table-rules", _("Tables"), "event.manage"),
    ("appeals", _("Appeals"), "appeal.register"),
    ("casebook", _("Casebook"), "club.view"),
    ("roles", _("Roles"), "role.view"),
    ("regulations", _("Regulations"), "regulation.view"),
    ("rulings", _("Rulings"), "ruling.view"),
    ("ruling-figures", _("Rulings in figures"), "ruling.view"),
    ("reports", _("Records"), "report.file"),
    ("audit", _("Audit"), "audit.view"),
    ("jobs", _("Background work"), "job.view"),
)
ONLY_CLUBS = {"papers", "desk-home", "events", "results", "members", "membership-years", "board-sets", "table-rules"}

ONLY_FEDERATIONS = {"bodies", "register", "directors", "rulings", "ruling-figures"}


@dataclass(frozen=True)
class Link:
    label: Any
    url: str
    current: bool = False


@dataclass(frozen=True)
class Place:
    """A federation or club in the menu, with the pages of it that this person may open."""

    body: Federation | Club
    links: list[Link] = field(default_factory=list)


def main_links(request: HttpRequest, actor: Actor) -> list[Link]:
    links = hooks.main_links.call(actor)
    return [_link(request, link.label, link.url) for link in links if link is not None]


def navigation(request: HttpRequest, actor: Actor) -> list[Place]:
    return [Place(body, body_tabs(request, actor, body)) for body in bodies_with_a_role(actor)]


def bodies_with_a_role(actor: Actor) -> list[Federation | Club]:
    """Federations first, then clubs, each once, by name."""
    bodies: dict[str, Federation | Club] = {grant.body.label: grant.body for grant in actor.grants}
    if actor.member_of:
        clubs = Club.objects.filter(pk__in=actor.member_of).select_related("federation")
        bodies |= {club.label: club for club in clubs}
    return sorted(bodies.values(), key=lambda body: (body.kind == "club", body.name))


def body_tabs(request: HttpRequest, actor: Actor, body: Federation | Club) -> list[Link]:
    """The tabs of a body's pages for this person: its public page first."""
    links = [_link(request, _("Page"), body.get_absolute_url())]
    for page, label, act in OFFICE_PAGES:
        if page in (ONLY_FEDERATIONS if body.kind == Club.kind else ONLY_CLUBS):
            continue
        if may(actor, f"{body.kind}{act}" if act.startswith(".") else act, body):
            links.append(_link(request, label, reverse(f"{body.kind}-{page}", kwargs={"slug": body.slug})))
    return links


def _link(request: HttpRequest, label: Any, url: str) -> Link:
    return Link(label, url, current=request.path == url)
