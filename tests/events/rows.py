"""One more row of every model of events, for the tests that walk through the admin."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import models

from events.models import (
    Board,
    BoardRelease,
    BoardSet,
    Clock,
    DealFile,
    LineUp,
    PartnerWish,
    Place,
    Play,
    SealOpening,
    SeatClaim,
    Section,
    Series,
    SessionOfficial,
    StandingCode,
    Substitution,
    TableCode,
    TableMoney,
    TableRound,
)
from events.movements import MovementKind, Unit
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session

# Models that the admin only shows: they are changed at the desk, or by what is dealt.
ONLY_SHOWN: set[type[models.Model]] = {
    *(Board, BoardRelease, Clock, DealFile, Place, Play, SeatClaim, Section),
    *(StandingCode, TableCode, TableRound),
}


def add_event_rows(cast: Cast, start: int) -> None:
    club, user = cast.hillside, cast.other_secretary
    people = make_players(20, f"Row {start}")
    session = make_session(
        club, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, players=people[:16], name=f"Row {start} teams"
    )
    section, place = session.sections.get(), session.places.get(number=1)
    one, two, three, four = place.contestant.entrants.order_by("position")
    LineUp.objects.create(place=place, first_round=1, north=one, south=two, east=three, west=four, made_at=EVENING)
    Substitution.objects.create(place=place, entrant=one, player=people[16], first_round=2, made_at=EVENING)
    money: dict[str, Any] = {"how": "cash", "amount": 4, "taken_by": user, "taken_at": EVENING}
    TableMoney.objects.create(session=session, player=people[0], **money)
    SessionOfficial.objects.create(session=session, player=people[17], duty="director", deputy=people[18])
    boards = BoardSet.objects.create(club=club, name=f"Row {start}", source="dealt", made_at=EVENING, made_by=user)
    Board.objects.create(board_set=boards, number=1, dealer="N", vulnerable="None", deal="N:-", made_at=EVENING)
    SealOpening.objects.create(board_set=boards, user=user, opened_at=EVENING, reason=f"Row {start}")
    DealFile.objects.create(board_set=boards, user=user, named_at=EVENING)
    BoardRelease.objects.create(board_set=boards, number=1, released_by=user, released_at=EVENING)
    Series.objects.create(club=club, name=f"Row {start}", weekday=0, starts="19:00")
    PartnerWish.objects.create(event=session.event, player=people[19], made_at=EVENING + timedelta(hours=1))
    Clock.objects.create(session=session, round_seconds=1200, phase_began_at=EVENING, phase_seconds=1200)
    SeatClaim.objects.create(
        section=section, table=1, round=1, seat="N", entrant=two, player=people[19], made_at=EVENING
    )
    TableCode.objects.create(section=section, table=1, code=f"ROW{start}", made_at=EVENING)
    TableRound.objects.create(section=section, table=1, round=2, begun_at=EVENING)
    StandingCode.objects.create(club=club, letter="A", table=start, code=f"STAND{start}", made_at=EVENING)
