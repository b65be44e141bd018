"""The auction of a ruling, read and checked."""

from __future__ import annotations

from django.utils.translation import gettext as _

from core.errors import field_error
from rulings.laws import Auction, LawsError
from rulings.models import Ruling
from rulings.wording import note_sentence
from scoring.selectors.conditions import board_conditions


def check_auction(ruling: Ruling) -> Auction | None:
    """The auction as it was entered. What cannot be read is refused; what was not legal is kept, and shown."""
    text = ruling.auction.strip()
    if not text:
        return None
    if ruling.play is None:
        raise field_error("auction", _("An auction belongs to a board: say which board this is about."), "no_board")
    dealer = board_conditions(ruling.play.section, ruling.play.board).dealer
    try:
        return Auction.parse(dealer, text)
    except LawsError as error:
        raise field_error("auction", note_sentence(error.note), "bad_call") from error
    except ValueError as error:
        raise field_error("auction", str(error), "bad_call") from error
