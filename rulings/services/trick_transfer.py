"""Tricks that a ruling transfers (Law 64A and others) are counted in the result of the board, once."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import field_error
from rulings.laws.tricks import transferred_tricks
from rulings.models import Ruling
from rulings.models.rulings import SideChoice
from rulings.selectors.consultations import consultation
from rulings.selectors.trick_transfer import SIDES, is_uncounted, played_result, result_with, why_tricks_wait
from rulings.services.cases import require_ruling
from scoring.models import BoardResult
from scoring.result_input import ResultInput
from scoring.services.results import locked_play, set_result


def prescribed_tricks(ruling: Ruling) -> int:
    """How many tricks the outcomes of the assistant transfer; none where they are waived or a score is given."""
    if not ruling.tree or ruling.waived or ruling.gives_score or ruling.play_id is None:
        return 0
    return transferred_tricks(consultation(ruling).step.outcomes)


@transaction.atomic
def count_tricks(*, actor: Actor, ruling: Ruling, to: str, version: int | None = None) -> Ruling:
    """Change the result of the board by the tricks that the ruling transfers to a side."""
    ruling = _locked_uncounted(actor, ruling, version)
    assert ruling.play is not None
    locked_play(ruling.play)
    result = played_result(ruling)
    if result is None:
        sentence = _("The result of board %(board)s is not in yet: the tricks are counted when it is.")
        raise ValidationError(sentence % {"board": ruling.board}, code="no_result")
    if to not in SIDES:
        raise field_error("tricks_to", _("Say which side gets the tricks."), "required")
    after = result_with(result, ruling.tricks, to)
    if after is None:
        sentence = _("%(result)s leaves no such tricks to transfer. Look at the result, or at the side.")
        raise field_error("tricks_to", sentence % {"result": result.text}, "too_many")
    ruling.tricks_result = set_result(
        actor=actor,
        play=ruling.play,
        result=ResultInput.of(after),
        reason=_reason(ruling, to),
        authority=ruling.authority,
    )
    return _mark_counted(actor, ruling, to)


@transaction.atomic
def tricks_are_counted(*, actor: Actor, ruling: Ruling, to: str = "", version: int | None = None) -> Ruling:
    """The table has counted the tricks in what it entered: the result stays."""
    return _mark_counted(actor, _locked_uncounted(actor, ruling, version), to or ruling.tricks_to)


def restore_result(*, actor: Actor, ruling: Ruling) -> None:
    """A ruling that is withdrawn takes its tricks back, unless the result has been changed since."""
    changed = ruling.tricks_result
    if changed is None or changed.superseded_at is not None or ruling.play is None:
        return
    before = BoardResult.objects.get(play=ruling.play, version=changed.version - 1)
    set_result(
        actor=actor,
        play=ruling.play,
        result=ResultInput.of(before.result),
        reason=_("Ruling %(number)s was withdrawn.") % {"number": ruling.pk},
        authority=ruling.authority,
    )


def _locked_uncounted(actor: Actor, ruling: Ruling, version: int | None) -> Ruling:
    require_ruling(actor, ruling)
    ruling = locked(ruling, version=version)
    if not is_uncounted(ruling):
        raise ValidationError(_("This ruling has no tricks left to count."), code="wrong_state")
    if why := why_tricks_wait([ruling]).get(ruling.pk):
        raise ValidationError(why, code="appealed")
    return ruling


def _mark_counted(actor: Actor, ruling: Ruling, to: str) -> Ruling:
    ruling.tricks_to, ruling.tricks_counted_at = to, actor.at
    ruling.version += 1
    ruling.save(update_fields=["tricks_to", "tricks_counted_at", "tricks_result", "version"])
    after = {"tricks": ruling.tricks, "to": to, "result": ruling.tricks_result.text if ruling.tricks_result else ""}
    record(actor=actor, act="ruling.count_tricks", body=ruling.club, target=ruling, after=after)
    return ruling


def _reason(ruling: Ruling, to: str) -> str:
    sentence = ngettext(
        "Ruling %(number)s: one trick to %(side)s (Law %(law)s)",
        "Ruling %(number)s: %(tricks)s tricks to %(side)s (Law %(law)s)",
        ruling.tricks,
    )
    law = ruling.law_refs[0] if ruling.law_refs else "64A"
    return sentence % {
        "number": ruling.pk,
        "tricks": ruling.tricks,
        "side": SideChoice(to).label,
        "law": law,
    }
