"""Until when a side may appeal: from the official score, or from when it was told of a later ruling (Law 92B)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from appeals.models import Appeal
from clubs.models import Club
from clubs.regulations import effective_all
from events.models import Event, Session
from rulings.models import Ruling
from scoring.models import LateDeadline, OfficialScore
from scoring.models.official import Period
from scoring.selectors.periods import deadline, longest_period_end, minutes_for


def appeal_until(ruling: Ruling, side: str, contestant: int | None) -> datetime | None:
    """The last moment for this side; None while no time runs: no official score, or not told yet."""
    official = OfficialScore.objects.filter(session=ruling.session_id).first()
    if official is None or not official.is_published:
        return None
    usual = longest_period_end(official, Period.APPEAL)
    late = LateDeadline.objects.filter(about=ruling.authority, contestant=contestant, period=Period.APPEAL).first()
    if late is not None:
        return max(usual, late.until) if late.until else None
    if ruling.given_at is None or ruling.given_at <= official.available_at:
        return usual
    told_at = (ruling.told_ns_at if side == "NS" else ruling.told_ew_at) or ruling.given_at
    return max(usual, deadline(told_at, official.minutes[Period.APPEAL.value]))


#: For the federation, from when everybody concurs.
FEDERATION_TIME = timedelta(days=28)


def concurrence_until(appeal: Appeal) -> datetime | None:
    """The last moment for concurring (Law 92D): never before the side's own time for appealing is over (Law 92B).

    None while that time has not begun: the official score is not out, or the side has not been told.
    """
    side_until = appeal_until(appeal.ruling, appeal.side, appeal.contestant_id)
    if side_until is None or appeal.concur_until is None:
        return None
    return max(appeal.concur_until, side_until)


@dataclass(frozen=True)
class AppealRules:
    """What the regulations say about appeals here, read once."""

    hears: str
    not_who_ruled: bool
    deposit: Decimal
    without_merit: str
    quorum: int
    minutes: int
    statement: timedelta
    correction: timedelta
    partner_months: int
    further: bool
    further_time: timedelta
    further_fee: Decimal
    final_body: bool
    same_club: bool
    naming: str
    federation_sees: str


def rules_in(session: Session) -> AppealRules:
    """As they were when play began: who hears appeals and how is not changed under a game (Laws 78D, 93C3(b))."""
    return rules_for(session.club, session.event, session.started_at)


def rules_for(club: Club, event: Event | None = None, at: datetime | None = None) -> AppealRules:
    """As they hold now, or held at a moment."""
    values: dict[str, Any] = {rule.regulation.key: rule.value for rule in effective_all(body=club, at=at)}
    event_deposit = event.deposit if event is not None else None
    minutes = minutes_for(event, at)[Period.APPEAL.value] if event is not None else int(values["period.appeal"])
    return AppealRules(
        hears=values["appeals.adjudicator"],
        not_who_ruled=values["appeals.not_who_ruled"],
        deposit=Decimal(values["appeals.deposit"]) if event_deposit is None else event_deposit,
        without_merit=values["appeals.without_merit"],
        quorum=max(1, int(Decimal(values["appeals.quorum"]))),
        minutes=minutes,
        statement=timedelta(minutes=values["appeals.statement_minutes"]),
        correction=timedelta(minutes=values["appeals.correction_minutes"]),
        partner_months=int(Decimal(values["appeals.partner_months"])),
        further=values["appeals.further"],
        further_time=timedelta(minutes=values["appeals.further_minutes"]),
        further_fee=Decimal(values["appeals.further_fee"]),
        final_body=values["appeals.final_body"],
        same_club=values["appeals.same_club_conflict"],
        naming=values["appeals.naming"],
        federation_sees=values["appeals.federation_sees"],
    )
