"""Nobody writes their own federation number."""

import pytest

from clubs.services.players import change_player
from core.errors import Forbidden


@pytest.mark.parametrize("field", ["federation", "federation_number"])
def test_a_member_cannot_give_themselves_a_number(cast, field):
    value = cast.nation if field == "federation" else "12345"
    with pytest.raises(Forbidden):
        change_player(actor=cast.actor("member"), player=cast.member.player, **{field: value})


def test_a_member_may_send_the_number_back_unchanged(cast):
    player = cast.member.player
    changed = change_player(
        actor=cast.actor("member"), player=player, federation_number=player.federation_number, display_name="New Name"
    )
    assert changed.display_name == "New Name"


def test_the_secretary_writes_it(cast):
    changed = change_player(actor=cast.actor("secretary"), player=cast.member.player, federation_number="12345")
    assert changed.federation_number == "12345"
