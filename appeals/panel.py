"""What appeals add where people work: the director's desk, the pages of rulings, everybody's first page."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Count, Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from appeals.gates import HEARD, LODGED_OR_LATER, OPEN, CaseState
from appeals.models import Appeal
from appeals.models.appeals import VerdictChoice
from appeals.selectors.decision_words import decision_words, verdict_words
from appeals.selectors.deposits import deposits_in, deposits_to_hand_back
from appeals.selectors.on_home import on_home
from appeals.selectors.pool import may_be_asked
from appeals.selectors.session_page import appealable_rulings, nobody_hears, request_url
from appeals.selectors.to_publish import is_to_publish, sessions_to_publish
from appeals.selectors.waiting import open_in_session, waiting_in_club
from appeals.wording import why_ruling_is_fixed
from clubs.hooks import HomePart
from clubs.models import Club
from clubs.selectors.home import Concern
from clubs.selectors.navigation import Link
from core.actors import Actor
from core.permissions import may
from events.hooks import MoneyPart
from events.models import Play, Session
from events.wording import local_moment
from rulings.models import Ruling
from rulings.reviews import Review, ReviewRequest
from scoring.models import Publication
from scoring.panels import Panel


class Appeals:
    """Appeals as the pages of rulings ask for them."""

    def of_rulings(self, actor: Actor, rulings: Collection[Ruling]) -> dict[int, list[Review]]:
        reviews: dict[int, list[Review]] = {}
        appeals = Appeal.objects.filter(
            ruling__in=[ruling.pk for ruling in rulings], state__in=[*OPEN, *HEARD, CaseState.NOT_HEARD]
        )
        appeals = appeals.select_related("club__federation", "session__event", "ruling__play").prefetch_related(
            "decisions"
        )
        for appeal in appeals.order_by("pk"):
            reviews.setdefault(appeal.ruling_id, []).append(_review(actor, appeal))
        return reviews

    def requests(self, actor: Actor, rulings: Collection[Ruling]) -> dict[int, ReviewRequest]:
        return {
            appealable.ruling.pk: ReviewRequest(request_url(appealable.ruling), appealable.until)
            for appealable in appealable_rulings(actor, rulings)
            if appealable.is_open and not appealable.at_desk and not nobody_hears(appealable.ruling.session)
        }

    def open_in(self, actor: Actor, session: Session) -> list[Review]:
        return [_review(actor, waiting.appeal, waiting.task) for waiting in open_in_session(actor, session)]


def _review(actor: Actor, appeal: Appeal, task: Any = "") -> Review:
    decided = appeal.decided_at is not None and appeal.verdict
    state = verdict_words(appeal) if decided else appeal.get_state_display()
    return Review(
        title=_("Appeal %(case)s, %(side)s") % {"case": appeal, "side": appeal.get_side_display()},
        state=state,
        is_open=appeal.is_open,
        is_lodged=appeal.lodged_at is not None,
        why_fixed=why_ruling_is_fixed(appeal) if appeal.state in LODGED_OR_LATER else "",
        is_changed=appeal.verdict == VerdictChoice.CHANGED,
        decision=decision_words(appeal) if decided else "",
        task=task,
        url=appeal.get_absolute_url() if may(actor, "appeal.view", appeal) else "",
    )


def _desk(actor: Actor, session: Session) -> dict[str, Any]:
    return {"appeals": open_in_session(actor, session), "to_publish": is_to_publish(actor, session)}


def _tag(session: Session) -> str:
    counted = Appeal.objects.filter(session=session).aggregate(count=Count("pk"), versions=Sum("version"))
    published = Publication.objects.filter(session=session).count() if counted["count"] else 0
    return f"{counted['count']}.{counted['versions'] or 0}.{published}"


def _play(actor: Actor, play: Play) -> dict[str, Any]:
    rows = [
        waiting for waiting in open_in_session(actor, play.section.session) if waiting.appeal.ruling.play_id == play.pk
    ]
    return {"appeals": rows}


PANEL = Panel(
    desk_template="appeals/on_desk.html",
    desk=_desk,
    tag=_tag,
    play_template="appeals/on_play.html",
    play=_play,
)
MONEY = MoneyPart("appeals/on_money.html", deposits_in)
HOME = HomePart("appeals/on_home.html", on_home)


def waiting_concerns(actor: Actor, club: Club) -> Iterator[Concern]:
    """For the club's desk: each case that waits for somebody, for whom, and until when."""
    for waiting in waiting_in_club(actor, club):
        title = _("Appeal %(case)s, %(side)s") % {"case": waiting.appeal, "side": waiting.appeal.get_side_display()}
        text = str(waiting.task or waiting.waits)
        if waiting.until is not None:
            over, ahead = _("It was due on %(when)s."), _("Until %(when)s.")
            text = f"{text} {(over if waiting.is_overdue else ahead) % {'when': local_moment(club, waiting.until)}}"
        yield Concern(title, text, Link(_("Open the case"), waiting.appeal.get_absolute_url()))
    for line in deposits_to_hand_back(actor, club):
        title = _("Deposit of appeal %(case)s") % {"case": line.deposit.appeal}
        text = f"{line.amount}: {line.state}."
        yield Concern(title, text, Link(_("Open the case"), line.deposit.appeal.get_absolute_url()))
    for session in sessions_to_publish(actor, club):
        text = _("A decision on appeal has changed the score: publish it again.")
        address = reverse("club-session-official-desk", kwargs={"slug": club.slug, "session_id": session.pk})
        yield Concern(str(session.event), text, Link(_("Publish again"), address))


def own_appeals_link(actor: Actor) -> Link | None:
    """In the bar, for whoever hears appeals or may be asked to."""
    return Link(_("Appeals"), reverse("my-appeals")) if may_be_asked(actor) else None
