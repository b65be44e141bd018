"""Rulings for the demo's games, given through the services; what is there already stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from clubs.models import User
from core.actors import Actor, ActorKind, system
from events.models import Play, Session
from events.models.conditions import Form
from events.models.plays import PlayState
from events.models.sessions import SessionState
from rulings.case_places import Where
from rulings.demo.content import CALL, ON_THE_TABLE, PAST, Case
from rulings.demo.records import dropped, file_reports, poll_for
from rulings.models import Ruling
from rulings.services.cases import answer, open_ruling
from rulings.services.giving import amend, give, withdraw
from rulings.services.restrictions import settle_reminders_of_ruling
from scoring.models import DirectorCall
from scoring.result_input import ResultInput
from scoring.services.director_calls import call_director
from scoring.services.results import set_result

CLUB = "harbour-bridge-club"
DIRECTOR = "director@harbour.example.org"
MINUTE = timedelta(minutes=1)


def load(at: datetime) -> Counter[str]:
    added: Counter[str] = Counter()
    director = User.objects.filter(email=DIRECTOR).first()
    if director is None or Ruling.objects.filter(session__event__club__slug=CLUB).exists():
        return added
    for session in _sessions(SessionState.FINISHED).filter(event__form=Form.PAIRS)[:1]:
        added += _past(session, director)
        added += file_reports(session, director)
    for session in _sessions(SessionState.PLAYING)[:1]:
        added += _running(session, director, at)
    return added


def _as(director: User, at: datetime) -> Actor:
    """The director, on evenings before the demo has given out the roles."""
    return Actor(kind=ActorKind.SYSTEM, user=director, at=at)


def _sessions(state: str) -> QuerySet[Session]:
    rows = Session.objects.filter(event__club__slug=CLUB, state=state)
    return rows.select_related("event__club__federation").order_by("starts_at", "pk")


def _past(session: Session, director: User) -> Counter[str]:
    """One of each kind, spread over the evening and the tables."""
    added: Counter[str] = Counter()
    plays = list(_plays(session))
    late = system(session.starts_at + 180 * MINUTE)
    for number, case in enumerate(PAST):
        play = next((candidate for candidate in plays if candidate.board == case.board), None)
        if play is None:
            continue
        at = session.starts_at + (10 + 14 * number) * MINUTE
        if case.result:
            set_result(actor=late, play=play, result=ResultInput.parse(case.result), reason="As the score card has it")
        ruling = _given(case, play, director, at)
        later = _as(director, at + 30 * MINUTE)
        settle_reminders_of_ruling(actor=later, ruling=ruling, answer="No")
        _afterwards(case, ruling, later)
        added["rulings"] += 1
        added["polls"] += case.polled
    return added


def _plays(session: Session) -> Iterator[Play]:
    """A board of each round in turn, at another table each time."""
    rows = Play.objects.filter(section__session=session).exclude(state=PlayState.DROPPED)
    plays = list(rows.select_related("section__session__event__club__federation").order_by("round", "table", "board"))
    tables = max((play.table for play in plays), default=1)
    rounds = max((play.round for play in plays), default=1)
    for number in range(tables * rounds):
        spot = (number % rounds + 1, number % tables + 1)
        yield from [play for play in plays if (play.round, play.table) == spot][number // rounds : number // rounds + 1]


def _given(case: Case, play: Play, director: User, at: datetime, **extra: Any) -> Ruling:
    actor = _as(director, at)
    ruling = open_ruling(actor=actor, session=play.section.session, where=Where.of(play), tree=case.tree)
    for question, reply in case.answers.items():
        ruling = answer(actor=actor, ruling=ruling, question=question, answer=reply)
    if case.polled:
        poll_for(ruling, director, at + MINUTE)
    told_fields = {"told_ns_how": "table", "told_ew_how": "table", "told_ns_at": at + MINUTE, "told_ew_at": at + MINUTE}
    fines = [{"contestant": play.north_id, "amount": case.penalty, "unit": "percent of a top", "law": "90B1"}]
    fields = case.fields | told_fields | ({"penalties": fines} if case.penalty else {})
    return give(actor=_as(director, at + 4 * MINUTE), ruling=ruling, **fields, **extra)


def _afterwards(case: Case, ruling: Ruling, actor: Actor) -> None:
    if case.amended:
        amend(actor=actor, ruling=ruling, reason=case.amended, **case.after)
    if case.withdrawn:
        withdraw(actor=actor, ruling=ruling, reason=case.withdrawn)


def _running(session: Session, director: User, at: datetime) -> Counter[str]:
    """A table calls, a penalty card lies on another, and one is being written up."""
    added: Counter[str] = Counter()
    rows = Play.objects.filter(section__session=session, round=session.round, state=PlayState.DUE)
    due_plays = list(rows.select_related("section__session__event__club__federation").order_by("table", "-board"))
    tables = list(dict.fromkeys(play.table for play in due_plays))
    if len(tables) < 2:
        return added
    first_play, second_play = (next(play for play in due_plays if play.table == table) for table in tables[:2])
    card = dropped(first_play)
    case = replace(ON_THE_TABLE, fields=ON_THE_TABLE.fields | {"facts": ON_THE_TABLE.fields["facts"].format(card=card)})
    _given(case, first_play, director, at - 6 * MINUTE, who={"pc": {"seat": "W", "detail": card}})
    added["rulings"] += 1
    if not DirectorCall.objects.filter(section=second_play.section, table=second_play.table, state="waiting").exists():
        call_director(
            actor=system(at - 2 * MINUTE),
            section=second_play.section,
            table=second_play.table,
            board=second_play.board,
            reason=CALL,
            code=None,
        )
        added["calls"] += 1
    return added
