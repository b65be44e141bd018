"""Who was erased, written beside the backups: a restore of a copy from before must not bring them back.

A line names no person: the number of the player, the first entry of the audit about them, which no other history of
this database has, and an HMAC, so that nobody can have somebody erased by adding a line.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction

from clubs.models import AuditEntry, Player
from clubs.services.erasing import erase_once_more
from core.actors import Actor, system
from core.audit.keys import derived_key

NAME = "erasures.jsonl"


@dataclass(frozen=True)
class Erasure:
    player: int
    first_entry: str

    def line(self, key: bytes) -> str:
        said = {"player": self.player, "first_entry": self.first_entry}
        return json.dumps(said | {"mac": self.mac(key)})

    def mac(self, key: bytes) -> str:
        return hmac.new(key, f"{self.player} {self.first_entry}".encode(), hashlib.sha256).hexdigest()


def note_erasure(actor: Actor, player: Player) -> None:
    """Written when the erasure is, into the list of the installation and beside the copies of its rounds."""
    erasure = Erasure(player.pk, _first_entry(player))
    if erasure in _read(own_list()):
        return  # a restore brought them back
    transaction.on_commit(lambda: _add([erasure], [own_list(), *_beside_round_copies()]), robust=True)


def keep_beside(backup: Path) -> None:
    """The list of the installation, added to the one that lies beside a backup."""
    beside = backup.parent / NAME
    there = set(_read(beside))
    if missing := [one for one in _read(own_list()) if one not in there]:
        _add(missing, [beside])


def known_erasures(backup: Path) -> list[Erasure]:
    """Of this installation and beside a backup; a line that was changed is none."""
    return list(dict.fromkeys([*_read(own_list()), *_read(backup.parent / NAME)]))


def erase_again(listed: Iterable[Erasure]) -> int:
    """Erase the listed people who are there, and say how many were."""
    count = 0
    for erasure in listed:
        player = Player.objects.filter(pk=erasure.player, erased_at=None).first()
        if player is not None and _first_entry(player) == erasure.first_entry:
            erase_once_more(actor=system(), player=player)
            count += 1
    return count


def own_list() -> Path:
    return Path(settings.VAR_DIR) / NAME


def _beside_round_copies() -> list[Path]:
    folder = Path(settings.ROUND_COPIES) if settings.ROUND_COPIES else None
    return [folder / NAME] if folder and folder.is_dir() else []


def _first_entry(player: Player) -> str:
    entries = AuditEntry.objects.filter(target_kind="player", target_id=str(player.pk)).order_by("at", "pk")
    return entries.values_list("hash", flat=True).first() or ""


def _keys() -> list[bytes]:
    return [derived_key(key, "erasures") for key in settings.INTEGRITY_KEYS]


def _add(erasures: list[Erasure], paths: list[Path]) -> None:
    for path in paths:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a") as file:
            file.writelines(f"{erasure.line(_keys()[-1])}\n" for erasure in erasures)


def _read(path: Path) -> list[Erasure]:
    if not path.is_file():
        return []
    return [erasure for line in path.read_text().splitlines() if (erasure := _parsed(line)) is not None]


def _parsed(line: str) -> Erasure | None:
    try:
        said = json.loads(line)
        erasure, mac = Erasure(int(said["player"]), str(said["first_entry"])), str(said["mac"])
    except (ValueError, KeyError, TypeError):
        return None
    return erasure if any(hmac.compare_digest(mac, erasure.mac(key)) for key in _keys()) else None
