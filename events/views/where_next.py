"""“Where do we play next?”, by number or name, on a phone, without an account."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.views.bodies import Request
from core.conditional import conditional_response
from events.models import Session
from events.selectors.legs import contestant_legs
from events.selectors.screens import Screen, SectionParty, find_parties
from events.views.room import clock_context, room_for, room_page


@require_safe
@room_page
def where_next(request: Request, session: Session) -> HttpResponse:
    room = room_for(request, session)
    words = request.GET.get("q", "").strip()[:80]
    clock = clock_context(session, room.rounds, request.actor.at)
    screen = Screen(room, clock["clock"].phase)
    # While people move they ask for the round that comes, else for the one that is on.
    first = screen.upcoming if screen.layout == "seats" else room.round
    parties = find_parties(room, words)
    context = {
        "session": session,
        "event": session.event,
        "body": session.club,
        "club": session.club,
        "words": words,
        "answers": [_answer(found_party, first) for found_party in parties],
        "anybody": bool(room.sections),
        "several": len(room.sections) > 1,
        "first": first,
        **clock,
    }
    basis = "" if not words else repr((words, first, [answer["legs"] for answer in context["answers"]], clock["look"]))
    return conditional_response(request, render(request, "events/where_next.html", context), basis=basis)


def _answer(found_party: SectionParty, first: int) -> dict[str, Any]:
    legs = contestant_legs(found_party.section, found_party.party.number)
    return {
        "party": found_party.party,
        "legs": legs,
        "now": [leg for leg in legs if leg.round == first],
        "then": [leg for leg in legs if leg.round == first + 1],
        "later": [leg for leg in legs if leg.round > first + 1],
        "is_open": found_party.section.certain < found_party.section.rounds and first >= found_party.section.certain,
    }
