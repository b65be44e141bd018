"""Earlier rulings: found by law, irregularity and outcome, nameless outside the club; and the figures."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from clubs.services.roles import grant_role
from core.actors import of_user, system
from events.models import Session
from rulings.models import Ruling
from rulings.selectors.figures import ruling_figures, ruling_years
from rulings.selectors.precedents import PrecedentQuery, precedent_lines, precedents, similar_rulings
from rulings.services.giving import give, withdraw
from tests.cast import Cast, make_user
from tests.clubs.api.conftest import Api
from tests.rulings.night import begin, due, given, in_play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("documented_answers")]
REVOKE = {"ev61": "ask", "who61": "decl_def"}


@pytest.fixture
def rulings(cast: Cast) -> list[Ruling]:
    """Two insufficient bids, one of them with a score, and a question about a revoke; the session is over."""
    session = in_play(cast)
    director = cast.actor("director")
    plain = given(cast, due(session))
    scored = give(
        actor=director, ruling=begin(cast, due(session, 3)), score_ns="60", score_ew="40", facts="Mrs Smith bid 1S"
    )
    revoke = give(actor=director, ruling=begin(cast, due(session, 6), tree="L61", facts=REVOKE))
    Session.objects.filter(pk=session.pk).update(state="finished")
    return [plain, scored, revoke]


def found(cast: Cast, by: str = "director", **wanted: Any) -> set[int]:
    return set(precedents(cast.actor(by), PrecedentQuery(**wanted)).values_list("pk", flat=True))


def test_rulings_are_found_by_law_irregularity_and_outcome(cast: Cast, rulings: list[Ruling]) -> None:
    plain, scored, revoke = (row.pk for row in rulings)
    assert found(cast) == {plain, scored, revoke}
    assert found(cast, law="27") == found(cast, law="27B2") == found(cast, tree="L27") == {plain, scored}
    assert found(cast, law="2") == found(cast, law="27B1") == found(cast, law="nonsense") == set()
    assert found(cast, law="61B") == {revoke}
    assert found(cast, outcome="L27.B2") == {plain, scored}
    assert found(cast, outcome="L27.B") == set()
    assert found(cast, adjusted=True) == {scored}
    assert found(cast, event="monday") == found(cast, director="director") == {plain, scored, revoke}
    assert found(cast, event="tuesday") == set()


def test_outside_the_club_they_are_nameless(cast: Cast, rulings: list[Ruling], client: Client) -> None:
    far = make_user("visitor")
    grant_role(actor=system(), user=far, role=Role.DIRECTOR, body=cast.hillside)
    actor = of_user(far)
    seen = precedent_lines(actor, precedents(actor, PrecedentQuery(tree="L27", adjusted=True)))
    assert [(one.is_own, one.event, one.director, one.url) for one in seen] == [(False, "", "", "")]
    assert list(precedents(actor, PrecedentQuery(event="Monday"))) == [], "an event would name the club"
    client.force_login(far)
    page = client.get(reverse("precedents")).content.decode()
    assert "another club" in page
    for secret in ("Smith", "Monday pairs", "Harbour", f">{cast.director.player}<", f"· {cast.director.player}"):
        assert secret not in page
    client.force_login(cast.director)
    assert "Monday pairs" in client.get(reverse("precedents")).content.decode()


def test_the_api_says_as_little_as_the_pages(
    cast: Cast, rulings: list[Ruling], django_assert_max_num_queries: Any
) -> None:
    own = Api(cast.director).get("precedents/?law=27&adjusted=true").json()["results"]
    assert [(one["ruling"], one["event"], one["is_own"]) for one in own] == [(rulings[1].pk, "Monday pairs", True)]
    assert (own[0]["score_ns"], own[0]["outcomes"][0]["id"], own[0]["session"]) == (
        "60",
        "L27.B2",
        rulings[1].session_id,
    )
    far = make_user("visitor")
    grant_role(actor=system(), user=far, role=Role.DIRECTOR, body=cast.hillside)
    answer = Api(far).get("precedents/?law=27&adjusted=true")
    [one] = answer.json()["results"]
    assert (one["ruling"], one["session"], one["given_on"], one["event"], one["director"]) == (None, None, None, "", "")
    assert one["month"] == f"{rulings[1].given_at:%Y-%m}"
    for secret in ("Smith", "Monday", "Harbour", str(cast.director.player)):
        assert secret not in answer.content.decode()
    assert Api(far).get("precedents/?event=Monday").json()["results"] == []
    assert Api(cast.director).get("precedents/?tree=L99").status_code == 400
    api = Api(cast.director)

    def queries(law: str, count: int) -> int:
        with django_assert_max_num_queries(60) as found:
            assert api.get(f"precedents/?law={law}").json()["count"] == count
        return len(found)

    queries("61", 1)
    assert queries("61", 1) == queries("27", 2)
    figures = Api(cast.officer).get("federations/north/rulings/figures/").json()
    assert (figures["total"], figures["by_law"][0]["count"]) == (3, 2)
    assert Api(cast.officer).get("federations/north/rulings/figures/?year=1990").json()["total"] == 0
    assert Api(cast.officer).get("federations/north/rulings/figures/?year=x").status_code == 400


def test_what_goes_on_or_does_not_stand_is_no_precedent(cast: Cast, rulings: list[Ruling]) -> None:
    withdraw(actor=cast.actor("director"), ruling=rulings[0], reason="Wrong law")
    assert found(cast, tree="L27") == {rulings[1].pk}
    Session.objects.update(state="playing")
    assert found(cast) == set()


def test_similar_cases_the_same_irregularity_first(
    cast: Cast, rulings: list[Ruling], django_assert_max_num_queries: Any
) -> None:
    actor = cast.actor("director")
    alike = similar_rulings("L61", ["61B1", "27B2"], actor=actor)
    assert [one.id for one in alike] == [rulings[2].pk]
    alike = similar_rulings("L36", ["27B2"], actor=actor, leave_out=rulings[0].pk)
    assert [one.id for one in alike] == [rulings[1].pk]
    with django_assert_max_num_queries(5):
        assert len(similar_rulings("L27", ["27B2", "26B"], actor=actor, limit=1)) == 1


def test_the_federation_counts_its_rulings(
    cast: Cast, rulings: list[Ruling], client: Client, django_assert_max_num_queries: Any
) -> None:
    withdraw(actor=cast.actor("director"), ruling=rulings[0], reason="Wrong law")
    with django_assert_max_num_queries(1):
        figures = ruling_figures(cast.nation)
    assert (figures.total, figures.adjusted, figures.withdrawn) == (2, 1, 1)
    assert [(bar.label[:19], bar.count) for bar in figures.by_law] == [
        ("27 Insufficient bid", 1),
        ("61 Failure to follo", 1),
    ]
    assert [(bar.label, bar.count, bar.share) for bar in figures.by_director] == [(str(cast.director.player), 2, 100)]
    assert sum(bar.count for bar in figures.by_month) == 2
    assert ruling_figures(cast.south).total == 0
    [year] = ruling_years(cast.north)
    client.force_login(cast.officer)
    where = reverse("federation-ruling-figures", kwargs={"slug": "north"})
    assert "Insufficient bid" in client.get(where, {"year": year}).content.decode()
    assert "No rulings yet" in client.get(where, {"year": "1990"}).content.decode()
    assert client.get(where, {"year": "x"}).status_code == 200


def test_the_search_asks_as_often_whatever_it_finds(
    cast: Cast, rulings: list[Ruling], client: Client, django_assert_max_num_queries: Any
) -> None:
    client.force_login(cast.director)

    def queries(law: str) -> int:
        with django_assert_max_num_queries(60) as found:
            assert client.get(reverse("precedents"), {"law": law}).status_code == 200
        return len(found)

    queries("27")
    assert queries("27") == queries("61")
    assert client.get(reverse("precedents"), {"law": "\x00(", "tree": "zzz"}).status_code == 200
