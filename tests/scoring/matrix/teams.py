"""Matches, draws, event results and draw sheets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

from core.actors import system
from events.models import Entrant, Event, Session
from scoring.models import MatchAgreement, MatchTerm
from scoring.selectors.newest_matches import RunMatch, newest_matches
from scoring.services.draws import draw_round
from scoring.services.knockouts import draw_knockout
from scoring.services.matches import add_term, agree
from scoring.services.stages import qualify_for
from tests.cast import Cast
from tests.clubs.api.matrix import HARBOUR_OFFICE, Action, sends
from tests.clubs.api.matrix import everyone as api_everyone
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import Page, everyone, only
from tests.events.evening import EVENING
from tests.events.matrix.desk import DESK
from tests.scoring.contest import make_teams, play_round, section_of
from tests.scoring.test_event_results import knockout, pairs_event, play_pairs, sessions_of
from tests.standing import made_once

Make = Callable[[Cast], dict[str, Any]]
KEEPERS = (*HARBOUR_OFFICE, "director")


@made_once
def swiss(cast: Cast) -> Session:
    """Four teams after their first round; the member is captain of the first."""
    found = Session.objects.filter(event__name="Swiss teams").select_related("event__club__federation").first()
    if found:
        return found
    session = make_teams(cast.harbour, 4, boards=1, name="Swiss teams")
    team = session.places.get(contestant__name="Team 1").contestant
    Entrant.objects.filter(contestant=team, is_captain=True).update(player=cast.member.player)
    play_round(session, 1)
    return session


def first(cast: Cast) -> RunMatch:
    session = swiss(cast)
    team = session.places.get(contestant__name="Team 1").contestant_id
    return next(row for row in newest_matches(session) if team in row.key)


def at_session(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": swiss(cast).pk}


def at_section(cast: Cast) -> dict[str, Any]:
    return at_session(cast) | {"section_id": section_of(swiss(cast)).pk}


def at_match(cast: Cast) -> dict[str, Any]:
    number, home, away = first(cast).key
    return at_session(cast) | {"round_number": number, "home": home, "away": away}


def at_agreed(cast: Cast) -> dict[str, Any]:
    session = swiss(cast)
    if not MatchAgreement.objects.exists():
        agree(actor=cast.actor("member"), session=session, key=first(cast).key, seen="")
    return at_match(cast)


def the_term(cast: Cast) -> MatchTerm:
    row = first(cast)
    return MatchTerm.objects.first() or add_term(
        actor=system(),
        session=swiss(cast),
        key=row.key,
        kind="penalty",
        team=swiss(cast).event.contestants.get(pk=row.home_id),
        imps=Decimal(1),
        reason="Late",
    )


def at_term(cast: Cast) -> dict[str, Any]:
    return at_match(cast) | {"term_id": the_term(cast).pk}


def at_event(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "event_id": swiss(cast).event_id}


@made_once
def the_knockout(cast: Cast, *, drawn: bool = True) -> Event:
    event = Event.objects.filter(movement_kind="knockout").first()
    if event is None:
        event = knockout(cast, 4, 2)
        if drawn:
            draw_knockout(actor=system(), event=event)
    return event


def at_knockout(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "event_id": the_knockout(cast).pk}


@made_once
def two_stages(cast: Cast, *, seated: bool = False) -> Event:
    event = Event.objects.filter(name="Two stages").first()
    if event is None:
        event = pairs_event(cast, pairs=4, name="Two stages", boards=6)
        play_pairs(sessions_of(event)[0])
        if seated:
            qualify_for(actor=system(EVENING + timedelta(days=1)), session=sessions_of(event)[1], places=4)
    return event


def at_stages(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "event_id": two_stages(cast).pk}


def refused(where: Make, then: int, *who: str, **data: str) -> Page:
    return Page(only(*who, then=then), where, "post", data)


PAGES: dict[str, Page] = {
    "club-session-matches": Page(everyone(200), at_session),
    "club-session-butler": Page(everyone(200), at_session),
    "club-session-match": Page(everyone(200), at_match),
    "club-session-score-up": Page(only("member", then=302), at_session),
    "club-session-match-agree": Page(only("member", then=302), at_match, "post"),
    "club-session-match-witness": refused(at_match, 422, *DESK),
    "club-session-match-disagree": Page(everyone(404, anonymous=302), at_agreed, "post"),
    "club-session-match-term": refused(at_match, 422, *DESK),
    "club-session-match-withdraw-term": refused(at_term, 302, *DESK),
    "club-session-draw-round": Page(only(*DESK), at_section),
    "club-session-fields": Page(only(*DESK), at_session),
    "club-event-results": Page(everyone(200), at_event),
    "club-event-qualify": refused(at_stages, 422, *KEEPERS),
    "club-event-qualify-undo": refused(at_stages, 404, *KEEPERS),
    "club-event-knockout": Page(everyone(200), at_knockout),
    "club-event-knockout-act": refused(at_knockout, 302, *DESK, act="next"),
}


def on_session(cast: Cast) -> dict[str, Any]:
    return {"pk": swiss(cast).pk}


def on_match(cast: Cast) -> dict[str, Any]:
    number, home, away = first(cast).key
    return on_session(cast) | {"round": number, "home": home, "away": away}


def on_term(cast: Cast) -> dict[str, Any]:
    return on_session(cast) | {"term": the_term(cast).pk}


def on_section(cast: Cast) -> dict[str, Any]:
    return on_session(cast) | {"section": section_of(swiss(cast)).pk}


def on_drawn(cast: Cast) -> dict[str, Any]:
    section = section_of(swiss(cast))
    if not section.draws.exists():
        draw_round(actor=system(), section=section)
    return on_section(cast)


def seen(cast: Cast) -> dict[str, Any]:
    return {"seen": first(cast).digest}


def witnessed(cast: Cast) -> dict[str, Any]:
    return seen(cast) | {"team": first(cast).away_id, "reason": "Told me"}


def new_term(cast: Cast) -> dict[str, Any]:
    return {"kind": "carry", "team": first(cast).home_id, "imps": "4.5", "reason": "From the groups"}


def groups(cast: Cast) -> dict[str, Any]:
    return {"groups": [{"section": section_of(swiss(cast)).pk, "group": 1}]}


def on_event(cast: Cast) -> dict[str, Any]:
    return {"pk": swiss(cast).event_id}


def on_knockout(cast: Cast) -> dict[str, Any]:
    return {"pk": the_knockout(cast).pk}


def goes_on(cast: Cast) -> dict[str, Any]:
    return {"match": 1, "team": the_knockout(cast).knockout.seeds[0], "reason": "The others did not come"}


def on_undrawn(cast: Cast) -> dict[str, Any]:
    return {"pk": the_knockout(cast, drawn=False).pk}


def on_stages(cast: Cast) -> dict[str, Any]:
    return {"pk": two_stages(cast).pk}


def on_seated(cast: Cast) -> dict[str, Any]:
    event = two_stages(cast, seated=True)
    return {"pk": event.pk, "session": sessions_of(event)[1].pk}


def qualifiers(cast: Cast) -> dict[str, Any]:
    return {"session": sessions_of(two_stages(cast))[1].pk, "places": 4}


SESSION, EVENT = "sessions/<int:pk>/", "events/<int:pk>/"
MATCH = f"{SESSION}matches/<int:round>/<int:home>/<int:away>/"
DRAW = f"{SESSION}draws/<int:section>/"
ACTIONS: dict[str, Action] = {
    f"GET {SESSION}matches/": Action(api_everyone(200), on_session),
    f"GET {MATCH}": Action(api_everyone(200), on_match),
    f"GET {SESSION}butler/": Action(api_everyone(200), on_session),
    f"POST {MATCH}agree/": Action(api_only("member"), on_match, seen),
    f"POST {MATCH}witness/": Action(api_only(*DESK), on_match, witnessed),
    f"POST {MATCH}terms/": Action(api_only(*DESK, then=201), on_match, new_term),
    f"POST {SESSION}match-terms/<int:term>/withdraw/": Action(api_only(*DESK), on_term, sends(reason="")),
    f"GET {DRAW}": Action(api_only(*DESK), on_section),
    f"POST {DRAW}": Action(api_only(*DESK, then=201), on_section, sends()),
    f"POST {DRAW}again/": Action(api_only(*DESK, then=201), on_drawn, sends(reason="A wrong score")),
    f"POST {DRAW}take-back/": Action(api_only(*DESK), on_drawn, sends(reason="A wrong score")),
    f"GET {SESSION}fields/": Action(api_only(*DESK), on_session),
    f"PUT {SESSION}fields/": Action(api_only(*DESK), on_session, groups),
    f"GET {EVENT}results/": Action(api_everyone(200), on_event),
    f"GET {EVENT}knockout/": Action(api_everyone(200), on_knockout),
    f"POST {EVENT}qualify/": Action(api_only(*KEEPERS), on_stages, qualifiers),
    f"POST {EVENT}qualify/<int:session>/take-back/": Action(api_only(*KEEPERS), on_seated, sends(reason="Wrong")),
    f"POST {EVENT}knockout/draw/": Action(api_only(*KEEPERS), on_undrawn),
    f"POST {EVENT}knockout/next/": Action(api_only(*DESK, then=400), on_knockout),  # nothing is decided yet
    f"POST {EVENT}knockout/winner/": Action(api_only(*DESK), on_knockout, goes_on),
    f"POST {EVENT}knockout/take-back/": Action(api_only(*DESK, then=204), on_knockout, sends(reason="Wrong seeds")),
}
