"""One person: a visitor of last month finds the evening again, and an officer merges a duplicate and takes it back."""

from __future__ import annotations

from datetime import date

import pytest
from playwright.sync_api import expect

from clubs.models import Player
from clubs.services.memberships import add_new_member
from events.models import Entrant
from scoring.services.runs import rescore_session
from tests.browser.checks import sound
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.events.evening import enter, make_event, make_players, make_session


@pytest.mark.django_db(transaction=True)
def test_a_visitor_of_last_month_claims_the_evening_and_sees_it_under_my_results(site: Site) -> None:
    cast = site.cast
    session = make_session(cast.harbour, 4, state="finished", name="Evening of last month")
    visitor = Player.objects.filter(entrants__event=session.event).first()
    assert visitor is not None
    Player.objects.filter(pk=visitor.pk).update(display_name="Ozola, Ilze", name_key="ilze ozola")
    phone = site.open("/account/signup/", viewport=PHONE)
    phone.page.get_by_label("Name", exact=True).fill("Ilze Ozola")
