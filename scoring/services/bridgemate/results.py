"""The results of a Bridgemate file against the plays of a session: each is a claim, known again by its key."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from events.models import Play, Session
from events.wording import scoring_error_sentence
from scoring.adjusted.storage import pack
from scoring.engine.contract import is_not_played
from scoring.engine.errors import ScoringError
from scoring.engine.sheet import parse_artificial
from scoring.interchange.bridgemate.document import awards_text
from scoring.interchange.bridgemate.records import WRONG_DIRECTION, BridgemateFile, FileResult
from scoring.interchange.document import FileLine
from scoring.interchange.lines import read_result
from scoring.models import ScoreAdjustment, ScoreEntry
from scoring.models.results import AdjustmentKind, EntryState, Outcome, ResultSource
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.bridgemate.clock import FIRST_DAY
from scoring.selectors.conditions import board_conditions
from scoring.selectors.history import session_plays
from scoring.services.adjusting import adjust
from scoring.services.bridgemate.report import BridgemateReport
from scoring.services.entries import Claim, settle_entry, submit_claim
from scoring.services.results import locked_play

KEY = "bridgemate"
Where = tuple[str, int, int, int]


class ResultTaking:
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
        if row.is_erased:
            if play.pk in self.keys:
                self._submit(row, play, ResultInput(Outcome.NOT_PLAYED), turned=False)
        elif not row.has_result and (text := awards_text(row.remarks)):
            self._take_award(play, text)
        else:
            self._submit(row, play, result_input(row), turned=turned)

    def _submit(self, row: FileResult, play: Play, result: ResultInput, *, turned: bool) -> None:
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
        entry = submit_claim(actor=self.actor, play=play, claim=claim).entry
        if entry.state == EntryState.DISPUTED and row.is_external and entry.seen:
            # A director corrected it in the other program, and nobody has touched it here.
            reason = _("Corrected in the program that keeps the Bridgemates.")
            entry = settle_entry(actor=self.actor, entry=entry, take=True, reason=reason, turned=turned)
        self._count(row, entry)
        self._point_out_remark(row)

    def _count(self, row: FileResult, entry: ScoreEntry) -> None:
        if entry.state != EntryState.AGREED:
            sentence = _("another result stands here: decide at the desk which one counts.")
            self.report.put_to_director(self._place(row), sentence)
            return
        result = entry.results.order_by("-version").first()
        if result is None:
            self.report.unchanged += 1
        elif result.version == 1:
            self.report.new += 1
        else:
            self.report.corrected += 1

    def _point_out_remark(self, row: FileResult) -> None:
        """What somebody wrote beside a result that could be read."""
        known = (WRONG_DIRECTION.lower(), "")
        if row.has_result and row.remarks.strip().lower() not in known:
            sentence = _("it is marked “%(remark)s” beside its result: look at it.")
            self.report.put_to_director(self._place(row), sentence % {"remark": row.remarks})

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
    @transaction.atomic
    def _take_award(self, play: Play, text: str) -> None:
        """A score that the director gave on the device (Law 12C2); once, whatever becomes of it here."""
        ns, ew = parse_artificial(text)
        # Two people may read the same file at once.
        play = locked_play(play)
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
