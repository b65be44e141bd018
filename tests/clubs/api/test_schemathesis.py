"""Whatever is sent, the API answers as its own description says, and never with a server error."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.models import RoleGrant
from config.wsgi import application
from jobs.models import Job
from tests.cast import Cast
from tests.clubs.api.conftest import Api, connection_kept
from tests.clubs.api.matrix import PERSONAS
from tests.conftest import LONG

pytestmark = pytest.mark.walk
schema = schemathesis.openapi.from_wsgi("/api/schema/", application)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
CSRF = "a" * 32
FROM = {"REMOTE_ADDR": "192.0.2.7"}


def examples(count: int, *phases: Phase) -> settings:
    """The same examples every time: a failure in somebody else's change would help nobody."""
    return settings(
        max_examples=count,
        derandomize=True,
        deadline=None,
        database=None,
        phases=phases or (Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


def real(cast: Cast, case: Any) -> dict[str, Any]:
    """Path parameters that lead somewhere: made-up ones would all end at 404."""
    on_club = "/clubs/" in case.path
    ids = {
        "roles": lambda: RoleGrant.objects.filter(user=cast.scorer if on_club else cast.north_officer).first(),
        "jobs": lambda: Job.objects.filter(club__isnull=not on_club).first(),
        "players": lambda: cast.member.player,
        "memberships": lambda: cast.membership,
    }
    kind = next((name for name in ids if f"/{name}/{{" in case.path), "")
    found = ids[kind]() if kind else None
    values = {"slug": "harbour" if on_club else "north", "key": "period.appeal", "id": found.pk if found else 1}
    return {name: values.get(name, value) for name, value in case.path_parameters.items()}


@pytest.fixture
def scene(cast: Cast, system) -> Cast:
    for body in (cast.harbour, cast.north):
        Job.objects.create(
            kind="audit.verify",
            queue="long",
            state="failed",
            asked_at=system.at,
            run_after=system.at,
            **{body.kind: body},
        )
    return cast


@pytest.fixture
def session_of(scene: Cast) -> Callable[[str], dict[str, Any]]:
    """Somebody's session and what changes need besides; signed in once a test."""

    @cache
    def credentials(name: str) -> dict[str, Any]:
        if name == "anonymous":
            return {}
        session = Api(getattr(scene, name)).confirm().client.cookies["sessionid"].value
        return {"cookies": {"sessionid": session, "csrftoken": CSRF}, "headers": {"X-CSRFToken": CSRF}}

    return credentials


def without_credentials(case: Any) -> None:
    """Take out what was made up for the security schemes: a wrong token would end everything at 401."""
    case.cookies = {}
    case.headers.pop("Authorization", None)


def send(case: Any, credentials: dict[str, Any]) -> None:
    """Send with these credentials only, and check."""
    without_credentials(case)
    with connection_kept():
        case.call_and_validate(**credentials, environ_overrides=FROM, checks=CHECKS)


@schema.parametrize()
@examples(3)
def test_a_secretary_gets_described_answers(scene, session_of, case):
    case.path_parameters = real(scene, case)
    send(case, session_of("secretary"))


# Only then: schemathesis works out all its examples while the tests are collected.
if LONG:

    @pytest.mark.long
    @schema.parametrize()
    @examples(60, Phase.explicit, Phase.generate)
    def test_every_boundary_of_every_parameter_gets_a_described_answer(scene, session_of, case):
        """The explicit phase is schemathesis's own walk along the edges of each parameter's schema."""
        case.path_parameters = real(scene, case)
        send(case, session_of("operator"))

    @pytest.mark.long
    @pytest.mark.parametrize("persona", PERSONAS)
    @schema.parametrize()
    @examples(20)
    def test_every_persona_gets_described_answers(scene, session_of, persona, case):
        case.path_parameters = real(scene, case)
        send(case, session_of(persona))
