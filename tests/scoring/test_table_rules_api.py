"""The club's table rules and its standing codes for programs."""

from __future__ import annotations

import pytest

from clubs.models import AuditEntry
from events.models import StandingCode
from scoring.models import ClubTableRules
from tests.cast import Cast
from tests.clubs.api.conftest import Api

pytestmark = pytest.mark.usefixtures("documented_answers")
RULES, CODES = "clubs/harbour/table-rules/", "clubs/harbour/standing-codes/"


def test_the_rules_for_tables_are_read_and_changed_from_what_was_seen(cast: Cast) -> None:
    director = Api(cast.director)
    seen = director.get(RULES)
    assert seen.json()["confirm"] is True
    changed = director.patch(RULES, {"confirm": False, "next_round": "tables"}, If_Match=seen["ETag"])
    assert (changed.status_code, changed.json()["next_round"]) == (200, "tables")
    assert ClubTableRules.objects.get().confirm is False
    assert AuditEntry.objects.filter(act="rules.set").exists()
    stale = director.patch(RULES, {"lead": False}, If_Match=seen["ETag"])
    assert stale.status_code == 412
    wrong = director.patch(RULES, {"ranking": "sometimes"})
    assert wrong.json()["errors"][0]["field"] == "ranking"
    assert Api(cast.scorer).get(RULES).status_code == 200
    assert Api(cast.scorer).patch(RULES, {"confirm": True}).status_code == 403


def test_standing_codes_are_made_renewed_and_given_up(cast: Cast) -> None:
    director = Api(cast.director)
    made = director.post(CODES, {"letter": "a", "tables": 2})
    assert [(row["letter"], row["table"]) for row in made.json()] == [("A", 1), ("A", 2)]
    first = made.json()[0]
    new = director.post(f"{CODES}{first['id']}/renew/", {"reason": "Photographed"}).json()
    assert (new["table"], new["code"] != first["code"]) == (1, True)
    again = director.post(f"{CODES}{first['id']}/renew/", {})
    assert "revoked already" in again.json()["detail"]
    assert {row["code"] for row in director.get(CODES).json()} == {new["code"], made.json()[1]["code"]}
    assert director.post(f"{CODES}stop/", {"letter": "A"}).json() == {"stopped": 2}
    assert director.get(CODES).json() == []
    assert StandingCode.objects.filter(revoked_at=None).count() == 0
    bad = director.post(CODES, {"letter": "1", "tables": 2})
    assert bad.json()["errors"][0]["field"] == "letter"
