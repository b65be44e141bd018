"""The tables of Laws 77 and 78B in the law book are those by which the engine scores."""

import pytest
from django.test import Client

from rulings.laws.tables import law_tables


def rows(law: int, title: str) -> dict[str, tuple[str, ...]]:
    table = next(table for table in law_tables(law) if table.title == title)
    return {row.label: row.cells for row in table.rows}


def test_the_trick_scores():
    found = rows(77, "Each odd trick bid and made")
    assert found["Clubs or diamonds"] == ("20", "40", "80")
    assert found["Hearts or spades"] == ("30", "60", "120")
    assert found["No trump, the first"] == ("40", "80", "160")
    assert found["No trump, each further one"] == ("30", "60", "120")


def test_the_premiums():
    found = rows(77, "Premiums")
    assert found["Small slam bid and made"] == ("500", "750")
    assert found["Grand slam bid and made"] == ("1000", "1500")
    assert found["Game"] == ("300", "500")
    assert found["Part score"] == ("50", "50")
    assert found["Doubled contract made"] == ("50", "50")
    assert found["Redoubled contract made"] == ("100", "100")
    assert found["Overtrick, doubled"] == ("100", "200")
    assert found["Overtrick, redoubled"] == ("200", "400")


def test_the_undertricks():
    found = rows(77, "Undertricks, each")
    assert found["Not vulnerable, undoubled"] == ("50", "50", "50")
    assert found["Not vulnerable, doubled"] == ("100", "200", "300")
    assert found["Not vulnerable, redoubled"] == ("200", "400", "600")
    assert found["Vulnerable, undoubled"] == ("100", "100", "100")
    assert found["Vulnerable, doubled"] == ("200", "300", "300")
    assert found["Vulnerable, redoubled"] == ("400", "600", "600")


def test_the_scale_of_imps():
    found = rows(78, "Difference in points, and IMPs (Law 78B)")
    assert len(found) == 25
    assert found["0–10"] == ("0",)
    assert found["20–40"] == ("1",)
    assert found["370–420"] == ("9",)
    assert found["3500–3990"] == ("23",)
    assert found["4000 and more"] == ("24",)


def test_other_laws_have_no_table():
    assert law_tables(27) == ()


@pytest.mark.django_db
def test_the_pages_show_them(client: Client) -> None:
    page = client.get("/laws/77/").content.decode()
    assert "Grand slam bid and made" in page
    assert "1500" in page
    assert "4000 and more" in client.get("/laws/78/").content.decode()
    assert "Grand slam" not in client.get("/laws/27/").content.decode()


@pytest.mark.django_db
def test_the_pages_mark_older_titles_missing_words_and_the_scale(client: Client) -> None:
    page = client.get("/laws/75/").content.decode()
    assert "of 1997, when this number had another subject" in page
    assert "another subject" not in client.get("/laws/27/").content.decode()
    assert "another subject" in client.get("/laws/?titles=th").content.decode()
    words = client.get("/laws/definitions/").content.decode()
    assert "How strong a word is" in words
    assert "No Thai word is known" in words
