"""A token opens what its scopes name, and nothing else: every action of the API is behind one."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from core.permissions import SCOPES
from tests.cast import Cast
from tests.clubs.api.conftest import Api
from tests.clubs.api.test_matrix import MATRIX, address_of, who_may

pytestmark = pytest.mark.walk
# Nobody does these with a token, whatever its scopes: keys are not made with keys, and who joins a club asks in person.
PERSONAL = ("tokens/", "tokens/<int:pk>/", "clubs/<slug:slug>/join-request/", "clubs/<slug:slug>/one-time-links/")
BY_HAND = [action for action in MATRIX if action.partition(" ")[2] in PERSONAL and not action.startswith("GET ")]
# Whose token it is, and what they asked for themselves.
OWN = ("GET me/", "GET clubs/<slug:slug>/join-request/", "GET tokens/")
CHANGING = [action for action in MATRIX if not action.startswith("GET ") and action not in BY_HAND]
READING = [action for action in MATRIX if action.startswith("GET ") and action not in OWN]
# The usual one first: what is needed is found sooner.
IN_TURN = sorted(SCOPES, key=lambda scope: (scope != "event", scope))


def answer(cast: Cast, action: str, name: str, scopes: list[str], token_of: Any) -> int:
    """The status; whatever the request did is undone."""
    row = MATRIX[action]
    with transaction.atomic():
        where = row.where(cast)
        sent = {"data": row.send(cast)} if row.send else {}
        caller = Api(token=token_of(name, *scopes)[1])
        status = caller.call(action.partition(" ")[0], address_of(action, where), **sent).status_code
        transaction.set_rollback(True)
    return int(status)


@pytest.mark.long
@pytest.mark.parametrize("action", [action for action in CHANGING if who_may(action)])
def test_what_changes_something_asks_for_a_scope_of_its_own(scene: Cast, token_of: Any, action: str) -> None:
    name = who_may(action)
    assert name is not None
    assert answer(scene, action, name, list(SCOPES), token_of) < 300
    for scope in IN_TURN:
        if (
            scope != "read"
            and answer(scene, action, name, [other for other in SCOPES if other != scope], token_of) >= 400
        ):
            break
    else:
        pytest.fail("no scope is needed for it")

    assert answer(scene, action, name, ["read", scope], token_of) < 300, "and no other than that one"


@pytest.mark.long
@pytest.mark.parametrize("action", [action for action in READING if who_may(action)])
def test_what_only_some_may_read_asks_for_a_scope_too(scene: Cast, token_of: Any, action: str) -> None:
    name = who_may(action)
    assert name is not None
    usual = ("event", "read", *SCOPES)
    assert any(
        answer(scene, action, name, [other for other in SCOPES if other != scope], token_of) >= 400 for scope in usual
    ), "no scope is needed for it"


def test_what_nobody_does_with_a_token(scene: Cast, token_of: Any) -> None:
    assert len(BY_HAND) == 5
    for action in BY_HAND:
        name = who_may(action) or "secretary"
        assert answer(scene, action, name, list(SCOPES), token_of) in (400, 403, 404), action
