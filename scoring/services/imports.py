"""Results that come in one piece: a file of another program as a finished session, or many results at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from clubs.actors import Actor
from clubs.audit import record
from clubs.models import Club
from clubs.permissions import require
from clubs.services.base import locked
from events.models import Contestant, Event, Place, Play, Section, Session
from events.models.conditions import MOST_BOARDS, Form, Scoring
from events.models.plays import PlayState
from events.models.sessions import State
from events.services.events import add_event, publish_event
from events.wording import said as in_words
from events.wording import when
from scoring.engine.cards import Side
from scoring.engine.methods import Kind, method_named
from scoring.engine.sheet import Award, Line, Outcomes
from scoring.interchange.document import Document, Problem
from scoring.interchange.naming import Names, names_of
from scoring.interchange.sheets import Entry, entries_of
from scoring.models import BoardResult, ScoreAdjustment
from scoring.models.results import AdjustmentKind, Outcome, Source
from scoring.said import Said
from scoring.scored import score_field
from scoring.selectors.sheets import read_field
from scoring.services.fields import fields_of, touch
from scoring.services.runs import write_run
from scoring.values import pack

Fields = dict[str, Any]
EBU_SCALE = "ebu"
USUAL_START = time(19)
FIRST_YEAR = 1925
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


@dataclass(frozen=True)
class Taken:
    """What counts for a play: the fields of its score."""

    play: Play
    fields: Fields
    at: datetime | None = None


@transaction.atomic
def take_results(
    *, actor: Actor, session: Session, results: Iterable[Taken], source: str = Source.IMPORT, reason: str = ""
) -> int:
    """Many first results of a session in one act. A play that has a result keeps it."""
    require(actor, "session.run", session)
    row = locked(session)
    there = set(
        BoardResult.objects.filter(play__section__session=row, superseded_at=None).values_list("play_id", flat=True)
    )
    new = [taken for taken in results if taken.play.pk not in there]
    BoardResult.objects.bulk_create(
        BoardResult(
            play=taken.play,
            version=1,
            source=source,
            reason=reason,
            made_at=taken.at or actor.at,
            made_by=actor.user,
            **taken.fields,
        )
        for taken in new
    )
    played = [taken.play.pk for taken in new if taken.fields["outcome"] != Outcome.NOT_PLAYED]
    Play.objects.filter(pk__in=played).update(state=PlayState.DONE)
    for section in row.sections.all():
        touch(section, at=actor.at)
    record(actor=actor, act="result.import", body=row.club, target=row, after={"results": len(new)}, reason=reason)
    return len(new)


def score_now(*, session: Session, at: datetime) -> None:
    """The session's fields scored at once, for whoever does not wait for the next job."""
    for row in fields_of(session):
        read = read_field(row.pk)
        write_run(read=read, scored=score_field(read), at=at)


@dataclass
class Imported:
    event: Event
    sessions: list[Session] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@transaction.atomic
def import_results(
    *,
    actor: Actor,
    club: Club,
    document: Document,
    starts_at: datetime | None = None,
    name: str = "",
    profile: str = "",
) -> Imported:
    """A file as an event that has been played: its sessions, sections, contestants, results and artificial scores."""
    require(actor, "session.run", club)
    played_at = starts_at or _played_at(actor, club, document)
    _refuse_implausible(actor, club, played_at)
    # Its sessions are not planned, which could only be done for days to come.
    event = add_event(actor=actor, club=club, takes_entries=False, **_conditions(document, name, profile))
    imported = Imported(event, problems=list(document.problems))
    contestants: dict[str, Contestant] = {}
    for number, key in enumerate(dict.fromkeys(row.session for row in document.rows), start=1):
        part = replace(document, rows=tuple(row for row in document.rows if row.session == key), problems=())
        session = Session.objects.create(event=event, number=number, starts_at=played_at)
        _Loader(actor, part, session, contestants, imported.problems).load()
        imported.sessions.append(session)
    publish_event(actor=actor, event=event)
    for session in imported.sessions:
        score_now(session=session, at=actor.at)
    return imported


def _conditions(document: Document, name: str, profile: str) -> Fields:
    kind = method_named(document.method or "matchpoints").kind
    boards = len({(row.session, row.board) for row in document.rows})
    fields: Fields = {
        "name": (name or document.title or _("Imported results"))[:120],
        "profile": profile,
        "boards": min(MOST_BOARDS, max(2, boards)),
        "sessions_planned": max(1, min(60, len({row.session for row in document.rows}))),
        "scoring": Scoring(kind.value) if kind is not Kind.TEAMS else Scoring.CROSS_IMPS,
    }
    if document.matches and kind is Kind.TEAMS:
        vps = {"scoring": Scoring.VICTORY, "vp_scale": EBU_SCALE}
        return fields | {"form": Form.TEAMS, **(vps if document.victory_points else {"scoring": Scoring.IMPS})}
    names = names_of(document)
    two = document.winners == 2 or (document.winners == 0 and names.with_direction)
    return fields | {"form": Form.PAIRS, "winners": 2 if two else 1}


def _played_at(actor: Actor, club: Club, document: Document) -> datetime:
    """In the evening of the day that the file names; where it names none, now."""
    try:
        day = parse_date(document.played_on)
    except ValueError:
        day = None
    return datetime.combine(day, USUAL_START, ZoneInfo(club.timezone)) if day else actor.at


def _refuse_implausible(actor: Actor, club: Club, played_at: datetime) -> None:
    if played_at.year >= FIRST_YEAR and played_at <= actor.at + timedelta(days=1):
        return
    sentence = _("%(moment)s cannot be when these boards were played. Say when it was.")
    raise ValidationError(
        {"starts_at": ValidationError(sentence % {"moment": when(club, played_at)}, code="implausible")}
    )


class _Loader:
    """One session of a file into the tables of the record."""

    def __init__(
        self,
        actor: Actor,
        document: Document,
        session: Session,
        contestants: dict[str, Contestant],
        problems: list[Problem],
    ) -> None:
        self.actor, self.document, self.session = actor, document, session
        self.contestants, self.problems = contestants, problems
        self.names: Names = names_of(document)
        self.is_team = session.event.form == Form.TEAMS
        self.sections: dict[str, Section] = {}
        self.places: dict[int, set[int]] = {}
        self.seated: set[int] = set()

    def load(self) -> None:
        entries = entries_of(self.document, self.problems)[0]
        found = [(_board(label), entry) for label, rows in entries.items() for entry in rows]
        if not found:
            raise ValidationError(_("The file has no result that can be read."), code="no_results")
        self._seat(entry for _number, entry in found)
        plays = self._plays(found)
        rounds = max(play.round for play, _entry in plays)
        Session.objects.filter(pk=self.session.pk).update(
            state=State.FINISHED,
            round=rounds,
            started_at=self.session.starts_at,
            finished_at=self.session.starts_at,
        )
        self.session.refresh_from_db(fields=["state", "round"])
        Play.objects.bulk_create(play for play, _entry in plays)
        given = [self._adjustment(play, entry.line) for play, entry in plays]
        ScoreAdjustment.objects.bulk_create(one for one in given if one is not None)
        scored = [Taken(play, score_fields(entry.line)) for play, entry in plays if not _is_given(entry.line)]
        take_results(actor=self.actor, session=self.session, results=scored)

    # --- Who -----------------------------------------------------------------------------------------------------
    def _seat(self, entries: Iterable[Entry]) -> None:
        rows = list(entries)
        for side in Side:
            # North-South first, so that East-West of the same numbers come after them.
            for entry in sorted(rows, key=lambda entry: _number_in(self._number(entry, side))):
                self._place(entry, side)

    def _number(self, entry: Entry, side: Side) -> str:
        row = entry.row
        if self.is_team:
            head = self.document.matches[row.match or 0]
            at_home = (side is Side.NS) == row.home_is_ns
            return head.home if at_home else head.away
        return row.ns if side is Side.NS else row.ew

    def _place(self, entry: Entry, side: Side) -> Contestant:
        key = self._number(entry, side) if self.is_team else self.names.of(entry.row, side)
        contestant = self.contestants.get(key) or self._contestant(key, entry, side)
        if contestant.pk not in self.seated:
            section = self._section(entry.row.section)
            self.seated.add(contestant.pk)
            number = self._free_number(section, _number_in(self._number(entry, side)))
            Place.objects.create(session=self.session, section=section, contestant=contestant, number=number)
        return contestant

    def _contestant(self, key: str, entry: Entry, side: Side) -> Contestant:
        called = self.document.called(entry.row.section, self._number(entry, side), side.value)
        made = Contestant.objects.create(
            event=self.session.event, name=(called or key)[:80], entered_at=self.actor.at, entered_by=self.actor.user
        )
        self.contestants[key] = made
        return made

    def _section(self, name: str) -> Section:
        if name not in self.sections:
            taken = {section.letter for section in self.sections.values()}
            wanted = [name.strip().upper()] if 0 < len(name.strip()) <= 3 else []
            letter = next(letter for letter in [*wanted, *LETTERS] if letter not in taken)
            self.sections[name] = Section.objects.create(session=self.session, letter=letter)
        return self.sections[name]

    def _free_number(self, section: Section, wanted: int) -> int:
        taken = self.places.setdefault(section.pk, set())
        number = wanted if 0 < wanted <= 9999 and wanted not in taken else max(taken, default=0) + 1
        taken.add(number)
        return number

    # --- What ----------------------------------------------------------------------------------------------------
    def _plays(self, found: list[tuple[int, Entry]]) -> list[tuple[Play, Entry]]:
        """A file says who met on a board, seldom when and where: then all of it is one round, a table a line."""
        made = []
        tables: dict[tuple[int, int, int], int] = {}
        for number, entry in found:
            section = self._section(entry.row.section)
            round_number, table = 1, 0
            if self.is_team:
                round_number, table = self._in_match(entry)
            else:
                tables[section.pk, 1, number] = table = tables.get((section.pk, 1, number), 0) + 1
            north, east = (self._place(entry, side) for side in Side)
            play = Play(section=section, round=round_number, table=table, board=number, north=north, east=east)
            made.append((play, entry))
        return made

    def _in_match(self, entry: Entry) -> tuple[int, int]:
        """The two tables of a match, one after the other."""
        index = entry.row.match or 0
        head = self.document.matches[index]
        number = _number_in(head.round) or 1
        before = sum(1 for one in self.document.matches[:index] if one.round == head.round)
        return number, 2 * before + (1 if entry.row.home_is_ns else 2)

    def _adjustment(self, play: Play, line: Line) -> ScoreAdjustment | None:
        if not _is_given(line):
            return None
        return ScoreAdjustment(
            play=play,
            kind=AdjustmentKind.ARTIFICIAL,
            north_south=pack(line.ns_value),
            east_west=pack(line.ew_value),
            law="12C2",
            reason=_("As the file has it."),
            made_at=self.actor.at,
            made_by=self.actor.user,
        )


def _board(label: int | str) -> int:
    if isinstance(label, int) and 0 < label < 10_000:
        return label
    sentence = _("The board “%(board)s” has no number of its own. Number it in the file, then import it again.")
    raise ValidationError(sentence % {"board": label}, code="bad_board")


def _number_in(text: str) -> int:
    digits = "".join(sign for sign in text.partition("-")[0] if sign.isdecimal() and sign.isascii())
    return int(digits) if 0 < len(digits) < 6 else 0


def _is_given(line: Line) -> bool:
    return any(isinstance(value, Award) for value in (line.ns_value, line.ew_value))


def score_fields(line: Line) -> Fields:
    """The fields of a table score; the score is the one the file has, also where it names no contract."""
    if not line.counts:
        said, score = Said(Outcome.NOT_PLAYED), None
    else:
        assert isinstance(line.ns_value, Outcomes)
        said = Said.of(line.result) if line.result is not None else Said(Outcome.PLAYED)
        score = line.ns_value.single
    return {
        "outcome": str(said.outcome),
        "contract": said.contract,
        "declarer": said.declarer,
        "tricks": said.tricks,
        "lead": said.lead,
        "score": score,
    }


def problems_said(problems: Iterable[Problem]) -> list[str]:
    return [in_words(problem.sentence, problem.gaps) for problem in problems]
