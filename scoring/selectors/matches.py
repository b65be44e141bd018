"""A match as its page shows it, and all matches of a session as a list and as a cross-table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from core.actors import Actor
from events.models import Play, Session
from events.selectors.tables import Room, sees_names, session_room
from scoring.engine.numbers import Rounding, plain
from scoring.models import MatchAgreement, MatchTerm
from scoring.models.matches import TermKind
from scoring.selectors.match_sight import MatchSight, match_sight
from scoring.selectors.newest_matches import Key, RunMatch, matches_and_byes, newest_matches
from scoring.selectors.result_lines import signed_text

TWO = Rounding(2)


def imps_text(value: Fraction, *, of_pairs: bool = False) -> str:
    """IMPs of teams are whole unless a ruling made them otherwise; those of pairs are means over the field."""
    text = plain(value)
    return TWO.show(value) if of_pairs or "/" in text else text


@dataclass(frozen=True)
class MatchTeam:
    contestant_id: int
    number: str
    title: str
    names: str
    players: frozenset[int] = frozenset()
    captain: str = ""

    def __str__(self) -> str:
        return self.title


@dataclass(frozen=True)
class RoomSeats:
    """Who sat at one of the two tables in a round of the match."""

    round: int
    table: str
    ns: str
    ew: str


@dataclass(frozen=True)
class TableResult:
    play: int
    result: str
    score: int | None
    adjusted: bool
    # After a split score, what each side counts as it sees it itself.
    ns_score: int | None = None
    ew_score: int | None = None

    @property
    def ns(self) -> str:
        return str(self.score) if self.score is not None and self.score > 0 else ""

    @property
    def ew(self) -> str:
        return str(-self.score) if self.score is not None and self.score < 0 else ""


@dataclass(frozen=True)
class BoardLine:
    """A board of a match. `state` is compared, missing, dropped, or hidden from this reader."""

    board: int
    state: str
    open: TableResult | None = None
    # Pairs have one table.
    closed: TableResult | None = None
    home: str = ""
    away: str = ""
    # The sum so far as each sees it; they mirror each other unless a board did not balance.
    running: str = ""
    running_away: str = ""
    # Of pairs: where the home pair sat, and whether the board's score is artificial.
    home_side: str = ""
    is_artificial: bool = False

    @property
    def away_side(self) -> str:
        return {"ns": "ew", "ew": "ns"}.get(self.home_side, "")

    @property
    def is_unbalanced(self) -> bool:
        """What the one has is not what the other lost."""
        return bool(self.home and self.away)

    @property
    def rooms(self) -> tuple[TableResult | None, TableResult | None]:
        return self.open, self.closed

    @property
    def good(self) -> str:
        """Which team won the board."""
        if self.home and not self.away:
            return "home"
        return "away" if self.away and not self.home else ""


@dataclass(frozen=True)
class MatchLine:
    """One match in a list. Figures are empty where this reader may not see them yet."""

    match: RunMatch
    home: MatchTeam
    away: MatchTeam
    is_seen: bool
    is_own: bool
    agreed: int
    # Played, but shown only with the ranking.
    waits_for_ranking: bool = False

    @property
    def key(self) -> Key:
        return self.match.key

    @property
    def imps(self) -> tuple[str, str]:
        if not self.is_seen or not self.match.is_begun:
            return "", ""
        home, away = (imps_text(won, of_pairs=self.match.is_of_pairs) for won in self.match.won)
        return home, away

    @property
    def sums(self) -> tuple[str, str]:
        """As `plain_sums`, for people: −6.53 and −2.80."""
        home, away = self.plain_sums
        return (home, away) if not home or self.match.is_balanced else (signed_text(home), signed_text(away))

    @property
    def plain_sums(self) -> tuple[str, str]:
        """IMPs won by each, 41–28; where the boards do not balance, what they come to for each: -6.53 and -2.80."""
        if not self.imps[0] or self.match.is_balanced:
            return self.imps
        home, away = (imps_text(board_sum, of_pairs=self.match.is_of_pairs) for board_sum in self.match.board_sums)
        return home, away

    @property
    def vps(self) -> tuple[str, str]:
        return self.match.vps if self.is_seen and self.match.is_begun else ("", "")

    @property
    def score(self) -> tuple[str, str]:
        """What counts: victory points, or IMPs where there are none."""
        return self.vps if self.vps[0] else self.sums

    @property
    def left(self) -> int:
        return len(self.match.missing)


@dataclass(frozen=True)
class MatchView:
    session: Session
    line: MatchLine
    lines: tuple[BoardLine, ...]
    open_room: tuple[RoomSeats, ...]
    closed_room: tuple[RoomSeats, ...]
    terms: tuple[MatchTerm, ...]
    agreements: tuple[MatchAgreement, ...]
    sight: MatchSight

    @property
    def missing(self) -> list[int]:
        return self.line.match.missing

    @property
    def current(self) -> dict[int, MatchAgreement]:
        return {agreement.team_id: agreement for agreement in self.agreements if agreement.ended_at is None}

    @property
    def ended(self) -> list[MatchAgreement]:
        """Agreements that a later change ended, the newest of each team that has not agreed again."""
        newest = {agreement.team_id: agreement for agreement in self.agreements if agreement.ended_at is not None}
        return [agreement for team, agreement in newest.items() if team not in self.current]

    @property
    def is_agreed(self) -> bool:
        return len(self.current) == 2

    @property
    def winner(self) -> MatchTerm | None:
        return next((term for term in self.terms if term.kind == TermKind.WINNER), None)


def teams_in(room: Room) -> dict[int, MatchTeam]:
    teams = {}
    for section in room.sections:
        for party in section.parties(room.round):
            if party.place is None:
                continue
            entrants = list(party.place.contestant.entrants.all())
            captain = next((entrant for entrant in entrants if entrant.is_captain), None)
            teams[party.place.contestant_id] = MatchTeam(
                party.place.contestant_id,
                party.name,
                party.title,
                ", ".join(party.names),
                frozenset(entrant.person_id for entrant in entrants if entrant.person_id),
                section.visible_name(captain.player) if captain and captain.player else "",
            )
    return teams


def _lines(
    matches: Iterable[RunMatch], teams: dict[int, MatchTeam], sight: MatchSight, agreed: dict[Key, int]
) -> list[MatchLine]:
    return [
        MatchLine(
            match,
            teams[match.home_id],
            teams[match.away_id],
            sight.sees_total(match.rounds, match.home_id, match.away_id),
            sight.is_own(match.home_id, match.away_id),
            agreed.get(match.key, 0),
            sight.waits_for_ranking(match.rounds, match.home_id, match.away_id),
        )
        for match in matches
        if match.home_id in teams and match.away_id in teams
    ]


@dataclass(frozen=True)
class Bye:
    """A round without opponents; `points` is what the regulations give for it, empty where they give nothing."""

    round: int
    team: MatchTeam
    points: str = ""


@dataclass(frozen=True)
class Matches:
    session: Session
    lines: tuple[MatchLine, ...]
    byes: tuple[Bye, ...]
    teams: dict[int, MatchTeam]

    @property
    def rounds(self) -> list[tuple[int, list[MatchLine], list[Bye]]]:
        """The newest first: that is where people look."""
        numbers = sorted({line.match.round for line in self.lines} | {bye.round for bye in self.byes}, reverse=True)
        return [
            (
                number,
                [line for line in self.lines if line.match.round == number],
                [bye for bye in self.byes if bye.round == number],
            )
            for number in numbers
        ]

    @property
    def has_points_for_byes(self) -> bool:
        return any(bye.points for bye in self.byes)

    @property
    def cross(self) -> list[tuple[MatchTeam, list[list[tuple[str, MatchLine]]], list[Bye]]]:
        """Each team's row: against each other team what it made there, with the match, then what its byes gave."""
        order = list(self.teams.values())
        met: dict[tuple[int, int], list[tuple[str, MatchLine]]] = {}
        for line in self.lines:
            home, away = line.score
            met.setdefault((line.match.home_id, line.match.away_id), []).append((home, line))
            met.setdefault((line.match.away_id, line.match.home_id), []).append((away, line))
        return [
            (
                team,
                [met.get((team.contestant_id, other.contestant_id), []) for other in order],
                [bye for bye in self.byes if bye.team == team and bye.points],
            )
            for team in order
        ]


def session_matches(actor: Actor, session: Session) -> Matches:
    """In a number of queries that does not grow with the teams. Rounds that nobody has begun are not shown."""
    room = session_room(session, open_names=sees_names(actor, session))
    teams = teams_in(room)
    begun = max(1, session.round)
    all_matches, bye_amounts = matches_and_byes(session)
    sight = match_sight(actor, session)
    begun_matches = [match for match in all_matches if match.round <= begun]
    agreed: dict[Key, int] = {}
    for agreement in MatchAgreement.objects.filter(session=session, ended_at=None):
        agreed[agreement.key] = agreed.get(agreement.key, 0) + 1
    byes = [
        Bye(
            number,
            teams[who],
            bye_points(session, bye_amounts.get((number, who))) if sight.sees_total([number], who, who) else "",
        )
        for number in range(1, begun + 1)
        for party in room.sitting_out(number)
        if party.place is not None and (who := party.place.contestant_id) in teams
    ]
    lines = _lines(begun_matches, teams, sight, agreed)
    return Matches(session, tuple(lines), tuple(byes), teams)


def bye_points(session: Session, amount: Fraction | None) -> str:
    """As victory points are shown: 12.00; IMPs as they are."""
    if amount is None:
        return ""
    return TWO.show(amount) if session.event.scoring_method.victory_points else imps_text(amount)


def match_view(actor: Actor, session: Session, key: Key) -> MatchView | None:
    matches = [match for match in newest_matches(session) if match.key == key]
    if not matches or matches[0].round > max(1, session.round):
        return None
    match, room, sight = (
        matches[0],
        session_room(session, open_names=sees_names(actor, session)),
        match_sight(actor, session),
    )
    number, home, away = key
    of_match: dict[str, Any] = {"session": session, "round": number, "home": home, "away": away}
    agreements = MatchAgreement.objects.filter(**of_match).select_related("made_by__player", "session__event__club")
    terms = MatchTerm.objects.filter(**of_match, withdrawn_at=None).select_related("made_by__player")
    agreements_made = tuple(agreements.order_by("made_at", "pk"))
    current = sum(1 for agreement in agreements_made if agreement.ended_at is None)
    lines = _lines([match], teams_in(room), sight, {match.key: current})
    if not lines:
        return None
    plays = {play.pk: play for play in Play.objects.filter(pk__in=_plays(match)).only("round", "table", "section_id")}
    return MatchView(
        session,
        lines[0],
        tuple(_boards(match, sight)),
        tuple(_seats(match, room, plays, "open")),
        tuple(_seats(match, room, plays, "closed")),
        tuple(terms.order_by("made_at", "pk")),
        agreements_made,
        sight,
    )


def _plays(match: RunMatch) -> list[int]:
    listed = [*match.data["boards"], *match.data.get("missing", ())]
    return [board[room]["play"] for board in listed for room in ("open", "closed") if board.get(room)]


def _seats(match: RunMatch, room: Room, plays: dict[int, Play], name: str) -> Iterable[RoomSeats]:
    """Each round with its table once; names as they sat then, substitutes and line-ups included."""
    listed = [*match.data["boards"], *match.data.get("missing", ())]
    keys = {
        (play.section_id, play.round, play.table)
        for board in listed
        if board.get(name) and (play := plays.get(board[name]["play"]))
    }
    for section in room.sections:
        for section_id, number, table_number in sorted(keys):
            if section_id != section.section.pk:
                continue
            table = next(
                (room_table for room_table in section.tables(number) if room_table.number == table_number), None
            )
            if table is not None:
                yield RoomSeats(number, table.name, table.ns.names, table.ew.names)


def _boards(match: RunMatch, sight: MatchSight) -> Iterable[BoardLine]:
    compared = {int(board["board"]): board for board in match.boards}
    running, tells = (
        Fraction(match.data.get("carry", "0")),
        not sight.sees_total(match.rounds, match.home_id, match.away_id),
    )
    running_away = -running
    for number in match.all_boards:
        board = compared.get(number)
        if board is None:
            yield BoardLine(number, "missing" if number in match.missing else "dropped")
            continue
        home, away = Fraction(board["home"]), Fraction(board["away"])
        running, running_away = running + home, running_away + away
        if not sight.sees_board(number, match.home_id, match.away_id):
            tells = True
            yield BoardLine(number, "hidden")
            continue
        yield BoardLine(
            number,
            "compared",
            _result(board.get("open")),
            _result(board.get("closed")),
            *_swing(home, away, of_pairs=match.is_of_pairs),
            # After a board that is hidden the lead would tell what became of it.
            running="" if tells else _running_text(running, of_pairs=match.is_of_pairs),
            running_away="" if tells else _running_text(running_away, of_pairs=match.is_of_pairs),
            home_side=board.get("home_side", "").lower(),
            is_artificial=board.get("artificial", False),
        )


def _running_text(running: Fraction, *, of_pairs: bool) -> str:
    return ("+" if running > 0 else "") + imps_text(running, of_pairs=of_pairs)


def _swing(home: Fraction, away: Fraction, *, of_pairs: bool) -> tuple[str, str]:
    """Who won it and by how much; both where a ruling did not balance, neither where it was flat."""
    home_text, away_text = imps_text(home, of_pairs=of_pairs), imps_text(away, of_pairs=of_pairs)
    if home == -away:
        return (home_text if home > 0 else "", away_text if away > 0 else "")
    return home_text, away_text


def _result(data: dict[str, Any] | None) -> TableResult | None:
    if data is None:
        return None
    each = data.get("ns_score"), data.get("ew_score")
    return TableResult(data["play"], data["result"], data["score"], data["adjusted"], *each)


def own_match(actor: Actor, session: Session) -> Key | None:
    """The reader's own match of the newest round that has begun."""
    sight = match_sight(actor, session)
    begun = max(1, session.round)
    own_matches = [
        match
        for match in newest_matches(session)
        if sight.is_own(match.home_id, match.away_id) and match.round <= begun
    ]
    return own_matches[-1].key if own_matches else None
