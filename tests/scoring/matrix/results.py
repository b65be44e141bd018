"""Results: for everybody, as far as the director and the seal let them."""

from __future__ import annotations

from typing import Any

from events.models import Contestant, Session
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.conditions import board_conditions
from scoring.services.imports import ImportedScore, score_now, take_results
from tests.cast import Cast
from tests.clubs.api.matrix import Action
from tests.clubs.api.matrix import everyone as api_everyone
from tests.clubs.page import Page, everyone, harbour, signed_in
from tests.events.evening import EVENING
from tests.events.matrix.desk import session_in
from tests.scoring.matrix.director import plays
from tests.standing import made_once


@made_once
def finished(cast: Cast) -> Session:
    """A session that is over, its first round played and scored."""
    session = session_in(cast, "finished")
    if not session.fields.exists():
        fields = validated_score_fields(ResultInput.parse("4S= N"), board_conditions(session.sections.get(), 1))
        taken = [ImportedScore(play, fields) for play in plays(session)]
        take_results(actor=cast.actor("director"), session=session, results=taken)
        score_now(session=session, at=EVENING)
    return session


def at(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": finished(cast).pk}


def on_board(cast: Cast) -> dict[str, Any]:
    return at(cast) | {"number": plays(finished(cast))[0].board}


def contestant_in(cast: Cast) -> Contestant:
    return plays(finished(cast))[0].north


def on_card(cast: Cast) -> dict[str, Any]:
    return at(cast) | {"contestant_id": contestant_in(cast).pk}


def on_play(cast: Cast) -> dict[str, Any]:
    return at(cast) | {"play_id": plays(finished(cast))[0].pk, "side": "ns"}


def on_player(cast: Cast) -> dict[str, Any]:
    entrant = contestant_in(cast).entrants.first()
    assert entrant is not None
    return harbour(cast) | {"player_id": entrant.player_id}


PAGES: dict[str, Page] = {
    "club-session-results": Page(everyone(200), at),
    "club-session-results-boards": Page(everyone(200), at),
    "club-session-results-board": Page(everyone(200), on_board),
    "club-session-results-cards": Page(everyone(200), at),
    "club-session-results-card": Page(everyone(200), on_card),
    "club-session-results-why-place": Page(everyone(200), on_card),
    "club-session-results-why-score": Page(everyone(200), on_play),
    "club-session-results-hands": Page(everyone(200), at),
    "club-results": Page(everyone(200), harbour),
    "club-player-results": Page(everyone(200), on_player),
    "own-results": Page(signed_in(200)),
}


def session_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": finished(cast).pk}


def api_card(cast: Cast) -> dict[str, Any]:
    return session_pk(cast) | {"contestant": contestant_in(cast).pk}


SESSION = "sessions/<int:pk>/"
ACTIONS: dict[str, Action] = {
    f"GET {SESSION}ranking/": Action(api_everyone(200), session_pk),
    f"GET {SESSION}ranking/<int:contestant>/why/": Action(api_everyone(200), api_card),
    f"GET {SESSION}travellers/<int:number>/": Action(api_everyone(200), lambda cast: session_pk(cast) | {"number": 1}),
    f"GET {SESSION}travellers/plays/<int:play>/why/<str:side>/": Action(
        api_everyone(200), lambda cast: session_pk(cast) | {"play": plays(finished(cast))[0].pk, "side": "ns"}
    ),
    f"GET {SESSION}scorecards/<int:contestant>/": Action(api_everyone(200), api_card),
}
