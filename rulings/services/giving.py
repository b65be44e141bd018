"""A ruling is written up, given, amended and withdrawn. Every version that was given stays."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.audit.record import changed_fields
from core.changes import locked, reject_unknown_fields
from core.errors import Conflict, field_error
from core.locks import lock
from rulings import hooks
from rulings.checked.auctions import check_auction
from rulings.checked.paragraphs import refuse_unknown_paragraphs
from rulings.checked.reachable import refuse_unreachable
from rulings.checked.scores import checked_adjusted_score, read_penalties, refuse_contradiction
from rulings.models import Ruling
from rulings.models.rulings import SCORE_FIELDS, RulingState
from rulings.selectors.consultations import consultation
from rulings.selectors.trick_transfer import played_result
from rulings.services import restrictions, scores, trick_transfer
from rulings.services.cases import locked_draft, require_ruling
from rulings.services.pending import invalidate_live_pages
from rulings.services.versions import WRITTEN, keep_version
from scoring.adjusted.awards import Adjusted
from scoring.engine.cards import Side
from scoring.models import DirectorCall
from scoring.models.director_calls import CallState
from scoring.services.director_calls import close_call
from scoring.services.locks import Change, refuse_if_locked
from scoring.services.results import locked_play

#: What the audit keeps of a version; the texts are in the version itself.
AUDITED = ("state", "law_refs", "outcome_ids", *SCORE_FIELDS, "waived", "directors_error")
#: What an adjusted score or a penalty says.
GIVING = (*SCORE_FIELDS, "title", "decision", "law_refs", "penalties")
#: What may be added to a ruling that stands without changing it.
LATER = frozenset({"told_ns_at", "told_ns_how", "told_ew_at", "told_ew_how", "appeal_told", "notes"})


@transaction.atomic
def write(*, actor: Actor, ruling: Ruling, version: int | None = None, **fields: Any) -> Ruling:
    """Fill in a draft. Nothing in the scores moves."""
    reject_unknown_fields(fields, set(WRITTEN))
    ruling = locked_draft(actor, ruling, version)
    _fill(ruling, fields)
    ruling.version += 1
    ruling.save()
    return ruling


@transaction.atomic
def give(
    *,
    actor: Actor,
    ruling: Ruling,
    version: int | None = None,
    seen: str | None = None,
    who: dict[str, dict[str, Any]] | None = None,
    tricks_to: str = "",
    **fields: Any,
) -> Ruling:
    """Give the ruling: the scores follow, and what it leaves behind begins.

    `tricks_to` is the side to which the tricks go that the Laws transfer; the result follows where it is in.
    `seen` is what `other_rulings_fingerprint` said when the page was made: whoever has not seen a colleague's ruling
    looks at it first.
    """
    reject_unknown_fields(fields, set(WRITTEN))
    ruling = locked_draft(actor, ruling, version)
    # Rows are taken in one order everywhere: ruling, call, play, what hangs on them, and the audit's chain last.
    call = _locked_call(ruling)
    _fill(ruling, fields)
    _refuse_unseen(ruling, seen)
    # What was opened in time is ruled on, however late (Law 92B).
    refuse_if_locked(ruling.session, at=ruling.opened_at, change=Change.RULING)
    _refuse_unfinished(ruling)
    score = _checked_score(ruling)
    ruling.state, ruling.given_at, ruling.director = RulingState.GIVEN, actor.at, actor.user
    ruling.tricks = trick_transfer.prescribed_tricks(ruling)
    ruling.tricks_to = tricks_to if ruling.tricks else ""
    if ruling.tricks_to and not ruling.offending:
        ruling.offending = Side(ruling.tricks_to).other.value
    ruling.version += 1
    ruling.save()
    restrictions.begin_restrictions(actor=actor, ruling=ruling, who=who)
    keep_version(actor=actor, ruling=ruling)
    invalidate_live_pages(ruling, at=actor.at)
    scores.apply_ruling_score(actor=actor, ruling=ruling, score=score)
    record(actor=actor, act="ruling.give", body=ruling.club, target=ruling, after=values(ruling, AUDITED))
    if ruling.tricks_to and played_result(ruling) is not None:
        ruling = trick_transfer.count_tricks(actor=actor, ruling=ruling, to=ruling.tricks_to)
    if call is not None:
        close_call(actor=actor, call=call, note=ruling.title, is_authorized=True)
    return ruling


@transaction.atomic
def amend(
    *,
    actor: Actor,
    ruling: Ruling,
    reason: str,
    version: int | None = None,
    seen: str | None = None,
    **fields: Any,
) -> Ruling:
    """Change a ruling that was given (Law 82C, or something came to light). What it was before stays on record."""
    reject_unknown_fields(fields, set(WRITTEN))
    require_ruling(actor, ruling)
    ruling = locked(ruling, version=version)
    if not ruling.stands:
        raise ValidationError(_("Only a ruling that stands can be amended."), code="wrong_state")
    _say_why(reason)
    before = values(ruling, AUDITED)
    stored = Ruling.objects.get(pk=ruling.pk)
    _fill(ruling, fields)
    if not changed_fields(stored, ruling, fields):
        return ruling
    _refuse_unseen(ruling, seen)
    refuse_if_locked(ruling.session, at=actor.at, change=Change.RULING)
    _refuse_unfinished(ruling)
    score = _checked_score(ruling)
    ruling.state = RulingState.AMENDED
    hooks.ruling_changing.call(ruling)
    ruling.version += 1
    ruling.save()
    _update_owed_score(actor, stored, ruling, gives_score=score is not None)
    if changed_fields(stored, ruling, GIVING):
        scores.apply_ruling_score(actor=actor, ruling=ruling, score=score)
    keep_version(actor=actor, ruling=ruling, reason=reason.strip())
    record(
        actor=actor,
        act="ruling.amend",
        body=ruling.club,
        target=ruling,
        before=before,
        after=values(ruling, AUDITED),
        reason=reason.strip(),
    )
    hooks.ruling_amended.call(ruling, actor, reason.strip())
    return ruling


def _update_owed_score(actor: Actor, stored: Ruling, ruling: Ruling, *, gives_score: bool) -> None:
    """An adjusted score that is now given is owed no more; one that the outcomes require and that is gone is owed."""
    if gives_score and changed_fields(stored, ruling, SCORE_FIELDS):
        restrictions.settle_reminders_of_ruling(
            actor=actor, ruling=ruling, answer=_("The score was adjusted."), due_only=True
        )
        return
    was_given = stored.gives_score and bool(ruling.tree)
    if was_given and restrictions.requires_given_score(ruling, consultation(ruling).step.outcomes):
        restrictions.owe_score(actor=actor, ruling=ruling)


@transaction.atomic
def note_down(*, actor: Actor, ruling: Ruling, version: int | None = None, **fields: Any) -> Ruling:
    """Who was told when, and the director's notes: added to a ruling that stands, which stays as it is."""
    reject_unknown_fields(fields, set(LATER))
    require_ruling(actor, ruling)
    ruling = locked(ruling, version=version)
    before = Ruling.objects.get(pk=ruling.pk)
    _fill(ruling, fields)
    names = changed_fields(before, ruling, sorted(fields))
    if names:
        ruling.version += 1
        ruling.save()
        audited = [name for name in names if name != "notes"]
        record(actor=actor, act="ruling.note", body=ruling.club, target=ruling, after=values(ruling, audited))
    return ruling


@transaction.atomic
def withdraw(
    *, actor: Actor, ruling: Ruling, reason: str, directors_error: bool = False, version: int | None = None
) -> Ruling:
    """It no longer stands: its scores and penalties go with it. A new ruling is given as one of its own."""
    require_ruling(actor, ruling)
    ruling = locked(ruling, version=version)
    if not ruling.stands:
        raise ValidationError(_("Only a ruling that stands can be withdrawn."), code="wrong_state")
    _say_why(reason)
    refuse_if_locked(ruling.session, at=actor.at, change=Change.RULING)
    if ruling.play is not None:
        locked_play(ruling.play)
    before = values(ruling, AUDITED)
    ruling.state = RulingState.WITHDRAWN
    ruling.directors_error = ruling.directors_error or directors_error
    hooks.ruling_changing.call(ruling)
    ruling.version += 1
    ruling.save()
    restrictions.end_restrictions_of_ruling(actor=actor, ruling=ruling, answer=_("The ruling was withdrawn."))
    scores.apply_ruling_score(actor=actor, ruling=ruling, score=None)
    trick_transfer.restore_result(actor=actor, ruling=ruling)
    keep_version(actor=actor, ruling=ruling, reason=reason.strip())
    after = values(ruling, AUDITED)
    record(
        actor=actor,
        act="ruling.withdraw",
        body=ruling.club,
        target=ruling,
        before=before,
        after=after,
        reason=reason.strip(),
    )
    return ruling


def other_rulings_fingerprint(ruling: Ruling) -> str:
    """The other rulings on the same board at the table: drafts, and what was given with its version."""
    if ruling.play_id is None:
        return ""
    rows = Ruling.objects.filter(play=ruling.play_id).exclude(pk=ruling.pk).exclude(state=RulingState.WITHDRAWN)
    versions = rows.order_by("pk").values_list("pk", "version", "state")
    return ".".join(f"{pk}" if state == RulingState.DRAFT else f"{pk}v{version}" for pk, version, state in versions)


def _refuse_unseen(ruling: Ruling, seen: str | None) -> None:
    if ruling.play is not None:
        # Two directors at one board wait for each other here.
        locked_play(ruling.play)
    if seen is not None and seen != other_rulings_fingerprint(ruling):
        raise Conflict(
            _(
                "Another director has ruled on this board, or is about to. Nothing was saved: read that ruling below,"
                " then save again if yours still stands."
            )
        )


def _fill(ruling: Ruling, fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        setattr(ruling, name, value)
    if ruling.directors_error:
        # Law 82C: neither side is treated as offending.
        ruling.offending, ruling.offender = "", ""
    refuse_unknown_paragraphs(ruling.law_refs)
    check_auction(ruling)
    ruling.full_clean(
        exclude={"session", "section", "play", "call", "director", "deputy_for"}, validate_constraints=False
    )


def _refuse_unfinished(ruling: Ruling) -> None:
    """A ruling says what was decided: by the assistant to its end, or in the director's own words."""
    if ruling.waived and not ruling.waiver_reason.strip():
        why = _("Say who asked for the waiver, and why: it is for cause, and for the other side to ask (Law 81C5).")
        raise field_error("waiver_reason", why, "required")
    if ruling.decision.strip() or ruling.gives_score:
        return
    if not ruling.tree:
        raise field_error("decision", _("Say what you ruled."), "required")
    if not consultation(ruling).step.is_over:
        why = _("The assistant has a question left. Answer it, or say in your own words what you ruled.")
        raise field_error("decision", why, "unfinished")


def _checked_score(ruling: Ruling) -> Adjusted | None:
    """The adjusted score that the ruling gives; what it rests on, and its penalties, have been checked."""
    score = checked_adjusted_score(ruling)
    refuse_unreachable(ruling)
    read_penalties(ruling)
    refuse_contradiction(ruling, score)
    if score is not None and score.is_assigned:
        _refuse_unfounded(ruling)
    return score


def _refuse_unfounded(ruling: Ruling) -> None:
    """An assigned score is a judgement: whoever reads it later, or appeals, finds what it rests on."""
    needed = {
        "law_refs": _("Say by which paragraphs the score is assigned."),
        "facts": _("Say what happened: an assigned score rests on facts (Laws 84 and 85)."),
        "reasons": _("Say why you assign this score (Law 12C1)."),
        "told_ns_how": _("Say how North-South were told: they may appeal (Law 83)."),
        "told_ew_how": _("Say how East-West were told: they may appeal (Law 83)."),
    }
    missing = {
        name: ValidationError(sentence, code="required")
        for name, sentence in needed.items()
        if not (getattr(ruling, name).strip() if isinstance(getattr(ruling, name), str) else getattr(ruling, name))
    }
    if missing:
        raise ValidationError(missing)


def _say_why(reason: str) -> None:
    if not reason.strip():
        raise field_error("reason", _("Say why the ruling is changed (Law 82)."), "required")


def _locked_call(ruling: Ruling) -> DirectorCall | None:
    """The call that it came from, while it is open: with the ruling it is attended to."""
    if ruling.call_id is None:
        return None
    call = lock(DirectorCall.objects).filter(pk=ruling.call_id).first()
    return call if call is not None and call.state in (CallState.WAITING, CallState.TAKEN) else None
