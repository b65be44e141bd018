"""A session leaves as a file and comes back: the same ranking, the same figures, the same explanations."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubs.models import Player
from core.errors import Forbidden
from events.models import Event, Play, Section, Session
from events.services.boards import keep_boards
from events.services.removing import remove_played_event
from exchange.models import SessionIdentity
from exchange.services.session_json import export_session, import_session
from scoring.engine.deal import Deal
from scoring.engine.sheet import AVERAGE_MINUS, AVERAGE_PLUS
from scoring.interchange.deals import BoardDeal
from scoring.models import BoardResult, ComparisonField, Penalty, ScoreAdjustment, Standing
from scoring.models.fields import PenaltyUnit
from scoring.result_input import ResultInput
from scoring.selectors.newest_runs import newest_runs
from scoring.selectors.shown_results import SessionResults
from scoring.services.adjusting import adjust, penalize
from scoring.services.results import set_result
from tests.cast import Cast
from tests.events.evening import make_session
from tests.exchange.files import upload
from tests.scoring.at_tables import score_everything
from tests.scoring.published import end_of_play

pytestmark = pytest.mark.django_db
DEAL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"


@pytest.fixture
def evening(cast: Cast) -> Session:
    """Results at four tables, one of them corrected, one adjusted by hand, and a penalty."""
    played = end_of_play(cast)
    session = Session.objects.select_related("event__club__federation").get(pk=played.session.pk)
    director = cast.actor("director")
    first, second = played.plays[:2]
    set_result(actor=director, play=first, result=ResultInput.parse("3NT= N"), reason="Read wrongly")
    place = session.places.order_by("number").first()
    assert place is not None
    field = ComparisonField.objects.get(session=session)
    penalize(
        actor=director,
        field=field,
        contestant=place.contestant,
        amount=Decimal(10),
        unit=PenaltyUnit.TOP_PERCENT,
        reason="Late",
        law="90B1",
    )
    adjust(
        actor=director,
        play=second,
        kind="artificial",
        ns=AVERAGE_PLUS,
        ew=AVERAGE_MINUS,
        reason="No result can be had.",
        law="12C2",
    )
    score_everything()
    return session


def standings(session: Session) -> list[tuple[Any, ...]]:
    rows = Standing.objects.filter(run__in=[run for _field, run in newest_runs(session)])
    return sorted(
        (one.contestant.title, one.place, one.total, one.shown_percent, one.penalty)
        for one in rows.select_related("contestant").prefetch_related("contestant__entrants__player")
    )


def taken_out(cast: Cast, session: Session) -> bytes:
    return export_session(actor=cast.actor("secretary"), session=session)


def test_it_comes_to_another_club_with_the_same_ranking(cast: Cast, evening: Session) -> None:
    data = taken_out(cast, evening)
    arrived = import_session(actor=cast.actor("other_secretary"), club=cast.hillside, data=data_elsewhere(data))
    assert arrived.remarks == []
    assert standings(arrived.session) == standings(evening)
    assert len(standings(evening)) == 6
    here = arrived.session.sections.get()
    assert here.movement_data == evening.sections.get().movement_data


def data_elsewhere(data: bytes) -> bytes:
    """As if it came from another installation: nobody knows it here."""
    SessionIdentity.objects.all().delete()
    return data


def explained(cast: Cast, session: Session) -> list[Any]:
    """Every explanation of every figure and place, board by board."""
    results = SessionResults(cast.actor("operator"), session)
    plays = Play.objects.filter(section__session=session).order_by("pk").values_list("pk", flat=True)
    scores = [results.why_score(play, side) for play in plays for side in ("ns", "ew")]
    places = [results.why_place(place.contestant_id) for place in session.places.order_by("number")]
    return [why[1] for why in scores if why] + places


def test_every_figure_is_explained_in_the_same_words(cast: Cast, evening: Session) -> None:
    data = data_elsewhere(taken_out(cast, evening))
    arrived = import_session(actor=cast.actor("other_secretary"), club=cast.hillside, data=data).session
    before, after = explained(cast, evening), explained(cast, arrived)
    assert len(before) > 20
    assert after == before


def test_what_was_entered_and_superseded_comes_along(cast: Cast, evening: Session) -> None:
    data = data_elsewhere(taken_out(cast, evening))
    arrived = import_session(actor=cast.actor("other_secretary"), club=cast.hillside, data=data).session
    for model in (BoardResult, ScoreAdjustment):
        before = model.objects.filter(play__section__session=evening).order_by("pk")
        after = model.objects.filter(play__section__session=arrived).order_by("pk")
        assert after.count() == before.count() > 0
        assert [one.reason for one in after] == [one.reason for one in before]
    assert Penalty.objects.filter(field__session=arrived).get().reason == "Late"
    assert not ScoreAdjustment.objects.filter(play__section__session=arrived).exclude(authority="").exists()


def test_taken_out_again_it_says_the_same(cast: Cast, evening: Session) -> None:
    first = json.loads(data_elsewhere(taken_out(cast, evening)))
    arrived = import_session(actor=cast.actor("secretary"), club=cast.harbour, data=json.dumps(first).encode()).session
    second = json.loads(taken_out(cast, arrived))
    assert second["uuid"] == first["uuid"]
    assert {name: len(rows) for name, rows in second.items() if isinstance(rows, list)} == {
        name: len(rows) for name, rows in first.items() if isinstance(rows, list)
    }
    assert second["event"] | {"takes_entries": None} == first["event"] | {"takes_entries": None}
    assert [row["north_south"] for row in second["adjusted_scores"]] == [
        row["north_south"] for row in first["adjusted_scores"]
    ]


def test_the_same_session_is_not_taken_twice_unless_it_was_removed(cast: Cast, evening: Session) -> None:
    data = taken_out(cast, evening)
    with pytest.raises(ValidationError, match="here already"):
        import_session(actor=cast.actor("secretary"), club=cast.harbour, data=data)
    remove_played_event(actor=cast.actor("secretary"), event=evening.event)
    arrived = import_session(actor=cast.actor("secretary"), club=cast.harbour, data=data)
    assert str(SessionIdentity.objects.get(session=arrived.session).uuid) == json.loads(data)["uuid"]


def test_sealed_deals_stay_behind(cast: Cast, evening: Session) -> None:
    deals = [BoardDeal.of(number, Deal.parse(DEAL)) for number in range(1, 9)]
    boards = keep_boards(actor=cast.actor("secretary"), club=cast.harbour, name="Twice", boards=deals)
    Section.objects.filter(session=evening).update(board_set=boards)
    later = make_session(cast.harbour, 4)
    later.sections.update(board_set=boards)
    data = json.loads(taken_out(cast, evening))
    assert len(data["board_sets"]) == 1
    assert data["boards"] == []


def test_a_file_that_does_not_fit_is_refused_and_leaves_nothing(cast: Cast, evening: Session) -> None:
    good = json.loads(data_elsewhere(taken_out(cast, evening)))
    events = Event.objects.count()

    def refused(sentence: str, **changes: Any) -> None:
        data = changes.pop("raw", None) or json.dumps(good | changes).encode()
        with pytest.raises(ValidationError, match=sentence):
            import_session(actor=cast.actor("secretary"), club=cast.harbour, data=data)
        assert Event.objects.count() == events

    refused("no JSON", raw=b"{")
    refused("no JSON", raw=b"[" * 100_000)
    refused("no session as Tenace", raw=b"[]")
    refused("version 2", version=2)
    refused("no UUID", uuid="seven")
    refused("“plays”", plays={})
    refused("id of its own", plays=[*good["plays"], good["plays"][0]])
    refused("no column “sealed”", plays=[good["plays"][0] | {"sealed": True}])
    refused("there is no row 999999", plays=[good["plays"][0] | {"north": 999_999}])
    refused("what belongs there", plays=[good["plays"][0] | {"board": "one"}])
    refused("contract", results=[row | {"contract": "8NT"} for row in good["results"]])
    refused("cannot be read", adjusted_scores=[row | {"north_south": {"gift": 1}} for row in good["adjusted_scores"]])
    refused("contradicts itself", places=[row | {"number": 1} for row in good["places"]])


def test_a_changed_score_in_the_file_is_said(cast: Cast, evening: Session) -> None:
    data = json.loads(data_elsewhere(taken_out(cast, evening)))
    data["figures"][0]["standings"][0]["shown_percent"] = "99.99"
    arrived = import_session(actor=cast.actor("secretary"), club=cast.harbour, data=json.dumps(data).encode())
    assert len(arrived.remarks) == 1
    assert "99.99" in arrived.remarks[0]


def test_hidden_names_stay_hidden_where_it_arrives(cast: Cast, evening: Session) -> None:
    data = json.loads(data_elsewhere(taken_out(cast, evening)))
    data["players"][0] |= {"display_name": "Zed Zebra", "privacy": "hidden", "federation_number": ""}
    import_session(actor=cast.actor("other_secretary"), club=cast.hillside, data=json.dumps(data).encode())
    assert Player.objects.get(display_name="Zed Zebra").privacy == "hidden"


def test_only_those_who_keep_the_record_take_it_out_or_in(cast: Cast, evening: Session, client: Client) -> None:
    data = data_elsewhere(taken_out(cast, evening))
    for persona in ("member", "scorer", "other_secretary"):
        with pytest.raises(Forbidden):
            export_session(actor=cast.actor(persona), session=evening)
        with pytest.raises(Forbidden):
            import_session(actor=cast.actor(persona), club=cast.harbour, data=data)


def test_a_session_that_is_played_is_not_taken_out(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="not over"):
        export_session(actor=cast.actor("secretary"), session=make_session(cast.harbour, 4))


def test_on_the_pages_and_by_its_uuid(cast: Cast, evening: Session, as_secretary: Client) -> None:
    place = f"/clubs/harbour/sessions/{evening.pk}/"
    assert f"{place}export/json/" in as_secretary.get(f"{place}results/").content.decode()
    data = as_secretary.get(f"{place}export/json/").content
    uuid = json.loads(data)["uuid"]
    assert as_secretary.get(f"/s/{uuid}/").headers["Location"] == f"{place}results/"
    again = as_secretary.post("/clubs/harbour/results/import/session/", {"session": upload(data, "session.json")})
    assert again.status_code == 422
    assert "here already" in again.content.decode()
    data_elsewhere(data)
    answer = as_secretary.post("/clubs/harbour/results/import/session/", {"session": upload(data, "session.json")})
    arrived = SessionIdentity.objects.get().session
    assert answer.headers["Location"] == f"/clubs/harbour/sessions/{arrived.pk}/results/"
    assert as_secretary.get(f"/s/{uuid}/").headers["Location"] == f"/clubs/harbour/sessions/{arrived.pk}/results/"


def test_through_the_api(cast: Cast, evening: Session, as_secretary: Client) -> None:
    data = as_secretary.get(f"/api/v1/sessions/{evening.pk}/export/").json()
    address = "/api/v1/clubs/harbour/sessions/import/"
    assert as_secretary.post(address, data, content_type="application/json").status_code == 400
    data_elsewhere(b"")
    answer = as_secretary.post(address, data, content_type="application/json")
    assert answer.status_code == 201
    assert answer.json()["remarks"] == []
    assert Session.objects.filter(pk=answer.json()["session"]).exists()


@pytest.mark.parametrize(
    ("kind", "start"), [("usebio", b"<?xml"), ("pbn", b"% PBN"), ("csv", b""), ("bws", b"\x00\x01\x00\x00")]
)
def test_the_evening_is_taken_along_for_other_programs_by_those_who_keep_it(
    evening: Session, as_secretary: Client, client: Client, kind: str, start: bytes
) -> None:
    place = f"/clubs/harbour/sessions/{evening.pk}/"
    assert f"{place}export/{kind}/" in as_secretary.get(f"{place}results/").content.decode()
    answer = as_secretary.get(f"{place}export/{kind}/")
    assert answer.status_code == 200
    assert answer.content.startswith(start)
    assert len(answer.content) > 300
    assert f"{place}export/{kind}/" not in Client().get(f"{place}results/").content.decode()
    assert Client().get(f"{place}export/{kind}/").status_code in (302, 403, 404)


def test_an_unknown_kind_of_file_is_not_there(evening: Session, as_secretary: Client) -> None:
    assert as_secretary.get(f"/clubs/harbour/sessions/{evening.pk}/export/floppy/").status_code == 404
