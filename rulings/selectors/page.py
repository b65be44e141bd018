"""A ruling with everything around it, as one person may read it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core.actors import Actor
from events.models import Play
from events.selectors.hand_records import Record, visible_hand_records
from events.selectors.tables import Room, RoomTable, session_room
from rulings.models import Opinion, Poll, Reminder, Ruling, RulingVersion
from rulings.models.restrictions import SCORE_OWED
from rulings.models.rulings import RulingState
from rulings.reviews import reviews_by_ruling
from rulings.selectors.assistant import Assistant, ruling_assistant
from rulings.selectors.auctions import AuctionTable, ruling_auction
from rulings.selectors.polls import PollTally, tally
from rulings.selectors.reach import Reach, director_reach
from rulings.selectors.restrictions import DueReminder, TableRestriction, open_score_debts
from rulings.selectors.trick_transfer import TrickTransfer, is_open, plan_trick_transfer, result_before_tricks
from rulings.selectors.visible import is_of_staff, session_rulings
from rulings.selectors.words import OutcomeWords, check_words, restriction_words
from scoring.models import BoardResult, Penalty, ScoreAdjustment
from scoring.selectors.desk import table_name
from scoring.selectors.history import adjustment_words_by_side


@dataclass(frozen=True)
class RulingSpot:
    """The table that a ruling is about, by name, with who sat there."""

    name: str
    table: RoomTable | None


@dataclass(frozen=True)
class AdjustedAsRuled:
    """What the ruling gave each side, whether that still counts, and what counts after an appeal."""

    given: tuple[tuple[str, str], ...] = ()
    is_superseded: bool = False
    # By the side; empty where no appeal has changed it, or the result at the table counts again.
    after_appeal: tuple[tuple[str, str], ...] = ()
    table_counts: bool = False


@dataclass(frozen=True)
class RulingPage:
    ruling: Ruling
    # Officials read everything; players what they were told.
    staff: bool
    may_rule: bool
    spot: RulingSpot
    assistant: Assistant | None
    auction: AuctionTable | None
    record: Record | None
    result: BoardResult | None
    # What the table had before tricks were transferred; None where none were.
    result_before: BoardResult | None
    # As the director ruled, whatever was decided since.
    adjusted: AdjustedAsRuled
    penalties: tuple[tuple[Penalty, str], ...]
    restrictions: tuple[TableRestriction, ...]
    reminders: tuple[DueReminder, ...]
    opinions: tuple[Opinion, ...]
    versions: tuple[RulingVersion, ...]
    # Tricks that the result has yet to count; None where there are none.
    transfer: TrickTransfer | None
    others: tuple[Ruling, ...]
    polls: tuple[tuple[Poll, PollTally], ...]
    # The adjusted score that it owes, or that the director has said is none; None where there is nothing of the kind.
    owed: Reminder | None = None
    owes_score: bool = False

    @property
    def debts(self) -> tuple[DueReminder, ...]:
        """The adjusted score that is owed."""
        return (DueReminder(self.owed, check_words(SCORE_OWED)),) if self.owed and self.owes_score else ()

    @property
    def outcomes(self) -> tuple[OutcomeWords, ...]:
        """What the assistant found; where no score has been given, it does not say that one was."""
        outcomes = self.assistant.outcomes if self.assistant else ()
        if self.owed is None or self.ruling.gives_score or not (self.owes_score or self.owed.settled_at):
            return outcomes
        if self.owes_score:
            sentence = _("An adjusted score is to be given. It has not been given yet.")
        else:
            sentence = _("No score was adjusted: %(reason)s") % {"reason": self.owed.answer}
        adjusting = [outcome for outcome in outcomes if outcome.requires_score]
        laws = tuple(dict.fromkeys(law for outcome in adjusting for law in outcome.laws))
        combined = [replace(outcome, do=sentence, aside=(), laws=laws) for outcome in adjusting[:1]]
        return (*(outcome for outcome in outcomes if not outcome.requires_score), *combined)

    @property
    def expected_result(self) -> str:
        return expected_result(self.ruling, self.result)


def expected_result(ruling: Ruling, result: BoardResult | None) -> str:
    """What an adjusted score is likely to begin from: the table's result, unless the infraction led to it.

    After a choice among logical alternatives that Law 16B forbids, the result that it led to has no weight.
    """
    suggested = any(str(law).startswith(("16B", "73C")) for law in ruling.law_refs)
    return result.text if result and not suggested else ""


def load_ruling_page(*, actor: Actor, ruling: Ruling, reach: Reach | None = None) -> RulingPage:
    own_reach = reach or director_reach(actor, ruling.session)
    staff = is_of_staff(actor, ruling, own_reach)
    room = session_room(ruling.session, open_names=True)
    return RulingPage(
        ruling,
        staff,
        staff and own_reach.may_rule(ruling.section_id, ruling.round, ruling.table, ruling.board),
        ruling_spot(room, ruling),
        assistant_or_none(ruling),
        ruling_auction(ruling),
        visible_hand_record(actor, ruling.play),
        play_result(ruling.play),
        result_before_tricks(ruling),
        _adjusted_scores(actor, ruling),
        tuple(_penalties(ruling, room)),
        tuple(
            TableRestriction(record, restriction_words(record.kind, record.text, record.detail))
            for record in ruling.restrictions.all()
        ),
        tuple(
            DueReminder(record, check_words(record.check_code))
            for record in ruling.reminders.exclude(check_code=SCORE_OWED).select_related("settled_by__player")
        )
        if staff
        else (),
        tuple(ruling.opinions.select_related("asked__player", "asked_by__player")) if staff else (),
        tuple(ruling.versions.select_related("made_by__player").order_by("-number")) if staff else (),
        plan_trick_transfer(ruling, ruling.tricks) if staff and is_open(ruling) else None,
        tuple(others_on(ruling)) if staff else (),
        tuple(_polls(ruling)) if staff else (),
        ruling.reminders.filter(check_code=SCORE_OWED).first(),
        open_score_debts(ruling.session).filter(ruling=ruling).exists(),
    )


def _polls(ruling: Ruling) -> list[tuple[Poll, PollTally]]:
    rows = ruling.polls.prefetch_related("answers").order_by("opened_at", "pk")
    return [(poll, tally(poll, poll.answers.all())) for poll in rows]


def assistant_or_none(ruling: Ruling) -> Assistant | None:
    try:
        return ruling_assistant(ruling) if ruling.tree else None
    except ValidationError:
        return None


def others_on(ruling: Ruling) -> list[Ruling]:
    """What other directors have ruled, or are about to rule, on the same board at the table."""
    if ruling.play_id is None:
        return []
    rows = session_rulings(ruling.session).filter(play=ruling.play_id).exclude(pk__in=stages_before(ruling))
    return list(rows.exclude(state=RulingState.WITHDRAWN).order_by("pk"))


def stages_before(ruling: Ruling) -> list[int]:
    """The ruling and those that it goes on from."""
    stages = [ruling.pk]
    while ruling.follows is not None:
        ruling = ruling.follows
        stages.append(ruling.pk)
    return stages


def ruling_spot(room: Room, ruling: Ruling) -> RulingSpot:
    if ruling.section_id is None or ruling.table is None:
        return RulingSpot("", None)
    sections = [section.section for section in room.sections]
    section = next((each for each in room.sections if each.section.pk == ruling.section_id), None)
    tables = section.tables(ruling.round) if section and ruling.round and ruling.round <= section.certain else []
    table = next((each for each in tables if each.number == ruling.table), None)
    return RulingSpot(table_name(sections, ruling.section_id, ruling.table), table)


def visible_hand_record(actor: Actor, play: Play | None) -> Record | None:
    """The board's hands as far as this person may see them now; None where the deal is not known here."""
    if play is None or play.section.board_set is None:
        return None
    records = visible_hand_records(actor, play.section.board_set)
    return next((record for record in records if record.number == play.board), None)


def play_result(play: Play | None) -> BoardResult | None:
    return None if play is None else BoardResult.objects.current().filter(play=play).first()


def _adjusted_scores(actor: Actor, ruling: Ruling) -> AdjustedAsRuled:
    event = ruling.session.event
    adjustments = ScoreAdjustment.objects.filter(authority=ruling.authority, play=ruling.play_id)
    adjustment = adjustments.order_by("made_at", "pk").last() if ruling.stands and ruling.gives_score else None
    given = tuple(adjustment_words_by_side(adjustment, event)) if adjustment is not None else ()
    is_changed = any(review.is_changed for review in reviews_by_ruling(actor, [ruling]).get(ruling.pk, []))
    if ruling.play_id is None or not is_changed:
        return AdjustedAsRuled(given if adjustment is not None and adjustment.superseded_at is None else ())
    now = ScoreAdjustment.objects.current().filter(play=ruling.play_id).first()
    if now is not None and now.authority == ruling.authority:
        # Something else was changed, such as a penalty.
        return AdjustedAsRuled(given)
    after = tuple(adjustment_words_by_side(now, event)) if now is not None else ()
    return AdjustedAsRuled(given, is_superseded=bool(given), after_appeal=after, table_counts=bool(given) and not after)


def penalties_as_ruled(ruling: Ruling) -> list[Penalty]:
    """Those that the ruling gave as it stands, also where a decision on appeal has cancelled them since."""
    given = Penalty.objects.filter(authority=ruling.authority).select_related("contestant").order_by("pk")
    if not ruling.stands:
        return list(given.filter(withdrawn_at=None))
    # What an amendment left out was withdrawn before: a ruling under appeal is not amended.
    counting = [penalty for penalty in given if penalty.withdrawn_at is None]
    missing = len(ruling.penalties) - len(counting)
    withdrawn = [penalty for penalty in given.order_by("withdrawn_at", "pk") if penalty.withdrawn_at is not None]
    return sorted([*counting, *(withdrawn[-missing:] if missing > 0 else ())], key=attrgetter("pk"))


def _penalties(ruling: Ruling, room: Room) -> list[tuple[Penalty, str]]:
    names = names_in(room)
    return [(penalty, names.get(penalty.contestant_id, "")) for penalty in penalties_as_ruled(ruling)]


def names_in(room: Room) -> dict[int, str]:
    """Contestants by id: the number and the names."""
    return {
        party.place.contestant_id: f"{party.name} {party.title}"
        for section in room.sections
        for party in section.parties(room.round)
        if party.place is not None
    }
