"""A club that somebody has left has no say over them; a poll by a shared link is not decided by who clicks most."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from clubs.models import Player
from clubs.services.links import LinkKind, hand_out_link
from clubs.services.memberships import add_membership, change_membership
from clubs.services.players import change_player
from core import actors
from core.errors import Forbidden
from core.permissions import may
from rulings.models import Poll, PollAnswer
from rulings.selectors.polls import tally
from rulings.services.polls import MOST_SHARED, PollReply, answer_shared, judge
from tests.cast import Cast
from tests.rulings.conftest import play, session
from tests.rulings.test_polls import poll

__all__ = ["play", "poll", "session"]


# --- A former club ---------------------------------------------------------------------------------------------------
@pytest.fixture
def moved(cast: Cast) -> Player:
    """The member has left Harbour and belongs to Hillside."""
    player = cast.member.player
    yesterday = (timezone.now() - timedelta(days=2)).date()
    change_membership(actor=cast.actor("secretary"), membership=cast.membership, status="ended", ends=yesterday)
    add_membership(actor=cast.actor("other_secretary"), club=cast.hillside, player=player, starts=yesterday)
    return Player.objects.get(pk=player.pk)


def test_a_former_club_changes_nothing_about_a_player(cast: Cast, moved: Player) -> None:
    assert may(cast.actor("secretary"), "player.view", moved)
    with pytest.raises(Forbidden):
        change_player(actor=cast.actor("secretary"), player=moved, display_name="Traitor")
    with pytest.raises(Forbidden):
        change_player(actor=cast.actor("north_officer"), player=moved, phone="555")
    changed = change_player(actor=cast.actor("other_secretary"), player=moved, display_name="Newcomer")
    assert changed.display_name == "Newcomer"


def test_a_former_club_hands_out_no_link_into_the_account(cast: Cast, moved: Player) -> None:
    with pytest.raises(Forbidden):
        hand_out_link(actor=cast.actor("secretary"), club=cast.harbour, user=cast.member, kind=LinkKind.NEW_PASSWORD)


def test_the_page_of_a_former_member_cannot_be_edited(cast: Cast, moved: Player) -> None:
    client = Client()
    client.force_login(cast.secretary)
    before = moved.display_name
    client.post(
        f"/clubs/harbour/members/{cast.membership.pk}/edit/",
        {"display_name": "Traitor", "privacy": "full", "starts": "2020-01-01", "kind": "ordinary", "version": "1"},
    )
    moved.refresh_from_db()
    assert moved.display_name == before


# --- A poll ----------------------------------------------------------------------------------------------------------
def stuff(poll: Poll, count: int, call: str = "P") -> None:
    for number in range(count):
        answer_shared(
            actor=actors.system(), poll=poll, device=f"browser {number}", name=f"Friend {number}", reply=PollReply(call)
        )


def counted(poll: Poll) -> int:
    return PollAnswer.objects.filter(poll=poll, is_peer=True, answered_at__isnull=False).count()


def test_many_answers_by_the_shared_link_count_for_nothing_until_the_director_says_so(cast: Cast, poll: Poll) -> None:
    stuff(poll, 12)
    assert counted(poll) == 0
    answers = list(poll.answers.all())
    assert tally(poll, answers).peers == 0
    judge(actor=cast.actor("director"), answer=answers[0], is_peer=True)
    assert counted(poll) == 1


def test_there_is_an_end_to_them(poll: Poll) -> None:
    stuff(poll, MOST_SHARED)
    with pytest.raises(ValidationError, match="as many answers"):
        answer_shared(actor=actors.system(), poll=poll, device="another", name="One More", reply=PollReply("P"))
    # Who has answered may still change it.
    answer_shared(actor=actors.system(), poll=poll, device="browser 3", name="Friend 3", reply=PollReply("P"))
    assert poll.answers.count() == MOST_SHARED


def test_somebody_who_is_signed_in_answers_once_from_however_many_browsers(cast: Cast, poll: Poll) -> None:
    me, name = cast.actor("stranger"), cast.stranger.player.display_name
    for device in ("phone", "tablet", "laptop"):
        answer_shared(actor=me, poll=poll, device=device, name=name, reply=PollReply("P"))
    [only] = poll.answers.all()
    assert (only.player, only.is_peer) == (cast.stranger.player, True)
