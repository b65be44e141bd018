"""A session as a document: what the writers of `scoring.interchange` make files from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from clubs.models import Player
from clubs.selectors.memberships import current_memberships
from events.models import Session
from events.models.conditions import Form
from events.selectors.boards import as_deal
from events.selectors.seal import board_set_seal, current_boards
from events.selectors.seats import session_places, session_sections
from scoring.engine.boards import Conditions
from scoring.engine.cards import Side
from scoring.engine.deal import Deal
from scoring.engine.individual import partners_in
from scoring.engine.numbers import Rounding, plain
from scoring.engine.results import LineScore, ScoredStanding
from scoring.engine.session import score_session
from scoring.engine.sheet import Award, Line, Outcomes, format_artificial
from scoring.engine.teams import MatchScore
from scoring.interchange.document import (
    Document,
    FileContestant,
    FileLine,
    FileOrigin,
    FilePerson,
    Key,
    Marking,
    MatchHead,
    PublishedStanding,
    joined_names,
)
from scoring.runs.field_scores import FieldScore, score_field
from scoring.runs.pair_matches import counted_points, pair_matches
from scoring.runs.sheets import FieldSheet, read_field_sheet
from scoring.runs.team_scores import Teams, score_teams
from scoring.selectors.newest_runs import newest_runs

PROGRAM = "Tenace"
# Lines, matches of teams, matches of pairs.
Told = tuple[tuple[FileLine, ...], tuple[MatchHead, ...], tuple[MatchHead, ...]]
_TEN = Rounding(-1)


def session_document(session: Session, *, open_names: bool = True) -> Document:
    """Everything of a session that files carry, scored as it stands.

    `open_names`: people in full and with their numbers, as whoever runs the session sees them; else as each lets
    strangers. Hands are there once their seal is open.
    """
    people = _People(session, open_names=open_names)
    parts = [_Part(session, people, read_field_sheet(found.pk)) for found, _run in newest_runs(session)]
    whole = parts[0].document if parts else Document("session", ())
    for part in parts[1:]:
        whole = _together(whole, part.document)
    return replace(whole, **_hands(session))  # type: ignore[arg-type]


def _together(first: Document, second: Document) -> Document:
    """Two fields of one session in one file: their boards and rankings stand beside each other."""
    rows = tuple(
        replace(row, match=None if row.match is None else row.match + len(first.matches)) for row in second.rows
    )
    return replace(
        first,
        rows=(*first.rows, *rows),
        matches=(*first.matches, *second.matches),
        pair_matches=(*first.pair_matches, *second.pair_matches),
        people={**first.people, **second.people},
        standings={**first.standings, **second.standings},
        contestants={**first.contestants, **second.contestants},
        markings={**first.markings, **second.markings},
    )


class _People:
    """Who is behind each contestant, and by which key a file knows them."""

    def __init__(self, session: Session, *, open_names: bool) -> None:
        self.session = session
        self.open_names = open_names
        self.is_team = session.event.is_for_teams
        places = list(session_places(session))
        self.letters = {section.pk: section.letter for section in session_sections(session)}
        several = len(self.letters) > 1
        self.keys: dict[str, Key] = {}
        self.names: dict[str, str] = {}
        self.players: dict[str, list[Player | None]] = {}
        for place in places:
            who = str(place.contestant_id)
            section = place.section.letter if several and not self.is_team else ""
            self.keys[who] = section, str(place.number), ""
            self.names[who] = place.contestant.name
            self.players[who] = [entrant.player for entrant in place.contestant.entrants.all()]
        known = [player for players in self.players.values() for player in players if player]
        self.club_numbers = self._club_numbers(known) if open_names else {}

    def _club_numbers(self, players: Iterable[Player]) -> dict[int, str]:
        club = self.session.club
        persons = {player.person_id for player in players}
        members = current_memberships(day=club.day(self.session.starts_at)).filter(club=club, player__in=persons)
        return dict(members.exclude(number="").values_list("player", "number"))

    def persons(self, who: str) -> tuple[FilePerson, ...]:
        return tuple(self._person(player) for player in self.players.get(who, []) if player is not None)

    def _person(self, player: Player) -> FilePerson:
        if not self.open_names:
            return FilePerson(player.public_name)
        person = player.person
        return FilePerson(person.display_name, person.federation_number, self.club_numbers.get(person.pk, ""))

    def title(self, who: str) -> str:
        return self.names.get(who) or " – ".join(person.name for person in self.persons(who))

    def number(self, who: str) -> str:
        return self.keys.get(who, ("", who, ""))[1]


@dataclass
class _Part:
    """One field of a session."""

    session: Session
    people: _People
    sheet: FieldSheet
    document: Document = field(init=False)

    def __post_init__(self) -> None:
        event = self.session.event
        score = score_field(self.sheet)
        teams = score_teams(self.sheet) if event.is_for_teams else None
        rows, matches, pairs = self._of_teams(teams) if teams else self._of_field(score)
        self.document = Document(
            "session",
            rows,
            method=self._method(),
            winners=self._winners(),
            victory_points=event.scoring_method.victory_points,
            matches=matches,
            pair_matches=pairs,
            markings=self._markings(),
            title=event.name,
            played_on=self.session.club.day(self.session.starts_at).isoformat(),
            people={key: self.people.title(who) for who, key in self._own_keys(score.places)},
            standings={
                key: self._standing(place, score.total, score.percent)
                for place in score.places
                if (key := self.people.keys.get(place.contestant)) is not None
            },
            points_method="" if teams else self.sheet.method.kind,
            individual=event.form == Form.INDIVIDUAL,
            is_swiss=any(kind.traits.is_drawn for kind in self.sheet.kinds.values()),
            origin=FileOrigin(PROGRAM, "", self.session.club.name, "", str(event.pk)),
            contestants=dict(self._contestants(score.places)),
        )

    def _of_teams(self, teams: Teams) -> Told:
        """The lines of each match, with where its first team sat, and the matches."""
        rows: list[FileLine] = []
        for at, match_lines in enumerate(teams.matches):
            for number, rooms in match_lines.rooms.items():
                rows += [
                    self._row(number, line, play, match=at, home_is_ns=home_is_ns)
                    for (line, play), home_is_ns in zip(rooms, (True, False), strict=True)
                    if line is not None and self._is_told(line, play)
                ]
        return tuple(rows), tuple(self._head(scored, board_scores=True) for scored in teams.scores), ()

    def _of_field(self, score: FieldScore) -> Told:
        """The lines of each board with their points, and the matches of Swiss pairs."""
        session = score.session or score_session(self.sheet.sheet, self.sheet.method, self.sheet.profile)
        rows = []
        for board in session.boards:
            for index, line_score in enumerate(board.lines):
                play = self.sheet.plays[int(board.number), index]
                if self._is_told(line_score.line, play):
                    rounding = session.board_rounding
                    rows.append(self._row(int(board.number), line_score.line, play, line_score, rounding))
        if not self.session.event.has_matches:
            return tuple(rows), (), ()
        met = pair_matches(self.sheet, counted_points(self.sheet, session))
        return tuple(rows), (), tuple(self._head(match.score) for match in met)

    def _own_keys(self, places: Iterable[ScoredStanding]) -> list[tuple[str, Key]]:
        return [
            (place.contestant, key) for place in places if (key := self.people.keys.get(place.contestant)) is not None
        ]

    def _contestants(self, places: Iterable[ScoredStanding]) -> Iterable[tuple[Key, FileContestant]]:
        for place in places:
            key = self.people.keys.get(place.contestant)
            if key is not None:
                adjustment = plain(-place.penalty) if place.penalty else ""
                persons = self.people.persons(place.contestant)
                yield key, FileContestant(persons, str(place.boards), adjustment)

    def _standing(self, place: ScoredStanding, total: Rounding, percent: Rounding) -> PublishedStanding:
        shown = "" if place.percent is None else percent.show(place.percent)
        return PublishedStanding(total.show(place.total), shown, place.place)

    def _method(self) -> str:
        scoring = self.session.event.scoring_method
        if self.session.event.is_for_teams and scoring.match is not None:
            return scoring.match.name
        return self.sheet.method.name

    def _winners(self) -> int:
        if self.session.event.form != Form.PAIRS:
            return 1
        return 2 if set(self.sheet.rankings.values()) - {""} else 1

    def _head(self, scored: MatchScore, *, board_scores: bool = False) -> MatchHead:
        match = scored.match
        return MatchHead(
            str(match.round),
            self.people.number(match.home),
            self.people.number(match.away),
            plain(scored.home if scored.home_vps is None else scored.home_vps),
            plain(scored.away if scored.away_vps is None else scored.away_vps),
            {str(board.number): plain(board.home) for board in scored.boards} if board_scores else {},
        )

    def _is_told(self, line: Line, play: int) -> bool:
        """What is still to be played is in no file."""
        return line.counts or play in self.sheet.not_played

    def _row(
        self,
        number: int,
        line: Line,
        play: int,
        score: LineScore | None = None,
        rounding: Rounding | None = None,
        *,
        match: int | None = None,
        home_is_ns: bool = True,
    ) -> FileLine:
        slot = self.sheet.slots[play]
        result = line.result if isinstance(line.ns_value, Outcomes) and line.ns_value.single is not None else None
        contract, declarer, tricks, lead = "", "", "", ""
        if result is not None:
            contract = str(result.contract) if result.contract else "PASS"
            declarer = result.declarer.value if result.declarer else ""
            tricks = "" if result.tricks is None or result.contract is None else str(result.tricks)
            lead = str(result.lead) if result.lead else ""
        several = len(self.people.letters) > 1
        return FileLine(
            board=str(number),
            ns=self._side(line.ns, Side.NS),
            ew=self._side(line.ew, Side.EW),
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            lead=lead,
            score=_score(line),
            section=self.people.letters[slot.section] if several and not self.people.is_team else "",
            match=match,
            home_is_ns=home_is_ns,
            points_ns=_points(score, Side.NS, rounding),
            points_ew=_points(score, Side.EW, rounding),
            round=str(slot.round),
            table=str(slot.table),
        )

    def _side(self, who: str, side: Side) -> str:
        if self.session.event.form == Form.INDIVIDUAL:
            return joined_names(*(self.people.number(player) for player in partners_in(who)))
        number = self.people.number(who)
        return f"{number} {side.value}" if self.people.is_team else number

    def _markings(self) -> dict[str, Marking]:
        markings = {}
        for board in self.sheet.boards:
            conditions = board.conditions
            if conditions is not None and conditions != Conditions.of(int(board.number)):
                markings[str(board.number)] = Marking(conditions.dealer, conditions.vulnerability)
        return markings


def _points(score: LineScore | None, side: Side, rounding: Rounding | None) -> str:
    points = score.points(side) if score is not None else None
    return "" if points is None or rounding is None else rounding.show(points.shown)


def _score(line: Line) -> str:
    """Points as North-South see them, an artificial score, or `NP`; of a weighted score its average to ten."""
    ns, ew = line.ns_value, line.ew_value
    if ns is None and ew is None:
        return "NP"
    if isinstance(ns, Award) and isinstance(ew, Award):
        return format_artificial(ns, ew)
    outcomes = ns if isinstance(ns, Outcomes) else ew
    assert isinstance(outcomes, Outcomes)
    if outcomes.single is not None:
        return str(outcomes.single)
    mean = sum((score * weight for score, weight in outcomes.scores), Fraction(0))
    return plain(_TEN.apply(mean))


def _hands(session: Session) -> Mapping[str, object]:
    """Deals and double-dummy tricks of the boards whose seal is open."""
    hands: dict[int, Deal] = {}
    optimum: dict[int, dict[str, int]] = {}
    for section in session_sections(session):
        if section.board_set is None or not board_set_seal(section.board_set).is_open:
            continue
        for board in current_boards(section.board_set):
            hands.setdefault(board.number, as_deal(board).deal)
            if board.double_dummy:
                optimum.setdefault(
                    board.number,
                    {
                        f"{seat}{strain}": tricks
                        for seat, by_strain in board.double_dummy.items()
                        for strain, tricks in by_strain.items()
                    },
                )
    return {"hands": hands, "optimum": optimum}
