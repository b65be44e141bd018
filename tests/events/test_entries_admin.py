"""Events and entries in the operator's view: every change goes through its service."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from clubs.models import AuditEntry
from events.models import Contestant, Event, PartnerWish, Series, Session
from tests.events.evening import enter, make_event, make_players

CONDITIONS = {
    "name": "Autumn pairs",
    "form": "pair",
    "scoring": "matchpoints",
    "boards": "24",
    "share": "70",
    "tie_breaks": '["tops"]',
    "carry_over": "none",
    "systems": "any",
    "fee": "4",
    "visitor_fee": "6",
    "sessions_planned": "1",
}


def page(model: str, view: str, *args: object) -> str:
    return reverse(f"admin:events_{model}_{view}", args=args)


def test_an_event_is_added_changed_and_published(cast, office):
    assert office.post(page("event", "add"), CONDITIONS | {"club": cast.harbour.pk}).status_code == 302
    event = Event.objects.get()
    assert event.tie_breaks == ["tops"]
    sent = CONDITIONS | {"boards": "20", "seen_version": "1"}
    assert office.post(page("event", "change", event.pk), sent).status_code == 302
    refused = office.post(page("event", "change", event.pk), sent | {"scoring": "imps", "seen_version": "2"})
    assert "does not fit" in refused.content.decode()
    action = {"action": "publish", "_selected_action": event.pk}
    said = office.post(page("event", "changelist"), action, follow=True).content.decode()
    assert "Plan its first session" in said
    moment = timezone.now() + timedelta(days=3)
    sent = {"event": event.pk, "starts_at_0": f"{moment:%Y-%m-%d}", "starts_at_1": "19:00"}
    assert office.post(page("session", "add"), sent).status_code == 302
    office.post(page("event", "changelist"), action)
    event.refresh_from_db()
    assert event.published_at
    assert {"event.add", "event.change", "event.publish", "session.add"} <= set(
        AuditEntry.objects.values_list("act", flat=True)
    )


def test_a_session_is_moved(cast, office):
    session = Session.objects.create(event=make_event(cast.harbour), starts_at=timezone.now() + timedelta(days=3))
    moment = timezone.now() + timedelta(days=4)
    sent = {"starts_at_0": f"{moment:%Y-%m-%d}", "starts_at_1": "18:30", "seen_version": "1"}
    assert office.post(page("session", "change", session.pk), sent).status_code == 302
    session.refresh_from_db()
    assert session.version == 2


def test_a_series_is_added_and_changed(cast, office):
    sent = CONDITIONS | {"club": cast.harbour.pk, "weekday": "0", "starts": "19:00", "closes_minutes_before": "30"}
    assert office.post(page("series", "add"), sent | {"is_active": "on"}).status_code == 302
    series = Series.objects.get()
    assert office.post(page("series", "change", series.pk), sent | {"seen_version": "1"}).status_code == 302
    series.refresh_from_db()
    assert not series.is_active


def test_contestants_are_entered_withdrawn_and_given_a_place(cast, office):
    event = make_event(cast.harbour, most_contestants=2)
    Session.objects.create(event=event, starts_at=timezone.now() + timedelta(days=3), state="seating")
    anna, berta = make_players(2)
    sent = {"event": event.pk, "players": f"{anna.pk}, {berta.pk}", "name": "", "seed": "", "note": ""}
    assert office.post(page("contestant", "add"), sent).status_code == 302
    twice = office.post(page("contestant", "add"), sent)
    assert "are already entered" in twice.content.decode()
    for said in ("me", "999999"):
        assert office.post(page("contestant", "add"), sent | {"players": said}).status_code == 200
    office.post(page("contestant", "add"), sent | {"players": "0,0"})
    waits = enter(event, None, None, status="waiting")
    action = {"action": "give_a_place", "_selected_action": waits.pk}
    assert (
        "All 2 places are taken" in office.post(page("contestant", "changelist"), action, follow=True).content.decode()
    )
    first = Contestant.objects.order_by("pk").first()
    office.post(page("contestant", "changelist"), {"action": "withdraw", "_selected_action": first.pk})
    office.post(page("contestant", "changelist"), action)
    waits.refresh_from_db()
    assert waits.status == "entered"
    assert office.post(page("contestant", "change", waits.pk), {"name": "", "seed": "3", "note": ""}).status_code == 302
    waits.refresh_from_db()
    assert waits.seed == 3


def test_a_wish_is_written_down_and_taken_off(cast, office):
    event = make_event(cast.harbour)
    (anna,) = make_players(1)
    assert (
        office.post(page("partnerwish", "add"), {"event": event.pk, "player": anna.pk, "note": ""}).status_code == 302
    )
    wish = PartnerWish.objects.get()
    office.post(page("partnerwish", "changelist"), {"action": "withdraw", "_selected_action": wish.pk})
    wish.refresh_from_db()
    assert wish.state == "withdrawn"
