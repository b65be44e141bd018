"""Results typed at the tables, and the standings that follow."""

from __future__ import annotations

import random
from typing import Any

from core.actors import Actor, ActorKind
from events.models import Play, Session, TableCode
from events.services.sessions import call_round
from jobs import services as jobs
from scoring.models import ScoreEntry
from scoring.result_input import ResultInput
from scoring.services.entries import Claim, submit_claim
from tests.cast import Cast

RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "P", "1NT= W", "6S-1 N", "4HX+1 E")


def at_table(code: TableCode, phone: str = "") -> Actor:
    return Actor(kind=ActorKind.DEVICE, device=f"table:{code.pk}{phone}")


def code_of(play: Play) -> TableCode:
    return TableCode.objects.get(section=play.section, table=play.table, revoked_at=None)


def due(session: Session, number: int = 0, round_number: int = 1) -> Play:
    return Play.objects.filter(section__session=session, round=round_number)[number]


def say(play: Play, text: str, *, key: str = "", phone: str = "", **more: Any) -> ScoreEntry:
    code = code_of(play)
    claim = Claim(key or f"{play.pk}-{text}-{phone}-{random.random()}", ResultInput.parse(text), side="NS", **more)
    return submit_claim(actor=at_table(code, phone), play=play, claim=claim, code=code).entry


def score_everything() -> int:
    return jobs.run_due("live")


def play_all(cast: Cast, session: Session) -> dict[int, str]:
    chance = random.Random(7)
    said: dict[int, str] = {}
    rounds = max(Play.objects.filter(section__session=session).values_list("round", flat=True))
    for number in range(1, rounds + 1):
        for play in Play.objects.filter(section__session=session, round=number):
            said[play.pk] = chance.choice(RESULTS)
            say(play, said[play.pk], confirmed=True)
        if number < rounds:
            call_round(actor=cast.actor("director"), session=session)
    return said
