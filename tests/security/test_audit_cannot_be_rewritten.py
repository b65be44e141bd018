"""Whoever writes to the database, triggers out of the way, still cannot make the audit say something else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from clubs.models import AuditChain, AuditEntry, AuditWords
from clubs.services.erasing import erase_player
from clubs.services.roles import revoke_role
from core import actors
from core.audit import record, triggers, verify_chain
from core.audit.chain import MARKER, has_its_key
from core.audit.erasing import erase_words
from core.errors import Forbidden
from jobs import services as jobs
from jobs.models import Job
from ops.embedded import integrity_keys
from ops.health import look_at_audit
from tests.cast import Cast


def chain_of(body: Any) -> AuditChain:
    return AuditChain.objects.get(label=body.label)


def plain_link(entry: Any, label: str) -> str:
    """What linked the entries of earlier releases; it needs nothing that is not in the database."""
    names = "number actor_kind user_id actor_ref acted_as address request_id act target_kind target_id before after"
    said = {name: getattr(entry, name) for name in [*names.split(), "previous_hash"]} | {"reason": entry.plain_reason}
    said |= {"chain": label, "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds")}
    return hashlib.sha256(json.dumps(said, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def rewrite(chain: AuditChain, number: int, **fields: Any) -> None:
    """Change an entry and link everything anew, as somebody with the database password can."""
    triggers.remove(connection)
    AuditEntry.objects.filter(chain=chain, number=number).update(**fields)
    previous = ""
    for entry in AuditEntry.objects.filter(chain=chain).order_by("number"):
        entry.previous_hash = previous
        entry.hash = previous = plain_link(entry, chain.label)
        AuditEntry.objects.filter(pk=entry.pk).update(previous_hash=entry.previous_hash, hash=entry.hash)
    AuditChain.objects.filter(pk=chain.pk).update(head=previous)
    triggers.install(connection)
    chain.refresh_from_db()


def cut(chain: AuditChain, left: int) -> None:
    """Take the newest entries away and let the chain end earlier."""
    triggers.remove(connection)
    gone = AuditEntry.objects.filter(chain=chain, number__gt=left)
    words = AuditWords.objects.filter(entry__in=gone)
    words._raw_delete(words.db)
    gone._raw_delete(gone.db)
    last = AuditEntry.objects.get(chain=chain, number=left)
    AuditChain.objects.filter(pk=chain.pk).update(length=left, head=last.hash)
    triggers.install(connection)


def act(cast: Cast, reason: str = "") -> AuditEntry:
    with transaction.atomic():
        record(actor=cast.actor("secretary"), act="club.change", body=cast.harbour, target=cast.harbour, reason=reason)
    return AuditEntry.objects.filter(chain__label=cast.harbour.label).latest("number")


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("audit", *arguments, stdout=out, stderr=out)
    return out.getvalue()


# --- Links -----------------------------------------------------------------------------------------------------------
def test_a_chain_that_was_linked_anew_without_the_key_does_not_hold(cast: Cast) -> None:
    chain = chain_of(cast.harbour)
    rewrite(chain, 3, act="role.revoke")
    assert not verify_chain(chain).is_whole


def test_nor_when_the_application_has_gone_on_after_it(cast: Cast) -> None:
    chain = chain_of(cast.harbour)
    rewrite(chain, 3, act="role.revoke")
    entry = act(cast)
    verdict = verify_chain(chain_of(cast.harbour))
    assert (verdict.broken_at, "without a marker" in verdict.problem) == (entry.number, True)


def test_a_marker_made_up_without_the_key_counts_for_nothing(cast: Cast) -> None:
    chain = chain_of(cast.harbour)
    rewrite(chain, 3, act=MARKER, after={"before": "lost"})
    assert not verify_chain(chain).is_whole


def test_another_chain_lends_no_entries(cast: Cast) -> None:
    """Every link says whose it is."""
    first, second = chain_of(cast.harbour), chain_of(cast.hillside)
    taken = AuditEntry.objects.get(chain=second, number=1)
    triggers.remove(connection)
    AuditEntry.objects.filter(chain=first, number=1).update(act=taken.act, after=taken.after, hash=taken.hash)
    triggers.install(connection)
    assert verify_chain(first).broken_at == 1


# --- The key ---------------------------------------------------------------------------------------------------------
def test_a_lost_key_is_said_plainly(cast: Cast, settings: Any) -> None:
    settings.INTEGRITY_KEYS = ["another-key"]
    assert "key that is not here" in verify_chain(chain_of(cast.harbour)).problem
    assert not has_its_key()
    assert "bring the file integrity-key back" in look_at_audit().says


def test_a_new_key_goes_on_after_a_marker_and_the_old_one_still_checks(cast: Cast, settings: Any) -> None:
    settings.INTEGRITY_KEYS = [*settings.INTEGRITY_KEYS, "the-next-key"]
    run("key")
    act(cast)
    assert verify_chain(chain_of(cast.harbour)).is_whole
    assert has_its_key()


def test_when_the_key_is_lost_for_good_the_marker_says_so_and_what_follows_is_checked(
    cast: Cast, settings: Any
) -> None:
    settings.INTEGRITY_KEYS = ["another-key"]
    before = chain_of(cast.harbour).length
    run("key", "--lost")
    act(cast)
    verdict = verify_chain(chain_of(cast.harbour))
    assert (verdict.is_whole, verdict.unchecked) == (True, before + 1)
    assert "only their order was checked" in run("verify")
    rewrite(chain_of(cast.harbour), before + 2, act="role.revoke")
    assert not verify_chain(chain_of(cast.harbour)).is_whole


def test_the_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    first = integrity_keys(tmp_path / "var")
    assert (len(first), integrity_keys(tmp_path / "var")) == (1, first)
    assert (tmp_path / "var" / "integrity-key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["integrity-key"]


# --- Words -----------------------------------------------------------------------------------------------------------
def test_words_stand_beside_the_chain_and_cannot_be_changed(cast: Cast) -> None:
    entry = AuditEntry.objects.get(pk=act(cast, "She was rude to Dan").pk)
    assert (entry.reason, entry.plain_reason) == ("She was rude to Dan", "")
    for change in ({"text": "She was kind"}, {"erased_at": timezone.now()}):
        with pytest.raises(DatabaseError), transaction.atomic():
            AuditWords.objects.filter(entry=entry).update(**change)
    words = AuditWords.objects.filter(entry=entry)
    with pytest.raises(DatabaseError, match="only erased"), transaction.atomic():
        words._raw_delete(words.db)
    triggers.remove(connection)
    words.update(text="She was kind")
    triggers.install(connection)
    assert "words were changed" in verify_chain(chain_of(cast.harbour)).problem


def test_words_that_are_missing_are_noticed(cast: Cast) -> None:
    words = AuditWords.objects.filter(entry=act(cast, "A reason"))
    triggers.remove(connection)
    words._raw_delete(words.db)
    triggers.install(connection)
    assert "words are missing" in verify_chain(chain_of(cast.harbour)).problem


def test_erased_words_are_gone_with_their_salt_and_the_chain_holds(cast: Cast) -> None:
    entry = act(cast, "She was rude to Dan")
    with pytest.raises(Forbidden):
        erase_words(actor=cast.actor("secretary"), entry=entry)
    erase_words(actor=cast.actor("operator"), entry=entry)
    row = AuditWords.objects.get(entry=entry)
    assert (row.text, row.salt) == ("", "")
    assert AuditEntry.objects.get(act="audit.erase_words").after == {
        "chain": cast.harbour.label,
        "number": entry.number,
    }
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())


def test_erasing_a_person_takes_the_reasons_with_it(cast: Cast) -> None:
    grant = cast.member.player.memberships.get()
    with transaction.atomic():
        record(actor=cast.actor("secretary"), act="test.about", body=cast.harbour, target=grant, reason="Drinks")
        record(actor=cast.actor("member"), act="test.by", body=cast.harbour, target=grant, reason="I am ill")
    revoke_role(actor=cast.actor("secretary"), grant=cast.scorer.role_grants.get(), reason="Moved away")
    erase_player(actor=cast.actor("member"), player=cast.member.player)
    assert [entry.reason for entry in AuditEntry.objects.filter(act__in=["test.about", "test.by"])] == ["", ""]
    assert AuditEntry.objects.get(act="role.revoke").reason == "Moved away"
    assert all(verify_chain(chain).is_whole for chain in AuditChain.objects.all())


# --- Heads -----------------------------------------------------------------------------------------------------------
def test_what_is_cut_off_shows_against_the_heads(cast: Cast, tmp_path: Path) -> None:
    file = tmp_path / "heads"
    act(cast)
    run("heads", str(file))
    act(cast)
    assert "hold" in run("verify", "--against", str(file))
    chain = chain_of(cast.harbour)
    cut(chain, chain.length - 2)
    assert "hold" in run("verify")
    with pytest.raises(CommandError, match="1 of"):
        run("verify", "--against", str(file))


def test_what_was_written_anew_after_a_cut_shows_too(cast: Cast, tmp_path: Path) -> None:
    file = tmp_path / "heads"
    act(cast)
    run("heads", str(file))
    chain = chain_of(cast.harbour)
    cut(chain, chain.length - 1)
    act(cast, "Something else")
    with pytest.raises(CommandError):
        run("verify", "--against", str(file))


def test_a_changed_file_of_heads_is_refused(cast: Cast, tmp_path: Path) -> None:
    file = tmp_path / "heads"
    run("heads", str(file))
    file.write_text(file.read_text().replace(chain_of(cast.harbour).head, "0" * 64))
    with pytest.raises(CommandError, match="Line 1 was changed"):
        run("verify", "--against", str(file))
    file.write_text("nothing\n")
    with pytest.raises(CommandError, match="no line of heads"):
        run("verify", "--against", str(file))


def test_heads_are_written_and_mailed_when_it_is_time(cast: Cast, settings: Any, tmp_path: Path) -> None:
    settings.AUDIT_HEADS, settings.AUDIT_HEADS_MAIL = str(tmp_path / "away" / "heads"), "auditor@example.org"
    now = timezone.now()
    jobs.sweep("long", now)
    assert jobs.run(Job.objects.get(kind="audit.heads").pk) == "done"
    jobs.sweep("long", now + timedelta(minutes=1))
    assert Job.objects.filter(kind="audit.heads").count() == 1
    jobs.sweep("long", now + timedelta(hours=7))
    assert Job.objects.filter(kind="audit.heads").count() == 2
    [message] = mail.outbox
    kept = tmp_path / "mail.txt"
    kept.write_text(f"From: Tenace\n\n> {message.body}")
    assert "hold" in run("verify", "--against", str(kept))


# --- From an earlier release -----------------------------------------------------------------------------------------
@pytest.fixture
def _at_the_newest() -> Iterator[None]:
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_at_the_newest")
def test_entries_of_an_earlier_release_stay_verifiable_and_cannot_be_rewritten_any_more() -> None:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes("clubs")
    MigrationExecutor(connection).migrate([("clubs", "0010_keys_of_plain_letters")])
    _write_plain_chain("club:7", ["first reason", "second reason"])

    MigrationExecutor(connection).migrate(newest)
    triggers.install(connection)

    chain = AuditChain.objects.get(label="club:7")
    assert [entry.act for entry in chain.entries.order_by("number")] == ["club.change", "club.change", MARKER]
    assert verify_chain(chain).is_whole
    assert chain.entries.get(number=1).reason == "first reason"
    with transaction.atomic():
        record(
            actor=actors.system(),
            act="club.change",
            body=SimpleNamespace(label="club:7", kind="club", pk=7, line=()),
            target=chain,
        )
    assert verify_chain(AuditChain.objects.get(label="club:7")).is_whole
    rewrite(chain, 1, plain_reason="another reason")
    assert not verify_chain(chain).is_whole


def _write_plain_chain(label: str, reasons: list[str]) -> None:
    apps = MigrationExecutor(connection).loader.project_state([("clubs", "0010_keys_of_plain_letters")]).apps
    chain = apps.get_model("clubs", "AuditChain").objects.create(label=label, length=len(reasons))
    previous = ""
    for number, reason in enumerate(reasons, 1):
        entry = apps.get_model("clubs", "AuditEntry")(
            chain=chain, number=number, at=timezone.now(), actor_kind="system", act="club.change",
            target_kind="club", target_id="7", reason=reason, previous_hash=previous,
        )  # fmt: skip
        entry.plain_reason = reason
        entry.hash = previous = plain_link(entry, label)
        entry.save()
    chain.head = previous
    chain.save()
