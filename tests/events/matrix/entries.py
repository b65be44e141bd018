"""Events, series, entries, the partner desk, and the desk's home."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time, timedelta
from typing import Any

from django.utils import timezone

from events.models import Contestant, Event, PartnerWish, Series, Session
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import everyone as api_everyone
from tests.clubs.api.matrix import harbour as api_harbour
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import HARBOUR_OFFICE, Page, everyone, harbour, only
from tests.events.evening import enter, make_event, make_players
from tests.standing import made_once

KEEPERS = (*HARBOUR_OFFICE, "director")
DESK = (*KEEPERS, "scorer")
# Members enter themselves; whoever runs the installation may do everything.
MEMBERS = ("member", "operator")
Make = Callable[[Cast], dict[str, Any]]
NAME = "The matrix pairs"


@made_once
def the_event(cast: Cast) -> Event:
    """Published, with two sessions to come, two places taken, a pair that waits and somebody without a partner."""
    event = Event.objects.filter(club=cast.harbour, name=NAME).first()
    if event is None:
        event = make_event(cast.harbour, name=NAME, sessions_planned=2)
        for number in (1, 2):
            starts_at = timezone.now() + timedelta(days=number)
            Session.objects.create(event=event, number=number, starts_at=starts_at)
        people = make_players(5)
        enter(event, *people[:2])
        enter(event, *people[2:4], status="waiting")
        PartnerWish.objects.create(event=event, player=people[4], made_at=timezone.now())
    return event


def cancelled(cast: Cast) -> Event:
    event = the_event(cast)
    Event.objects.filter(pk=event.pk).update(cancelled_at=timezone.now())
    return event


def removed(cast: Cast) -> Event:
    event = the_event(cast)
    Event.objects.filter(pk=event.pk).update(cancelled_at=timezone.now(), removed_at=timezone.now())
    return event


@made_once
def the_series(cast: Cast) -> Series:
    found = Series.objects.filter(club=cast.harbour).first()
    return found or Series.objects.create(club=cast.harbour, name="Weekly", weekday=0, starts=time(19))


def of_event(**more: Any) -> Make:
    return lambda cast: {"slug": "harbour", "event_id": the_event(cast).pk, **more}


def of_session(cast: Cast) -> dict[str, Any]:
    event = the_event(cast)
    return {"slug": "harbour", "event_id": event.pk, "session_id": event.sessions.get(number=2).pk}


def of_entry(status: str) -> Make:
    def found(cast: Cast) -> dict[str, Any]:
        event = the_event(cast)
        row = Contestant.objects.filter(event=event, status=status).first()
        return {"slug": "harbour", "event_id": event.pk, "contestant_id": row.pk if row else 0}

    return found


def of_wish(cast: Cast) -> dict[str, Any]:
    event = the_event(cast)
    return {"slug": "harbour", "event_id": event.pk, "wish_id": event.partner_wishes.get().pk}


def of_series(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "series_id": the_series(cast).pk}


PAGES: dict[str, Page] = {
    "club-desk-home": Page(only(*DESK), harbour),
    "club-desk-find": Page(only(*DESK), harbour),
    "club-events": Page(everyone(200), harbour),
    "club-new-event": Page(only(*KEEPERS), harbour),
    "club-played-game": Page(only(*KEEPERS), harbour),
    "club-event": Page(everyone(200), of_event()),
    "club-edit-event": Page(only(*KEEPERS), of_event()),
    "club-publish-event": Page(only(*KEEPERS, then=302), of_event(), "post"),
    "club-cancel-event": Page(only(*KEEPERS), of_event()),
    "club-restore-event": Page(only(*KEEPERS, then=302), of_event(), "post"),
    "club-remove-event": Page(only(*KEEPERS), of_event()),
    "club-bring-back-event": Page(only(*KEEPERS, then=302), of_event(), "post"),
    "club-plan-session": Page(only(*KEEPERS), of_event()),
    "club-move-session": Page(only(*KEEPERS), of_session),
    "club-remove-session": Page(only(*KEEPERS, then=302), of_session, "post"),
    "club-enter-event": Page(only(*MEMBERS), of_event()),
    "club-withdraw-own-entry": Page(only(*MEMBERS, then=302), of_event()),
    "club-partners": Page(only(*DESK, "member"), of_event()),
    "club-add-wish": Page(only(*DESK, then=302), of_event(), "post", {"player_1": "7"}),
    "club-match-partners": Page(only(*DESK, then=302), of_event(), "post"),
    "club-accept-partner": Page(only(*MEMBERS, then=302), of_wish, "post"),
    "club-withdraw-wish": Page(only(*DESK, then=302) | {"member": 403}, of_wish, "post"),
    "club-entries": Page(only(*DESK), of_event()),
    "club-entry": Page(only(*DESK), of_entry("entered")),
    "club-withdraw-entry": Page(only(*DESK), of_entry("entered")),
    "club-promote-entry": Page(only(*DESK, then=302), of_entry("waiting"), "post"),
    "club-new-series": Page(only(*KEEPERS), harbour),
    "club-edit-series": Page(only(*KEEPERS), of_series),
    "club-make-game": Page(only(*DESK, then=302), of_series, "post"),
}


# --- The API -------------------------------------------------------------------------------------------------------
def event_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": the_event(cast).pk}


def cancelled_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": cancelled(cast).pk}


def removed_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": removed(cast).pk}


def on_event(cast: Cast) -> dict[str, Any]:
    return {"event": the_event(cast).pk}


def entered(cast: Cast) -> dict[str, Any]:
    """The event, with the member and the operator in it."""
    event = the_event(cast)
    for user in (cast.member, cast.operator):
        if not event.entrants.filter(player=user.player).exists():
            enter(event, user.player, None)
    return {"event": event.pk}


def series_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": the_series(cast).pk}


def session_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": of_session(cast)["session_id"]}


def contestant_pk(status: str) -> Make:
    return lambda cast: {"pk": of_entry(status)(cast)["contestant_id"]}


def wish_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": of_wish(cast)["wish_id"]}


def tomorrow(cast: Cast) -> dict[str, Any]:
    return {"starts_at": (timezone.now() + timedelta(days=10)).isoformat()}


def two_wishes(cast: Cast) -> dict[str, Any]:
    event = the_event(cast)
    wish = event.partner_wishes.get(player__display_name="Player 005")
    other = event.partner_wishes.filter(player=cast.scorer.player).first()
    other = other or PartnerWish.objects.create(event=event, player=cast.scorer.player, made_at=timezone.now())
    return {"one": wish.pk, "other": other.pk}


ON_CLUB = "clubs/<slug:slug>/"
EVENT, ON_EVENT, CONTESTANT = "events/<int:pk>/", "events/<int:event>/", "contestants/<int:pk>/"
ACTIONS: dict[str, Action] = {
    f"GET {ON_CLUB}events/": Action(api_everyone(200), api_harbour),
    f"POST {ON_CLUB}events/": Action(api_only(*KEEPERS, then=201), api_harbour, sends(name="Autumn pairs")),
    f"GET {EVENT}": Action(api_everyone(200), event_pk),
    f"PATCH {EVENT}": Action(api_only(*KEEPERS), event_pk, sends(boards=24)),
    f"POST {EVENT}publish/": Action(api_only(*KEEPERS), event_pk),
    f"POST {EVENT}cancel/": Action(api_only(*KEEPERS), event_pk, sends(reason="Snow")),
    f"POST {EVENT}restore/": Action(api_only(*KEEPERS), cancelled_pk),
    f"DELETE {EVENT}": Action(api_only(*KEEPERS, then=204), event_pk),
    f"POST {EVENT}bring-back/": Action(api_only(*KEEPERS, others=404) | {"anonymous": 404}, removed_pk),
    f"GET {ON_CLUB}series/": Action(api_everyone(200), api_harbour),
    f"POST {ON_CLUB}series/": Action(
        api_only(*KEEPERS, then=201), api_harbour, sends(name="Weekly", weekday=1, starts="19:00")
    ),
    "GET series/<int:pk>/": Action(api_everyone(200), series_pk),
    "PATCH series/<int:pk>/": Action(api_only(*KEEPERS), series_pk, sends(boards=24)),
    "POST series/<int:pk>/make/": Action(api_only(*DESK, then=201), series_pk, sends()),
    f"GET {ON_EVENT}sessions/": Action(api_everyone(200), on_event),
    f"POST {ON_EVENT}sessions/": Action(api_only(*KEEPERS, then=201), on_event, tomorrow),
    "GET sessions/<int:pk>/": Action(api_everyone(200), session_pk),
    "PATCH sessions/<int:pk>/": Action(api_only(*KEEPERS), session_pk, tomorrow),
    "DELETE sessions/<int:pk>/": Action(api_only(*KEEPERS, then=204), session_pk),
    f"GET {ON_EVENT}contestants/": Action(api_everyone(200), on_event),
    f"POST {ON_EVENT}contestants/": Action(api_only(*DESK, then=201), on_event, sends(players=["Vera Visitor", None])),
    f"GET {CONTESTANT}": Action(api_everyone(200), contestant_pk("entered")),
    f"PATCH {CONTESTANT}": Action(api_only(*DESK), contestant_pk("entered"), sends(players=[None, None])),
    f"POST {CONTESTANT}withdraw/": Action(api_only(*DESK), contestant_pk("entered"), sends(reason="ill")),
    f"POST {CONTESTANT}promote/": Action(api_only(*DESK), contestant_pk("waiting")),
    f"GET {ON_EVENT}entry/": Action(api_only(*MEMBERS), entered),
    f"POST {ON_EVENT}entry/": Action(api_only(*MEMBERS, then=400), on_event, sends(others=["Nobody Known"])),
    f"DELETE {ON_EVENT}entry/": Action(api_only(*MEMBERS, then=204), entered),
    f"GET {ON_EVENT}wishes/": Action(api_only(*DESK, "member"), on_event),
    f"POST {ON_EVENT}wishes/": Action(api_only(*MEMBERS, then=201), on_event, sends(note="Acol")),
    f"POST {ON_EVENT}wishes/match/": Action(api_only(*DESK, then=201), on_event, two_wishes),
    "DELETE wishes/<int:pk>/": Action(api_only(*DESK, then=204), wish_pk),
    "POST wishes/<int:pk>/accept/": Action(api_only(*MEMBERS, then=201), wish_pk),
    f"GET {ON_CLUB}desk/people/": Action(api_only(*DESK), api_harbour),
    f"POST {ON_CLUB}desk/people/": Action(api_only(*DESK, then=201), api_harbour, sends(display_name="Vera Visitor")),
}
