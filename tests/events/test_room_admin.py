from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry
from core.actors import system
from events.models import Clock, Entrant, SeatClaim, Session, TableCode
from events.services.clock import begin_round
from events.services.tables import give_codes
from tests.cast import Cast
from tests.events.evening import EVENING, make_players, make_session


@pytest.fixture
def session(cast: Cast) -> Session:
    session = make_session(cast.harbour, 6)
    begin_round(session, EVENING, actor=system(EVENING))
    give_codes(session, actor=system())
    return session


def test_the_operator_sets_a_clock_through_the_service(office: Client, session: Session) -> None:
    clock = Clock.objects.get()
    sent = {"round_seconds": 900, "move_seconds": 60, "warning_seconds": 120, "seen_version": clock.version}
    where = reverse("admin:events_clock_change", args=[clock.pk])
    assert office.post(where, sent).status_code == 302
    assert Clock.objects.get().round_seconds == 900
    assert AuditEntry.objects.filter(act="clock.change", acted_as="operator").count() == 1
    stale = office.post(where, sent | {"round_seconds": 960})
    assert stale.status_code == 200
    assert "Somebody else changed this" in stale.content.decode()


def test_the_operator_revokes_codes_through_the_service(office: Client, session: Session) -> None:
    chosen = list(TableCode.objects.values_list("pk", flat=True)[:2])
    office.post(reverse("admin:events_tablecode_changelist"), {"action": "revoke", "_selected_action": chosen})
    assert TableCode.objects.exclude(revoked_at=None).count() == 2
    assert TableCode.objects.filter(revoked_at=None).count() == 3


def test_codes_are_not_in_the_list(office: Client, session: Session) -> None:
    shown = office.get(reverse("admin:events_tablecode_changelist")).content.decode()
    assert not any(code.code in shown for code in TableCode.objects.all())


def test_the_operator_settles_what_a_table_said(office: Client, session: Session) -> None:
    entrant = Entrant.objects.order_by("pk")[0]
    player = make_players(1, "Claimed")[0]
    claim = SeatClaim.objects.create(
        section=session.sections.get(), table=1, round=1, seat="N", entrant=entrant, player=player, made_at=EVENING
    )
    sent = {"action": "accept", "_selected_action": [claim.pk]}
    office.post(reverse("admin:events_seatclaim_changelist"), sent)
    entrant.refresh_from_db()
    assert entrant.player == player
    assert SeatClaim.objects.get().accepted
