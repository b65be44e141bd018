"""What goes wrong between the last trick of a board and its result in the record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from random import Random

from ops.rehearsal.truth import Cards, RehearsedPlay, Truth


class NoiseStory(Enum):
    PLAIN = "typed on one phone, accepted on another"
    ONE_DEVICE = "typed and accepted on the same phone"
    ASKED = "looked at once more before it is accepted"
    CALLED = "the director is called first"
    TWICE = "posted three times, once without waiting for the answer"
    RETYPED = "mistyped, and typed again before anybody accepts"
    REFUSED = "mistyped, refused by the opponents, typed again"
    PUT_RIGHT = "mistyped, put right by the opponents"
    CONTRADICTED = "two phones say different things: the desk decides"
    CORRECTED = "mistyped and accepted, corrected in the round"
    ASKED_FOR = "mistyped and accepted, a correction asked for after the round"
    DESK = "mistyped and accepted, changed by the director"
    OFFLINE = "kept on a phone without a connection, sent in the wrong order after the round"
    LATE = "typed after the round"
    POSTPONED = "marked as not played, played later"
    NEVER_PLAYED = "marked as not played, and so it stays"
    DROPPED = "taken off by the director"
    WRONG_WAY = "they sat the wrong way: turned by the director"
    ADJUSTED = "the director adjusts the score"


COMMON = {NoiseStory.PLAIN: 500, NoiseStory.ONE_DEVICE: 120, NoiseStory.ASKED: 80}
RARE = {
    NoiseStory.CALLED: 8,
    NoiseStory.TWICE: 50,
    NoiseStory.RETYPED: 30,
    NoiseStory.REFUSED: 20,
    NoiseStory.PUT_RIGHT: 20,
    NoiseStory.CONTRADICTED: 20,
    NoiseStory.CORRECTED: 20,
    NoiseStory.ASKED_FOR: 10,
    NoiseStory.DESK: 10,
    NoiseStory.LATE: 20,
    NoiseStory.POSTPONED: 10,
    NoiseStory.NEVER_PLAYED: 8,
    NoiseStory.DROPPED: 5,
    NoiseStory.WRONG_WAY: 5,
    NoiseStory.ADJUSTED: 5,
}
UNPLAYED = (NoiseStory.NEVER_PLAYED, NoiseStory.DROPPED)
# One table in so many loses its connection for a whole round.
OFFLINE_ONE_IN = 25


@dataclass(frozen=True)
class ScriptedPlay:
    truth: Truth
    story: NoiseStory

    @property
    def slot(self) -> RehearsedPlay:
        return self.truth.slot


def write_parts(slots: Iterable[RehearsedPlay], chance: Random) -> list[ScriptedPlay]:
    """A story for every board at every table: each kind at least once where there are boards enough."""
    rows = list(slots)
    cards = {number: Cards(chance) for number in sorted({slot.board for slot in rows})}
    stories = _stories(rows, chance)
    return [
        ScriptedPlay(_truth(slot, story, cards[slot.board], chance), story)
        for slot, story in zip(rows, stories, strict=True)
    ]


def _stories(slots: list[RehearsedPlay], chance: Random) -> list[NoiseStory]:
    kinds, weights = zip(*(COMMON | RARE).items(), strict=True)
    found = chance.choices(kinds, weights, k=len(slots))
    evenings = sorted({(slot.section, slot.table, slot.round) for slot in slots})
    away = set(chance.sample(evenings, max(1, len(evenings) // OFFLINE_ONE_IN)))
    connected = [at for at, slot in enumerate(slots) if (slot.section, slot.table, slot.round) not in away]
    for at, kind in zip(chance.sample(connected, min(len(connected), len(RARE))), RARE, strict=False):
        found[at] = kind
    return [
        NoiseStory.OFFLINE if (slot.section, slot.table, slot.round) in away else story
        for slot, story in zip(slots, found, strict=True)
    ]


def _truth(slot: RehearsedPlay, story: NoiseStory, cards: Cards, chance: Random) -> Truth:
    result = None if story in UNPLAYED else cards.played(chance)
    return Truth(slot, result, turned=story is NoiseStory.WRONG_WAY, adjusted=story is NoiseStory.ADJUSTED)
