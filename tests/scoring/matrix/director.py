"""The director's desk: for those who run sessions."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from core.actors import Actor, ActorKind
from events.models import Play, Session
from events.services.tables import give_codes
from scoring.engine.sheet import AVERAGE, AVERAGE_PLUS
from scoring.models import Announcement, DirectorCall, Penalty, ScoreAdjustment, ScoreEntry
from scoring.result_input import ResultInput
from scoring.services.adjusting import adjust, penalize
from scoring.services.announcements import announce
from scoring.services.comparison_fields import session_fields
from scoring.services.director_calls import call_director
from scoring.services.entries import Claim, submit_claim
from scoring.services.results import drop_board, set_result
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import HARBOUR_OFFICE, Page, harbour, only
from tests.events.matrix.desk import DESK, session_in
from tests.standing import made_once

Make = Callable[[Cast], dict[str, Any]]
PLAYING = "playing"


@made_once
def in_play(cast: Cast) -> Session:
    """A session in play: one board with a result, one dropped, two claims that contradict each other."""
    session = session_in(cast, PLAYING)
    if not session.fields.exists():
        session_fields(session)
        give_codes(session, actor=cast.actor("secretary"))
        first, second, third = plays(session)[:3]
        set_result(actor=cast.actor("director"), play=first, result=ResultInput.parse("4S= N"))
        drop_board(actor=cast.actor("director"), play=second, reason="No time")
        for result, key in (("3NT= S", "a"), ("3NT-1 S", "b")):
            code = third.section.codes.get(table=third.table, revoked_at=None)
            device = Actor(kind=ActorKind.DEVICE, device=key)
            submit_claim(actor=device, play=third, claim=Claim(key, ResultInput.parse(result), side="NS"), code=code)
    return session


def plays(session: Session) -> list[Play]:
    rows = Play.objects.filter(section__session=session, round=1).select_related("section__session__event__club")
    return list(rows.order_by("table", "board"))


def at_session(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": in_play(cast).pk}


def at_section(cast: Cast) -> dict[str, Any]:
    session = in_play(cast)
    return {"slug": "harbour", "session_id": session.pk, "section_id": plays(session)[0].section_id}


def at_board(cast: Cast) -> dict[str, Any]:
    return at_section(cast) | {"number": plays(in_play(cast))[0].board}


def at_play(number: int = 0) -> Make:
    return lambda cast: at_session(cast) | {"play_id": plays(in_play(cast))[number].pk}


def the_call(cast: Cast) -> DirectorCall:
    play = plays(in_play(cast))[0]
    return DirectorCall.objects.first() or call_director(
        actor=cast.actor("director"), section=play.section, table=play.table, code=None
    )


def the_announcement(cast: Cast) -> Announcement:
    return Announcement.objects.first() or announce(
        actor=cast.actor("director"), session=in_play(cast), text="Tea is ready"
    )


def the_penalty(cast: Cast) -> Penalty:
    session = in_play(cast)
    return Penalty.objects.first() or penalize(
        actor=cast.actor("director"),
        field=session_fields(session)[0],
        contestant=plays(session)[0].north,
        amount=Decimal(10),
        unit="points",
        reason="Late",
    )


def the_adjustment(cast: Cast) -> ScoreAdjustment:
    play = plays(in_play(cast))[0]
    return ScoreAdjustment.objects.current().first() or adjust(
        actor=cast.actor("director"), play=play, kind="artificial", ns=AVERAGE_PLUS, ew=AVERAGE, reason="Law 12C2"
    )


def adjusted(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"play_id": the_adjustment(cast).play_id}


def disputed(cast: Cast) -> ScoreEntry:
    in_play(cast)
    entry = ScoreEntry.objects.filter(state="disputed").first()
    assert entry is not None
    return entry


def page(where: Make = at_session) -> Page:
    return Page(only(*DESK), where)


def act(where: Make, then: int = 302, **data: str) -> Page:
    return Page(only(*DESK, then=then), where, "post", data)


PAGES: dict[str, Page] = {
    "club-session-desk": page(),
    "club-session-desk-live": page(),
    "club-session-call": act(lambda cast: at_session(cast) | {"call_id": the_call(cast).pk}, act="take"),
    "club-session-announce": act(at_session, text="Tea in ten minutes"),
    "club-session-withdraw-announcement": act(
        lambda cast: at_session(cast) | {"announcement_id": the_announcement(cast).pk}
    ),
    "club-session-settle-entry": act(lambda cast: at_session(cast) | {"entry_id": disputed(cast).pk}, take="yes"),
    "club-session-odd-results": act(at_session, then=422, act="turn", plays="0"),
    "club-session-play": page(at_play()),
    "club-session-set-result": act(at_play(), result="4S-1 N", reason="Both sides agree", seen="1"),
    "club-session-step-board": act(at_play(1), act="restore"),
    "club-session-turn-result": act(at_play(), act="turn", seen="1"),
    "club-session-adjust": act(at_play(), ns="60", ew="40", reason="Law 12C2"),
    "club-session-unadjust": act(adjusted),
    "club-session-travellers": page(),
    "club-session-board-results": page(at_board),
    "club-session-board-forms": Page(
        only(*DESK, then=302), at_board, "post", {"act": "one", "reason": "Compared with the hand record"}
    ),
    "club-session-finish-round": page(),
    "club-session-repairs": page(),
    "club-session-rules": page(at_section),
    "club-table-rules": Page(only(*HARBOUR_OFFICE, "director"), harbour),
    "club-session-penalties": page(),
    "club-session-withdraw-penalty": act(lambda cast: at_session(cast) | {"penalty_id": the_penalty(cast).pk}),
    "club-session-state-of-play": page(),
    "club-session-slips": page(),
}


def on_session(cast: Cast) -> dict[str, Any]:
    return {"pk": in_play(cast).pk}


def on_play(number: int = 0) -> Make:
    return lambda cast: {"pk": in_play(cast).pk, "play": plays(in_play(cast))[number].pk}


def on_call(cast: Cast) -> dict[str, Any]:
    return {"pk": in_play(cast).pk, "call": the_call(cast).pk}


def new_penalty(cast: Cast) -> dict[str, Any]:
    contestant = plays(in_play(cast))[0].north_id
    return {"contestant": contestant, "amount": "10", "unit": "points", "reason": "Late"}


def new_forms(cast: Cast) -> dict[str, Any]:
    first = plays(in_play(cast))[0]
    other = {"round": first.round, "table": first.table, "form": "B"}
    return {"section": "A", "board": first.board, "forms": [other], "reason": "Compared with the hand record"}


SESSION = "sessions/<int:pk>/"
RESULT = f"{SESSION}results/<int:play>/"
READS, WRITES = api_only(*DESK), api_only(*DESK)
ACTIONS: dict[str, Action] = {
    "GET clubs/<slug:slug>/table-rules/": Action(api_only(*DESK), harbour),
    "PATCH clubs/<slug:slug>/table-rules/": Action(
        api_only(*HARBOUR_OFFICE, "director"), harbour, sends(confirm=False)
    ),
    f"GET {SESSION}results/": Action(READS, on_session),
    f"PUT {RESULT}": Action(WRITES, on_play(), sends(result="4S-1 N", reason="Both sides agree", seen=1)),
    f"POST {RESULT}turn/": Action(WRITES, on_play(), sends(reason="")),
    f"POST {RESULT}drop/": Action(WRITES, on_play(3), sends(reason="No time")),
    f"POST {RESULT}postpone/": Action(WRITES, on_play(3), sends(reason="No time")),
    f"POST {RESULT}restore/": Action(WRITES, on_play(1), sends(reason="")),
    f"POST {RESULT}adjust/": Action(WRITES, on_play(), sends(ns="60", ew="40", reason="Law 12C2")),
    f"POST {RESULT}unadjust/": Action(
        WRITES, lambda cast: {"pk": in_play(cast).pk, "play": the_adjustment(cast).play_id}, sends(reason="")
    ),
    f"GET {SESSION}board-forms/": Action(READS, on_session),
    f"POST {SESSION}board-forms/": Action(api_only(*DESK, then=201), on_session, new_forms),
    f"GET {SESSION}standings/": Action(READS, on_session),
    f"GET {SESSION}entries-to-decide/": Action(READS, on_session),
    f"POST {SESSION}entries-to-decide/<int:entry>/settle/": Action(
        WRITES, lambda cast: {"pk": in_play(cast).pk, "entry": disputed(cast).pk}, sends(take=True)
    ),
    f"GET {SESSION}calls/": Action(READS, on_session),
    f"POST {SESSION}calls/": Action(api_only(*DESK, then=201), on_session, sends(table="1", reason="Revoke")),
    f"POST {SESSION}calls/<int:call>/take/": Action(WRITES, on_call),
    f"POST {SESSION}calls/<int:call>/close/": Action(WRITES, on_call, sends(note="Done")),
    f"GET {SESSION}penalties/": Action(READS, on_session),
    f"POST {SESSION}penalties/": Action(api_only(*DESK, then=201), on_session, new_penalty),
    f"POST {SESSION}penalties/<int:penalty>/withdraw/": Action(
        WRITES, lambda cast: {"pk": in_play(cast).pk, "penalty": the_penalty(cast).pk}, sends(reason="")
    ),
}
