"""A knock-out as it stands: the draw sheet, who has won which match, who goes on."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from django.utils.translation import gettext as _

from core.actors import Actor
from events.models import Contestant, Event, Place, Session
from events.movements.knockout import Bracket, BracketMatch, BracketSlot, bracket
from events.selectors.entries import title_for
from events.selectors.seats import with_people
from events.selectors.tables import ranges
from scoring.engine import tie_breaks
from scoring.engine.numbers import ZERO
from scoring.models import Knockout, MatchTerm
from scoring.models.matches import TermKind
from scoring.selectors.newest_matches import RunMatch, newest_matches

LEAST_EXTRA = 2


@dataclass(frozen=True)
class Tie:
    """A match of the draw sheet. `why` says how it was won, or what is still open."""

    number: int
    # Two teams, or three.
    slots: tuple[Contestant | None, ...]
    # The teams as the reader may see them, or where they come from.
    titles: tuple[str, ...]
    session: Session | None
    matches: tuple[RunMatch, ...]
    # Those who go on, best first: as many as the sheet wants, or none yet.
    through: tuple[Contestant, ...]
    why: str
    # The director's word, where it decided.
    term: MatchTerm | None = None

    @property
    def winner(self) -> Contestant | None:
        return self.through[0] if self.through else None

    @property
    def match(self) -> RunMatch | None:
        """The match of two; of three each pair has its own."""
        return self.matches[0] if self.matches and len(self.slots) == 2 else None

    @property
    def is_open(self) -> bool:
        """Both teams are known, and neither has won yet. Of three the director says it on the page of each match."""
        return len(self.slots) == 2 and not self.through and None not in self.slots and self.session is not None

    @property
    def lines(self) -> list[tuple[str, bool, bool]]:
        """Each team with whether it is known, and whether it goes on."""
        pairs = zip(self.slots, self.titles, strict=True)
        return [(title, team is not None, team is not None and team in self.through) for team, title in pairs]

    @property
    def net(self) -> str:
        if self.match is None or not self.match.is_begun:
            return ""
        home, away = (str(int(imps)) if imps.denominator == 1 else f"{float(imps):.2f}" for imps in self.match.won)
        is_home = self.slots[0] is not None and self.match.home_id == self.slots[0].pk
        return f"{home}–{away}" if is_home else f"{away}–{home}"


@dataclass(frozen=True)
class KnockoutSheet:
    """`rounds` has the matches of each round; `seated` says for how many rounds the teams have been given seats."""

    knockout: Knockout
    bracket: Bracket
    rounds: tuple[tuple[Tie, ...], ...]
    seated: int

    @property
    def champion(self) -> Contestant | None:
        return self.rounds[-1][0].winner

    @property
    def byes(self) -> tuple[int, ...]:
        return self.bracket.byes


def knockout_sheet(event: Event, actor: Actor | None = None) -> KnockoutSheet | None:
    """As this reader may see it; whoever acts by it needs no names."""
    knockout = Knockout.objects.filter(event=event).first()
    if knockout is None:
        return None
    people = {contestant.pk: contestant for contestant in with_people(Contestant.objects.filter(event=event))}
    sessions = {session.number: session for session in event.sessions.select_related("event__club")}
    drawn = bracket(len(knockout.seeds), knockout.three_ways)
    reader = _TieReader(event, actor, knockout, people, _matches_by_teams(sessions), _winner_terms(event))
    rounds = tuple(
        tuple(reader.tie(match, sessions.get(number)) for match in matches)
        for number, matches in enumerate(drawn.rounds, start=1)
    )
    seated = set(Place.objects.filter(session__event=event).values_list("session__number", flat=True))
    return KnockoutSheet(knockout, drawn, rounds, max(seated, default=0))


TeamsKey = tuple[int, frozenset[int]]
Met = tuple[RunMatch | None, MatchTerm | None]


def _winner_terms(event: Event) -> dict[TeamsKey, MatchTerm]:
    """What the director said of who goes on, by session and teams."""
    terms = MatchTerm.objects.filter(session__event=event, kind=TermKind.WINNER, withdrawn_at=None)
    return {(term.session_id, frozenset((term.home_id, term.away_id))): term for term in terms}


@dataclass
class _TieReader:
    """Reads the matches of a draw sheet one after the other: each round builds on the winners of the one before."""

    event: Event
    actor: Actor | None
    knockout: Knockout
    people: dict[int, Contestant]
    matches: dict[TeamsKey, RunMatch]
    terms: dict[TeamsKey, MatchTerm]
    winners: dict[tuple[int, int], Contestant] = field(default_factory=dict)

    def tie(self, match: BracketMatch, session: Session | None) -> Tie:
        teams = tuple(_team(slot, self.knockout, self.people, self.winners) for slot in match.slots)
        pairs = combinations([team.pk for team in teams if team], 2)
        keys = [(session.pk if session else 0, frozenset(pair)) for pair in pairs]
        met = [(self.matches.get(key), self.terms.get(key)) for key in keys]
        through, why = _who_goes_on(self.event, met, self.people, len(teams), match.survivors)
        self.winners |= {(match.number, place): team for place, team in enumerate(through, start=1)}
        titles = tuple(_title(self.actor, team, slot) for team, slot in zip(teams, match.slots, strict=True))
        term = met[0][1] if len(teams) == 2 and met else None
        run_matches = tuple(run_match for run_match, _term in met if run_match is not None)
        return Tie(match.number, teams, titles, session, run_matches, through, why, term)


def _who_goes_on(
    event: Event, met: list[Met], people: dict[int, Contestant], size: int, survivors: int
) -> tuple[tuple[Contestant, ...], str]:
    """Who goes on, and why; nobody while something is open."""
    if size == 2:
        winner, why = knockout_winner(event, *(met[0] if met else (None, None)), people)
        return ((winner,) if winner else ()), why
    if len(met) < 3:
        return (), ""
    won: Counter[int] = Counter()
    net: dict[int, Fraction] = defaultdict(Fraction)
    for match, term in met:
        if match is None or not match.is_begun:
            return (), ""
        winner, why = knockout_winner(event, match, term, people)
        if winner is None:
            return (), _("%(one)s – %(other)s: %(why)s") % _match_words(match, people, why)
        won[winner.pk] += 1
        for team, margin in zip((match.home_id, match.away_id), match.net, strict=True):
            net[team] += margin
    order = sorted(net, key=lambda team: (-won[team], -net[team]))
    last, out = order[survivors - 1], order[survivors]
    if (won[last], net[last]) == (won[out], net[out]):
        return (), _("Level after all three matches: write on the page of one of them who won it.")
    return tuple(people[team] for team in order[:survivors]), _("by matches won, then by IMPs")


def _match_words(match: RunMatch, people: dict[int, Contestant], why: str) -> dict[str, str]:
    return {"one": people[match.home_id].title, "other": people[match.away_id].title, "why": why}


def _matches_by_teams(sessions: dict[int, Session]) -> dict[TeamsKey, RunMatch]:
    matches = {}
    for session in sessions.values():
        if session.round:
            for match in newest_matches(session):
                matches[session.pk, frozenset((match.home_id, match.away_id))] = match
    return matches


def _team(
    slot: BracketSlot, knockout: Knockout, people: dict[int, Contestant], winners: dict[tuple[int, int], Contestant]
) -> Contestant | None:
    if slot.seed is not None:
        return people.get(knockout.seeds[slot.seed - 1])
    return winners.get((slot.match or 0, slot.place))


def _title(actor: Actor | None, team: Contestant | None, slot: BracketSlot) -> str:
    if team is not None:
        return title_for(actor, team) if actor is not None else team.title
    if slot.seed is not None:
        return _("Seed %(seed)s") % {"seed": slot.seed}
    if slot.place > 1:
        return _("Second of match %(match)s") % {"match": slot.match}
    return _("Winner of match %(match)s") % {"match": slot.match}


def knockout_winner(
    event: Event, match: RunMatch | None, term: MatchTerm | None, people: dict[int, Contestant]
) -> tuple[Contestant | None, str]:
    """Who goes on and why, or what is open. The director's word goes before the figures."""
    if term is not None:
        return people.get(term.team_id), term.reason
    if match is None or not match.is_begun:
        return None, ""
    if match.missing:
        return None, _("Boards %(boards)s are missing.") % {"boards": ranges(match.missing)}
    home, away = match.net
    if home != away:
        margin = abs(home - away) / 2
        margin_words = _("by %(imps)s") % {"imps": int(margin) if margin.denominator == 1 else f"{float(margin):.2f}"}
        return people.get(match.home_id if home > away else match.away_id), margin_words
    return _tie_break_winner(event, match, people)


def _tie_break_winner(event: Event, match: RunMatch, people: dict[int, Contestant]) -> tuple[Contestant | None, str]:
    """Equal after all boards: the declared tie-breaks, as far as they say anything about one match."""
    home, away = str(match.home_id), str(match.away_id)
    boards = [(Fraction(board["home"]), Fraction(board["away"])) for board in match.boards]
    encounters = [
        tie_breaks.Encounter(home, (away,), ZERO, ZERO, tuple(boards)),
        tie_breaks.Encounter(
            away, (home,), ZERO, ZERO, tuple((away_imps, home_imps) for home_imps, away_imps in boards)
        ),
    ]
    for rule in tie_breaks.tie_breaks_in_order(event.tie_breaks, encounters, {}, f"knockout:{event.pk}:{match.key}"):
        figures = [rule.figure(who, [home, away]) for who in (home, away)]
        if figures[0] != figures[1]:
            winner = match.home_id if figures[0] > figures[1] else match.away_id
            return people.get(winner), _("level; the tie-break decided")
    extra = max(LEAST_EXTRA, -(-len(match.all_boards) // 8))
    sentence = _("Level: let them play %(count)s extra boards and say who goes on.")
    return None, sentence % {"count": extra}
