"""The desk of a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from events.models import Place, Session
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import HARBOUR_OFFICE, Page, only
from tests.events.evening import make_session
from tests.standing import made_once

DESK = (*HARBOUR_OFFICE, "director", "scorer")
Make = Callable[[Cast], dict[str, Any]]


@made_once
def session_in(cast: Cast, state: str) -> Session:
    rows = Session.objects.filter(event__club=cast.harbour, state=state)
    return rows.first() or make_session(cast.harbour, 6, state=state)


def at(state: str) -> Make:
    return lambda cast: {"slug": "harbour", "session_id": session_in(cast, state).pk}


def place_at(state: str) -> Make:
    def found(cast: Cast) -> dict[str, Any]:
        session = session_in(cast, state)
        place = Place.objects.filter(session=session).order_by("number").first()
        return {"slug": "harbour", "session_id": session.pk, "place_id": place.pk if place else 0}

    return found


def act(state: str, then: int = 302, **data: str) -> Page:
    return Page(only(*DESK, then=then), at(state), "post", data)


SEATING, PLAYING, FINISHED = "seating", "playing", "finished"
PAGES: dict[str, Page] = {
    "club-session": Page(only(*DESK), at(PLAYING)),
    "club-session-find": Page(only(*DESK), at(PLAYING)),
    "club-session-seat": act(SEATING, player_1="?", player_2="?"),
    "club-session-seat-all": act(SEATING),
    "club-session-singles": act(SEATING, then=422),
    "club-session-unknown": act(SEATING, count="2"),
    "club-session-swap": act(SEATING, then=422),
    "club-session-arrange": act(SEATING, how="draw"),
    "club-session-choose-movement": act(SEATING, follow="1"),
    "club-session-first-board": act(SEATING, number="5"),
    "club-session-add-section": act(SEATING),
    "club-session-remove-section": act(SEATING, then=422),
    "club-session-open": act("draft"),
    "club-session-start": act(SEATING),
    "club-session-played": act(SEATING),
    "club-session-take-back-played": act(FINISHED, then=422, reason="Wrong movement"),
    "club-session-take-back-start": act(PLAYING),
    "club-session-next-round": act(PLAYING),
    "club-session-recall-round": act(PLAYING, then=422),
    "club-session-finish": act(PLAYING, reason="Power cut"),
    "club-session-reopen": act(FINISHED, reason="Light again"),
    "club-session-place": Page(only(*DESK), place_at(SEATING)),
    "club-session-unseat": Page(only(*DESK, then=302), place_at(SEATING), "post"),
    "club-session-to-section": Page(only(*DESK, then=422), place_at(SEATING), "post"),
    "club-session-leave": Page(only(*DESK, then=302), place_at(PLAYING), "post", {"reason": "Unwell"}),
    "club-session-come-back": Page(only(*DESK, then=422), place_at(PLAYING), "post"),
}


def pk_in(state: str) -> Make:
    return lambda cast: {"pk": session_in(cast, state).pk}


def seat_in(state: str) -> Make:
    def found(cast: Cast) -> dict[str, Any]:
        where = place_at(state)(cast)
        return {"pk": where["session_id"], "place": where["place_id"]}

    return found


def two_places(cast: Cast) -> dict[str, Any]:
    one, other, *_rest = Place.objects.filter(session=session_in(cast, SEATING)).order_by("number")
    return {"one": one.pk, "other": other.pk}


ONE = "sessions/<int:pk>/"
ACTIONS: dict[str, Action] = {
    f"GET {ONE}seats/": Action(api_only(*DESK), pk_in(SEATING)),
    f"POST {ONE}seats/": Action(api_only(*DESK, then=201), pk_in(SEATING), sends(players=[None, None])),
    f"DELETE {ONE}seats/<int:place>/": Action(api_only(*DESK, then=204), seat_in(SEATING)),
    f"POST {ONE}seats/<int:place>/leave/": Action(api_only(*DESK), seat_in(PLAYING), sends(reason="Unwell")),
    f"POST {ONE}seats/<int:place>/come-back/": Action(api_only(*DESK, then=400), seat_in(PLAYING), sends(reason="")),
    f"POST {ONE}swap/": Action(api_only(*DESK), pk_in(SEATING), two_places),
    f"POST {ONE}arrange/": Action(api_only(*DESK), pk_in(SEATING), sends(how="draw")),
    f"GET {ONE}sections/": Action(api_only(*DESK), pk_in(SEATING)),
    f"POST {ONE}sections/": Action(api_only(*DESK, then=201), pk_in(SEATING)),
    f"POST {ONE}movement/choose/": Action(api_only(*DESK), pk_in(SEATING), sends()),
    f"GET {ONE}plays/": Action(api_only(*DESK), pk_in(PLAYING)),
    f"POST {ONE}start/": Action(api_only(*DESK), pk_in(SEATING)),
    f"POST {ONE}start/take-back/": Action(api_only(*DESK), pk_in(PLAYING), sends(reason="Too early")),
    f"POST {ONE}rounds/next/": Action(api_only(*DESK), pk_in(PLAYING)),
    f"POST {ONE}rounds/recall/": Action(api_only(*DESK, then=400), pk_in(PLAYING)),
    f"POST {ONE}finish/": Action(api_only(*DESK), pk_in(PLAYING), sends(reason="Power cut")),
    f"POST {ONE}reopen/": Action(api_only(*DESK), pk_in(FINISHED), sends(reason="Light again")),
}
