"""A board whose cards changed on its way: which tables played which form of it (Law 87)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import Conflict, field_error
from core.locks import lock_row
from core.permissions import require
from events.models import Play, Section
from scoring.models import BoardForms, ComparisonField
from scoring.selectors.fouled import FIRST, LETTERS, current_forms
from scoring.services.comparison_fields import check_lock_and_rescore


@transaction.atomic
def set_forms(
    *,
    actor: Actor,
    section: Section,
    board: int,
    forms: Mapping[tuple[int, int], str],
    reason: str,
    seen: int | None = None,
) -> BoardForms:
    """The director says in which form each table had the board; they are scored apart (Law 87B).

    `forms` goes by round and table; what is not named had the first form. None at all: the board was one and the same,
    which takes an earlier word back as well. `seen` is the word that stood there, 0 for none.
    """
    require(actor, "session.run", section)
    section = lock_row(section)
    before = current_forms(section, board)
    if seen is not None and seen != (before.pk if before else 0):
        raise Conflict
    others = {slot: form for slot, form in forms.items() if form != FIRST}
    _refuse_bad_forms(section, board, others, reason)
    if before is not None:
        BoardForms.objects.filter(pk=before.pk).update(superseded_at=actor.at)
    board_forms = BoardForms.objects.create(
        section=section,
        board=board,
        forms=[{"round": number, "table": table, "form": form} for (number, table), form in sorted(others.items())],
        reason=reason.strip()[:300],
        made_at=actor.at,
        made_by=actor.user,
    )
    check_lock_and_rescore(section, at=actor.at)
    record(
        actor=actor,
        act="board.foul" if others else "board.unfoul",
        body=section.club,
        target=board_forms,
        before=_audit_values(before),
        after=_audit_values(board_forms),
        reason=board_forms.reason,
    )
    return board_forms


def _refuse_bad_forms(section: Section, board: int, others: Mapping[tuple[int, int], str], reason: str) -> None:
    if not reason.strip():
        sentence = _("Say how you know, such as: compared with the hand record.")
        raise field_error("reason", sentence, "required")
    if wrong := sorted(set(others.values()) - set(LETTERS)):
        sentence = _("%(form)s is no form of a board. Choose one of %(letters)s.")
        letters = {"form": wrong[0], "letters": ", ".join(LETTERS)}
        raise field_error("forms", sentence % letters, "unknown")
    slots = set(Play.objects.filter(section=section, board=board).values_list("round", "table"))
    if strange := sorted(set(others) - slots):
        sentence = _("Board %(board)s is not played at table %(table)s in round %(round)s.")
        where = {"board": board, "round": strange[0][0], "table": strange[0][1]}
        raise field_error("forms", sentence % where, "not_here")
    if slots and slots == set(others) and len(set(others.values())) == 1 and not _played_elsewhere(section, board):
        sentence = _("All tables would have played the same form: there is nothing to score apart.")
        raise field_error("forms", sentence, "one_form")


def _played_elsewhere(section: Section, board: int) -> bool:
    """Another section of the field has the board, in the form in which it was dealt."""
    fields = ComparisonField.objects.filter(sections=section)
    others = Section.objects.filter(fields__in=fields).exclude(pk=section.pk)
    return Play.objects.filter(section__in=others, board=board).exists()


def _audit_values(board_forms: BoardForms | None) -> dict[str, Any]:
    return {} if board_forms is None else {"board": board_forms.board, "forms": board_forms.forms}
