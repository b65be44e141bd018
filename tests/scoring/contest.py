"""A teams event to test with: seated, begun, and played by whoever is to win."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clubs.models import Club, Player, User
from core.actors import Actor, system
from events.models import Contestant, Entrant, Event, Play, Section, Session
from events.movements.model import MovementKind
from events.services.seating import seat_entered
from events.services.sections import choose_movement
from events.services.sessions import start_session
from jobs import services as jobs
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.conditions import board_conditions
from scoring.services.imports import ImportedScore, take_results
from tests.cast import make_user
from tests.events.evening import EVENING, enter, make_event, make_players
from tests.standing import made_once

# What North-South make with so many boards' worth of luck: the better the team, the more.
RESULTS = ("3NT-2 N", "3NT-1 N", "1NT= N", "2NT+1 N", "3NT= N", "3NT+1 N", "3NT+2 N")


def score() -> None:
    jobs.run_due("live")


def enter_results(session: Session, results: Iterable[tuple[Play, str]], *, actor: Actor | None = None) -> None:
    """First results in one act, as a file of them is taken: a tenth of the time of typing each."""
    scores = [
        ImportedScore(play, validated_score_fields(ResultInput.parse(text), board_conditions(play.section, play.board)))
        for play, text in results
    ]
    take_results(actor=actor or system(), session=session, results=scores)


@made_once
def make_teams(
    club: Club,
    teams: int = 4,
    *,
    kind: MovementKind = MovementKind.SWISS,
    rounds: int = 3,
    boards: int = 2,
    **fields: Any,
) -> Session:
    """Teams called Team 1, Team 2 …; each has a captain."""
    given = {"name": "Teams of four", "scoring": "vp", "movement_kind": kind.value} | fields
    event = make_event(club, form="team", **given)
    session = Session.objects.create(event=event, starts_at=EVENING)
    for number in range(1, teams + 1):
        make_team(event, number)
    seat_entered(actor=system(), session=session)
    section = session.sections.get()
    choose_movement(actor=system(), section=section, kind=kind.value, rounds=rounds, boards_per_round=boards)
    session.refresh_from_db()
    start_session(actor=system(), session=session)
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


def make_team(event: Event, number: int) -> Contestant:
    team = enter(event, *make_players(4, f"T{number}"), name=f"Team {number}", seed=number)
    Entrant.objects.filter(contestant=team, position=1).update(is_captain=True)
    return team


@made_once
def make_swiss_pairs(club: Club, pairs: int = 9, *, rounds: int = 3, boards: int = 3, **fields: Any) -> Session:
    """Pairs of a Swiss for victory points, the first round begun."""
    given = {"name": "Swiss pairs", "scoring": "vp", "movement_kind": MovementKind.SWISS.value} | fields
    event = make_event(club, **given)
    session = Session.objects.create(event=event, starts_at=EVENING)
    for number in range(1, pairs + 1):
        enter(event, *make_players(2, f"P{number}"), seed=number)
    seat_entered(actor=system(), session=session)
    kind = MovementKind.SWISS.value
    choose_movement(actor=system(), section=session.sections.get(), kind=kind, rounds=rounds, boards_per_round=boards)
    session.refresh_from_db()
    start_session(actor=system(), session=session)
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


@made_once
def play_pairs(session: Session, number: int) -> None:
    """Every table of a round has results that differ from those of the others."""
    rows = Play.objects.filter(section__session=session, round=number).select_related(
        "section__session__event__club__federation"
    )
    results = [
        (play, RESULTS[(play.table * 3 + play.board * 5 + number) % len(RESULTS)])
        for play in rows.order_by("table", "board")
    ]
    enter_results(session, results)
    score()


def captain(team: Contestant) -> User:
    """The captain with an account to sign in with."""
    entrant = Entrant.objects.get(contestant=team, is_captain=True)
    user = make_user(f"captain{team.pk}")
    Player.objects.filter(user=user).update(user=None)
    Player.objects.filter(pk=entrant.player_id).update(user=user)
    return User.objects.get(pk=user.pk)


def section_of(session: Session) -> Section:
    return session.sections.select_related("session__event__club__federation").get()


def strength(contestant: Contestant) -> int:
    """The lower the team's number the stronger."""
    return -int(contestant.name.rsplit(" ", 1)[-1])


@made_once
def play_round(session: Session, number: int, *, actor: Actor | None = None, leave: int = 0) -> None:
    """Everybody plays; North-South do well where theirs is the stronger team. `leave` boards are left out."""
    rows = Play.objects.filter(section__session=session, round=number).select_related(
        "section__session__event__club__federation", "north", "east"
    )
    plays = list(rows.order_by("table", "board"))
    margins = [strength(play.north) - strength(play.east) for play in plays]
    results = [
        (play, RESULTS[max(0, min(6, 3 + margins[at] + (at % 2)))])
        for at, play in enumerate(plays[: len(plays) - leave])
    ]
    enter_results(session, results, actor=actor)
    score()
