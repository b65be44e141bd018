"""The pages everybody may open."""

from __future__ import annotations

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.services.bodies import add_club, change_club
from jobs.models import Job
from tests.cast import Cast


def page(client: Client, url: str, **headers: str) -> str:
    response = client.get(url, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def unlist(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(is_listed=False)


# --- The first page


def test_a_stranger_learns_what_this_is_and_where_to_go(client, db):
    text = page(client, "/")
    assert "An evening of duplicate bridge" in text
    assert reverse("account_login") in text
    assert reverse("clubs") in text


def test_a_secretary_finds_the_club_the_role_and_its_pages(as_secretary):
    text = page(as_secretary, "/")
    assert "Harbour Bridge Club" in text
    assert "Club secretary" in text
    assert "/clubs/harbour/settings/" in text


def test_whoever_holds_an_office_is_urged_to_sign_in_in_two_steps(as_secretary, cast):
    assert "Turn on two-step sign-in" in page(as_secretary, "/")
    TOTP.activate(cast.secretary, generate_totp_secret())
    assert "Turn on two-step sign-in" not in page(as_secretary, "/")


def test_a_member_without_office_is_not_urged(client, cast):
    client.force_login(cast.member)
    text = page(client, "/")
    assert "Turn on two-step sign-in" not in text
    assert "Harbour Bridge Club" in text


def test_failed_background_work_is_reported_to_who_can_mend_it(as_secretary, cast, client):
    at = cast.actor("secretary").at
    Job.objects.create(kind="test.broken", queue="live", state="failed", asked_at=at, run_after=at, club=cast.harbour)
    assert "1 background job failed" in page(as_secretary, "/")
    as_secretary.force_login(cast.member)
    assert "background job failed" not in page(as_secretary, "/")


def test_somebody_without_a_club_is_told_what_to_do(client, cast):
    client.force_login(cast.stranger)
    text = page(client, "/")
    assert "No club knows this account yet" in text
    assert "I am a member here" in text


# --- The list of clubs


@pytest.mark.parametrize("words", ["harb", "HARBOUR", "bridge harbour", "north", "customs"])
def test_clubs_are_found_by_name_venue_and_federation(client, cast, system, words):
    change_club(actor=system, club=cast.harbour, venue="Old Customs House")
    text = page(client, f"/clubs/?q={words}")
    assert "Harbour Bridge Club" in text
    assert "Hillside Bridge Club" not in text


def test_case_does_not_matter_in_any_script(client, cast, system):
    add_club(actor=system, federation=cast.north, name="Клуб Ренонс", slug="renonce")
    assert "Клуб Ренонс" in page(client, "/clubs/?q=ренонс")


@pytest.mark.parametrize("words", ["(", "[a", ".*", "%", "\\"])
def test_signs_in_a_search_are_only_signs(client, cast, words):
    assert "0 clubs" in page(client, reverse("clubs", query={"q": words}))


def test_an_empty_result_says_what_to_do(client, cast):
    text = page(client, "/clubs/?q=nowhere")
    assert "No club matches “nowhere”" in text
    assert "Show all clubs" in text


def test_long_lists_are_paged_and_keep_the_search(client, cast, system):
    for number in range(30):
        add_club(actor=system, federation=cast.north, name=f"Table {number:02}", slug=f"table{number}")
    first = page(client, "/clubs/?q=table")
    assert "30 clubs" in first
    assert "Table 00" in first
    assert "Table 29" not in first
    assert "?q=table&amp;page=2" in first
    assert "Table 29" in page(client, "/clubs/?q=table&page=2")
    assert "Table 29" in page(client, "/clubs/?q=table&page=999")


def test_an_unlisted_club_is_in_no_list_but_its_own_peoples(client, cast):
    unlist(cast.harbour)
    for url in ("/clubs/", "/federations/dummyland/"):
        assert "Harbour Bridge Club" not in page(client, url)
    client.force_login(cast.member)
    assert "not listed" in page(client, "/clubs/")


# --- A club's page


def test_the_page_shows_what_the_club_says_of_itself(client, cast, system):
    change_club(
        actor=system,
        club=cast.harbour,
        colour="plum",
        welcome="Come early.",
        venue="Customs House",
        playing_times="Monday 19:00\n\nThursday 19:00",
        directions="Tram 4",
        email="club@example.org",
    )
    text = page(client, "/clubs/harbour/")
    for words in ("Come early.", "Customs House", "Monday 19:00", "Thursday 19:00", "Tram 4", "club@example.org"):
        assert words in text
    assert 'data-colour="plum"' in text


def test_what_a_secretary_writes_is_text_and_not_markup(client, cast, system):
    change_club(actor=system, club=cast.harbour, welcome="<script>alert(1)</script>")
    assert "<script>alert(1)" not in page(client, "/clubs/harbour/")


def test_a_club_that_said_nothing_yet_says_so(client, cast):
    assert "The club has not said more yet" in page(client, "/clubs/harbour/")


def test_an_unchanged_club_page_costs_a_stranger_one_query_and_no_body(client, cast, django_assert_num_queries):
    first = client.get("/clubs/harbour/")
    with django_assert_num_queries(1):
        again = client.get("/clubs/harbour/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_a_change_of_the_club_or_of_the_federations_name_is_seen_at_once(client, cast, system):
    first = client.get("/clubs/harbour/")["ETag"]
    change_club(actor=system, club=cast.harbour, venue="Elsewhere")
    second = client.get("/clubs/harbour/", headers={"If-None-Match": first})
    assert second.status_code == 200
    assert second["ETag"] != first


def test_whoever_is_signed_in_gets_a_page_of_their_own(as_secretary):
    response = as_secretary.get("/clubs/harbour/")
    assert "ETag" not in response
    assert "no-cache" in response["Cache-Control"]
    assert "/clubs/harbour/settings/" in response.content.decode()


def test_an_answer_in_one_language_is_not_taken_for_another(client, cast, settings):
    settings.LANGUAGES = [("en", "English"), ("lv", "Latviešu")]
    english = client.get("/clubs/harbour/")["ETag"]
    assert client.get("/clubs/harbour/", headers={"Accept-Language": "lv"})["ETag"] != english


# --- A federation's page


def test_a_federation_shows_what_stands_above_and_below(client, cast):
    text = page(client, "/federations/dummyland/")
    assert "North Dummyland" in text
    assert "Harbour Bridge Club" in text
    below = page(client, "/federations/north/")
    assert "Dummyland Federation" in below
    assert "Hillside Bridge Club" not in below


# --- Files


@pytest.fixture
def stored(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return lambda name, content=b"x": default_storage.save(name, ContentFile(content))


def test_a_logo_is_served_as_the_image_it_is(client, stored):
    response = client.get(f"/media/{stored('logos/club.png', b'image')}")
    assert response.status_code == 200
    assert response["Content-Type"] == "image/png"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Disposition"] == "inline"
    assert b"".join(response.streaming_content) == b"image"


@pytest.mark.parametrize("name", ["logos/page.html", "logos/drawing.svg", "other/club.png", "logos/deeper/club.png"])
def test_nothing_else_is_served(client, stored, name):
    stored(name)
    assert client.get(f"/media/{name}").status_code == 404


@pytest.mark.parametrize("name", ["logos/../secret.png", "logos/..%2fsecret.png", "../secret.png", "logos/none.png"])
def test_a_path_cannot_leave_the_folder(client, stored, name):
    stored("secret.png")
    assert client.get(f"/media/{name}").status_code == 404


# --- Language


def test_a_stranger_chooses_a_language_without_a_token(db):
    client = Client(enforce_csrf_checks=True)
    response = client.post("/language/", {"language": "en", "next": "/clubs/"})
    assert response.status_code == 302
    assert response["Location"] == "/clubs/"


def test_somebody_signed_in_needs_the_token(cast: Cast):
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.member)
    assert client.post("/language/", {"language": "en"}).status_code == 403


# --- The demo


def test_the_sign_in_page_lists_the_demos_people_only_while_it_is_on(client, db, settings):
    assert "Look around as somebody" not in page(client, reverse("account_login"))
    settings.DEMO = True
    text = page(client, reverse("account_login"))
    assert "Look around as somebody" in text
    assert "This is a demonstration" in text
