"""When a board may be dealt again: while no table has played it (Law 6D), and not when it decides a match (Law 86A)."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from events.models import BoardSet, Play
from events.models.conditions import Form
from events.models.plays import PlayState
from events.selectors.boards import was_played
from events.selectors.seal import board_set_seal


def refuse_redeal(board_set: BoardSet, number: int, reason: str) -> None:
    gaps = {"number": number}
    if not reason.strip():
        raise ValidationError({"reason": _("Say why the board is dealt again: it is written down.")})
    if len(reason.strip()) > 200:
        raise ValidationError({"reason": _("Say it in 200 letters at most.")})
    if was_played(board_set, number):
        raise ValidationError(
            _(
                "Board %(number)s has been played at a table, so it is not dealt again (Law 6D). Law 6D3 leaves it to"
                " the director: cancel what was played there first, or award an adjusted score to those who cannot"
                " play it."
            )
            % gaps,
            code="played",
        )
    if number not in board_set_seal(board_set).sealed:
        sentence = _("Board %(number)s is open: no table plays it any more. Deal a new set instead.")
        raise ValidationError(sentence % gaps, code="open")
    if _decides_a_match(board_set, number):
        raise ValidationError(
            _(
                "Board %(number)s is the last of a match: without it the result could be known, so it is not dealt"
                " again (Law 86A). Award an adjusted score."
            )
            % gaps,
            code="decides",
        )


def _decides_a_match(board_set: BoardSet, number: int) -> bool:
    """Whether two teams have played everything against each other but this board."""
    due = Play.objects.filter(
        section__board_set=board_set,
        section__session__event__form=Form.TEAMS,
        board=number,
        state=PlayState.DUE,
    )
    for section_id, north, east in due.values_list("section_id", "north_id", "east_id").distinct():
        match = Play.objects.filter(section=section_id, north__in=(north, east), east__in=(north, east))
        others = match.exclude(board=number)
        if others.exists() and not others.filter(state=PlayState.DUE).exists():
            return True
    return False
