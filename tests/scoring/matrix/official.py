"""The official score: everybody reads it, those who run sessions publish, those who played a board ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from clubs.models import Player
from events.models import Place, Play, Session
from scoring.models import Correction, LateDeadline, OfficialScore
from scoring.result_input import ResultInput
from scoring.services.corrections import ask_for_correction
from scoring.services.deciding import accept_correction
from scoring.services.late import give_deadlines
from scoring.services.official import publish
from scoring.services.results import set_result
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import everyone as api_everyone
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import HARBOUR_OFFICE, Page, everyone, only, signed_in
from tests.events.evening import make_players, make_session
from tests.events.matrix.desk import DESK
from tests.standing import made_once

Make = Callable[[Cast], dict[str, Any]]
NAME = "Published pairs"


@made_once
def the_session(cast: Cast) -> Session:
    """Published just now, with something to publish again; the member has played in it."""
    known = Session.objects.filter(event__name=NAME).first()
    if known is not None:
        return known
    people: list[Player] = make_players(12)
    people[0] = cast.member.player
    session = make_session(cast.harbour, 6, state="finished", players=people, name=NAME)
    director = cast.actor("director")
    plays = plays_of(session)
    for play in plays:
        set_result(actor=director, play=play, result=ResultInput.parse("4S= N"))
    publish(actor=director, session=session)
    set_result(actor=director, play=plays[-1], result=ResultInput.parse("4S-1 N"), reason="Typing")
    return session


def plays_of(session: Session) -> list[Play]:
    rows = Play.objects.filter(section__session=session, round=1).select_related("section__session__event__club")
    return list(rows.order_by("table", "board"))


def own_play(cast: Cast) -> Play:
    session = the_session(cast)
    pair = Place.objects.get(session=session, number=1).contestant_id
    return next(play for play in plays_of(session) if pair in play.contestant_ids)


def the_correction(cast: Cast) -> Correction:
    known = Correction.objects.first()
    return known or ask_for_correction(
        actor=cast.actor("member"), play=own_play(cast), claimed="4S-2 N", words="Two down"
    )


def to_approve(cast: Cast) -> Correction:
    row = the_correction(cast)
    if row.state == "open":
        Correction.objects.filter(pk=row.pk).update(is_late=True)
        row.refresh_from_db()
        return accept_correction(actor=cast.actor("director"), correction=row, reason="Sheet", beyond_doubt=True)
    return row


def the_deadline(cast: Cast) -> LateDeadline:
    play = own_play(cast)
    session = the_session(cast)
    return give_deadlines(
        session=session, contestants=[play.north_id], about="ruling:1", title="Ruling", at=timezone.now()
    )[0]


def at_session(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": the_session(cast).pk}


def at_number(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"number": 1}


def at_correction(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"correction_id": the_correction(cast).pk}


def at_approval(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"correction_id": to_approve(cast).pk}


def act(where: Make, then: int = 302, **data: str) -> Page:
    return Page(only(*DESK, then=then), where, "post", data)


ENTERED = {"table": "1", "round": "1", "board": "1", "side": "NS", "claimed": "P", "words": "Thrown in"}
PAGES: dict[str, Page] = {
    "club-session-official": Page(everyone(200), at_session),
    "club-session-publication": Page(everyone(200), at_number),
    "club-session-ask-correction": Page(signed_in(200), at_session),
    "club-session-take-back-correction": Page(everyone(403, anonymous=302, member=302), at_correction, "post"),
    "club-session-official-desk": Page(only(*DESK), at_session),
    "club-session-publish": act(at_session, note="Board 9"),
    "club-session-take-back-publication": act(at_session, reason="Too early"),
    "club-session-make-final": act(at_session, then=422),
    "club-session-tell-side": act(
        lambda cast: at_session(cast) | {"late_deadline_id": the_deadline(cast).pk}, how="By phone"
    ),
    "club-session-contact": act(at_session, then=422, text="0123"),
    "club-session-enter-correction": act(at_session, then=422, **(ENTERED | {"board": "99"})),
    "club-session-correction": Page(only(*DESK), at_correction),
    "club-session-decide-correction": act(at_correction, verdict="refuse", reason="No", version="1", seen="1"),
    "club-session-approve-correction": Page(
        only(*HARBOUR_OFFICE, then=302), at_approval, "post", {"approves": "yes", "version": "2"}
    ),
}


def on_session(cast: Cast) -> dict[str, Any]:
    return {"pk": the_session(cast).pk}


def on_correction(cast: Cast) -> dict[str, Any]:
    return {"pk": the_session(cast).pk, "correction": the_correction(cast).pk}


def on_approval(cast: Cast) -> dict[str, Any]:
    return {"pk": the_session(cast).pk, "correction": to_approve(cast).pk}


def over(cast: Cast) -> dict[str, Any]:
    """Its periods are over, and everything is published."""
    session = the_session(cast)
    if session.publications.count() == 1:
        publish(actor=cast.actor("director"), session=session)
        OfficialScore.objects.update(minutes=dict.fromkeys(OfficialScore.objects.get().minutes, -1))
    return {"pk": session.pk}


def asked(cast: Cast) -> dict[str, Any]:
    return {"play": own_play(cast).pk, "claimed": "4S-3 N", "words": "Three down"}


SESSION = "sessions/<int:pk>/"
CORRECTION = f"{SESSION}corrections/<int:correction>/"
PLAYED = api_only("member", then=201)
ACTIONS: dict[str, Action] = {
    f"GET {SESSION}official/": Action(api_everyone(200), on_session),
    f"GET {SESSION}official/<int:number>/changes/": Action(
        api_everyone(200), lambda cast: on_session(cast) | {"number": 1}
    ),
    f"POST {SESSION}official/publish/": Action(api_only(*DESK, then=201), on_session, sends(note="Board 9")),
    f"POST {SESSION}official/take-back/": Action(api_only(*DESK), on_session, sends(reason="Too early")),
    f"POST {SESSION}official/final/": Action(api_only(*DESK), over),
    f"POST {SESSION}corrections/ask/": Action(PLAYED, on_session, asked),
    f"POST {CORRECTION}take-back/": Action(api_only("member"), on_correction),
    f"GET {SESSION}corrections/": Action(api_only(*DESK), on_session),
    f"POST {SESSION}corrections/": Action(
        api_only(*DESK, then=201), on_session, lambda cast: asked(cast) | {"contestant": own_play(cast).north_id}
    ),
    f"POST {CORRECTION}decide/": Action(api_only(*DESK), on_correction, sends(verdict="refuse", reason="No")),
    f"POST {CORRECTION}approve/": Action(api_only(*HARBOUR_OFFICE), on_approval, sends(approves=True)),
    f"GET {SESSION}late-deadlines/": Action(api_only(*DESK), on_session),
    f"POST {SESSION}late-deadlines/<int:late_deadline>/tell/": Action(
        api_only(*DESK), lambda cast: on_session(cast) | {"late_deadline": the_deadline(cast).pk}, sends(how="Phone")
    ),
}
