"""How members are reached: kept from the file, for the secretary and officers only; names apart, by surname."""

from __future__ import annotations

import csv
import io
from datetime import date

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from clubs.models import AuditEntry, Club, MemberImport, Membership, Player
from clubs.services.erasing import erase_player
from clubs.services.member_imports import confirm_import, match_columns, start_import, write_rows
from clubs.services.memberships import add_new_member
from clubs.services.players import change_player
from core.names import surname_key
from tests.cast import Cast
from tests.clubs.page import url

FILE = """Forename,Surname,E-mail,Mobile,No
Ilze,Ozola,ilze@example.org,+371 2000 000,1
Anna van,Dijk,,,2
Bad,Row,no-address,,3
"""


def take_in(cast: Cast, text: str = FILE) -> MemberImport:
    actor = cast.actor("secretary")
    row = start_import(actor=actor, club=cast.harbour, upload=ContentFile(text.encode(), "members.csv"))
    match_columns(actor=actor, member_import=row, columns=row.columns)
    confirm_import(actor=actor, member_import=row)
    write_rows(row.pk, lambda done, total: None)()
    row.refresh_from_db()
    return row


def member(cast: Cast, name: str, **person: str) -> Membership:
    person = {"display_name": name, **person}
    return add_new_member(actor=cast.actor("secretary"), club=cast.harbour, person=person, starts=date(2024, 1, 1))


# --- Out of a file -------------------------------------------------------------------------------------------------
def test_email_phone_forename_and_surname_are_taken_from_the_file(cast: Cast) -> None:
    take_in(cast)
    ilze = Player.objects.get(family_name="Ozola")
    assert (ilze.display_name, ilze.given_name) == ("Ilze Ozola", "Ilze")
    assert (ilze.email, ilze.phone) == ("ilze@example.org", "+371 2000 000")
    assert Player.objects.get(display_name="Anna van Dijk").surname_key == "dijk anna van"


def test_what_was_left_out_is_shown_by_name_until_the_next_file(cast: Cast, as_secretary: Client) -> None:
    done = take_in(cast)
    page = as_secretary.get(url("member-import", import_id=done.pk)).text
    assert "Bad Row" in page
    assert "no-address" not in page
    take_in(cast, "Name\nSomebody Else\n")
    assert "Bad Row" not in as_secretary.get(url("member-import", import_id=done.pk)).text


def test_a_file_that_went_out_comes_in_again_as_the_same(cast: Cast, as_secretary: Client) -> None:
    take_in(cast)
    sheet = b"".join(as_secretary.get(url("export-members"), {"standing": "all"}).streaming_content)
    rows = list(csv.DictReader(io.StringIO(sheet.decode("utf-8-sig"))))
    assert {"First name", "Last name", "Email", "Telephone"} <= set(rows[0])
    again = take_in(cast, sheet.decode("utf-8-sig"))
    assert again.counts["same"] == len(rows)


# --- Who sees them -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("who", "sees"),
    [("secretary", True), ("north_officer", True), ("director", False), ("recorder", False), ("scorer", False)],
)
def test_the_secretary_and_officers_see_them_and_other_officials_do_not(cast, client, who, sees) -> None:
    row = member(cast, "Ilze Ozola", email="ilze@example.org", phone="2000000")
    client.force_login(getattr(cast, who))
    for page in (url("member", membership_id=row.pk), url("members"), f"/api/v1/memberships/{row.pk}/"):
        text = client.get(page).text
        assert ("ilze@example.org" in text) == (sees and page == url("member", membership_id=row.pk)), page
    assert (client.get(f"/api/v1/players/{row.player.pk}/").status_code == 200) == sees


def test_the_audit_does_not_say_them_and_erasing_takes_them_away(cast: Cast) -> None:
    player = cast.member.player
    change_player(actor=cast.actor("secretary"), player=player, email="me@example.org", phone="2000000")
    entry = AuditEntry.objects.filter(act="player.change").latest("pk")
    assert entry.after == {"email": "(personal)", "phone": "(personal)"}
    gone = erase_player(actor=cast.actor("member"), player=player)
    assert (gone.email, gone.phone, gone.given_name, gone.family_name) == ("", "", "", "")
    assert gone.surname_key == "player erased"


def test_a_name_left_out_of_an_import_goes_when_its_owner_is_erased(cast: Cast) -> None:
    take_in(cast, "Name,E-mail\nMember Tenace,no-address\n")
    rows = MemberImport.objects.latest("pk").rows
    assert rows.get().said == {"name": "Member Tenace"}
    erase_player(actor=cast.actor("member"), player=cast.member.player)
    assert rows.get().said == {}


def test_a_person_sees_and_changes_their_own(cast: Cast, client: Client) -> None:
    client.force_login(cast.member)
    sent = {
        "display_name": "Member Tenace",
        "privacy": "full",
        "email": "new@example.org",
        "phone": "1",
        "version": "1",
    }
    assert client.post(reverse("profile"), sent).status_code == 302
    assert "new@example.org" in client.get(reverse("profile")).text


# --- By surname ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "key"),
    [
        (("Ilze Ozola",), "ozola ilze"),
        (("Ozola, Ilze",), "ozola ilze"),
        (("Anna van Dijk", "Anna", "van Dijk"), "van dijk anna"),
        (("Žanis Bērziņš",), "berzins zanis"),
        (("Plato",), "plato"),
        (("",), ""),
    ],
)
def test_the_surname_is_the_last_word_unless_it_is_known_better(name: tuple[str, ...], key: str) -> None:
    assert surname_key(*name) == key


def test_a_club_that_wants_it_lists_its_members_by_surname(cast: Cast, as_secretary: Client) -> None:
    member(cast, "Ann Young", given_name="Ann", family_name="Young")
    member(cast, "Zoe Adams", given_name="Zoe", family_name="Adams")

    def names() -> list[str]:
        return [row.name for row in as_secretary.get(url("members")).context["rows"]]

    assert names() == ["Ann Young", "Member Tenace", "Zoe Adams"]
    Club.objects.filter(pk=cast.harbour.pk).update(sorts_by_surname=True)
    assert names() == ["Adams, Zoe", "Member Tenace", "Young, Ann"]


def test_names_apart_that_no_longer_fit_the_name_are_given_up(cast: Cast) -> None:
    row = member(cast, "Ann Young", given_name="Ann", family_name="Young")
    changed = change_player(actor=cast.actor("secretary"), player=row.player, display_name="Ann Older")
    assert (changed.given_name, changed.family_name, changed.surname_key) == ("", "", "older ann")
