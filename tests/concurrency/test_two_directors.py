"""Two directors draw the same round; two captains agree at once."""

from __future__ import annotations

import pytest

from core.actors import of_user
from core.errors import Conflict
from events.models import Contestant, Play, Section
from scoring.models import MatchAgreement, RoundDraw
from scoring.selectors.newest_matches import newest_matches
from scoring.services.draws import draw_round
from scoring.services.matches import agree
from tests.cast import Cast
from tests.concurrency.threads import all_chains_are_whole, at_once, refused
from tests.scoring.contest import captain, make_teams, play_round, section_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_of_two_draws_counts_and_the_other_is_told(people: Cast) -> None:
    session = make_teams(people.harbour, 6)
    play_round(session, 1)
    seen = section_of(session).version
    draws = ([(1, 3), (2, 5), (4, 6)], [(1, 5), (3, 6), (2, 4)])

    def draw(number: int) -> RoundDraw:
        section = Section.objects.select_related("session__event__club__federation").get(session=session)
        return draw_round(
            actor=people.actor(("director", "secretary")[number]), section=section, matches=draws[number], version=seen
        )

    assert len(refused(at_once(draw), Conflict)) == 1
    assert RoundDraw.objects.count() == 1
    assert Play.objects.filter(section__session=session, round=2).count() == 12
    assert all_chains_are_whole()


def test_both_captains_agree_at_once(people: Cast) -> None:
    session = make_teams(people.harbour, 4)
    play_round(session, 1)
    row = newest_matches(session)[0]
    users = [captain(Contestant.objects.get(pk=pk)) for pk in (row.home_id, row.away_id)]

    def say(number: int) -> MatchAgreement:
        return agree(actor=of_user(users[number % 2]), session=session, key=row.key, seen=row.digest)

    assert refused(at_once(say, 4), Exception) == []
    assert MatchAgreement.objects.filter(ended_at=None).count() == 2
