"""The rulings behind the results of a session, as results pages tell of them."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import OuterRef, Q, QuerySet, Subquery

from core.actors import Actor
from events.models import Session
from rulings.models import Ruling
from rulings.models.rulings import STANDING
from rulings.reviews import Review, ReviewRequest, review_requests, reviews_by_ruling
from rulings.selectors.trick_transfer import result_before_tricks, result_with_tricks
from rulings.selectors.visible import visible_rulings
from scoring.models import ScoreAdjustment
from scoring.ruled_plays import ReviewLink, RuledPlay


def rulings_behind_results(actor: Actor, session: Session) -> Iterator[RuledPlay]:
    rows = list(_rulings_with_effect(session))
    if not rows:
        return
    visible: list[Ruling] = []
    if actor.user is not None:
        visible = list(visible_rulings(actor, session).filter(pk__in=[ruling.pk for ruling in rows]))
    reviews, requests = reviews_by_ruling(actor, rows), review_requests(actor, visible)
    readable = {ruling.pk for ruling in visible}
    for ruling in rows:
        ruling_reviews = reviews.get(ruling.pk, [])
        ruled = _ruled_play(ruling, ruling_reviews, requests.get(ruling.pk), is_readable=ruling.pk in readable)
        if ruled.before or ruled.is_adjusted:
            yield ruled


def _rulings_with_effect(session: Session) -> QuerySet[Ruling]:
    """Those whose tricks the result counts, and those on plays whose score was adjusted with authority."""
    current = ScoreAdjustment.objects.current().filter(play=OuterRef("play"))
    counted = Q(tricks_result__isnull=False, tricks_result__superseded_at=None)
    rows = Ruling.objects.filter(session=session, state__in=STANDING, play__isnull=False)
    rows = rows.annotate(score_authority=Subquery(current.values("authority")[:1]))
    rows = rows.filter(counted | Q(score_authority__gt=""))
    return rows.select_related("session__event__club", "tricks_result", "play").order_by("board", "pk")


def _adjusts(ruling: Ruling, reviews: list[Review]) -> bool:
    """A decision on appeal stands behind the score through the ruling that it changed."""
    given_by = getattr(ruling, "score_authority", None)
    return bool(given_by) and (given_by == ruling.authority or any(review.is_changed for review in reviews))


def _ruled_play(
    ruling: Ruling, reviews: list[Review], request: ReviewRequest | None, *, is_readable: bool
) -> RuledPlay:
    assert ruling.play is not None
    counted = result_with_tricks(ruling)
    before = result_before_tricks(ruling) if counted else None
    return RuledPlay(
        ruling.play.pk,
        ruling.play.board,
        ", ".join(map(str, ruling.law_refs)),
        before=before.text if before else "",
        after=counted.text if before and counted else "",
        is_adjusted=_adjusts(ruling, reviews),
        is_changed_on_appeal=any(review.is_changed for review in reviews),
        reviews=tuple(ReviewLink(review.title, review.state, review.url) for review in reviews if review.url),
        url=ruling.get_absolute_url() if is_readable else "",
        request_url=request.url if request else "",
        request_until=request.until if request else None,
    )
