"""Every persona against every action of the API. An action that is not in the table fails the test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver

from appeals.api import urls as appeal_urls
from clubs.api import urls
from clubs.models import ApiToken
from clubs.services.tokens import make_token
from core.permissions import SCOPES
from events.api import urls as event_urls
from exchange.api import urls as exchange_urls
from jobs.models import Job
from office.api import urls as office_urls
from rulings.api import urls as ruling_urls
from scoring.api import urls as scoring_urls
from tests.appeals.matrix import APPEAL_ACTIONS
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.clubs.api.matrix import MATRIX as CLUB_MATRIX
from tests.clubs.api.matrix import PERSONAS
from tests.clubs.page import client_with, sign_in_everybody
from tests.events.matrix import EVENT_ACTIONS
from tests.exchange.matrix import ACTIONS as EXCHANGE_ACTIONS
from tests.office.api_matrix import OFFICE_ACTIONS
from tests.rulings.matrix import RULING_ACTIONS
from tests.scoring.matrix import SCORING_ACTIONS
from tests.standing import made_once

pytestmark = pytest.mark.walk
MATRIX = CLUB_MATRIX | EVENT_ACTIONS | SCORING_ACTIONS | RULING_ACTIONS | APPEAL_ACTIONS
MATRIX |= EXCHANGE_ACTIONS | OFFICE_ACTIONS
OPEN_TO_ALL = ("/api/schema/", "/api/docs/")


def actions(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    """Every method of every address below /api/v1/, as the table spells it."""
    for pattern in patterns:
        address = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from actions(pattern.url_patterns, address)
        elif isinstance(pattern, URLPattern) and hasattr(pattern.callback, "actions"):
            for method in pattern.callback.actions.keys() - {"head"}:
                yield f"{method.upper()} {address.removeprefix('v1/')}"


def address_of(action: str, values: dict[str, Any]) -> str:
    return re.sub(r"<\w+:(\w+)>", lambda found: str(values[found[1]]), action.partition(" ")[2])


def who_may(action: str) -> str | None:
    """Somebody who gets through by what they are; an operator's token has no more than their roles."""
    expected = MATRIX[action].expected
    names = [name for name, status in expected.items() if status < 300 and name not in ("anonymous", "operator")]
    return names[0] if names and expected["anonymous"] >= 400 else None


@pytest.fixture
def scene(cast: Cast) -> Cast:
    """The cast, with a failed job on both bodies and a token of the secretary."""
    set_the_scene(cast)
    return cast


@made_once
def set_the_scene(cast: Cast) -> None:
    now = cast.actor("secretary").at
    for body in (cast.harbour, cast.north):
        Job.objects.create(
            kind="audit.verify",
            queue="long",
            state="failed",
            asked_at=now,
            run_after=now,
            **{body.kind: body},
        )
    make_token(actor=cast.actor("secretary"), name="A sheet", scopes=SCOPES, expires_at=now + timedelta(days=30))


def caller(key: str) -> Api:
    api = Api()
    api.client = client_with(key)
    return api


def test_every_action_is_in_the_table():
    ours = (urls, office_urls, event_urls, scoring_urls, ruling_urls, appeal_urls, exchange_urls)
    assert set(actions([pattern for part in ours for pattern in part.urlpatterns])) == set(MATRIX)


def test_what_is_no_action_is_open_to_all_or_answers_nothing():
    others = {p.name for p in urls.urlpatterns if isinstance(p, URLPattern) and not hasattr(p.callback, "actions")}
    assert others == {"api-schema", "api-docs", "api-unknown"}


@pytest.mark.parametrize("action", MATRIX)
def test_each_persona_gets_what_the_table_says(scene, action):
    row, keys = MATRIX[action], sign_in_everybody(scene)
    method, where = action.partition(" ")[0], row.where(scene)
    answers = {}
    for persona in PERSONAS:
        with transaction.atomic():
            api = caller(keys[persona])
            if action == "POST tokens/" and persona != "anonymous":
                api.confirm()
            sent = {"data": row.send(scene)} if row.send else {}
            answers[persona] = api.call(method, address_of(action, where), **sent).status_code
            transaction.set_rollback(True)
    assert answers == row.expected


@pytest.mark.parametrize("action", [name for name in MATRIX if name.partition(" ")[0] != "GET"])
def test_a_token_that_may_only_read_changes_nothing(scene, token_of, action):
    row = MATRIX[action]
    # A token of the secretary is there already: that is the one to be revoked.
    name = "officer" if "tokens/" in action else who_may(action) or "officer"
    _token, text = token_of(name, "read")
    sent = {"data": row.send(scene)} if row.send else {}
    before = ApiToken.objects.count()
    code = Api(token=text).call(action.partition(" ")[0], address_of(action, row.where(scene)), **sent).status_code
    assert code in (403, 404)
    assert ApiToken.objects.count() == before


@pytest.mark.parametrize("persona", PERSONAS)
@pytest.mark.parametrize("path", OPEN_TO_ALL)
def test_the_description_is_open_to_all(scene, persona, path):
    assert caller(sign_in_everybody(scene)[persona]).get(path, Accept="*/*").status_code == 200
