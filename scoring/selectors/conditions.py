"""Dealer and vulnerability of the boards of a section: as the boards are marked, else by their numbers (Law 2)."""

from __future__ import annotations

from events.models import Board, Section
from scoring.engine.boards import Conditions, Vulnerability
from scoring.engine.cards import Seat


def board_conditions(section: Section, number: int) -> Conditions:
    return conditions_in(section, [number])[number]


def conditions_in(section: Section, numbers: list[int]) -> dict[int, Conditions]:
    marked = {}
    if section.board_set_id:
        boards = Board.objects.current().filter(board_set=section.board_set_id, number__in=numbers)
        marked = {number: (dealer, vul) for number, dealer, vul in boards.values_list("number", "dealer", "vulnerable")}
    return {number: _conditions(number, marked.get(number)) for number in numbers}


def _conditions(number: int, marked: tuple[str, str] | None) -> Conditions:
    if marked is None:
        return Conditions.of(number)
    dealer, vulnerable = marked
    return Conditions.of(number, dealer=Seat(dealer), vulnerability=Vulnerability.parse(vulnerable))
