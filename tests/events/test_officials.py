"""Directors, scorers and deputies are named."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry, Player
from core.errors import Forbidden
from events.models import Session, SessionOfficial
from events.selectors.officials import deputy_gaps, missing_deputies, role_holders
from events.selectors.presence import Presence
from events.services.officials import name_official, remove_official, set_deputy
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session
from tests.events.test_playing_officials import opponents
from tests.events.test_substitutes import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(cast: Cast) -> list[Player]:
    return [cast.director.player, *make_players(15)]


@pytest.fixture
def session(cast: Cast, people: list[Player]) -> Session:
    return make_session(cast.harbour, 8, players=people, state="seating")


def direct(cast: Cast, session: Session, deputy: Player | str | None = None) -> SessionOfficial:
    return name_official(
        actor=cast.actor("secretary"), session=session, player=cast.director.player, duty="director", deputy=deputy
    )


def test_a_director_is_named_with_a_deputy(cast: Cast, session: Session) -> None:
    row = direct(cast, session, cast.scorer.player)
    assert (row.player, row.deputy) == (cast.director.player, cast.scorer.player)
    assert missing_deputies(session) == []
    assert AuditEntry.objects.get(act="official.name").after["deputy"] == cast.scorer.player.pk


def test_somebody_new_to_the_records_can_be_named(cast: Cast, session: Session) -> None:
    row = name_official(actor=cast.actor("secretary"), session=session, player="Guest Director", duty="director")
    assert row.player.display_name == "Guest Director"
    assert direct(cast, session, "Guest Deputy").deputy


def test_people_with_a_role_are_offered_until_they_are_named(cast: Cast, session: Session) -> None:
    at = EVENING.replace(year=2999)
    assert role_holders(session, at) == [(cast.director.player, "director"), (cast.scorer.player, "scorer")]
    direct(cast, session)
    assert role_holders(session, at) == [(cast.scorer.player, "scorer")]


def test_nobody_is_named_twice_for_one_duty(cast: Cast, session: Session) -> None:
    direct(cast, session)
    with pytest.raises(ValidationError) as error:
        direct(cast, session)
    assert refused(error) == ("player", "named_twice", "Director Tenace is named already: Director.")
    name_official(actor=cast.actor("secretary"), session=session, player=cast.director.player, duty="scorer")
    with pytest.raises(ValidationError) as error:
        name_official(actor=cast.actor("secretary"), session=session, player=cast.member.player, duty="cook")
    assert refused(error)[:2] == ("duty", "no_such_duty")


def test_the_partner_cannot_be_the_deputy(cast: Cast, session: Session, people: list[Player]) -> None:
    with pytest.raises(ValidationError) as error:
        direct(cast, session, people[1])
    assert refused(error) == (
        "deputy",
        "unfit_deputy",
        "Player 001 plays with Director Tenace. Name somebody else as deputy.",
    )


def test_an_opponent_of_this_round_cannot_be_the_deputy(cast: Cast, session: Session) -> None:
    [first, _other] = opponents(session, 1)
    with pytest.raises(ValidationError) as error:
        direct(cast, session, first)
    assert "plays against Director Tenace in round 1" in refused(error)[2]
    later = opponents(session, 3)[0]
    row = direct(cast, session, later)
    assert deputy_gaps(Presence.of(session), row) == [3]


def test_nobody_is_the_own_deputy(cast: Cast, session: Session) -> None:
    with pytest.raises(ValidationError) as error:
        direct(cast, session, cast.director.player)
    assert refused(error)[:2] == ("deputy", "own_deputy")


def test_a_deputy_is_changed_and_taken_away(cast: Cast, session: Session, people: list[Player]) -> None:
    row = direct(cast, session, cast.scorer.player)
    row = set_deputy(actor=cast.actor("scorer"), official=row, deputy=cast.secretary.player)
    assert row.deputy == cast.secretary.player
    with pytest.raises(ValidationError):
        set_deputy(actor=cast.actor("scorer"), official=row, deputy=people[1])
    set_deputy(actor=cast.actor("scorer"), official=row, deputy=None)
    assert missing_deputies(session) == [row]


def test_a_name_is_taken_off_and_the_audit_keeps_it(cast: Cast, session: Session) -> None:
    row = direct(cast, session)
    key = row.pk
    remove_official(actor=cast.actor("scorer"), official=row)
    assert not session.officials.exists()
    entry = AuditEntry.objects.get(act="official.remove")
    assert (entry.target_id, entry.before["player"]) == (str(key), cast.director.player.pk)
    row.pk = key
    with pytest.raises(ValidationError) as error:
        remove_official(actor=cast.actor("scorer"), official=row)
    assert refused(error)[1] == "removed"


def test_only_the_desk_names_officials(cast: Cast, session: Session) -> None:
    row = direct(cast, session)
    for name in ("member", "recorder", "other_secretary", "stranger"):
        actor = cast.actor(name)
        with pytest.raises(Forbidden):
            name_official(actor=actor, session=session, player=cast.member.player, duty="scorer")
        with pytest.raises(Forbidden):
            set_deputy(actor=actor, official=row, deputy=None)
        with pytest.raises(Forbidden):
            remove_official(actor=actor, official=row)
