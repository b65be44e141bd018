"""Cards and suits as directors type them beside a restriction: `H7`, `7♥`, `hearts`, `H7, S2`."""

from __future__ import annotations

import re

from events.selectors.hand_records import NAMES, SYMBOLS
from scoring.engine.cards import Card, Strain
from scoring.engine.errors import NotationError

_BETWEEN = re.compile(r"[\s,;/&+]+")


def read_cards(text: str) -> list[tuple[Strain, str]]:
    """Each suit, with the rank where a card was typed; nothing where any word of it is neither."""
    cards = []
    for word in filter(None, _BETWEEN.split(text.strip())):
        card = _read(word)
        if card is None:
            return []
        cards.append(card)
    return cards


def _read(word: str) -> tuple[Strain, str] | None:
    for strain, symbol in SYMBOLS.items():
        name = str(NAMES[strain]).casefold()
        if word.casefold() in (strain.value.casefold(), symbol, name, name.removesuffix("s")):
            return strain, ""
    try:
        card = Card.parse(word)
    except NotationError:
        return None
    return card.suit, "10" if card.rank == "T" else card.rank


def suits_in(text: str) -> list[str]:
    """The signs of the suits that were named, each once."""
    return list(dict.fromkeys(SYMBOLS[strain] for strain, _rank in read_cards(text)))
