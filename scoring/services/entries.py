"""Claims from the tables. Nothing that was sent is lost; what contradicts goes to the director."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from core.actors import Actor
from core.audit import record
from core.errors import Forbidden
from core.permissions import require
from events.models import Play, Session, TableCode
from events.models.plays import PlayState
from events.models.sessions import SessionState
from scoring.models import BoardResult, ScoreEntry
from scoring.models.results import EntryState, Outcome, ResultSource, TableScore
from scoring.result_input import ResultInput, validated_score_fields
from scoring.selectors.checks import Question, questions_on
from scoring.selectors.conditions import board_conditions
from scoring.selectors.table_rounds import round_at
from scoring.selectors.table_rules import rules_for
from scoring.services.locks import refuse_locked
from scoring.services.results import accept_result, current_result, locked_play


@dataclass(frozen=True)
class Claim:
    """What a device sends: its own key, who typed it, which version of the result they had before them."""

    key: str
    said: ResultInput
    side: str = ""
    seen: int = 0
    typed_at: datetime | None = None
    # The opponents have checked and accepted it on the same device.
    confirmed: bool = False
    # Not to be asked about: they have looked twice, or nobody is there to answer.
    sure: bool = True
    # The key of the claim that this one corrects: their own, not yet heard of, or the opponents' that is not right.
    after: str = ""
    # The number of the pair that declared, as the table said it.
    pair: int | None = None


@dataclass(frozen=True)
class ClaimOutcome:
    """What became of a claim, and what its makers should look at again. While they do, it waits."""

    entry: ScoreEntry
    questions: Sequence[Question] = ()


def enter_score(*, actor: Actor, play: Play, claim: Claim, code: TableCode | None = None) -> ScoreEntry:
    return take_claim(actor=actor, play=play, claim=claim, code=code).entry


@transaction.atomic
def take_claim(*, actor: Actor, play: Play, claim: Claim, code: TableCode | None = None) -> ClaimOutcome:
    """Take a claim. The same key again is the same entry, however often a device sends it."""
    require_at_table(actor, play, code)
    row = locked_play(play)
    told = list(ScoreEntry.objects.filter(Q(key=claim.key) | Q(play=row)).order_by("pk"))
    known = next((entry for entry in told if entry.key == claim.key), None)
    if known is not None:
        if known.play_id != row.pk:
            raise ValidationError(_("This key belongs to another board."), code="key_taken")
        return ClaimOutcome(known)
    _refuse_untimely(row)
    if code is not None and claim.said.outcome == Outcome.NOT_PLAYED and not rules_for(row.section).not_played:
        sentence = _("Only the director says that a board is not played here. Call the director.")
        raise ValidationError(sentence, code="not_allowed")
    refuse_locked(row.section.session, at=actor.at)
    fields = validated_score_fields(claim.said, board_conditions(row.section, row.board))
    current = current_result(row)
    entry = ScoreEntry(
        play=row,
        key=claim.key,
        source=ResultSource.TABLE if code else ResultSource.DESK,
        side=claim.side,
        declared_by=claim.pair,
        seen=_seen(claim, current),
        after=claim.after,
        code=code,
        user=actor.user,
        device=actor.device,
        typed_at=claim.typed_at,
        received_at=actor.at,
        **fields,
    )
    if any(other.after == claim.key for other in told):
        # Its correction was here first: a phone without a connection does not always send in order.
        return ClaimOutcome(_replaced(entry))
    # Once it is in the record: whoever asks about cards leaves a trace.
    questions = [] if claim.sure else questions_on(row, fields, rules_for(row.section), pair=claim.pair)
    others = _others_waiting([other for other in told if other.state == EntryState.WAITING], entry, claim)
    if current is not None:
        return ClaimOutcome(_against_result(actor, row, entry, claim, current, others, hold=bool(questions)), questions)
    return ClaimOutcome(_first(actor, row, entry, claim, others, hold=bool(questions)), questions)


@transaction.atomic
def confirm_entry(
    *, actor: Actor, entry: ScoreEntry, agrees: bool, side: str = "", code: TableCode | None = None
) -> ScoreEntry:
    """The opponents' word on a claim (Law 79A). A refusal puts it before the director."""
    require_at_table(actor, entry.play, code)
    play = locked_play(entry.play)
    row = ScoreEntry.objects.select_for_update().get(pk=entry.pk)
    if row.state != EntryState.WAITING:
        return row
    current = current_result(play)
    if not agrees or (current is not None and not _may_replace(play, row, current)):
        return _to_director(row)
    return _agree(actor, play, row, side)


def require_at_table(actor: Actor, play: Play, code: TableCode | None) -> None:
    """A device may speak for its own table only; everybody else needs the right to run the session."""
    if code is None:
        require(actor, "session.run", play)
        return
    if code.revoked_at is not None or (code.section_id, code.table) != (play.section_id, play.table):
        raise Forbidden(_("This code is for another table."))


def _refuse_untimely(play: Play) -> None:
    session: Session = play.section.session
    if session.state not in (SessionState.PLAYING, SessionState.FINISHED):
        raise ValidationError(_("This session is not being played."), code="wrong_state")
    if play.round > session.round and play.round > round_at(play.section, play.table):
        sentence = _("Board %(board)s is due in round %(round)s. Look at the number on the board.")
        raise ValidationError(sentence % {"board": play.board, "round": play.round}, code="not_due")
    if play.state == PlayState.DROPPED:
        sentence = _("Board %(board)s is not to be played at this table. Call the director.")
        raise ValidationError(sentence % {"board": play.board}, code="dropped")


def _seen(claim: Claim, current: BoardResult | None) -> int:
    """A correction that was made before the first claim was heard of has seen what that one became."""
    if claim.after and current is not None and current.entry is not None and current.entry.key == claim.after:
        return current.version
    return claim.seen


def _first(
    actor: Actor, play: Play, entry: ScoreEntry, claim: Claim, others: list[ScoreEntry], *, hold: bool
) -> ScoreEntry:
    """No result yet: however late it comes, the first one is taken."""
    if contradicting := [other for other in others if not other.says_the_same_as(entry)]:
        _set(contradicting, EntryState.DISPUTED)
        return _to_director(entry)
    if others:
        # Two phones say the same: each is the other's confirmation.
        _set(others, EntryState.AGREED)
        return _agree(actor, play, entry, others[0].side)
    return _take(actor, play, entry, claim, hold=hold)


def _others_waiting(waiting: list[ScoreEntry], entry: ScoreEntry, claim: Claim) -> list[ScoreEntry]:
    """What waits from other devices. What this one sent before is replaced, and what it says it corrects."""
    replaced = [
        other
        for other in waiting
        if other.key == claim.after or (other.device == entry.device and other.code_id == entry.code_id)
    ]
    _set(replaced, EntryState.WITHDRAWN)
    return [other for other in waiting if other not in replaced]


def _against_result(
    actor: Actor,
    play: Play,
    entry: ScoreEntry,
    claim: Claim,
    current: BoardResult,
    others: list[ScoreEntry],
    *,
    hold: bool,
) -> ScoreEntry:
    if current.says_the_same_as(entry):
        entry.state = EntryState.AGREED
        entry.save()
        return entry
    if not _may_replace(play, entry, current):
        return _to_director(entry)
    if contradicting := [other for other in others if not other.says_the_same_as(entry)]:
        _set(contradicting, EntryState.DISPUTED)
        return _to_director(entry)
    return _take(actor, play, entry, claim, hold=hold)


def _may_replace(play: Play, entry: ScoreEntry, current: BoardResult) -> bool:
    """Whether those at the table may correct what counts: in the round, and only what they had before them.

    What the director has set is the director's to change (Law 79B).
    What was not played then may have been played since: that is a first result, however late it comes.
    """
    if current.outcome == Outcome.NOT_PLAYED:
        return True
    session = play.section.session
    timely = session.state == SessionState.PLAYING and play.round in (session.round, round_at(play.section, play.table))
    ours = entry.code_id is None or current.made_by_id is None
    return timely and ours and rules_for(play.section).correct and entry.seen == current.version


def _take(actor: Actor, play: Play, entry: ScoreEntry, claim: Claim, *, hold: bool) -> ScoreEntry:
    if not hold and (claim.confirmed or entry.code_id is None or not rules_for(play.section).confirm):
        other = {"NS": "EW", "EW": "NS"}.get(entry.side, "") if claim.confirmed else ""
        return _agree(actor, play, entry, other)
    entry.save()
    return entry


def _agree(actor: Actor, play: Play, entry: ScoreEntry, side: str, *, reason: str = "") -> ScoreEntry:
    entry.state = EntryState.AGREED
    entry.confirmed_side, entry.confirmed_device, entry.confirmed_at = side, actor.device, actor.at
    entry.save()
    fields = {name: getattr(entry, name) for name in TableScore.SCORE_FIELDS}
    accept_result(actor=actor, play=play, fields=fields, source=entry.source, entry=entry, reason=reason)
    return entry


def _replaced(entry: ScoreEntry) -> ScoreEntry:
    entry.state = EntryState.WITHDRAWN
    entry.save()
    return entry


def _to_director(entry: ScoreEntry) -> ScoreEntry:
    entry.state = EntryState.DISPUTED
    entry.save()
    return entry


def _set(entries: list[ScoreEntry], state: str) -> None:
    ScoreEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(state=state)


@transaction.atomic
def settle_entry(*, actor: Actor, entry: ScoreEntry, take: bool, reason: str = "") -> ScoreEntry:
    """The director decides on a claim: it counts, or it is set aside with what it contradicted."""
    require(actor, "session.run", entry)
    play = locked_play(entry.play)
    row = ScoreEntry.objects.select_for_update().get(pk=entry.pk)
    if row.state not in (EntryState.WAITING, EntryState.DISPUTED):
        raise ValidationError(_("This claim has been decided already."), code="decided")
    if not take:
        row.state, row.note = EntryState.SET_ASIDE, reason.strip()[:200]
        row.save(update_fields=["state", "note"])
        said = {"result": row.text, "score": row.score}
        record(actor=actor, act="entry.aside", body=play.club, target=play, before=said, reason=row.note)
        return row
    others = ScoreEntry.objects.filter(play=play, state__in=[EntryState.WAITING, EntryState.DISPUTED])
    others.exclude(pk=row.pk).update(state=EntryState.SET_ASIDE)
    return _agree(actor, play, row, "", reason=reason.strip()[:200])
