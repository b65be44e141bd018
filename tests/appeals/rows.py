"""One more row of every model of appeals, for the tests that walk through the admin."""

from __future__ import annotations

from django.db import models

from appeals import models as appeals
from appeals.models import (
    AdjudicatingBody,
    Appeal,
    Attendance,
    BodyMember,
    Case,
    Challenge,
    Commentary,
    Concurrence,
    Decision,
    DecisionDraft,
    DeclaredTie,
    Deposit,
    FurtherAppeal,
    Hearing,
    Minute,
    PoolMember,
    Statement,
    Vote,
)
from rulings.models import Ruling
from tests.cast import Cast, make_user
from tests.events.evening import EVENING

# All of them: everything is done on the page of the case.
APPEALS_ONLY_SHOWN: set[type[models.Model]] = {getattr(appeals, name) for name in appeals.__all__}


def add_appeal_rows(cast: Cast, start: int) -> None:
    """On the ruling that the rows of rulings have made last."""
    ruling = Ruling.objects.filter(session__event__club=cast.hillside).latest("pk")
    play = ruling.play
    assert play is not None
    user = make_user(f"adjudicator{start}")
    appeal = Appeal.objects.create(
        year=2026,
        number=start,
        ruling=ruling,
        session=ruling.session,
        club=cast.hillside,
        side="NS",
        contestant=play.north,
        grounds=f"Row {start}",
        hears="committee",
        requested_at=EVENING,
    )
    point = appeal.points.create(kind="fact", text=f"Row {start}")
    Concurrence.objects.create(appeal=appeal, player=user.player, code=f"CODE{start}")
    Deposit.objects.create(appeal=appeal, amount=20)
    appeal.steps.create(act="request", law="92A", state="requested", at=EVENING)
    body = AdjudicatingBody.objects.create(appeal=appeal, kind="committee", quorum=3, made_at=EVENING)
    member = BodyMember.objects.create(body=body, user=user, token=f"token-{start}", invited_at=EVENING)
    Challenge.objects.create(member=member, side="NS", reason=f"Row {start}", made_at=EVENING)
    Statement.objects.create(appeal=appeal, side="NS", text="So", written_at=EVENING)
    hearing = Hearing.objects.create(appeal=appeal)
    Minute.objects.create(hearing=hearing, text=f"Row {start}", written_at=EVENING)
    Attendance.objects.create(hearing=hearing, name=f"Row {start}", part="North", noted_at=EVENING)
    Vote.objects.create(appeal=appeal, member=member, verdict="stands", cast_at=EVENING)
    decision = Decision.objects.create(
        appeal=appeal, stage="first", number=1, body_kind="committee", verdict="stands", reasons="So", made_at=EVENING
    )
    DecisionDraft.objects.create(appeal=appeal, saved_at=EVENING)
    decision.outcomes.create(point=point, verdict="stands")
    FurtherAppeal.objects.create(appeal=appeal, federation=cast.south, grounds=f"Row {start}", asked_at=EVENING)
    PoolMember.objects.create(user=user, club=cast.hillside, added_at=EVENING)
    DeclaredTie.objects.create(
        user=user, player=play.north.entrants.all()[0].player, kind="family", declared_at=EVENING
    )
    case = Case.objects.create(
        club=cast.hillside, year=2026, number=start, subject=f"Row {start}", topic="ui", made_at=EVENING
    )
    Commentary.objects.create(case=case, commentator=f"Row {start}", text="So", added_at=EVENING)
