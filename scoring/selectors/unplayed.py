"""Boards that a contestant should have played and has no score on: nobody gets one by itself (Law 12C2)."""

from __future__ import annotations

from dataclasses import dataclass

from events.models import Place, Play
from events.selectors.officials import at_the_table
from events.selectors.seats import session_sections
from events.selectors.table_rounds import last_begun_round
from scoring.selectors.desk import table_name
from scoring.selectors.own_plays import play_sides
from scoring.selectors.table_rounds import has_no_score


@dataclass(frozen=True)
class UnplayedBoard:
    """A board without any score at a table; `award` is the side of the opponents there, ns or ew."""

    play: Play
    table: str
    opponents: str
    award: str


def unplayed_boards(place: Place) -> list[UnplayedBoard]:
    """In rounds that have begun: neither a result nor an adjusted score, whether or not it may still be played."""
    session, contestant = place.session, place.contestant_id
    begun = Play.objects.filter(
        at_the_table([contestant]), section=place.section_id, round__lte=last_begun_round(session)
    )
    without_score = begun.filter(has_no_score()).order_by("round", "board", "table")
    numbers = dict(Place.objects.filter(session=session).values_list("contestant_id", "number"))
    sections = session_sections(session)
    return [
        _unplayed(play, contestant, numbers, table_name(sections, play.section_id, play.table))
        for play in without_score
    ]


def _unplayed(play: Play, contestant: int, numbers: dict[int, int], table: str) -> UnplayedBoard:
    north_south, east_west = play_sides(play)
    award, others = ("ew", east_west) if contestant in north_south else ("ns", north_south)
    return UnplayedBoard(play, table, "+".join(str(numbers[contestant_id]) for contestant_id in others), award)
