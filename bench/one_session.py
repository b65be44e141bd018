"""Fill an empty database with a session of ten tables in play: `python -m bench.one_session`.

It prints the session's number, then waits: for every line it reads, another score is accepted and the field is scored.
"""

import sys

import django

django.setup()

from django.utils import timezone  # noqa: E402

from core.actors import system  # noqa: E402
from events.models import Play, Session  # noqa: E402
from events.movements.model import MovementKind  # noqa: E402
from scoring.result_input import ResultInput, validated_score_fields  # noqa: E402
from scoring.selectors.conditions import board_conditions  # noqa: E402
from scoring.services.imports import ImportedScore, score_now, take_results  # noqa: E402
from scoring.services.results import set_result  # noqa: E402
from scoring.services.table_rules import set_rules  # noqa: E402
from tests.cast import make_cast  # noqa: E402
from tests.events.evening import make_session  # noqa: E402

RESULTS = ("4S= N", "4S-1 N", "3NT+1 S", "3NT= S", "2H+1 E", "5DX-2 W", "P", "1NT= W", "6S-1 N", "4HX+1 E")
PAIRS, ROUNDS_OVER = 20, 5


def fill() -> Session:
    session = make_session(make_cast().harbour, PAIRS, kind=MovementKind.MITCHELL)
    Session.objects.filter(pk=session.pk).update(round=ROUNDS_OVER + 1)
    set_rules(actor=system(), section=session.sections.get(), ranking="live")
    plays = Play.objects.filter(section__session=session, round__lte=ROUNDS_OVER).select_related("section__session")
    conditions = board_conditions(session.sections.get(), 1)
    results = [
        ImportedScore(play, validated_score_fields(ResultInput.parse(RESULTS[play.pk % 10]), conditions))
        for play in plays
    ]
    take_results(actor=system(), session=session, results=results)
    score_now(session=session, at=timezone.now())
    return session


def main() -> None:
    session = fill()
    print(session.pk, flush=True)
    coming = Play.objects.filter(section__session=session, round=ROUNDS_OVER + 1).order_by("table", "board")
    for _line, play in zip(sys.stdin, coming, strict=False):
        set_result(actor=system(), play=play, result=ResultInput.parse("3NT= N"))
        score_now(session=session, at=timezone.now())
        print("scored", flush=True)


if __name__ == "__main__":
    main()
