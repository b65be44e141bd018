"""Plays the demo's games through the services, each at its own moment; what is there already stays."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from random import Random
from zoneinfo import ZoneInfo

from clubs.models import Club, Membership, Player
from core.actors import Actor, system
from events.demo.content import EVENING, GAMES, SERIES, TEAMS, Game
from events.models import Event, Series, Session
from events.models.conditions import Form
from events.models.money import Settled
from events.models.sessions import Duty
from events.movements.drawing import certain_rounds
from events.selectors.money import session_account
from events.selectors.seats import session_sections
from events.services.board_use import deal_for_session, name_for, needed_by, use_boards
from events.services.boards import import_boards
from events.services.contestants import add_contestant
from events.services.draws import draw_round
from events.services.events import add_event, add_series, publish_event
from events.services.money import take_money
from events.services.officials import name_official
from events.services.partners import add_wish
from events.services.seating import seat_entered
from events.services.sessions import call_round, finish_session, last_round, start_session
from scoring.engine.deal import Deal
from scoring.engine.dealing import draw_set
from scoring.interchange.deal_boards import BoardDeal
from scoring.interchange.deal_pbn import write

ROUND = timedelta(minutes=20)


def load(at: datetime) -> Counter[str]:
    return _Loader(at).load()


class _Loader:
    def __init__(self, at: datetime) -> None:
        self.at = at
        self.added: Counter[str] = Counter()
        # Seeded, so that the same people meet in every demo.
        self.random = Random(1925)  # noqa: S311 - nothing is at stake

    def load(self) -> Counter[str]:
        clubs = {club.slug: club for club in Club.objects.select_related("federation")}
        for slug, fields in SERIES:
            self._series(clubs[slug], fields["name"], fields)
        missing = [(game, clubs[game.club]) for game in GAMES if not _is_there(game)]
        for game, club in missing:
            self._past(game, club)
        # Nobody sits in two games at once, so those who do are left out of the next.
        busy: set[int] = set()
        for game, club in missing:
            self._running(game, club, busy)
        for game, club in missing:
            self._coming(game, club)
        return self.added

    def _series(self, club: Club, name: str, fields: dict[str, object]) -> None:
        if not Series.objects.filter(club=club, name=name).exists():
            add_series(actor=system(self.at), club=club, **fields)
            self.added["series"] += 1

    # --- One of each ---------------------------------------------------------------------------------------------
    def _past(self, game: Game, club: Club) -> None:
        begun = _evening(club, club.day(self.at) - timedelta(days=game.days_ago))
        session = self._event(game, club, begun)
        self._enter(game, session, begun, first=game.regular)
        self._begin(session, begun, game.deals)
        last = self._play_to(session, last_round(session), begun)
        finish_session(actor=last, session=session)
        self._take(session, last)

    def _running(self, game: Game, club: Club, busy: set[int]) -> None:
        begun = self.at - game.running_for
        session = self._event(game, club, begun)
        players = self._enter(game, session, begun, leave_out=busy, first=game.first)
        busy |= {player.pk for player in players}
        if game.playing_director:
            self._deputy(session, game, begun)
        self._begin(session, begun)
        self._play_to(session, game.running_round, begun)
        self._take(session, system(begun), share=0.8)

    def _coming(self, game: Game, club: Club) -> None:
        """Half of the field has entered so far; where pairs play, somebody looks for a partner."""
        starts = _evening(club, club.day(self.at) + timedelta(days=game.days_ahead))
        session = self._event(game, club, starts)
        entered = self._enter(game, session, self.at, count=game.contestants // 2, first=game.regular)
        if game.size == Form.PAIRS.size:
            others = [player for player in self._members(club) if player not in entered]
            for player in others[:2]:
                add_wish(actor=system(self.at), event=session.event, player=player, note="Standard, weak notrump")

    # --- Steps ---------------------------------------------------------------------------------------------------
    def _event(self, game: Game, club: Club, starts_at: datetime) -> Session:
        actor = system(min(self.at, starts_at - timedelta(days=3)))
        event = add_event(actor=actor, club=club, starts_at=starts_at, name=game.name, **game.fields)
        publish_event(actor=actor, event=event)
        self.added["events"] += 1
        self.added["sessions"] += 1
        return Session.objects.select_related("event__club__federation").get(event=event)

    def _enter(
        self,
        game: Game,
        session: Session,
        at: datetime,
        *,
        count: int = 0,
        leave_out: set[int] | None = None,
        first: str = "",
    ) -> list[Player]:
        club = session.club
        people = [player for player in self._members(club) if player.pk not in (leave_out or set())]
        if first:
            own = _player(first)
            people = [own, *(player for player in people if player != own)]
        entered: list[Player] = []
        remaining = iter(people)
        for at_place in range(count or game.contestants):
            players = list(islice(remaining, game.size))
            name = TEAMS[at_place] if game.size == Form.TEAMS.size else ""
            add_contestant(actor=system(at), event=session.event, players=players, name=name)
            entered += players
        return entered

    def _members(self, club: Club) -> Iterator[Player]:
        """Members of today who have no office, in an order of their own."""
        day = club.day(self.at)
        memberships = Membership.objects.filter(club=club, player__erased_at=None).select_related("player__user")
        current = [
            membership.player
            for membership in memberships.order_by("pk")
            if membership.runs_on(day) and membership.player.user is None
        ]
        self.random.shuffle(current)
        return iter(list(dict.fromkeys(current)))

    def _deputy(self, session: Session, game: Game, at: datetime) -> None:
        """The director plays; somebody who does not rules at that table."""
        director, deputy = (_player(email) for email in (game.playing_director, game.deputy))
        name_official(actor=system(at), session=session, player=director, duty=Duty.DIRECTOR, deputy=deputy)

    def _begin(self, session: Session, at: datetime, deals: dict[int, str] | None = None) -> None:
        seat_entered(actor=system(at), session=session)
        if deals:
            _lay_down(session, deals, system(at))
        else:
            deal_for_session(actor=system(at), session=session)
        session.refresh_from_db()
        start_session(actor=system(at), session=session)

    def _play_to(self, session: Session, target_round: int, begun: datetime) -> Actor:
        actor = system(begun)
        for number in range(2, target_round + 1):
            actor = system(begun + (number - 1) * ROUND)
            self._draw(session, number, actor)
            call_round(actor=actor, session=session)
        return system(min(self.at, actor.at + ROUND))

    def _draw(self, session: Session, number: int, actor: Actor) -> None:
        """A Swiss in which the stronger keep winning: the round as its rehearsal has it."""
        for section in session_sections(session):
            movement = section.movement
            if movement is not None and certain_rounds(movement) < number:
                seats = [seating.seats for seating in movement.rounds[number - 1].seatings]
                matches = dict.fromkeys((min(pair), max(pair)) for pair in seats)
                draw_round(actor=actor, section=section, matches=list(matches))

    def _take(self, session: Session, actor: Actor, share: float = 1.0) -> None:
        lines = [line for line in session_account(session).lines if line.player and line.money is None and line.owed]
        players = [line.player for line in lines[: int(len(lines) * share)] if line.player]
        if players:
            take_money(actor=actor, session=session, players=players, how=Settled.CASH)


def _lay_down(session: Session, deals: dict[int, str], actor: Actor) -> None:
    """A set of boards from a file, as a club has it that duplicates by machine."""
    for section in session_sections(session):
        numbers = needed_by(section)
        dealt = dict(zip(numbers, draw_set(len(numbers), secrets.randbelow), strict=True))
        laid = {number: Deal.parse(text) for number, text in deals.items() if number in dealt}
        boards = [BoardDeal.of(number, deal) for number, deal in sorted((dealt | laid).items())]
        name = name_for(session)
        board_set = import_boards(actor=actor, club=session.club, name=name, data=write(boards), file_name="monday.pbn")
        use_boards(actor=actor, section=section, board_set=board_set)


def _player(email: str) -> Player:
    return Player.objects.get(user__email=email)


def _is_there(game: Game) -> bool:
    return Event.objects.filter(club__slug=game.club, name=game.name).exists()


def _evening(club: Club, day: date) -> datetime:
    return datetime.combine(day, EVENING, tzinfo=ZoneInfo(club.timezone))
