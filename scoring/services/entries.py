"""Claims from the tables: each is kept, and counts, waits for the opponents or goes to the director."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from core import transaction
from core.actors import Actor
from core.audit import record
from core.locks import lock_row
from core.permissions import require
from events.models import Play, Session, TableCode
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.selectors.seal import is_open_to_all
from scoring.models import BoardResult, ScoreEntry
from scoring.models.results import EntryState, Outcome, ResultSource
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.checks import Question, questions_on
from scoring.selectors.conditions import board_conditions
from scoring.selectors.table_rounds import round_at
from scoring.selectors.table_rules import rules_for
from scoring.services.locks import refuse_if_locked
from scoring.services.results import accept_result, current_result, locked_play, locked_plays
from scoring.services.table_codes import refuse_other_table


@dataclass(frozen=True)
class Claim:
    """What a device sends: its own key, who typed it, which version of the result they had before them.

    With `confirmed` the opponents have accepted it on the same device: for devices that send both at once. The table's
    own page sends the opponents' word by itself (`confirm_entry`).
    """

    key: str
    result: ResultInput
    side: str = ""
    seen: int = 0
    typed_at: datetime | None = None
    confirmed: bool = False
    # Not to be asked about: they have looked twice, or nobody is there to answer.
    sure: bool = True
    # The key of the claim that this one corrects: their own, not yet heard of, or the opponents' that is not right.
    after: str = ""
    # The number of the pair that declared, as the table said it.
    pair: int | None = None
    # Where it comes from, if neither from a table's page nor from the desk.
    source: str = ""
    # The device counts rounds itself: what it sends was played, whichever round has been called.
    keeps_rounds: bool = False
    # They sat the other way (Law 5B); None where nobody says.
    turned: bool | None = None


@dataclass(frozen=True)
class ClaimOutcome:
    """What became of a claim, and what its makers should look at again. While they do, it waits."""

    entry: ScoreEntry
    questions: Sequence[Question] = ()


@transaction.atomic
def submit_claim(*, actor: Actor, play: Play, claim: Claim, code: TableCode | None = None) -> ClaimOutcome:
    """Record a claim, which then counts, waits or is disputed. The same key again gives the same entry."""
    require_at_table(actor, play, code)
    return _submit(actor, locked_play(play), claim, code)


@transaction.atomic
def submit_claim_for_board(
    *, actor: Actor, code: TableCode, round_number: int, board: int, claim: Claim
) -> ClaimOutcome:
    """The same for a board by its number, at the table that the code opens."""
    own_plays = locked_plays().filter(section=code.section_id, table=code.table)
    play = own_plays.filter(round=round_number, board=board).order_by().first()
    if play is None:
        sentence = _("Board %(board)s is not played here in round %(round)s. Look at the number on the board.")
        raise ValidationError(sentence % {"board": board, "round": round_number}, code="not_here")
    return _submit(actor, play, claim, code)


def _submit(actor: Actor, play: Play, claim: Claim, code: TableCode | None) -> ClaimOutcome:
    earlier = list(ScoreEntry.objects.filter(Q(key=claim.key) | Q(play=play)).order_by("pk"))
    if same_entry := _entry_with_key(earlier, play, claim.key):
        return ClaimOutcome(same_entry)
    _refuse_untimely(play, claim)
    _refuse_not_played_by_table(play, claim, code)
    fields = validated_score_fields(claim.result, board_conditions(play.section, play.board))
    current = current_result(play)
    entry = _unsaved_entry(actor, play, claim, code, current, fields)
    if any(other.after == claim.key for other in earlier):
        # Its correction was here first: a phone without a connection does not always send in order.
        return ClaimOutcome(_keep_entry(actor, play, entry, EntryState.WITHDRAWN))
    # Once it is in the record: whoever asks about cards leaves a trace.
    questions = [] if claim.sure else questions_on(play, fields, rules_for(play.section), pair=claim.pair)
    others = _others_waiting([other for other in earlier if other.state == EntryState.WAITING], entry, claim)
    return ClaimOutcome(_judge_entry(actor, play, entry, claim, current, others, hold=bool(questions)), questions)


def _judge_entry(
    actor: Actor,
    play: Play,
    entry: ScoreEntry,
    claim: Claim,
    current: BoardResult | None,
    others: list[ScoreEntry],
    *,
    hold: bool,
) -> ScoreEntry:
    """The entry, saved as what it is beside the result that counts and what others claim; `hold`: not agreed yet."""
    if current is not None and current.says_the_same_as(entry) and claim.turned in (None, current.turned):
        return _keep_entry(actor, play, entry, EntryState.AGREED)
    if current is not None and entry.code_id is not None and is_open_to_all(play.section.board_set, play.board):
        entry.note = _words_about_open_deal(play, current, actor.at)
        return _keep_entry(actor, play, entry, EntryState.DISPUTED)
    if current is not None and not _may_replace(play, entry, current, keeps_rounds=claim.keeps_rounds):
        return _keep_entry(actor, play, entry, EntryState.DISPUTED)
    if contradicting := [other for other in others if not other.says_the_same_as(entry)]:
        _set_state(contradicting, EntryState.DISPUTED)
        return _keep_entry(actor, play, entry, EntryState.DISPUTED)
    if others and current is None:
        # Two phones say the same: each is the other's confirmation.
        _set_state(others, EntryState.AGREED)
        return _accept_entry(actor, play, entry, current, others[0].side, turned=claim.turned)
    return _agree_or_wait(actor, play, entry, claim, current, hold=hold)


def _entry_with_key(entries: list[ScoreEntry], play: Play, key: str) -> ScoreEntry | None:
    same_entry = next((entry for entry in entries if entry.key == key), None)
    if same_entry is not None and same_entry.play_id != play.pk:
        raise ValidationError(_("This key belongs to another board."), code="key_taken")
    return same_entry


def _refuse_not_played_by_table(play: Play, claim: Claim, code: TableCode | None) -> None:
    if code is not None and claim.result.outcome == Outcome.NOT_PLAYED and not rules_for(play.section).not_played:
        sentence = _("Only the director says that a board is not played here. Call the director.")
        raise ValidationError(sentence, code="not_allowed")


def _unsaved_entry(
    actor: Actor,
    play: Play,
    claim: Claim,
    code: TableCode | None,
    current: BoardResult | None,
    fields: dict[str, Any],
) -> ScoreEntry:
    return ScoreEntry(
        play=play,
        key=claim.key,
        source=claim.source or (ResultSource.TABLE if code else ResultSource.DESK),
        side=claim.side,
        declared_by=claim.pair,
        seen=_seen_version(claim, current),
        after=claim.after,
        code=code,
        user=actor.user,
        device=actor.device,
        typed_at=claim.typed_at,
        received_at=actor.at,
        # What the director decides on says how they sat: a claim itself keeps the result alone.
        note=_("They sat the other way.") if claim.turned else "",
        **fields,
    )


@transaction.atomic
def confirm_entry(
    *, actor: Actor, entry: ScoreEntry, agrees: bool, side: str = "", code: TableCode | None = None
) -> ScoreEntry:
    """Record the opponents' word on a claim (Law 79A). A refusal puts it before the director."""
    require_at_table(actor, entry.play, code)
    play = locked_play(entry.play)
    entry = lock_row(entry)
    if entry.state != EntryState.WAITING:
        return entry
    current = current_result(play)
    if not agrees or (current is not None and not _may_replace(play, entry, current)):
        entry.state = EntryState.DISPUTED
        entry.save(update_fields=["state"])
        return entry
    return _accept_entry(actor, play, entry, current, side)


def require_at_table(actor: Actor, play: Play, code: TableCode | None) -> None:
    """Refuse a device of another table, and everybody without a device who may not run the session."""
    if code is None:
        require(actor, "session.run", play)
    else:
        refuse_other_table(code, play.section_id, play.table)


def _refuse_untimely(play: Play, claim: Claim) -> None:
    session: Session = play.section.session
    if session.state not in (SessionState.PLAYING, SessionState.FINISHED):
        raise ValidationError(_("This session is not being played."), code="wrong_state")
    is_ahead = play.round > session.round and not claim.keeps_rounds
    if is_ahead and play.round > round_at(play.section, play.table):
        sentence = _("Board %(board)s is due in round %(round)s. Look at the number on the board.")
        raise ValidationError(sentence % {"board": play.board, "round": play.round}, code="not_due")
    if play.state == PlayState.DROPPED:
        sentence = _("Board %(board)s is not to be played at this table. Call the director.")
        raise ValidationError(sentence % {"board": play.board}, code="dropped")


def _seen_version(claim: Claim, current: BoardResult | None) -> int:
    """A correction that was made before the first claim was heard of has seen what that one became."""
    if claim.after and current is not None and current.entry is not None and current.entry.key == claim.after:
        return current.version
    return claim.seen


def _others_waiting(waiting: list[ScoreEntry], entry: ScoreEntry, claim: Claim) -> list[ScoreEntry]:
    """What waits from other devices. What this one sent before is replaced, and what it says it corrects."""
    replaced = [
        other
        for other in waiting
        if other.key == claim.after or (other.device == entry.device and other.code_id == entry.code_id)
    ]
    _set_state(replaced, EntryState.WITHDRAWN)
    return [other for other in waiting if other not in replaced]


def _may_replace(play: Play, entry: ScoreEntry, current: BoardResult, *, keeps_rounds: bool = False) -> bool:
    """Whether those at the table may correct what counts: in the round, and only what they had before them.

    What the director has set is the director's to change (Law 79B).
    What was not played then may have been played since: that is a first result, however late it comes.
    """
    if current.outcome == Outcome.NOT_PLAYED:
        return True
    session = play.section.session
    in_round = play.round in (session.round, round_at(play.section, play.table))
    timely = session.state == SessionState.PLAYING and (in_round or (keeps_rounds and play.round > session.round))
    ours = entry.code_id is None or current.made_by_id is None
    return timely and ours and rules_for(play.section).correct and entry.seen == current.version


def _words_about_open_deal(play: Play, current: BoardResult, at: datetime) -> str:
    """For the director, in the club's language and time: another result came when everybody could see the cards."""
    club = play.club
    with override(club.language):
        sentence = _("Sent at %(sent)s, when everybody could see the deal; the result before it came at %(first)s.")
        sent, first = (
            date_format(timezone.localtime(moment, ZoneInfo(club.timezone)), "TIME_FORMAT")
            for moment in (at, current.made_at)
        )
        return sentence % {"sent": sent, "first": first}


def _agree_or_wait(
    actor: Actor, play: Play, entry: ScoreEntry, claim: Claim, current: BoardResult | None, *, hold: bool
) -> ScoreEntry:
    if not hold and (claim.confirmed or entry.code_id is None or not rules_for(play.section).confirm):
        other = {"NS": "EW", "EW": "NS"}.get(entry.side, "") if claim.confirmed else ""
        return _accept_entry(actor, play, entry, current, other, turned=claim.turned)
    return _keep_entry(actor, play, entry, EntryState.WAITING)


def _accept_entry(
    actor: Actor,
    play: Play,
    entry: ScoreEntry,
    current: BoardResult | None,
    side: str,
    *,
    reason: str = "",
    turned: bool | None = None,
) -> ScoreEntry:
    entry.state = EntryState.AGREED
    entry.confirmed_side, entry.confirmed_device, entry.confirmed_at = side, actor.device, actor.at
    entry.save()
    accept_result(
        actor=actor,
        play=play,
        current=current,
        fields=entry.score_fields,
        source=entry.source,
        entry=entry,
        reason=reason,
        turned=turned,
    )
    return entry


def _keep_entry(actor: Actor, play: Play, entry: ScoreEntry, state: str) -> ScoreEntry:
    """A claim that changes no result is kept as what it is; refused where the score is final, as a result is."""
    refuse_if_locked(play.section.session, at=actor.at)
    entry.state = state
    entry.save()
    return entry


def _set_state(entries: list[ScoreEntry], state: str) -> None:
    ScoreEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(state=state)


@transaction.atomic
def settle_entry(
    *, actor: Actor, entry: ScoreEntry, take: bool, reason: str = "", turned: bool | None = None
) -> ScoreEntry:
    """Decide on a claim for the director: it counts and the others on the play are set aside, or it is.

    Without `turned` they sat as was found before.
    """
    require(actor, "session.run", entry)
    play = locked_play(entry.play)
    entry = lock_row(entry)
    if entry.state not in (EntryState.WAITING, EntryState.DISPUTED):
        raise ValidationError(_("This claim has been decided already."), code="decided")
    if not take:
        entry.state, entry.note = EntryState.SET_ASIDE, reason.strip()[:200]
        entry.save(update_fields=["state", "note"])
        before = {"result": entry.text, "score": entry.score}
        record(actor=actor, act="entry.aside", body=play.club, target=play, before=before, reason=entry.note)
        return entry
    others = ScoreEntry.objects.filter(play=play, state__in=[EntryState.WAITING, EntryState.DISPUTED])
    others.exclude(pk=entry.pk).update(state=EntryState.SET_ASIDE)
    return _accept_entry(actor, play, entry, current_result(play), "", reason=reason.strip()[:200], turned=turned)
