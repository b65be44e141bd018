"""What a secretary does with the list of members, and what goes wrong there."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta

import pytest
from django.test import Client

from clubs.models import AuditEntry, Membership, Player
from clubs.services.memberships import add_membership, add_memberships, add_new_member, change_membership
from clubs.services.players import add_players, change_player
from core.names import name_key
from core.sheets import formula_safe
from tests.clubs.page import url


def join(cast, name: str, *, club=None, starts=date(2024, 1, 1), person=None, **fields) -> Membership:
    return add_new_member(
        actor=cast.actor("operator"),
        club=club or cast.harbour,
        person={"display_name": name, **(person or {})},
        starts=starts,
        **fields,
    )


def names(answer) -> list[str]:
    return [row.membership.player.display_name for row in answer.context["rows"]]


def new_member(**changes: str) -> dict[str, str]:
    return {"display_name": "Ilze Ozola", "kind": "full", "starts": "2026-01-01", **changes}


def editing(membership: Membership, **changes: object) -> dict[str, object]:
    player = Player.objects.get(pk=membership.player_id)
    fields = ("number", "kind", "status", "starts", "version")
    return {
        "display_name": player.display_name,
        "federation_number": player.federation_number,
        "privacy": player.privacy,
        "person_version": player.version,
        **{name: getattr(membership, name) for name in fields},
        **changes,
    }


# --- The list ------------------------------------------------------------------------------------------------------
def test_current_members_are_listed_first_and_the_others_on_request(cast, as_secretary):
    join(cast, "Ann Past", ends=date(2024, 12, 31))
    join(cast, "Bea Waiting", status="suspended")
    join(cast, "Cat Coming", starts=date(2999, 1, 1))
    page = url("members")
    assert names(as_secretary.get(page)) == ["Member Tenace"]
    assert names(as_secretary.get(page, {"standing": "lapsed"})) == ["Ann Past"]
    assert names(as_secretary.get(page, {"standing": "suspended"})) == ["Bea Waiting"]
    assert names(as_secretary.get(page, {"standing": "coming"})) == ["Cat Coming"]
    assert len(names(as_secretary.get(page, {"standing": "all"}))) == 4


def test_somebody_with_several_memberships_is_listed_once_with_the_one_that_runs(cast, as_secretary):
    past = join(cast, "Ann Again", ends=date(2024, 12, 31), number="9")
    for starts, ends in ((date(2025, 1, 1), date(2998, 12, 31)), (date(2999, 1, 1), None)):
        add_membership(actor=cast.actor("secretary"), club=cast.harbour, player=past.player, starts=starts, ends=ends)
    answer = as_secretary.get(url("members"), {"q": "again", "standing": "all"})
    assert [row.membership.starts for row in answer.context["rows"]] == [date(2025, 1, 1)]


@pytest.mark.parametrize("words", ["ŽANIS", "bērz", "bērziņš žan", "0815", "F-77"])
def test_search_finds_names_and_numbers_in_any_case(cast, as_secretary, words):
    join(cast, "Žanis Bērziņš", number="0815", person={"federation_number": "F-77"})
    assert names(as_secretary.get(url("members"), {"q": words})) == ["Žanis Bērziņš"]


def test_a_search_in_vain_says_what_to_try(cast, as_secretary):
    page = as_secretary.get(url("members"), {"q": "nobody.*("}).content.decode()
    assert "Nobody found" in page
    assert "Show everybody" in page


def test_an_empty_club_says_what_to_do(cast, client):
    client.force_login(cast.other_secretary)
    page = client.get(url("members", slug="hillside")).content.decode()
    assert "No members yet" in page
    assert "Add a member" in page


def test_columns_sort_both_ways_and_numbers_as_numbers(cast, as_secretary):
    for name, number in (("Ann", "10"), ("bea", "9"), ("Cat", "100")):
        join(cast, name, number=number)
    answer = as_secretary.get(url("members"), {"sort": "number"})
    assert names(answer) == ["Member Tenace", "bea", "Ann", "Cat"]
    assert 'aria-sort="ascending"' in answer.content.decode()
    assert names(as_secretary.get(url("members"), {"sort": "-number"})) == ["Cat", "Ann", "bea", "Member Tenace"]
    assert names(as_secretary.get(url("members"), {"sort": "password"})) == ["Ann", "bea", "Cat", "Member Tenace"]


@pytest.mark.parametrize(
    "query", [{"standing": "odd"}, {"kind": "odd"}, {"page": "-3"}, {"q": "x" * 5000}, {"q": "\x00"}]
)
def test_a_strange_question_is_answered_with_the_list(cast, as_secretary, query):
    assert as_secretary.get(url("members"), query).status_code == 200


def test_the_list_asks_the_database_as_often_for_fifty_as_for_one(
    cast, as_secretary, django_assert_num_queries, django_assert_max_num_queries
):
    as_secretary.get(url("members"))
    with django_assert_max_num_queries(14) as few:
        as_secretary.get(url("members"))
    people = [{"display_name": f"Somebody {n}"} for n in range(120)]
    players = add_players(actor=cast.actor("operator"), club=cast.harbour, people=people)
    rows = [{"player": player, "starts": date(2024, 1, 1)} for player in players]
    add_memberships(actor=cast.actor("operator"), club=cast.harbour, members=rows)
    with django_assert_num_queries(len(few.captured_queries)):
        answer = as_secretary.get(url("members"))
    assert len(answer.context["rows"]) == 50
    assert answer.context["page"].paginator.num_pages == 3


def test_who_may_only_look_is_offered_no_buttons(cast, client):
    client.force_login(cast.director)
    page = client.get(url("members")).content.decode()
    assert "Member Tenace" in page
    assert "Add a member" not in page
    assert "Export" not in page
    assert "Edit" not in client.get(url("member", membership_id=cast.membership.pk)).content.decode()


# --- Adding --------------------------------------------------------------------------------------------------------
def test_a_new_person_is_added_and_audited(cast, as_secretary):
    answer = as_secretary.post(url("add-member"), new_member(number="12", federation_number="LV-1"))
    made = Membership.objects.get(player__display_name="Ilze Ozola")
    assert answer.headers["Location"] == url("member", membership_id=made.pk)
    assert (made.number, made.player.federation_number, made.player.federation) == ("12", "LV-1", cast.nation)
    acts = AuditEntry.objects.filter(user_id=cast.secretary.pk).values_list("act", flat=True)
    assert {"player.add", "membership.add"} <= set(acts)


@pytest.mark.parametrize("name", ["ozola  ILZE", "Ozola, Ilze", "Ilzē Ozola"])
def test_somebody_of_the_same_name_is_suggested_before_a_new_person_is_made(cast, as_secretary, name):
    known = join(cast, "Ilze Ozola", ends=date(2024, 12, 31)).player
    people = Player.objects.count()
    answer = as_secretary.post(url("add-member"), new_member(display_name=name))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "is it somebody already in the records?" in page
    assert f'value="{known.pk}"' in page
    assert Player.objects.count() == people
    as_secretary.post(url("add-member"), new_member(display_name=name, who=str(known.pk)))
    assert Player.objects.count() == people
    assert known.memberships.count() == 2


def test_somebody_else_of_the_same_name_is_entered_when_it_is_said(cast, as_secretary):
    join(cast, "Ilze Ozola")
    assert as_secretary.post(url("add-member"), new_member(who="new")).status_code == 302
    assert Player.objects.filter(display_name="Ilze Ozola").count() == 2


def test_a_number_somebody_has_is_suggested_too(cast, as_secretary):
    known = join(cast, "Old Name", ends=date(2024, 12, 31), person={"federation_number": "LV-1"}).player
    page = as_secretary.post(url("add-member"), new_member(federation_number="LV-1")).content.decode()
    assert f'value="{known.pk}"' in page


def test_people_of_other_clubs_are_neither_suggested_nor_taken(cast, as_secretary):
    theirs = join(cast, "Ilze Ozola", club=cast.hillside).player
    assert as_secretary.get(url("add-member"), {"q": "Ozola"}).context["matches"] == []
    assert as_secretary.get(f"{url('add-member')}?player={theirs.pk}").status_code == 404
    answer = as_secretary.post(url("add-member"), new_member(who=str(theirs.pk)))
    assert answer.status_code == 422
    assert theirs.memberships.count() == 1


def test_a_known_player_is_found_and_added(cast, client):
    client.force_login(cast.officer)
    known = join(cast, "Ilze Ozola", club=cast.hillside, person={"federation_number": "LV-1"}).player
    page = client.get(url("add-member"), {"q": "lv-1"}).content.decode()
    assert f"?player={known.pk}" in page
    answer = client.post(f"{url('add-member')}?player={known.pk}", {"kind": "associate", "starts": "2026-01-01"})
    assert answer.status_code == 302
    assert set(known.memberships.values_list("club__slug", flat=True)) == {"harbour", "hillside"}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"display_name": " "}, "This field is required"),
        ({"starts": "32.13.2026"}, "Enter a valid date"),
        ({"ends": "2025-01-01"}, "last day lies before the first"),
        ({"number": "7"}, "belongs to another member of this club"),
        ({"kind": "royal"}, "Select a valid choice"),
    ],
)
def test_a_member_that_cannot_be_added_says_why_and_keeps_what_was_typed(cast, as_secretary, changes, sentence):
    people = Player.objects.count()
    answer = as_secretary.post(url("add-member"), new_member(federation_number="kept-1", **changes))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert "kept-1" in answer.content.decode()
    assert Player.objects.count() == people


# --- Changing ------------------------------------------------------------------------------------------------------
def test_person_and_membership_are_changed_together(cast, as_secretary):
    data = editing(cast.membership, display_name="Member Married", kind="honorary", needs_stationary_seat="on")
    assert as_secretary.post(url("edit-member", membership_id=cast.membership.pk), data).status_code == 302
    cast.membership.refresh_from_db()
    player = Player.objects.get(pk=cast.membership.player_id)
    assert (player.display_name, player.needs_stationary_seat, cast.membership.kind) == (
        "Member Married",
        True,
        "honorary",
    )
    assert player.name_key == name_key("Member Married")


def test_a_wrong_membership_leaves_the_person_as_it_was(cast, as_secretary):
    data = editing(cast.membership, display_name="Member Married", ends="2001-01-01")
    answer = as_secretary.post(url("edit-member", membership_id=cast.membership.pk), data)
    assert answer.status_code == 422
    assert "last day lies before the first" in answer.content.decode()
    assert not Player.objects.filter(display_name="Member Married").exists()


@pytest.mark.parametrize("which", ["person", "membership"])
def test_of_two_who_edit_a_member_the_second_is_told_and_loses_nothing(cast, as_secretary, which):
    data = editing(cast.membership, display_name="Second Name", number="22")
    if which == "person":
        change_player(actor=cast.actor("officer"), player=cast.membership.player, display_name="First Name")
    else:
        change_membership(actor=cast.actor("officer"), membership=cast.membership, number="11")
    page = url("edit-member", membership_id=cast.membership.pk)
    answer = as_secretary.post(page, data)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Somebody else changed this" in text
    assert f"It now says: {'First Name' if which == 'person' else '11'}" in text
    assert 'value="Second Name"' in text
    form = answer.context["form"]
    again = {**data, "version": form.data["version"], "person_version": form.data["person_version"]}
    assert as_secretary.post(page, again).status_code == 302


def test_renewing_begins_the_day_after_and_keeps_the_number(cast, as_secretary):
    last = join(cast, "Ann", starts=date(2025, 1, 1), ends=date(2025, 12, 31), number="40")
    page = url("renew-member", membership_id=last.pk)
    form = as_secretary.get(page).context["form"]
    assert (form.initial["starts"], form.initial["ends"]) == (date(2026, 1, 1), date(2026, 12, 31))
    answer = as_secretary.post(page, {"starts": "2026-01-01", "ends": "2026-06-30", "kind": "full"})
    assert answer.status_code == 302
    renewed = last.player.memberships.get(starts=date(2026, 1, 1))
    assert (renewed.number, renewed.ends) == ("40", date(2026, 6, 30))
    again = as_secretary.post(page, {"starts": "2026-01-01", "ends": "2026-06-30", "kind": "full"})
    assert again.status_code == 422
    assert "already a member here" in again.content.decode()


def test_a_membership_without_an_end_is_not_renewed(cast, as_secretary):
    page = url("renew-member", membership_id=cast.membership.pk)
    assert "nothing to renew" in as_secretary.get(page).content.decode()
    assert as_secretary.post(page, {"starts": "2026-01-01", "kind": "full"}).status_code == 422


def test_a_membership_is_ended_on_a_day(cast, as_secretary):
    page = url("end-member", membership_id=cast.membership.pk)
    wrong = as_secretary.post(page, {"last_day": "2001-01-01", "version": 1})
    assert wrong.status_code == 422
    assert "last day lies before the first" in wrong.content.decode()
    past = cast.harbour.day(cast.actor("secretary").at) - timedelta(days=2)
    assert as_secretary.post(page, {"last_day": past.isoformat(), "version": 1}).status_code == 302
    cast.membership.refresh_from_db()
    assert (cast.membership.status, cast.membership.ends) == ("ended", past)
    late = as_secretary.post(page, {"last_day": "2026-02-01", "version": 1})
    assert late.status_code == 422
    assert "Somebody else changed this" in late.content.decode()


def test_the_member_page_shows_every_membership_in_this_club_only(cast, as_secretary):
    past = join(cast, "Ann Again", ends=date(2024, 12, 31), number="9")
    add_membership(actor=cast.actor("secretary"), club=cast.harbour, player=past.player, starts=date(2026, 1, 1))
    add_membership(actor=cast.actor("operator"), club=cast.hillside, player=past.player, starts=date(2020, 5, 5))
    answer = as_secretary.get(url("member", membership_id=past.pk))
    assert [row.membership.starts.year for row in answer.context["history"]] == [2026, 2024]


def test_a_member_of_another_club_is_not_there(cast, as_secretary):
    theirs = join(cast, "Ann", club=cast.hillside)
    for page in ("member", "edit-member", "renew-member", "end-member"):
        assert as_secretary.get(url(page, membership_id=theirs.pk)).status_code == 404


# --- The file ------------------------------------------------------------------------------------------------------
def exported(client: Client, **query: str) -> list[list[str]]:
    answer = client.get(url("export-members"), query)
    content = answer.getvalue().decode("utf-8")
    assert content.startswith("\ufeff")
    return list(csv.reader(io.StringIO(content.removeprefix("\ufeff"))))


def test_the_export_is_filtered_like_the_list(cast, as_secretary):
    join(cast, "Žanis Bērziņš", number="8", ends=date(2024, 12, 31))
    assert [row[0] for row in exported(as_secretary)] == ["Name", "Member Tenace"]
    everybody = exported(as_secretary, standing="all", sort="-name")
    assert everybody[1][:8] == ["Žanis Bērziņš", "8", "", "Full", "Active", "2024-01-01", "2024-12-31", "no"]
    assert len(everybody) == 3


def test_no_cell_of_the_export_is_a_formula(cast, as_secretary):
    join(cast, '=HYPERLINK("http://evil.example")', number="+1", person={"federation_number": "@SUM(A1)"})
    row = exported(as_secretary, q="HYPERLINK")[1]
    assert row[:3] == ['\'=HYPERLINK("http://evil.example")', "'+1", "'@SUM(A1)"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_what_begins_like_a_formula_gets_an_apostrophe(start):
    assert formula_safe(f"{start}1") == f"'{start}1"
    assert formula_safe(f"1{start}") == f"1{start}"
