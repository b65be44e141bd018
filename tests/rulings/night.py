"""A session in play with a director, for tests of rulings."""

from __future__ import annotations

from typing import Any

from events.models import Play, Session
from rulings.case_places import Where
from rulings.models import Ruling
from rulings.services.cases import answer, open_ruling
from rulings.services.giving import give
from scoring.result_input import ResultInput
from scoring.services.results import set_result
from tests.cast import Cast
from tests.events.evening import make_session

#: What an assigned score rests on, beside the paragraphs that the assistant names.
FOUNDED: dict[str, Any] = {
    "facts": "West bid 1H over 1S.",
    "reasons": "Without the bid they stop in spades.",
    "told_ns_how": "table",
    "told_ew_how": "table",
}
INSUFFICIENT = {"rot": "y", "acc": "n", "repl": "bid"}


def in_play(cast: Cast, contestants: int = 8) -> Session:
    session = make_session(cast.harbour, contestants)
    return Session.objects.select_related("event__club__federation").get(pk=session.pk)


def due(session: Session, number: int = 0, round_number: int = 1) -> Play:
    plays = Play.objects.filter(section__session=session, round=round_number)
    return plays.select_related("section__session__event__club__federation").order_by("table", "board")[number]


def begin(
    cast: Cast, play: Play, tree: str = "L27", facts: dict[str, str] | None = None, by: str = "director"
) -> Ruling:
    actor = cast.actor(by)
    ruling = open_ruling(actor=actor, session=play.section.session, where=Where.of(play), tree=tree)
    for question, said in (INSUFFICIENT if facts is None else facts).items():
        ruling = answer(actor=actor, ruling=ruling, question=question, answer=said)
    return ruling


def given(cast: Cast, play: Play, **fields: Any) -> Ruling:
    return give(actor=cast.actor("director"), ruling=begin(cast, play), **(FOUNDED | fields))


def enter(cast: Cast, play: Play, text: str) -> None:
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse(text))
