"""The code for somebody without an account: a whole address that can be read out, written down and scanned."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.appeals.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(unpublished_world: World) -> World:
    return unpublished_world


def test_the_director_hands_over_a_whole_address_a_readable_code_and_a_square(world: World, client: Client) -> None:
    appeal = world.requested()
    code = appeal.concurrences.get(state="waiting").code
    client.force_login(world.cast.director)
    shown = client.get(appeal.get_absolute_url()).content.decode()
    assert f"{settings.PUBLIC_URL}/concur/" in shown
    assert f"{code[:5]}-{code[5:]}" in shown
    assert 'class="qr"' in shown
    assert "address /concur/" not in shown


def test_the_address_with_the_code_as_it_is_written_opens_the_question(world: World, client: Client) -> None:
    code = world.requested().concurrences.get(state="waiting").code
    for written in (code, f"{code[:5]}-{code[5:]}", code.lower()):
        answer = client.get(reverse("appeal-concur", kwargs={"code": written}))
        assert answer.status_code == 200
        assert "South Deuce" in answer.content.decode()
