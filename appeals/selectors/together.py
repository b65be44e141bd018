"""Appeals of both sides against one ruling: they are heard together, so that they are not decided against each other.

The one that came to the adjudicators first leads: theirs is its body, its hearing, its votes. The other follows it.
"""

from __future__ import annotations

from appeals.gates import OPEN, CaseState
from appeals.models import Appeal, AppealPoint
from appeals.models.appeals import HearsChoice, PathChoice


def other_open(appeal: Appeal) -> Appeal | None:
    """The other side's open appeal against the same ruling."""
    rows = Appeal.objects.filter(ruling=appeal.ruling_id, state__in=[str(state) for state in OPEN])
    return rows.exclude(pk=appeal.pk).select_related("club").order_by("pk").first()


def following_cases(appeal: Appeal) -> list[Appeal]:
    """Those that are decided with this one; for the director in charge, whatever the other side has lodged."""
    followers = list(appeal.heard_together.filter(closed_at=None).order_by("pk"))
    if followers or not _is_for_the_director(appeal):
        return followers
    other = other_open(appeal)
    return [other] if other is not None and _is_for_the_director(other) else []


def _is_for_the_director(appeal: Appeal) -> bool:
    return appeal.state == CaseState.LODGED and appeal.hears == HearsChoice.DIRECTOR and appeal.heard_with_id is None


def joinable_case(appeal: Appeal) -> Appeal | None:
    """The other side's appeal where it is already before the adjudicators: this one joins it."""
    other = other_open(appeal)
    return other if other is not None and other.state in (CaseState.REFERRED, CaseState.HEARING) else None


def not_yet_along(appeal: Appeal) -> Appeal | None:
    """The other side's appeal where it is not yet so far that both can be decided."""
    other = other_open(appeal)
    if other is None or other.heard_with_id == appeal.pk or appeal.heard_with_id == other.pk:
        return None
    if other in following_cases(appeal) or other.state in (CaseState.DECIDED, CaseState.FURTHER):
        return None
    return other


def joined_points(appeal: Appeal) -> list[AppealPoint]:
    """Of the case, first, and of those that follow it."""
    cases = [appeal.pk, *(follower.pk for follower in following_cases(appeal))]
    rows = AppealPoint.objects.filter(appeal__in=cases).select_related("appeal")
    return sorted(rows, key=lambda point: (cases.index(point.appeal_id), point.pk))


def points_for_body(appeal: Appeal) -> list[AppealPoint]:
    """What the adjudicators decide: judgement and discipline, and law that was contested (Law 93B)."""
    return [point for point in joined_points(appeal) if point.as_gates_see_it.is_for_the_body]


def points_for_director(appeal: Appeal) -> list[AppealPoint]:
    """What the director in charge decides who hears it alone (Law 93A)."""
    return [point for point in joined_points(appeal) if point.path in (PathChoice.OPEN, PathChoice.CONTESTED)]


def points_decided_by(act: str, appeal: Appeal) -> list[AppealPoint]:
    """What is before whoever decides by this act: `decide`, `decide_alone` or `decide_finally`."""
    choose = {"decide": points_for_body, "decide_alone": points_for_director, "decide_finally": joined_points}
    return choose[act](appeal)
