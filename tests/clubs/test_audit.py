"""The audit chain: what is written stays written, and a change shows."""

import pytest
from django.db import DatabaseError, connection, transaction

from clubs.models import AuditChain, AuditEntry
from clubs.services.erasing import erase_player
from clubs.services.players import change_player
from core.audit import record, triggers, verify_chain


def edit_by_hand(entry: AuditEntry, **fields: object) -> None:
    """As somebody with the database password would, triggers and all out of the way."""
    triggers.remove(connection)
    AuditEntry.objects.filter(pk=entry.pk).update(**fields)
    triggers.install(connection)


def chain_of(body: object) -> AuditChain:
    return AuditChain.objects.get(label=body.label)


def test_the_chain_holds_after_ordinary_acts(cast):
    verdict = verify_chain(chain_of(cast.harbour))
    assert verdict.is_whole
    assert verdict.checked == chain_of(cast.harbour).length > 5


def test_an_edited_entry_is_named(cast):
    entry = AuditEntry.objects.get(chain=chain_of(cast.harbour), number=3)
    edit_by_hand(entry, act="role.revoke")
    assert verify_chain(chain_of(cast.harbour)).broken_at == 3


def test_a_missing_entry_is_named(cast):
    triggers.remove(connection)
    AuditEntry.objects.get(chain=chain_of(cast.harbour), number=2).delete()
    triggers.install(connection)
    assert verify_chain(chain_of(cast.harbour)).broken_at == 2


def test_entries_missing_at_the_end_are_noticed(cast):
    chain = chain_of(cast.harbour)
    triggers.remove(connection)
    AuditEntry.objects.get(chain=chain, number=chain.length).delete()
    triggers.install(connection)
    assert verify_chain(chain).broken_at == chain.length


@pytest.mark.parametrize("act", ["update", "delete"])
def test_the_database_refuses_to_change_an_entry(cast, act):
    entries = AuditEntry.objects.filter(chain=chain_of(cast.harbour))
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        entries.update(act="x") if act == "update" else entries._raw_delete(entries.db)


def test_personal_values_are_not_written(cast):
    player = cast.member.player
    change_player(actor=cast.actor("member"), player=player, display_name="Somebody Else", privacy="hidden")
    entry = AuditEntry.objects.get(act="player.change")
    assert entry.after == {"display_name": "(personal)", "privacy": "hidden"}
    assert entry.before == {"display_name": "(personal)", "privacy": "full"}


def test_erasing_a_person_leaves_every_chain_whole(cast):
    erase_player(actor=cast.actor("director"), player=cast.director.player)
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())


def test_an_entry_says_who_acted_as_what_through_which_request(cast):
    from dataclasses import replace

    actor = replace(cast.actor("secretary"), address="192.0.2.7", request_id="abc")
    with transaction.atomic():
        record(actor=actor, act="test.act", body=cast.harbour, target=cast.harbour)
    entry = AuditEntry.objects.get(act="test.act")
    assert (entry.user_id, entry.acted_as, entry.address) == (cast.secretary.pk, "secretary", "192.0.2.7")
    assert verify_chain(chain_of(cast.harbour)).is_whole


@pytest.mark.django_db(transaction=True)
def test_an_entry_outside_a_transaction_is_refused():
    with pytest.raises(RuntimeError, match="one transaction"):
        record(actor=None, act="test.act", body=None, target=None)
