"""The demo's games: of each kind one that is over, one being played, one to come."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from clubs import hooks
from clubs.demo.load import load
from clubs.models import AuditChain
from core.audit import verify_chain
from core.hooks import Hook
from events.demo.load import load as load_games
from events.models import PartnerWish, Play, Section, Session, SessionOfficial
from events.movements.checker import check
from events.movements.model import Movement, MovementKind
from events.selectors.money import session_account
from events.selectors.officials import missing_deputies

AT = datetime(2026, 11, 16, 20, 30, tzinfo=UTC)
KINDS = {
    MovementKind.MITCHELL,
    MovementKind.HOWELL,
    MovementKind.ROUND_ROBIN,
    MovementKind.SWISS,
    MovementKind.INDIVIDUAL,
}


@pytest.fixture
def loaded(db: None, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """People and games; what scoring, rulings and appeals add is tested with them."""
    monkeypatch.setattr(hooks, "demo_parts", Hook(load_games))
    monkeypatch.setattr(hooks, "closing_demo_parts", Hook())
    return load(at=AT)


def movements(state: str) -> dict[MovementKind, Movement]:
    found = [section.movement for section in Section.objects.filter(session__state=state)]
    return {movement.kind: movement for movement in found if movement}


# On PostgreSQL the backup of the demo loads it.
@pytest.mark.walk
def test_there_is_a_past_a_running_and_a_coming_game_of_every_kind(loaded: Counter[str]) -> None:
    states = Counter(Session.objects.values_list("state", flat=True))
    assert states == {"finished": 5, "playing": 5, "draft": 5}
    assert set(movements("finished")) == set(movements("playing")) == KINDS
    wished = set(Session.objects.filter(state="draft").values_list("event__movement_kind", flat=True))
    assert wished == {kind.value for kind in KINDS}
    for movement in [*movements("finished").values(), *movements("playing").values()]:
        assert check(movement).sound
    assert set(Play.objects.filter(section__session__state="finished").values_list("state", flat=True)) == {"done"}
    assert not Session.objects.filter(state="draft", starts_at__lte=AT).exists()
    assert not Session.objects.filter(state="finished", starts_at__gte=AT).exists()
    assert PartnerWish.objects.filter(state="open").exists()
    playing = SessionOfficial.objects.get()
    assert playing.session.state == "playing"
    assert playing.deputy is not None
    assert not missing_deputies(playing.session)
    for session in Session.objects.filter(state="playing"):
        assert any(line.is_open for line in session_account(session).lines)
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())
    assert not load(at=AT), "a second run finds it all there"
