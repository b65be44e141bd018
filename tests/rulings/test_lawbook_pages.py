"""The law book as pages and through the API: for everybody, in five languages and two editions."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from core.api.throttles import AddressThrottle
from rulings.laws import library
from rulings.laws.book import book, editions
from rulings.laws.paragraphs import paragraphs, parent_paragraph
from rulings.selectors.trying import try_tree
from rulings.templatetags.lawbook import address, with_law_links

pytestmark = pytest.mark.django_db


def text(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("edition", editions())
def test_every_paragraph_that_has_a_letter_alone_has_words_and_so_has_what_is_above(edition: str) -> None:
    for law in book(edition).laws.values():
        spoken = {point.paragraph for point in law.points}
        lettered = {name for name in law.paragraphs if len(name) == len(str(law.number)) + 1}
        assert lettered <= spoken, law.number
        assert {parent_paragraph(name) for name in spoken} <= spoken | {str(law.number)}
        assert all(point.text.endswith(".") and point.paragraph in paragraphs() for point in law.points)


def test_the_editions_differ_in_two_laws_only() -> None:
    now, before = book("e2024"), book("e2017")
    differing = [number for number in now.laws if now.laws[number].points != before.laws[number].points]
    assert differing == [73, 89] == list(now.revised) == list(before.revised)
    assert before.laws[89].title == "Rectification in individual events"
    assert [point.paragraph for point in before.laws[73].points if point.only_here] == [
        *("73A", "73B", "73B1", "73B2", "73D1", "73E1")
    ]


def test_every_law_has_a_page_and_its_links_lead_somewhere(client: Client) -> None:
    for number in (1, 12, 16, 27, 64, 73, 89, 93):
        shown = text(client, reverse("law", kwargs={"number": number}))
        assert book().laws[number].title.replace("'", "&#x27;") in shown
        assert "&amp;" not in shown, "nothing is escaped twice"
    assert client.get("/laws/94/").status_code == 404
    assert client.get("/laws/0/").status_code == 404
    assert client.get("/laws/what-happens/L99/").status_code == 404


def test_references_in_a_text_become_links() -> None:
    made = with_law_links({"edition": "e2017"}, "See 27B1(a), Law 31 or (25); 30 minutes, 40% <b>.")
    assert made.count("<a ") == 3
    assert 'href="/laws/27/?edition=e2017#p-27B1-a">27B1(a)</a>' in made
    assert "30 minutes, 40% &lt;b&gt;." in made
    assert address("27A1") == "/laws/27/#p-27A", "a paragraph without words of its own is found under the one above"


@pytest.mark.parametrize(
    ("query", "shown", "at"),
    [
        ("27b1(a)", "Law 27: Insufficient bid", "/laws/27/#p-27B1-a"),
        ("不足叫價", "Law 27: Insufficient bid", "/laws/27/"),
        ("Nepietiekams", "Law 27: Insufficient bid", "/laws/27/"),
        ("bid tidak cukup", "Law 27: Insufficient bid", "/laws/27/"),
        ("การเข้าประมูลไพ่", "Law 27: Insufficient bid", "/laws/27/"),
        ("gravest offence&edition=e2017", "Law 73", "/laws/73/?edition=e2017#p-73B2"),
        ("penalty card", "definition", "/laws/definitions/#penalty-card"),
    ],
)
def test_a_search_finds_laws_paragraphs_and_terms(client: Client, query: str, shown: str, at: str) -> None:
    page = text(client, f"/laws/?q={query}")
    assert shown in page
    assert f'href="{at}"' in page


def test_a_search_that_finds_nothing_says_what_to_do(client: Client) -> None:
    page = text(client, "/laws/?q=%00xyzzy" + "y" * 200)
    assert "Try fewer letters" in page
    assert "Try fewer letters" in text(client, "/laws/what-happens/?q=xyzzy")


def test_titles_are_shown_in_the_language_that_was_chosen(client: Client) -> None:
    page = text(client, "/laws/?titles=lv")
    assert '<span lang="lv">Nepietiekams solījums</span>' in page
    assert "Insufficient bid" in text(client, "/laws/?titles=xx&edition=nonsense")


# --- What happens when ------------------------------------------------------------------------------------------------
def test_a_player_answers_and_reads_what_the_laws_provide(client: Client) -> None:
    page = text(client, "/laws/what-happens/L27/")
    assert "This is not a ruling" in page
    assert 'href="?rot=y"' in page
    end = text(client, "/laws/what-happens/L27/?rot=y&acc=n&repl=bid")
    assert "must pass at every turn" in end
    assert 'href="?rot=y&amp;acc=n"' in end, "the last answer can be changed"
    assert "What the Laws provide" in end


def test_an_answer_that_does_not_belong_is_named_and_the_rest_stays(client: Client) -> None:
    page = text(client, "/laws/what-happens/L27/?rot=y&acc=maybe&nonsense=1")
    assert page.count('role="alert"') == 2
    assert "choose one of" in page


def test_the_edition_decides_in_the_law_on_prohibited_behaviour() -> None:
    old, new = (try_tree("L89", [("acts", "use")], edition) for edition in ("e2017", "e2024"))
    assert [one.id for one in old.outcomes] != [one.id for one in new.outcomes]
    assert all("edition" in choice.query for choice in try_tree("L27", [], "e2017").choices)


# --- The API ----------------------------------------------------------------------------------------------------------
def test_a_tree_runs_as_the_command_runs_it(client: Client) -> None:
    out = StringIO()
    call_command("ruling", "L27", "rot=y", "acc=n", "repl=bid", form="json", stdout=out)
    response = client.get("/api/v1/trees/L27/run/?fact=rot=y&fact=acc=n&fact=repl=bid")
    assert response.json() == json.loads(out.getvalue())
    out = StringIO()
    call_command("ruling", listing=True, form="json", stdout=out)
    assert client.get("/api/v1/trees/").json() == json.loads(out.getvalue())


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("trees/L27/run/?fact=rot", 400, "write a fact as key=value"),
        ("trees/L27/run/?fact=rot=perhaps", 400, "choose one of"),
        ("trees/L27/run/?fact=rot=y&fact=rot=n", 400, "given twice"),
        ("trees/L27/run/?fact=edition=e1997", 400, "choose one of"),
        ("trees/L27/run/?" + "fact=rot=y&" * 101, 400, "at most 100"),
        ("trees/L99/run/", 404, ""),
        ("laws/?q=" + "x" * 101, 400, "at most 100"),
        ("laws/27/?edition=e1997", 400, "Choose one of"),
        ("laws/94/", 404, ""),
    ],
)
def test_bad_input_is_answered_with_a_sentence(client: Client, path: str, status: int, sentence: str) -> None:
    response = client.get(f"/api/v1/{path}")
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    if sentence:
        assert sentence in response.json()["errors"][0]["message"]


def test_the_book_through_the_api(client: Client) -> None:
    law = client.get("/api/v1/laws/73/?edition=e2017").json()
    assert (law["edition"], law["titles"]["lv"]) == ("e2017", "Saziņa, temps un maldināšana")
    assert "73B2" in [point["paragraph"] for point in law["points"]]
    found = client.get("/api/v1/laws/?q=27B1(a)").json()
    assert len(found["laws"]) == 93
    assert [(one["law"], one["paragraph"]) for one in found["found"]] == [(27, "27B1(a)")]
    assert len(client.get("/api/v1/laws/definitions/").json()) == 68
    assert len(client.get("/api/v1/laws/terms/").json()) == 151
    assert client.get("/api/v1/trees/L27/").json()["title"] == library().trees["L27"].title


def test_strangers_are_slowed_down(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(AddressThrottle, "THROTTLE_RATES", {"anon": "2/min", "user": "2/min"})
    assert [client.get("/api/v1/trees/L27/run/").status_code for _ in range(3)] == [200, 200, 429]
    cache.clear()
