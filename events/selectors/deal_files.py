"""The file of a set's deals, as somebody may see them."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from core.errors import Forbidden
from events.models import BoardSet
from events.selectors.boards import as_deal
from events.selectors.seal import Sight, current_boards
from scoring.interchange import deals as files


class VisibleDealFile(NamedTuple):
    boards: tuple[int, ...]
    data: bytes


def visible_deal_file(board_set: BoardSet, sight: Sight, notation: str) -> VisibleDealFile:
    """Refused where all of it is sealed for them; ScoringError where the notation cannot hold these boards."""
    deals = [as_deal(board) for board in current_boards(board_set) if sight.sees(board.number)]
    if not deals:
        raise Forbidden(_("These boards are sealed. Open the seal first, if you do not play them."))
    return VisibleDealFile(tuple(deal.number for deal in deals), files.write(deals, notation))
