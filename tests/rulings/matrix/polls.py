"""Polls: for those who rule; officials read them. The page of the polled is for whoever has the link."""

from __future__ import annotations

from typing import Any

from rulings.case_places import Where
from rulings.links import poll_path
from rulings.models import Poll
from rulings.services.polls import PollMatter, PollReply, note_answer, open_poll
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import OFFICIALS, Page, everyone, only
from tests.scoring.matrix.director import in_play, plays
from tests.standing import made_once

DIRECTS = ("director", "north_officer", "officer", "operator")
READS = (*DIRECTS, *(name for name in OFFICIALS if name not in DIRECTS), "secretary")
HAND = "KQ32.J54.T98.762"


@made_once
def the_poll(cast: Cast) -> Poll:
    found = Poll.objects.first()
    if found is None:
        play = plays(in_play(cast))[0]
        found = open_poll(
            actor=cast.actor("director"),
            session=in_play(cast),
            where=Where.of(play),
            matter=PollMatter(seat="S", hand=HAND),
        )
        note_answer(actor=cast.actor("director"), poll=found, person="Anna Outside", reply=PollReply("P"))
    return found


def at_session(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": in_play(cast).pk}


def at_poll(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"poll_id": the_poll(cast).pk}


PAGES: dict[str, Page] = {
    "poll": Page(everyone(200), lambda cast: {"link": poll_path(the_poll(cast)).split("/")[2]}),
    "club-session-polls": Page(only(*READS), at_session),
    "club-session-new-poll": Page(only(*DIRECTS), at_session),
    "club-session-poll": Page(only(*READS), at_poll),
    "club-session-poll-act": Page(only(*DIRECTS, then=302), at_poll, "post", {"act": "close"}),
}


def on_session(cast: Cast) -> dict[str, Any]:
    return {"pk": in_play(cast).pk}


def on_poll(cast: Cast) -> dict[str, Any]:
    return on_session(cast) | {"poll": the_poll(cast).pk}


def on_answer(cast: Cast) -> dict[str, Any]:
    return on_poll(cast) | {"answer": the_poll(cast).answers.get().pk}


def new_poll(cast: Cast) -> dict[str, Any]:
    return {"play": plays(in_play(cast))[0].pk, "seat": "S", "hand": HAND}


POLLS = "sessions/<int:pk>/polls/"
POLL = f"{POLLS}<int:poll>/"
ACTIONS: dict[str, Action] = {
    f"GET {POLLS}": Action(api_only(*READS), on_session),
    f"POST {POLLS}": Action(api_only(*DIRECTS, then=201), on_session, new_poll),
    f"GET {POLL}": Action(api_only(*READS), on_poll),
    f"POST {POLL}close/": Action(api_only(*DIRECTS), on_poll),
    f"POST {POLL}reopen/": Action(api_only(*DIRECTS), on_poll),
    f"POST {POLL}answers/<int:answer>/judge/": Action(
        api_only(*DIRECTS), on_answer, sends(is_peer=False, why_not="No peer")
    ),
}
