"""The pages of paper: what there is to print, a file as it is made, how the club prints."""

from __future__ import annotations

import re

import pytest

from clubs.models.people import Privacy
from printing.models import Printout, PrintSettings
from tests.printing.evenings import print_all

pytestmark = pytest.mark.django_db
CLUB = "/clubs/harbour/"


def address(session):
    return f"{CLUB}sessions/{session.pk}/print/"


def test_the_desk_prints_with_one_tap_and_takes_the_file(cast, session, client, quick):
    client.force_login(cast.director)
    page = client.get(address(session)).content.decode()
    assert "Everything for tonight" in page
    assert "Seating list" in page
    sent = client.post(address(session), {"only": "ranking"})
    making = client.get(sent.url).content.decode()
    assert re.search(r"Making it … \d+ %", making)
    assert 'hx-get="?live=1"' in making
    print_all()
    done = client.get(f"{sent.url}?live=1").content.decode()
    (link,) = re.findall(r'href="([^"]+/file/)"', done)
    file = client.get(link)
    assert file["Content-Type"] == "application/pdf"
    assert file["Cache-Control"] == "private, no-store"
    assert b"".join(file) == b"%PDF 1"


@pytest.mark.parametrize("chosen", ["tonight", "wall"])
def test_a_set_is_one_file(cast, session, client, quick, chosen):
    client.force_login(cast.director)
    PrintSettings.objects.create(
        club=cast.harbour, tonight=["seating-list", "guide-cards"], wall=["ranking", "travellers"]
    )
    client.post(address(session), {"set": chosen})
    print_all()
    printout = Printout.objects.get()
    assert len(printout.reports) == 2
    assert quick[0].count("<section") == 2


def test_what_is_ticked_stays_ticked_where_something_is_refused(cast, client):
    client.force_login(cast.secretary)
    page = client.post(f"{CLUB}print/", {"report": ["cash-month"], "period": "soon"})
    assert page.status_code == 422
    text = page.content.decode()
    assert "“soon” is no period. Write it like 2026-11." in text
    assert re.search(r'value="cash-month"\s+checked', text)


def test_nothing_ticked_is_said(cast, session, client):
    client.force_login(cast.director)
    page = client.post(address(session), {})
    assert page.status_code == 422
    assert "Tick what is to be printed" in page.content.decode()


def test_a_stranger_signs_in_first_and_members_see_no_desk_papers(cast, session, client):
    assert client.get(address(session)).status_code == 302
    client.force_login(cast.member)
    page = client.get(address(session)).content.decode()
    assert "Ranking" in page
    assert "Table cards" not in page
    assert client.post(address(session), {"only": "table-cards"}).status_code in (403, 422)


def test_somebody_elses_file_is_not_there(cast, session, client, quick):
    hidden = session.places.first().contestant.entrants.first().player
    hidden.privacy = Privacy.HIDDEN
    hidden.save()
    client.force_login(cast.director)
    sent = client.post(address(session), {"only": "ranking"})
    print_all()
    client.force_login(cast.stranger)
    assert client.get(sent.url).status_code == 404
    assert client.get(f"{sent.url}file/").status_code == 404
    assert client.post(f"{sent.url}again/").status_code == 404
    client.logout()
    assert client.get(f"{sent.url}file/").status_code == 404


def test_a_failure_stands_on_the_page_with_a_way_to_try_again(cast, client):
    from tests.events.evening import make_session

    client.force_login(cast.director)
    sent = client.post(address(make_session(cast.harbour, 6)), {"only": "ranking"})
    print_all()
    page = client.get(sent.url).content.decode()
    assert "No result has come in yet." in page
    assert "Try again" in page
    assert client.post(f"{sent.url}again/").url == sent.url


def test_the_secretary_chooses_paper_and_sets(cast, client):
    client.force_login(cast.secretary)
    chosen = {"version": "1", "paper": "Letter", "letters": "serif", "tonight": ["table-cards"], "wall": ["ranking"]}
    assert client.post(f"{CLUB}print/settings/", chosen).status_code == 302
    row = PrintSettings.objects.get()
    assert (row.paper, row.tonight) == ("Letter", ["table-cards"])
    again = client.post(f"{CLUB}print/settings/", chosen)
    assert "Somebody has changed this meanwhile" in again.content.decode()
    client.force_login(cast.member)
    assert client.get(f"{CLUB}print/settings/").status_code == 403


def test_what_is_not_there_is_not_found(cast, session, client):
    client.force_login(cast.director)
    for wrong in ("session/999999", "nonsense/1", "case/999999", f"session/{10**30}"):
        assert client.get(f"{CLUB}print/{wrong}/").status_code == 404
