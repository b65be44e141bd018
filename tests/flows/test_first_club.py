"""From an empty installation to a club with a director."""

import pytest
from django.core import mail
from django.urls import reverse

from clubs.models import Club, RoleGrant, User
from clubs.services.setup import setup_token
from jobs.services import run_due
from jobs.states import Queue

FIRST = {
    "federation_name": "Dummyland Federation",
    "club_name": "Клуб «Ренонс»",
    "timezone": "Europe/Riga",
    "display_name": "Ida Finesse",
    "email": "ida@example.org",
    "password": "seven-no-trump-made",
}


@pytest.mark.django_db
def test_the_first_secretary_sets_up_a_club_and_appoints_a_director(client):
    link = reverse("setup", kwargs={"token": setup_token()})
    assert client.get(link).status_code == 200
    answer = client.post(link, FIRST)
    club = Club.objects.get()
    assert answer.headers["Location"] == club.get_absolute_url()
    assert (club.name, club.timezone, club.slug) == ("Клуб «Ренонс»", "Europe/Riga", "club")
    assert client.get(link).status_code == 404

    client.logout()
    client.post(
        reverse("account_signup"),
        {"email": "dan@example.org", "password1": "lead-fourth-best", "password2": "lead-fourth-best",
         "display_name": "Dan Director"},
    )  # fmt: skip
    run_due(Queue.LONG)
    assert "dan@example.org" in mail.outbox[-1].to
    assert User.objects.get(email="dan@example.org").player.display_name == "Dan Director"

    client.post(reverse("account_login"), {"login": FIRST["email"], "password": FIRST["password"]})
    client.post(reverse("club-roles", kwargs={"slug": club.slug}), {"user": "dan@example.org", "role": "director"})
    assert RoleGrant.objects.get(user__email="dan@example.org").club == club


@pytest.mark.django_db
def test_a_weak_password_is_refused_and_what_was_typed_stays(client):
    link = reverse("setup", kwargs={"token": setup_token()})
    answer = client.post(link, FIRST | {"password": "12345678"})
    assert answer.status_code == 422
    assert "Ida Finesse" in answer.content.decode()
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_a_forged_link_is_not_there(client):
    assert client.get(reverse("setup", kwargs={"token": "forged"})).status_code == 404
