"""Deals as a file wrote them, each made a `Deal` when somebody asks for it."""

from collections.abc import Iterator, Mapping

from scoring.engine.cards import RANKS
from scoring.engine.deal import Deal

_RANKS = sorted(RANKS)


class DealTexts(Mapping[int, Deal]):
    """By board, what `Deal.parse` reads. Whoever adds one is told at once where it is no deal."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}

    def add(self, board: int, text: str) -> None:
        """The first of a board counts. A `NotationError` says what is wrong with the cards."""
        if not _is_sound(text):
            text = Deal.parse(text).pbn()
        self._texts.setdefault(board, text)

    def __getitem__(self, board: int) -> Deal:
        return Deal.parse(self._texts[board])

    def __iter__(self) -> Iterator[int]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self) == dict(other)

    __hash__ = None  # type: ignore[assignment]


def _is_sound(text: str) -> bool:
    """Four hands of thirteen cards that are a whole deck: all that `Deal` would look at."""
    hands = text[2:].split(" ")
    if len(hands) != 4 or any(len(hand) != 16 for hand in hands):
        return False
    suits = [hand.split(".") for hand in hands]
    if any(len(parts) != 4 for parts in suits):
        return False
    return all(sorted("".join(held)) == _RANKS for held in zip(*suits, strict=True))
