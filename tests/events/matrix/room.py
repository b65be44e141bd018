"""The screens of the room, the clock and the tables' own pages."""

from __future__ import annotations

from typing import Any

from core.actors import system
from events.models import Place, SeatClaim, Session, StandingCode, TableCode
from events.services.standing_codes import make_standing_codes
from events.services.tables import give_codes
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import everyone as api_everyone
from tests.clubs.api.matrix import harbour as api_harbour
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import HARBOUR_OFFICE, Page, everyone, harbour, only
from tests.events.evening import EVENING, make_players
from tests.events.matrix.desk import DESK, ONE, PLAYING, SEATING, Make, act, at, pk_in, session_in

KEEPERS = (*HARBOUR_OFFICE, "director")


def code_in(cast: Cast) -> TableCode:
    session = session_in(cast, PLAYING)
    give_codes(session, actor=system())
    return TableCode.objects.filter(section__session=session).order_by("table")[0]


def claim_in(cast: Cast) -> SeatClaim:
    session: Session = session_in(cast, PLAYING)
    place = Place.objects.filter(session=session).order_by("number")[0]
    entrant = place.contestant.entrants.order_by("position")[0]
    found = SeatClaim.objects.filter(entrant=entrant).first()
    return found or SeatClaim.objects.create(
        section=place.section,
        table=1,
        round=1,
        seat="N",
        entrant=entrant,
        player=make_players(1, "Claimed")[0],
        made_at=EVENING,
    )


def with_code(cast: Cast) -> dict[str, Any]:
    return at(PLAYING)(cast) | {"code_id": code_in(cast).pk}


def standing_in(cast: Cast) -> dict[str, Any]:
    row = StandingCode.objects.filter(club=cast.harbour, revoked_at=None).first()
    if row is None:
        [row] = make_standing_codes(actor=system(), club=cast.harbour, letter="A", tables=1)
    return harbour(cast) | {"code_id": row.pk}


def with_claim(cast: Cast) -> dict[str, Any]:
    return at(PLAYING)(cast) | {"claim_id": claim_in(cast).pk}


def table_code(cast: Cast) -> dict[str, Any]:
    return {"code": code_in(cast).code}


PAGES: dict[str, Page] = {
    "club-session-room": Page(everyone(200), at(PLAYING)),
    "club-session-clock-state": Page(everyone(200), at(PLAYING)),
    "club-session-seating-list": Page(everyone(200), at(SEATING)),
    "club-session-movement": Page(everyone(200), at(PLAYING)),
    "club-session-movement-sheets": Page(everyone(200), at(PLAYING)),
    "club-session-where-next": Page(everyone(200), at(PLAYING), data={"q": "3"}),
    "club-session-clock": Page(only(*DESK), at(PLAYING)),
    "club-session-clock-turn": act(PLAYING, act="pause"),
    "club-session-clock-lengths": act(PLAYING, round_minutes="20", move_minutes="2", warning_minutes="5"),
    "club-session-tables": Page(only(*DESK), at(PLAYING)),
    "club-session-table-codes": act(PLAYING),
    "club-session-table-cards": Page(only(*DESK), at(PLAYING)),
    "club-session-revoke-code": Page(only(*DESK), with_code),
    "club-session-settle-claim": Page(only(*DESK, then=302), with_claim, "post", {"take": "no"}),
    "club-standing-codes": Page(only(*KEEPERS), harbour),
    "club-standing-cards": Page(only(*KEEPERS), harbour),
    "club-stop-standing-codes": Page(only(*KEEPERS, then=302), harbour, "post", {"letter": "B"}),
    "club-renew-standing-code": Page(only(*KEEPERS, then=302), standing_in, "post"),
    "table-enter": Page(everyone(200)),
    "table": Page(everyone(200), table_code),
    "table-names": Page(everyone(200), table_code),
}


def code_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": session_in(cast, PLAYING).pk, "code": code_in(cast).pk}


def claim_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": session_in(cast, PLAYING).pk, "claim": claim_in(cast).pk}


def turn(**fields: Any) -> Action:
    return Action(api_only(*DESK), pk_in(PLAYING), sends(**fields) if fields else None)


def reading(where: Make, then: int = 200) -> Action:
    return Action(api_everyone(then), where)


def standing_pk(cast: Cast) -> dict[str, Any]:
    found = standing_in(cast)
    return {"slug": found["slug"], "pk": found["code_id"]}


STANDING = "clubs/<slug:slug>/standing-codes/"
ACTIONS: dict[str, Action] = {
    f"GET {ONE}clock/": reading(pk_in(PLAYING)),
    f"GET {ONE}seating/": reading(pk_in(PLAYING)),
    f"GET {ONE}movement/": reading(pk_in(PLAYING)),
    f"GET {ONE}where-next/": reading(pk_in(PLAYING), then=400),  # without saying whom
    f"POST {ONE}clock/lengths/": turn(round_seconds=900),
    f"POST {ONE}clock/restart/": turn(),
    f"POST {ONE}clock/pause/": turn(),
    f"POST {ONE}clock/resume/": turn(),
    f"POST {ONE}clock/time/": turn(minutes=-1),
    f"POST {ONE}clock/move/": turn(),
    f"POST {ONE}clock/break/": turn(minutes=10),
    f"POST {ONE}clock/play-on/": turn(minutes=5),
    f"GET {ONE}table-codes/": Action(api_only(*DESK), pk_in(PLAYING)),
    f"POST {ONE}table-codes/": Action(api_only(*DESK, then=201), pk_in(PLAYING)),
    f"POST {ONE}table-codes/<int:code>/revoke/": Action(api_only(*DESK, then=201), code_pk, sends(reason="Lost")),
    f"GET {STANDING}": Action(api_only(*KEEPERS), api_harbour),
    f"POST {STANDING}": Action(api_only(*KEEPERS, then=201), api_harbour, sends(letter="B", tables=3)),
    f"POST {STANDING}stop/": Action(api_only(*KEEPERS), api_harbour, sends(letter="B")),
    f"POST {STANDING}<int:pk>/renew/": Action(api_only(*KEEPERS, then=201, others=404), standing_pk, sends()),
    f"GET {ONE}seat-claims/": Action(api_only(*DESK), pk_in(PLAYING)),
    f"POST {ONE}seat-claims/<int:claim>/accept/": Action(api_only(*DESK), claim_pk),
    f"POST {ONE}seat-claims/<int:claim>/dismiss/": Action(api_only(*DESK), claim_pk),
}
