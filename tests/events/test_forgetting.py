"""Erasing a person takes the words about them out of the club's games; the games stay."""

from __future__ import annotations

from decimal import Decimal

import pytest

from clubs.services.erasing import erase_player
from events.models import Contestant, Entrant, PartnerWish, TableMoney
from tests.cast import Cast
from tests.events.evening import EVENING, make_event, make_players, make_session

pytestmark = pytest.mark.django_db


def test_the_games_stay_and_the_words_go(cast: Cast) -> None:
    player = cast.member.player
    people = [player, *make_players(15)]
    session = make_session(cast.harbour, 8, players=people)
    Contestant.objects.filter(entrants__player=player).update(note="brings a dog")
    TableMoney.objects.create(
        session=session, player=player, how="free", amount=Decimal(0), reason="out of work", taken_at=EVENING
    )
    PartnerWish.objects.create(event=make_event(cast.harbour), player=player, note="call me", made_at=EVENING)
    erase_player(actor=cast.actor("member"), player=player)
    assert TableMoney.objects.get().reason == ""
    assert (PartnerWish.objects.get().note, PartnerWish.objects.get().state) == ("", "withdrawn")
    entrant = Entrant.objects.get(player=player)
    assert (entrant.contestant.note, entrant.title) == ("", "Erased player")
