"""Bridgemates and a session: what their file or their software says is taken in, and a file is made for them.

A result comes in as a claim that both sides have accepted on the device, so that it counts, waits for the director or
is refused as one from any other device (`scoring.services.entries`). What was taken before is known by its key: reading
the same file again does nothing, and what a director has changed since stays as it is.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor, system
from core.audit import record
from core.permissions import require
from events.models import Play, Session, TableCode
from events.models.sessions import SessionState
from events.selectors.numbers import players_numbered
from events.selectors.tables import SEATS, Room, Sitter, may_key_in, session_room
from events.services.identify import identify
from events.services.sessions import call_round, last_round
from events.wording import scoring_error_sentence
from scoring.adjusted.storage import pack
from scoring.engine.contract import is_not_played
from scoring.engine.errors import ScoringError
from scoring.engine.sheet import parse_artificial
from scoring.interchange.bridgemate import reader, writer
from scoring.interchange.bridgemate.document import awards_text
from scoring.interchange.bridgemate.records import BridgemateFile, FilePlayer, FileResult
from scoring.interchange.document import FileLine
from scoring.interchange.lines import read_result
from scoring.models import BoardResult, ScoreAdjustment, ScoreEntry
from scoring.models.results import AdjustmentKind, EntryState, Outcome, ResultSource
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.bridgemate import FIRST_DAY, file_days, session_file, session_guid
from scoring.selectors.conditions import board_conditions
from scoring.selectors.history import session_plays
from scoring.selectors.table_rounds import plays_without_entry
from scoring.services.adjusting import adjust
from scoring.services.entries import Claim, submit_claim

KEY = "bridgemate"
Where = tuple[str, int, int, int]


@dataclass
class BridgemateReport:
    """What became of the rows of a file: how many results are new, and what a person has to look at."""

    new: int = 0
    corrected: int = 0
    unchanged: int = 0
    # Marked as processed by another program, and therefore passed over.
    processed: int = 0
    # Names that the players' numbers gave to seats without one.
    named: int = 0
    for_director: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        return {
            "new": self.new,
            "corrected": self.corrected,
            "unchanged": self.unchanged,
            "processed": self.processed,
            "named": self.named,
            "for_director": len(self.for_director),
            "left_out": len(self.left_out),
        }

    @property
    def changes_something(self) -> bool:
        return bool(self.new or self.corrected or self.named or self.for_director)

    def leave_out(self, place: str, error: ValidationError) -> None:
        for sentence in error.messages:
            self.left_out.append(f"{place}: {sentence}")


def read_session_file(
    *, actor: Actor, session: Session, data: bytes, name: str = "", with_processed: bool = False
) -> BridgemateReport:
    """Take what is new in a `.bws` file into a session in play or over. A file that is none changes nothing.

    Rows that another program has marked as processed are passed over unless `with_processed`.
    """
    require(actor, "session.run", session)
    try:
        file = reader.parse(data, name or _("The file"))
    except ScoringError as error:
        raise ValidationError({"file": scoring_error_sentence(error)}, code="bad_file") from None
    return take_records(actor=actor, session=session, file=file, with_processed=with_processed)


def take_records(
    *, actor: Actor, session: Session, file: BridgemateFile, with_processed: bool = False
) -> BridgemateReport:
    """The same for records that come otherwise than in a file. Each result is an act of its own."""
    require(actor, "session.run", session)
    if session.state not in (SessionState.PLAYING, SessionState.FINISHED):
        raise ValidationError(_("This session is not being played. Start it, then read the file."), code="wrong_state")
    report = BridgemateReport()
    _take_players(actor, session, file, report)
    _Taking(actor, session, file, report).take_all(with_processed=with_processed)
    _follow_rounds(actor, session)
    if report.changes_something:
        with transaction.atomic():
            record(actor=actor, act="bridgemate.read", body=session.club, target=session, after=report.counts)
    return report


@transaction.atomic
def write_session_file(
    *,
    actor: Actor,
    session: Session,
    computer: str = "",
    with_hands: bool = True,
    with_results: bool | None = None,
) -> bytes:
    """A `.bws` file of a session for Bridgemates; results are in it when the session is over, or where asked for.

    Deals that are sealed for whoever asks are not in it.
    """
    require(actor, "session.run", session)
    results = session.is_over if with_results is None else with_results
    content = session_file(actor=actor, session=session, with_results=results, with_hands=with_hands)
    if not content.file.rounds:
        sentence = _("This session has no movement yet. Seat the players, then take the file.")
        raise ValidationError(sentence, code="no_movement")
    new = writer.NewFile(
        made_at=file_days(session.starts_at, session.club),
        name=session.event.name,
        guid=session_guid(session),
        computer=computer.strip(),
        tricks=content.tricks,
    )
    try:
        data = writer.write(content.file, new)
    except ScoringError as error:
        raise ValidationError(scoring_error_sentence(error), code="not_written") from None
    after = {"hands": len(content.file.hands), "results": len(content.file.results)}
    record(actor=actor, act="bridgemate.write", body=session.club, target=session, after=after)
    return data


def file_name(session: Session) -> str:
    """What the file of a session is called: the event and the day."""
    day = session.starts_at.astimezone(ZoneInfo(session.club.timezone)).date().isoformat()
    return f"{slugify(session.event.name) or 'session'}-{day}.bws"


class _Taking:
    """The rows of one file against the plays of one session."""

    def __init__(self, actor: Actor, session: Session, file: BridgemateFile, report: BridgemateReport) -> None:
        self.actor, self.session, self.file, self.report = actor, session, file, report
        self.letters = {section.ident: section.letter.strip().upper() for section in file.sections}
        plays = session_plays(session).defer("section__movement_data")
        self.plays: dict[Where, Play] = {
            (play.section.letter.upper(), play.round, play.table, play.board): play for play in plays
        }
        self.numbers = dict(session.places.values_list("contestant", "number"))
        self.shifts = self._east_west_shifts()
        self.keys: dict[int, str] = {}
        self.counts: Counter[int] = Counter()
        entries = ScoreEntry.objects.filter(play__section__session=session, key__startswith=f"{KEY}:")
        for play_id, key in entries.order_by("pk").values_list("play", "key"):
            self.keys[play_id] = key
            self.counts[play_id] += 1

    def take_all(self, *, with_processed: bool) -> None:
        rows = self.file.newest_results().values()
        for row in sorted(rows, key=lambda row: (row.round, row.section, row.table, row.board)):
            if row.is_processed and not with_processed:
                self.report.processed += 1
                continue
            try:
                self._take(row)
            except ValidationError as error:
                if getattr(error, "code", "") == "locked":
                    raise
                self.report.leave_out(self._place(row), error)

    def _take(self, row: FileResult) -> None:
        play = self._play(row)
        turned = self._sat_the_other_way(row, play)
        if not row.contract.strip() and not row.is_erased and (text := awards_text(row.remarks)):
            self._take_award(play, text)
            return
        result = ResultInput(Outcome.NOT_PLAYED) if row.is_erased else result_input(row)
        if row.is_erased and play.pk not in self.keys:
            return
        mark = self._mark(play, result, turned)
        if self.keys.get(play.pk, "").endswith(mark):
            self.report.unchanged += 1
            return
        claim = Claim(
            key=f"{KEY}:{play.pk}:{self.counts[play.pk] + 1}:{mark}",
            result=result,
            side="NS",
            typed_at=self._typed_at(row),
            confirmed=True,
            after=self.keys.get(play.pk, ""),
            source=ResultSource.PROGRAM,
            keeps_rounds=True,
            turned=turned,
        )
        self._count(row, submit_claim(actor=self.actor, play=play, claim=claim).entry)

    def _count(self, row: FileResult, entry: ScoreEntry) -> None:
        if entry.state == EntryState.AGREED:
            result = entry.results.order_by("-version").first()
            if result is None:
                self.report.unchanged += 1
            elif result.version == 1:
                self.report.new += 1
            else:
                self.report.corrected += 1
        else:
            sentence = _("another result stands here: decide at the desk which one counts.")
            self.report.for_director.append(f"{self._place(row)}: {sentence}")

    # --- Where it belongs --------------------------------------------------------------------------------------------
    def _play(self, row: FileResult) -> Play:
        letter = self.letters.get(row.section, "")
        play = self.plays.get((letter, row.round, row.table, row.board))
        if play is None:
            raise ValidationError(_("this board is not played there in this session."), code="no_play")
        return play

    def _sat_the_other_way(self, row: FileResult, play: Play) -> bool:
        """Whether they did; refused where the file has other numbers at the table."""
        ours = tuple(self.numbers.get(pk, 0) for pk in play.contestant_ids)
        shift = self.shifts.get(row.section, 0)
        theirs = (row.ns, row.ew + shift) if len(ours) == 2 else (row.ns, row.ew, row.south, row.west)
        if theirs == ours:
            return row.sat_the_other_way
        if len(ours) == 2 and theirs == ours[::-1]:
            return not row.sat_the_other_way
        values = {"theirs": "–".join(map(str, theirs)), "ours": "–".join(map(str, ours))}
        sentence = _("the file has %(theirs)s at the table, the session %(ours)s: enter it by hand.") % values
        raise ValidationError(sentence, code="other_pairs")

    def _east_west_shifts(self) -> dict[int, int]:
        """How much higher East-West's numbers are here, where a file counts both directions from 1."""
        differences: dict[int, set[int]] = {}
        for row in self.file.rounds:
            boards = row.boards
            where = self.letters.get(row.section, ""), row.round, row.table, boards[0] if boards else 0
            play = self.plays.get(where)
            if play is not None and play.south_id is None and row.ns == self.numbers.get(play.north_id):
                differences.setdefault(row.section, set()).add(self.numbers.get(play.east_id, 0) - row.ew)
        return {section: found.pop() for section, found in differences.items() if len(found) == 1}

    def _place(self, row: FileResult) -> str:
        letter = self.letters.get(row.section, "")
        values = {"table": f"{letter}{row.table}", "round": row.round, "board": row.board}
        return _("Table %(table)s, round %(round)s, board %(board)s") % values

    def _typed_at(self, row: FileResult) -> datetime | None:
        """When it was typed, by the club's clock; None where the file says a time that cannot be."""
        if row.moment is None or row.moment < 1:
            return None
        try:
            local = FIRST_DAY + timedelta(days=row.moment)
            moment = local.replace(tzinfo=ZoneInfo(self.session.club.timezone))
            is_plausible = abs(moment - self.actor.at) < timedelta(days=3650)
        except OverflowError:
            return None
        return moment if is_plausible else None

    def _mark(self, play: Play, result: ResultInput, turned: bool) -> str:
        """What the same result of the same play is known by."""
        fields = validated_score_fields(result, board_conditions(play.section, play.board))
        text = repr([sorted(fields.items(), key=lambda item: item[0]), turned])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    # --- Artificial scores -------------------------------------------------------------------------------------------
    def _take_award(self, play: Play, text: str) -> None:
        """A score that the director gave on the device (Law 12C2); once, whatever becomes of it here."""
        ns, ew = parse_artificial(text)
        kind, given = AdjustmentKind.ARTIFICIAL, (pack(ns), pack(ew))
        earlier = list(ScoreAdjustment.objects.filter(play=play))
        if any(other.kind == kind and (other.north_south, other.east_west) == given for other in earlier):
            self.report.unchanged += 1
            return
        if any(other.superseded_at is None for other in earlier):
            raise ValidationError(_("an adjusted score stands here already: change it at the desk."), code="adjusted")
        reason = _("Given on the Bridgemate.")
        adjust(actor=self.actor, play=play, kind=kind, ns=ns, ew=ew, reason=reason, law="12C2")
        self.report.new += 1


def result_input(row: FileResult) -> ResultInput:
    """A row's result as it is typed at the desk; what cannot be read is refused with a sentence."""
    if not row.contract.strip():
        if is_not_played(row.remarks):
            return ResultInput(Outcome.NOT_PLAYED)
        sentence = _("it is marked “%(remark)s” without a result: enter it by hand.")
        raise ValidationError(sentence % {"remark": row.remarks or "–"}, code="no_result")
    line = FileLine(
        str(row.board),
        str(row.ns),
        str(row.ew),
        contract=row.contract,
        declarer=row.direction,
        tricks=row.result,
        lead=row.lead,
        signed_tricks=True,
    )
    try:
        return ResultInput.of(read_result(line))
    except ScoringError as error:
        raise ValidationError(scoring_error_sentence(error), code="bad_result") from None


# --- Players ---------------------------------------------------------------------------------------------------------
def _take_players(actor: Actor, session: Session, file: BridgemateFile, report: BridgemateReport) -> None:
    """Names for seats without one, from the numbers that were keyed in; another name than ours goes to the desk."""
    if not may_key_in(session):
        return
    letters = {section.ident: section.letter.strip().upper() for section in file.sections}
    keyed = [row for row in file.players if row.number and row.round <= 1 and row.direction in SEATS]
    if not keyed:
        return
    room = session_room(session, open_names=True)
    players = players_numbered(session.club, {row.number for row in keyed}, day=session.club.day(actor.at))
    codes = {
        (code.section.letter.upper(), code.table): code
        for code in TableCode.objects.filter(section__session=session, revoked_at=None).select_related(
            "section__session__event__club__federation"
        )
    }
    sitters = dict(_sitters(room))
    for row in keyed:
        where = letters.get(row.section, ""), row.table
        sitter, code, player = sitters.get((*where, row.direction)), codes.get(where), players.get(row.number)
        if sitter is None or code is None or (player and sitter.player and sitter.player.pk == player.pk):
            continue
        try:
            report.named += identify(actor=actor, code=code, seats={row.direction: row.number}).named
        except ValidationError as error:
            report.leave_out(_seat_name(where, row), error)


def _sitters(room: Room) -> Iterator[tuple[tuple[str, int, str], Sitter]]:
    for table in room.tables(1):
        for seat, sitter in zip(SEATS, table.seats, strict=True):
            yield (table.letter.upper(), table.number, seat), sitter


def _seat_name(where: tuple[str, int], row: FilePlayer) -> str:
    values = {"table": f"{where[0]}{where[1]}", "seat": row.direction, "name": row.name or row.number}
    return _("Table %(table)s, %(seat)s, %(name)s") % values


# --- Rounds ----------------------------------------------------------------------------------------------------------
def _follow_rounds(actor: Actor, session: Session) -> None:
    """Bridgemates go on by themselves: a round of which everything is in, with results of a later one, is over."""
    while True:
        session.refresh_from_db()
        if session.state != SessionState.PLAYING or session.round >= last_round(session):
            return
        plays = Play.objects.filter(section__session=session)
        if plays_without_entry(plays.filter(round=session.round)).exists():
            return
        if not BoardResult.objects.current().filter(play__in=plays.filter(round__gt=session.round)).exists():
            return
        try:
            call_round(actor=system(actor.at), session=session)
        except ValidationError:
            # The next round is not drawn yet: that is the director's to do.
            return
