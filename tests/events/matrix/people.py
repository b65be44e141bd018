"""Table money, officials, substitutes and line-ups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clubs.models import Player
from events.models import Entrant, Session, SessionOfficial, Substitution, TableMoney
from events.movements import MovementKind, Unit
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import Page, only
from tests.events.evening import EVENING, make_session
from tests.events.matrix.desk import DESK, PLAYING, at, pk_in, session_in
from tests.standing import made_once

Make = Callable[[Cast], dict[str, Any]]


def first_entrant(cast: Cast) -> Entrant:
    return Entrant.objects.filter(event__sessions=session_in(cast, PLAYING)).order_by("pk")[0]


def a_player(cast: Cast) -> Player:
    player = first_entrant(cast).player
    assert player
    return player


def some_money(cast: Cast) -> TableMoney:
    session = session_in(cast, PLAYING)
    fields = {"session": session, "player": a_player(cast), "how": "cash", "amount": 4, "taken_at": EVENING}
    return TableMoney.objects.filter(withdrawn_at=None).first() or TableMoney.objects.create(**fields)


def an_official(cast: Cast) -> SessionOfficial:
    made = SessionOfficial.objects.get_or_create(
        session=session_in(cast, PLAYING), player=cast.chair.player, duty="scorer"
    )
    return made[0]


def a_director(cast: Cast) -> SessionOfficial:
    made = SessionOfficial.objects.get_or_create(
        session=session_in(cast, PLAYING), player=cast.director.player, duty="director"
    )
    return made[0]


def a_substitution(cast: Cast) -> Substitution:
    entrant, session = first_entrant(cast), session_in(cast, PLAYING)
    made = Substitution.objects.get_or_create(
        place=session.places.get(contestant=entrant.contestant),
        entrant=entrant,
        player=cast.chair.player,
        defaults={"first_round": 1, "made_at": EVENING},
    )
    return made[0]


@made_once
def teams(cast: Cast) -> Session:
    """A match between four teams; the member is captain of the first."""
    found = Session.objects.filter(event__name="Teams").first()
    if found:
        return found
    session = make_session(cast.harbour, 4, unit=Unit.TEAM, kind=MovementKind.ROUND_ROBIN, name="Teams")
    session.places.get(number=1).contestant.entrants.filter(position=1).update(
        is_captain=True, player=cast.member.player
    )
    return session


def for_teams(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": teams(cast).pk}


def for_first_team(cast: Cast) -> dict[str, Any]:
    return for_teams(cast) | {"place_id": teams(cast).places.get(number=1).pk}


def playing(**more: Callable[[Cast], Any]) -> Make:
    return lambda cast: at(PLAYING)(cast) | {name: made(cast).pk for name, made in more.items()}


PAGES: dict[str, Page] = {
    "club-session-money": Page(only(*DESK), at(PLAYING)),
    "club-session-take-money": Page(only(*DESK, then=422), at(PLAYING), "post"),
    "club-session-withdraw-money": Page(only(*DESK, then=404), at(PLAYING), "post"),
    "club-session-export-money": Page(only(*DESK), at(PLAYING)),
    "club-session-settle-money": Page(only(*DESK), playing(player_id=a_player)),
    "club-session-officials": Page(only(*DESK), at(PLAYING)),
    "club-session-deputy": Page(only(*DESK), playing(official_id=an_official)),
    "club-session-charge": Page(only(*DESK, then=302), playing(official_id=a_director), "post"),
    "club-session-remove-official": Page(only(*DESK, then=302), playing(official_id=an_official), "post"),
    "club-session-substitutes": Page(only(*DESK), at(PLAYING)),
    "club-session-end-substitute": Page(only(*DESK, then=302), playing(substitution_id=a_substitution), "post"),
    "club-session-withdraw-substitute": Page(only(*DESK, then=302), playing(substitution_id=a_substitution), "post"),
    "club-session-line-ups": Page(only(*DESK, "member"), for_teams),
    "club-session-line-up": Page(only(*DESK, "member"), for_first_team),
}


def in_play(**more: Callable[[Cast], Any]) -> Make:
    return lambda cast: pk_in(PLAYING)(cast) | {name: made(cast).pk for name, made in more.items()}


def one_pays(cast: Cast) -> dict[str, Any]:
    return {"players": [a_player(cast).pk], "amount": "4.00"}


def chair_helps(cast: Cast) -> dict[str, Any]:
    return {"visitor": "Walk-in Wanda", "entrant": first_entrant(cast).pk, "first_round": 2}


def turned_round(cast: Cast) -> dict[str, Any]:
    place = teams(cast).places.get(number=1)
    west, east, south, north = (one.pk for one in place.contestant.entrants.order_by("position"))
    seats = {"north": north, "south": south, "east": east, "west": west}
    return {"place": place.pk, "first_round": 2, **seats}


def team_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": teams(cast).pk}


ONE = "sessions/<int:pk>/"
MONEY = in_play(money=some_money)
OFFICIAL = in_play(official=an_official)
SUBSTITUTION = in_play(substitution=a_substitution)
ACTIONS: dict[str, Action] = {
    f"GET {ONE}money/": Action(api_only(*DESK), pk_in(PLAYING)),
    f"POST {ONE}money/": Action(api_only(*DESK, then=201), pk_in(PLAYING), one_pays),
    f"POST {ONE}money/<int:money>/correct/": Action(api_only(*DESK), MONEY, sends(how="card", amount="5.00")),
    f"POST {ONE}money/<int:money>/withdraw/": Action(api_only(*DESK), MONEY),
    f"GET {ONE}officials/": Action(api_only(*DESK), pk_in(PLAYING)),
    f"POST {ONE}officials/": Action(
        api_only(*DESK, then=201), pk_in(PLAYING), sends(visitor="Guest Director", duty="director")
    ),
    f"PATCH {ONE}officials/<int:official>/": Action(api_only(*DESK), OFFICIAL, sends(deputy=None)),
    f"POST {ONE}officials/<int:official>/charge/": Action(api_only(*DESK), in_play(official=a_director)),
    f"DELETE {ONE}officials/<int:official>/": Action(api_only(*DESK, then=204), OFFICIAL),
    f"GET {ONE}substitutes/": Action(api_only(*DESK), pk_in(PLAYING)),
    f"POST {ONE}substitutes/": Action(api_only(*DESK, then=201), pk_in(PLAYING), chair_helps),
    f"POST {ONE}substitutes/<int:substitution>/end/": Action(api_only(*DESK), SUBSTITUTION, sends(last_round=3)),
    f"POST {ONE}substitutes/<int:substitution>/withdraw/": Action(api_only(*DESK), SUBSTITUTION),
    f"GET {ONE}boards-played/": Action(api_only(*DESK), pk_in(PLAYING)),
    f"GET {ONE}line-ups/": Action(api_only(*DESK, "member"), team_pk),
    f"PUT {ONE}line-ups/": Action(api_only(*DESK, "member"), team_pk, turned_round),
}
