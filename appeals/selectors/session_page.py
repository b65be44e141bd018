"""The rulings of a session that somebody could appeal, with until when; and the appeals there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from appeals.gates import HEARD, OPEN, CaseState, is_over
from appeals.models import Appeal
from appeals.selectors.deadlines import appeal_until, rules_in
from appeals.selectors.notices import cases_told_of
from appeals.selectors.parties import appellant_side, contestants_player_ids, side_label, sides_at
from clubs.models import Player
from core.actors import Actor
from core.permissions import may
from events.models import Contestant, Session
from events.selectors.clock import millis
from rulings.models import Ruling
from rulings.models.rulings import STANDING
from rulings.selectors.visible import visible_rulings


@dataclass(frozen=True)
class Appealable:
    """A ruling; `sides` are those for whom this person can ask."""

    ruling: Ruling
    sides: tuple[str, ...]
    until: datetime | None
    left_ms: int
    is_over: bool
    # Those there are against it: the own side's, and for a director everybody's.
    appeals: tuple[Appeal, ...]
    at_desk: bool

    @property
    def is_open(self) -> bool:
        return bool(self.sides) and not self.is_over


def appealable_in_session(actor: Actor, session: Session) -> list[Appealable]:
    rows = visible_rulings(actor, session).filter(state__in=STANDING)
    return appealable_rulings(actor, rows.order_by("-given_at"))


def appealable_rulings(actor: Actor, rulings: Collection[Ruling]) -> list[Appealable]:
    """Of rulings that stand, that this person may read, and that are of one session."""
    if not rulings:
        return []
    directs = may(actor, "ruling.direct", next(iter(rulings)).session)
    existing: dict[int, list[Appeal]] = defaultdict(list)
    rows = Appeal.objects.filter(
        ruling__in=[ruling.pk for ruling in rulings], state__in=map(str, (*OPEN, *HEARD, CaseState.NOT_HEARD))
    ).select_related("club")
    for appeal in rows.order_by("pk"):
        existing[appeal.ruling_id].append(appeal)
    appealable = []
    for ruling in rulings:
        own_side, contestant = appellant_side(actor.player, ruling)
        appeals = [appeal for appeal in existing[ruling.pk] if not own_side or appeal.side == own_side]
        # Not heard for want of concurrence: that request has ended, the right to ask has not (Laws 92B, 92D).
        asking_sides = {appeal.side for appeal in appeals if appeal.state != CaseState.NOT_HEARD}
        sides = (own_side,) if own_side else ("NS", "EW") if directs else ()
        until = appeal_until(ruling, own_side or "NS", contestant)
        left_ms = max(0, millis(until) - millis(actor.at)) if until else 0
        shown_appeals = tuple(appeals) if own_side or directs else ()
        open_sides = tuple(side for side in sides if side not in asking_sides)
        over = is_over(until, actor.at)
        appealable.append(Appealable(ruling, open_sides, until, left_ms, over, shown_appeals, not own_side))
    return appealable


def request_url(ruling: Ruling) -> str:
    kwargs = {"slug": ruling.club.slug, "session_id": ruling.session_id, "ruling_id": ruling.pk}
    return reverse("club-appeal-request", kwargs=kwargs)


@dataclass(frozen=True)
class Asker:
    """Somebody who asks for a review at the desk, for the own side; `player` is None where no name is known."""

    side: str
    contestant: Contestant
    player: Player | None

    @property
    def label(self) -> str:
        return f"{side_label(self.side)}: {self.player.display_name if self.player else self.contestant}"


def who_may_ask(appealable: Appealable) -> dict[str, Asker]:
    """At the desk: everybody of the sides that can still appeal, by the value of a choice."""
    at = {side: ids for side, ids in sides_at(appealable.ruling).items() if side in appealable.sides}
    contestants = Contestant.objects.in_bulk([pk for askers in at.values() for pk in askers])
    askers: dict[str, Asker] = {}
    for side, ids in at.items():
        for pk in ids:
            player_ids = contestants_player_ids([pk], appealable.ruling.session)
            players = Player.objects.filter(pk__in=player_ids).order_by("pk")
            people: list[Player | None] = [*players]
            for player in people or [None]:
                askers[f"{side}:{pk}:{player.pk if player else ''}"] = Asker(side, contestants[pk], player)
    return askers


def appeals_in(actor: Actor, session: Session) -> list[Appeal]:
    """Those that this person may see."""
    appeals = Appeal.objects.filter(session=session).select_related(
        "club__federation", "session__event", "ruling__play"
    )
    appeals = appeals.prefetch_related("contestant__entrants__player").order_by("-requested_at")
    return [appeal for appeal in appeals if may(actor, "appeal.view", appeal)]


def own_appeals(actor: Actor) -> list[Appeal]:
    """Cases in which somebody is a party, must concur, or sits."""
    if actor.user is None:
        return []
    mine = Q(adjudicators__members__user=actor.user, adjudicators__members__state__in=["invited", "accepted"])
    if actor.player is not None:
        mine |= Q(concurrences__player=actor.player) | Q(contestant__entrants__player=actor.player)
    mine |= Q(pk__in=cases_told_of(actor.user))
    rows = Appeal.objects.filter(mine).distinct().select_related("club__federation", "session__event", "ruling__play")
    newest = rows.prefetch_related("contestant__entrants__player").order_by("-requested_at")[:100]
    return [appeal for appeal in newest if may(actor, "appeal.view", appeal)]


def nobody_hears(session: Session) -> bool:
    return rules_in(session).hears == "nobody"
