"""What a person's own first page shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import hooks
from clubs.mail import mail_leaves
from clubs.models import Club, Player, Role
from clubs.models.bodies import Body
from clubs.selectors.joining import open_join_requests
from clubs.selectors.navigation import Link, bodies_with_a_role, body_tabs
from core.actors import Actor
from core.permissions import may
from jobs.models import Job, JobState


@dataclass(frozen=True)
class OwnBody:
    """A club or federation of one's own: as what, and where one may go there."""

    body: Body
    roles: list[Any]
    links: list[Link]


@dataclass(frozen=True)
class Concern:
    """Something that waits for this person, and the page that settles it."""

    title: str
    text: str
    action: Link


@dataclass(frozen=True)
class HomeLine:
    """One thing on a card of the first page: where it leads, and what is to be said besides."""

    text: str
    url: str = ""
    note: str = ""
    # A word about its state, and of which kind that is: `good`, `info`, `warn`, `bad`, `quiet`.
    badge: str = ""
    badge_kind: str = "info"


@dataclass(frozen=True)
class HomeCard:
    """What a role has before it, for the template `pages/home_cards.html`; `key` is its place on the page."""

    key: str
    title: str
    lines: list[HomeLine]
    links: list[Link] = field(default_factory=list)


#: The template of parts that show cards.
CARDS = "pages/home_cards.html"


def home_parts(actor: Actor) -> list[dict[str, Any]]:
    ordered = sorted(hooks.home_parts, key=lambda part: not part.urgent)
    parts = [{"template": part.template, "shown": part.shown(actor)} for part in ordered]
    return [part for part in parts if part["shown"]]


def own_bodies(request: HttpRequest, actor: Actor) -> list[OwnBody]:
    return [
        OwnBody(body, roles_on(actor, body), body_tabs(request, actor, body)[1:]) for body in bodies_with_a_role(actor)
    ]


def roles_on(actor: Actor, body: Body) -> list[Any]:
    """The names of the roles held on this very body; membership last."""
    roles = [Role(grant.role).label for grant in actor.grants if grant.body == body]
    member = body.kind == "club" and body.pk in actor.member_of
    return [*roles, Role.MEMBER.label] if member and Role.MEMBER.label not in roles else roles


def concerns(actor: Actor, bodies: Iterable[Body]) -> list[Concern]:
    checked_bodies = list(bodies)
    return [
        *_join_requests(actor, checked_bodies),
        *_disputed_numbers(actor, checked_bodies),
        *_mail(actor),
        *_two_step(actor),
        *_failed_jobs(actor, checked_bodies),
    ]


def _clubs_where(actor: Actor, act: str, bodies: Iterable[Body]) -> list[Club]:
    return [body for body in bodies if isinstance(body, Club) and may(actor, act, body)]


def _join_requests(actor: Actor, bodies: Iterable[Body]) -> list[Concern]:
    """Newcomers who wait for this person's answer."""
    waiting = []
    for body in _clubs_where(actor, "join.answer", bodies):
        if count := open_join_requests(body).count():
            title = ngettext(
                "%(count)s account waits to be joined to a member",
                "%(count)s accounts wait to be joined to members",
                count,
            )
            link = Link(_("Answer"), reverse("club-join-requests", kwargs={"slug": body.slug}))
            waiting.append(Concern(title % {"count": count}, body.name, link))
    return waiting


def _disputed_numbers(actor: Actor, bodies: Iterable[Body]) -> list[Concern]:
    """Members whose number somebody else of the federation holds as well."""
    disputes = []
    for body in _clubs_where(actor, "membership.change", bodies):
        rows = Player.objects.filter(memberships__club=body).exclude(disputed_number="").distinct()
        if numbers := sorted(rows.values_list("disputed_number", flat=True)):
            query = urlencode({"standing": "all", "q": numbers[0]})
            link = Link(_("See who it is"), f"{reverse('club-members', kwargs={'slug': body.slug})}?{query}")
            text = _("%(club)s: %(numbers)s") % {"club": body.name, "numbers": ", ".join(numbers)}
            disputes.append(Concern(_("Federation numbers in dispute"), text, link))
    return disputes


def _mail(actor: Actor) -> list[Concern]:
    if not may(actor, "server.mail") or mail_leaves():
        return []
    text = _("Nobody can confirm an address or get a new password by mail until it is set up.")
    return [Concern(_("No mail leaves this server"), text, Link(_("Set it up"), reverse("server-mail")))]


def _two_step(actor: Actor) -> list[Concern]:
    """Whoever holds an office is urged to protect it."""
    in_office = any(grant.role != Role.MEMBER for grant in actor.grants)
    if actor.user is None or not in_office or is_mfa_enabled(actor.user):
        return []
    return [
        Concern(
            _("Turn on two-step sign-in"),
            _(
                "You hold an office, so your password alone opens other people’s records. With two-step sign-in,"
                " a code from your phone is needed as well. It takes about two minutes."
            ),
            Link(_("Turn it on"), reverse("mfa_index")),
        )
    ]


def _failed_jobs(actor: Actor, bodies: Iterable[Body]) -> list[Concern]:
    failures = []
    for body in bodies:
        if not may(actor, "job.view", body):
            continue
        count = Job.objects.filter(state=JobState.FAILED, **{body.kind: body}).count()
        if count:
            title = ngettext("%(count)s background job failed", "%(count)s background jobs failed", count)
            link = Link(_("See what failed"), reverse(f"{body.kind}-jobs", kwargs={"slug": body.slug}))
            failures.append(Concern(title % {"count": count}, body.name, link))
    return failures
