"""The pages on which results are brought in: refusals stay on the page, choices and answers are kept."""

from __future__ import annotations

import pytest
from django.test import Client

from events.models import Contestant, Event
from exchange.models import ResultsImport
from exchange.models.results_imports import Choice, Fate, ImportState
from tests.cast import Cast
from tests.exchange.files import evening, packed, upload
from tests.exchange.test_results_imports import confirm, hand_in

pytestmark = pytest.mark.django_db
PLACE = "/clubs/harbour/results/import/"


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def test_the_results_page_leads_to_the_import_for_those_who_may(cast: Cast, as_secretary: Client) -> None:
    assert PLACE in text(as_secretary, "/clubs/harbour/results/")
    as_secretary.force_login(cast.member)
    assert PLACE not in text(as_secretary, "/clubs/harbour/results/")
    assert as_secretary.get(PLACE).status_code == 403


def test_files_are_handed_in_and_lead_to_what_would_happen(as_secretary: Client) -> None:
    answer = as_secretary.post(PLACE, {"files": [upload(evening()), upload("Dear members", "letter.txt")]}, follow=True)
    page = answer.content.decode()
    assert "What would happen" in page
    assert "letter.txt" in page
    assert "Import 1 file" in page
    assert not Event.objects.exists()


def test_nothing_chosen_and_a_damaged_archive_are_said_at_the_field(as_secretary: Client) -> None:
    answer = as_secretary.post(PLACE)
    assert answer.status_code == 422
    assert "Choose at least one file" in answer.content.decode()
    answer = as_secretary.post(PLACE, {"files": [upload(b"PK\x03\x04nothing", "broken.zip")]})
    assert answer.status_code == 422
    assert "damaged" in answer.content.decode()


def test_a_file_is_chosen_against_what_the_file_says(cast: Cast, as_secretary: Client) -> None:
    handed_in = hand_in(cast, upload(evening()))
    file = handed_in.files.get()
    address = f"{PLACE}{handed_in.pk}/files/{file.pk}/"
    assert "Ann Alder" in text(as_secretary, address)
    sent = {"version": handed_in.version, "choice": "take", "method": "butler", "day": "2026-11-02"}
    assert as_secretary.post(address, sent).status_code == 302
    file.refresh_from_db()
    assert (file.fate, file.outline["method"], file.outline["day"]) == (Fate.NEW, "butler", "2026-11-02")
    stale = as_secretary.post(address, sent)
    assert stale.status_code == 422
    handed_in.refresh_from_db()
    confirm(cast, handed_in)
    event = Event.objects.get()
    assert (event.scoring, str(event.sessions.get().starts_at.date())) == ("butler", "2026-11-02")


def test_names_are_answered_on_a_page(cast: Cast, as_secretary: Client) -> None:
    handed_in = hand_in(cast, upload(evening()))
    address = f"{PLACE}{handed_in.pk}/names/"
    assert "Hal Holly" in text(as_secretary, address)
    answers = {f"name-{name.pk}": "visitor" for name in handed_in.names.all()}
    as_secretary.post(address, {"version": handed_in.version, **answers})
    handed_in.refresh_from_db()
    confirm(cast, handed_in)
    assert not Contestant.objects.exclude(name="").exists()


def test_it_is_confirmed_seen_and_undone(cast: Cast, as_secretary: Client) -> None:
    handed_in = hand_in(cast, packed({"a.xml": evening(), "b.xml": evening("10/11/2026")}))
    address = f"{PLACE}{handed_in.pk}/"
    as_secretary.post(f"{address}visitors/", {"version": handed_in.version})
    as_secretary.post(f"{address}confirm/")
    confirm(cast, handed_in)
    page = text(as_secretary, address)
    assert "Undo this import" in page
    session = Event.objects.first().sessions.get()
    assert f"/clubs/harbour/sessions/{session.pk}/results/" in page
    file = handed_in.files.filter(is_archive=False).first()
    as_secretary.post(f"{address}files/{file.pk}/undo/")
    assert Event.objects.filter(removed_at=None).count() == 1
    as_secretary.post(f"{address}undo/")
    assert ResultsImport.objects.get().state == ImportState.UNDONE
    assert "undone" in text(as_secretary, address)
    assert "undone" in text(as_secretary, PLACE).lower()


def test_an_import_is_dropped(cast: Cast, as_secretary: Client) -> None:
    handed_in = hand_in(cast, upload(evening()))
    answer = as_secretary.post(f"{PLACE}{handed_in.pk}/drop/", follow=True)
    assert "nothing was written" in answer.content.decode()


def test_the_same_again_is_offered_as_a_replacement(cast: Cast, as_secretary: Client) -> None:
    confirm(cast, hand_in(cast, upload(evening())))
    again = hand_in(cast, upload(evening(score=450)))
    file = again.files.get()
    address = f"{PLACE}{again.pk}/files/{file.pk}/"
    assert "Put it in the place of what is here" in text(as_secretary, address)
    as_secretary.post(address, {"version": again.version, "choice": "replace"})
    file.refresh_from_db()
    assert file.choice == Choice.REPLACE


def test_imports_of_another_club_are_not_there(cast: Cast, client: Client) -> None:
    handed_in = hand_in(cast, upload(evening()))
    client.force_login(cast.other_secretary)
    assert client.get(f"/clubs/hillside/results/import/{handed_in.pk}/").status_code == 404
