"""Who is in charge of a session (Law 81D): set, shown, changed, audited; without a word the first director named."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, Role
from clubs.services.roles import grant_role
from core.actors import system
from events.models import Session, SessionOfficial
from events.selectors.officials import director_in_charge
from events.services.officials import name_official, put_in_charge, remove_official
from tests.cast import Cast, make_user
from tests.events.evening import EVENING as NOON
from tests.events.evening import make_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(cast: Cast) -> Session:
    return make_session(cast.harbour, 4, state="playing")


def named(cast: Cast, session: Session, user: str) -> SessionOfficial:
    player = getattr(cast, user).player
    return name_official(actor=cast.actor("secretary"), session=session, player=player, duty="director")


def test_where_nobody_is_named_the_only_director_of_the_club_is_in_charge(cast: Cast, session: Session) -> None:
    assert director_in_charge(session, NOON) == cast.director.player
    other = make_user("other-director")
    grant_role(actor=system(NOON - timedelta(days=9)), user=other, role=Role.DIRECTOR, body=cast.harbour)
    assert director_in_charge(session, NOON) is None, "of two, somebody says which"


def test_the_first_named_is_in_charge_until_another_is_put_in_charge(cast: Cast, session: Session) -> None:
    first, second = named(cast, session, "scorer"), named(cast, session, "director")
    assert director_in_charge(session, NOON) == first.player
    put_in_charge(actor=cast.actor("secretary"), official=second)
    assert director_in_charge(session, NOON) == second.player
    assert AuditEntry.objects.get(act="official.charge").after["player"] == second.player_id
    put_in_charge(actor=cast.actor("secretary"), official=first)
    assert director_in_charge(session, NOON) == first.player
    assert SessionOfficial.objects.filter(in_charge=True).count() == 1
    remove_official(actor=cast.actor("secretary"), official=first)
    assert director_in_charge(session, NOON) == second.player


def test_a_scorer_is_not_put_in_charge(cast: Cast, session: Session) -> None:
    player = cast.scorer.player
    scorer = name_official(actor=cast.actor("secretary"), session=session, player=player, duty="scorer")
    with pytest.raises(ValidationError, match="directs"):
        put_in_charge(actor=cast.actor("secretary"), official=scorer)


def test_the_page_of_people_says_who_and_lets_one_change_it(cast: Cast, session: Session, client: Client) -> None:
    named(cast, session, "scorer")
    second = named(cast, session, "director")
    client.force_login(cast.secretary)
    where = {"slug": "harbour", "session_id": session.pk}
    page = reverse("club-session-officials", kwargs=where)
    assert client.get(page).content.decode().count("in charge</span>") == 1
    client.post(reverse("club-session-charge", kwargs=where | {"official_id": second.pk}))
    assert director_in_charge(session, NOON) == second.player
    [one, other] = client.get(reverse("api-session-officials", kwargs={"pk": session.pk})).json()
    assert {one["player"]["id"]: one["in_charge"], other["player"]["id"]: other["in_charge"]}[second.player_id] is True
    assert one["in_charge"] != other["in_charge"]
