"""A row of everything about who is who, for the admin's pages."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from clubs.models import (
    Consent,
    HomeClubChange,
    MemberInvitation,
    Membership,
    Player,
    PlayerMerge,
    RegisterImport,
    RegisterImportRow,
    TwoPeople,
)
from clubs.services.merging import join_records, note_two_people
from core import actors
from tests.cast import Cast

PERSONS_ONLY_SHOWN = {
    *(Consent, HomeClubChange, MemberInvitation, PlayerMerge, RegisterImport, RegisterImportRow, TwoPeople),
}


def add_person_rows(cast: Cast, start: int, player: Player) -> None:
    now, system = timezone.now(), actors.system()
    merged, other = (Player.objects.create(display_name=f"{name} {start}") for name in ("Merged", "Other"))
    join_records(actor=system, kept=player, merged=merged, body=cast.hillside)
    note_two_people(actor=system, one=player, other=other)
    Consent.objects.create(player=player, privacy="initials", said_at=now)
    HomeClubChange.objects.create(player=player, to_club=cast.hillside, day=date(2026, 1, 1), made_at=now)
    membership = Membership.objects.get(player=player, club=cast.hillside)
    MemberInvitation.objects.create(membership=membership, digest=f"{start}", made_at=now, expires_at=now)
    made = RegisterImport.objects.create(federation=cast.nation, file_name=f"row {start}.csv", made_at=now)
    RegisterImportRow.objects.create(register_import=made, line=2, fate="error", note=f"Row {start} has no name.")
