"""What was entered by mistake is removed; what was used is ended instead. What was typed of a known person is kept."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from clubs.models import AuditEntry, Membership, Player
from clubs.services.memberships import add_membership, add_new_member
from clubs.services.removing import remove_membership
from core.errors import Conflict, Forbidden
from tests.cast import Cast
from tests.clubs.page import url
from tests.events.evening import EVENING, make_session


@pytest.fixture
def typo(cast: Cast) -> Membership:
    return add_new_member(
        actor=cast.actor("secretary"),
        club=cast.harbour,
        person={"display_name": "Ilez Ozola", "federation_number": "LV-1"},
        starts=date(2026, 1, 1),
    )


def test_a_mistyped_member_goes_with_the_person(cast, typo, as_secretary):
    page = url("member", membership_id=typo.pk)
    assert url("remove-member", membership_id=typo.pk) in as_secretary.get(page).text
    sent = {"reason": "A slip of the pen", "version": typo.version}
    assert as_secretary.post(url("remove-member", membership_id=typo.pk), sent).status_code == 302
    assert not Membership.objects.filter(pk=typo.pk).exists()
    assert not Player.objects.filter(pk=typo.player_id).exists()
    acts = AuditEntry.objects.filter(act__in=["membership.remove", "player.remove"]).order_by("number")
    assert [row.act for row in acts] == ["membership.remove", "player.remove"]
    assert acts[0].before["player"] == typo.player_id
    assert "Ilez" not in str(list(acts.values_list("before", flat=True)))


def test_the_wrong_person_made_a_member_stays_in_the_records(cast, typo):
    second = add_membership(
        actor=cast.actor("other_secretary"), club=cast.hillside, player=typo.player, starts=date(2026, 1, 1)
    )
    remove_membership(actor=cast.actor("secretary"), membership=typo)
    assert Player.objects.filter(pk=typo.player_id).exists()
    assert Membership.objects.filter(pk=second.pk).exists()
    remove_membership(actor=cast.actor("secretary"), membership=cast.membership)
    assert Player.objects.filter(user=cast.member).exists(), "an account keeps its player"


def test_a_member_who_has_played_is_not_removed(cast, typo):
    others = Player.objects.bulk_create([Player(display_name=f"P{n}") for n in range(15)])
    make_session(cast.harbour, 8, players=[typo.player, *others])
    with pytest.raises(ValidationError, match="End the membership"):
        remove_membership(actor=cast.actor("secretary"), membership=typo)
    Membership.objects.filter(pk=typo.pk).update(starts=EVENING.date().replace(year=2027))
    typo.refresh_from_db()
    remove_membership(actor=cast.actor("secretary"), membership=typo)
    assert Player.objects.filter(pk=typo.player_id).exists()


def test_one_that_somebody_changed_meanwhile_is_not_removed(cast, typo):
    with pytest.raises(Conflict):
        remove_membership(actor=cast.actor("secretary"), membership=typo, version=typo.version + 1)


def test_others_remove_nobody(cast, typo):
    for name in ("director", "other_secretary", "member"):
        with pytest.raises(Forbidden):
            remove_membership(actor=cast.actor(name), membership=typo)


# --- "It is this person" -------------------------------------------------------------------------------------------
def a_known_person(cast: Cast, **person: str) -> Player:
    person = {"display_name": "Ilze Ozola", **person}
    row = add_new_member(
        actor=cast.actor("operator"), club=cast.harbour, person=person, starts=date(2020, 1, 1), ends=date(2020, 12, 31)
    )
    return row.player


def chosen(player: Player, **more: str) -> dict[str, str]:
    return {"display_name": "Ilze Ozola", "kind": "full", "starts": "2026-01-01", "who": str(player.pk), **more}


def test_a_typed_number_is_kept_when_it_is_this_person(cast, as_secretary):
    player = a_known_person(cast)
    sent = chosen(player, federation_number="LV-7", phone="2000000", needs_stationary_seat="on")
    assert as_secretary.post(url("add-member"), sent).status_code == 302
    player.refresh_from_db()
    assert (player.federation_number, player.phone, player.needs_stationary_seat) == ("LV-7", "2000000", True)
    assert player.federation == cast.nation
    assert player.memberships.count() == 2


def test_a_typed_number_that_contradicts_is_refused_at_its_field(cast, as_secretary):
    player = a_known_person(cast, federation_number="LV-1")
    answer = as_secretary.post(url("add-member"), chosen(player, federation_number="LV-7"))
    assert answer.status_code == 422
    assert "This person has number LV-1" in answer.text
    assert 'value="LV-7"' in answer.text
    assert player.memberships.count() == 1
