"""The casebook: published cases by year, by law and by topic, searched; for editors the drafts as well."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from appeals.anonymous import masterpoints_in
from appeals.models import Appeal, Case
from appeals.models.casebook import Topic
from appeals.selectors.pack_page import auction_in, seat_hands
from appeals.selectors.parties import contestants_player_ids, sides_at
from clubs.models import Player
from clubs.models.base import standing_on
from clubs.models.bodies import Body
from core.actors import Actor
from core.permissions import may
from events.selectors.hand_records import SEATS, VULNERABLE
from events.selectors.tables import session_room
from scoring.engine.cards import Seat
from scoring.selectors.own_plays import player_seat

SEARCHED = ("subject", "event", "facts", "away", "ruling", "statements", "decision", "dissent", "explanations")


def visible_cases(actor: Actor, body: Body) -> QuerySet[Case]:
    rows = Case.objects.filter(**standing_on(body)).select_related("federation", "club__federation")
    return rows if may(actor, "case.edit", body) else rows.filter(published_at__isnull=False)


def search_cases(rows: QuerySet[Case], query: str, law: str = "", topic: str = "") -> list[Case]:
    if topic in Topic.values:
        rows = rows.filter(topic=topic)
    for word in query.split()[:8]:
        looks = Q()
        for name in SEARCHED:
            looks |= Q(**{f"{name}__mentions": word})
        rows = rows.filter(looks)
    ordered = list(rows.order_by("-year", "number"))
    return [case for case in ordered if not law or law in case.law_refs]


@dataclass(frozen=True)
class Index:
    years: tuple[tuple[int, tuple[Case, ...]], ...]
    laws: tuple[tuple[str, int], ...]
    topics: tuple[tuple[str, Any, int], ...]


def case_index(rows: list[Case]) -> Index:
    years: dict[int, list[Case]] = defaultdict(list)
    laws: dict[str, int] = defaultdict(int)
    topics: dict[str, int] = defaultdict(int)
    for case in rows:
        years[case.year].append(case)
        topics[case.topic] += 1
        for law in case.law_refs:
            laws[law] += 1
    return Index(
        tuple((year, tuple(cases)) for year, cases in sorted(years.items(), reverse=True)),
        tuple(sorted(laws.items(), key=lambda item: (_number(item[0]), item[0]))),
        tuple((topic.value, topic.label, topics[topic.value]) for topic in Topic if topic.value in topics),
    )


def _number(law: str) -> int:
    digits = "".join(letter for letter in law[:3] if letter.isdecimal())
    return int(digits or 0)


@dataclass(frozen=True)
class CasebookEntry:
    """A case with its hands and auction drawn."""

    case: Case
    hands: Any
    auction: Any
    dealer: Any
    vulnerable: Any
    commentaries: list[Any]
    # Name of a seat, and the figure.
    masterpoints: list[tuple[Any, int]]


def casebook_entry(case: Case) -> CasebookEntry:
    return CasebookEntry(
        case,
        seat_hands(case.deal),
        auction_in(case.dealer, case.auction),
        SEATS[Seat(case.dealer)] if case.dealer else "",
        VULNERABLE.get(case.vulnerable, ""),
        [commentary for commentary in case.commentaries.all() if commentary.withdrawn_at is None],
        [(SEATS[Seat(seat)], points) for seat, points in masterpoints_in(case.masterpoints).items()],
    )


def seats_at(appeal: Appeal) -> dict[int, str]:
    """Who sat where, by the player's id; the others of a team are its members."""
    ruling = appeal.ruling
    ids = contestants_player_ids([pk for side in sides_at(ruling).values() for pk in side], appeal.session)
    players = Player.objects.filter(pk__in=ids)
    if ruling.play is None:
        return {player.pk: "" for player in players}
    room = session_room(appeal.session, open_names=True)
    return {player.pk: player_seat(player, ruling.play, room) for player in players}
