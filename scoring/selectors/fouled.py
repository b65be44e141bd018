"""Which form of a board was played where (Law 87): the slots of a section, and what they are compared with."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from events.models import Section
from scoring.models import BoardForms

FIRST = "A"
LETTERS = "ABCD"
Slot = tuple[int, int, int, int]


class Played(Protocol):
    """A play, or what was read of one."""

    @property
    def section_id(self) -> int: ...
    @property
    def board(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def table(self) -> int: ...


@dataclass(frozen=True)
class Forms:
    """What directors have said about the boards of some sections."""

    decisions: tuple[BoardForms, ...]
    slots: dict[Slot, str]

    def letter(self, play: Played) -> str:
        """The form's letter; A is the board as it was dealt, everywhere."""
        return self.slots.get((play.section_id, play.board, play.round, play.table), FIRST)

    def group(self, play: Played) -> str:
        """What its results are compared within. Another section's form B is another one: other cards were displaced."""
        form = self.letter(play)
        return "" if form == FIRST else f"{play.section_id}{form}"

    def decided_boards(self) -> set[tuple[int, int]]:
        """Boards of a section on which a director has decided."""
        return {(board_forms.section_id, board_forms.board) for board_forms in self.decisions}


def board_forms(sections: Iterable[Section | int], boards: Collection[int] | None = None) -> Forms:
    forms_of_boards = BoardForms.objects.current().filter(section__in=list(sections))
    if boards is not None:
        forms_of_boards = forms_of_boards.filter(board__in=boards)
    all_forms = tuple(forms_of_boards)
    return Forms(
        all_forms,
        {
            (decision.section_id, decision.board, int(slot["round"]), int(slot["table"])): str(slot["form"])
            for decision in all_forms
            for slot in decision.forms
        },
    )


def current_forms(section: Section, board: int) -> BoardForms | None:
    return BoardForms.objects.current().filter(section=section, board=board).first()
