"""The hands of a Bridgemate file: the deals of a session that has none, or a check of those that it has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.permissions import may
from events.models import Section, Session
from events.selectors.boards import as_deal, board_ranges, boards_in_play
from events.selectors.seal import current_boards
from events.selectors.seats import session_sections
from events.services.board_use import name_for, use_boards
from events.services.boards import keep_boards
from scoring.engine.deal import Deal
from scoring.interchange.bridgemate.document import section_hands
from scoring.interchange.bridgemate.records import BridgemateFile
from scoring.interchange.deals import BoardDeal
from scoring.interchange.document import Problem
from scoring.services.bridgemate.report import BridgemateReport

Deals = Mapping[int, Deal]


def take_deals(actor: Actor, session: Session, file: BridgemateFile, report: BridgemateReport) -> None:
    """A section without deals gets those of the file, when it has every board; others are compared."""
    problems: list[Problem] = []
    hands = {section.letter.strip().upper(): section_hands(file, section.ident, problems) for section in file.sections}
    wanting: dict[tuple[tuple[int, Deal], ...], list[Section]] = defaultdict(list)
    for section in session_sections(session):
        deals = hands.get(section.letter.upper(), {})
        if section.board_set is not None:
            _compare(section, deals, report)
        elif deals and _is_complete(section, deals, report):
            wanting[tuple(sorted(deals.items()))].append(section)
    for problem in problems:
        report.leave_out(_("Board %(board)s") % {"board": problem.board}, ValidationError(problem.message))
    for same_deals, sections in wanting.items():
        try:
            _use(actor, session, sections, dict(same_deals))
        except ValidationError as error:
            report.leave_out(_("Deals"), error)
        else:
            report.deals += len(same_deals)


@transaction.atomic
def _use(actor: Actor, session: Session, sections: list[Section], deals: Deals) -> None:
    if not may(actor, "deal.make", session.club):
        raise ValidationError(_("whoever reads the file may not choose the boards of this session."), code="not_yours")
    boards = [BoardDeal.of(number, deal) for number, deal in deals.items()]
    board_set = keep_boards(actor=actor, club=session.club, name=name_for(session), boards=boards)
    for section in sections:
        use_boards(actor=actor, section=section, board_set=board_set)


def _is_complete(section: Section, deals: Deals, report: BridgemateReport) -> bool:
    """Whether the file has every board. While play goes on the tables may still be typing them in."""
    missing = set(boards_in_play(section)) - set(deals)
    if missing and section.session.is_over:
        sentence = _("the file has no hands of boards %(numbers)s, so that no deals are taken.")
        error = ValidationError(sentence % {"numbers": board_ranges(missing)}, code="incomplete")
        report.leave_out(_("Section %(letter)s") % {"letter": section.letter}, error)
    return not missing


def _compare(section: Section, deals: Deals, report: BridgemateReport) -> None:
    """Says which boards have other cards than we know of; which cards, nobody learns here."""
    if section.board_set is None or not deals:
        return
    ours = {board.number: as_deal(board).deal for board in current_boards(section.board_set)}
    error = ValidationError(_("the file has other hands than this session: compare them with the cards."), code="other")
    for number, deal in sorted(deals.items()):
        if number in ours and ours[number].complete and ours[number] != deal:
            report.leave_out(_("Board %(board)s") % {"board": number}, error)
