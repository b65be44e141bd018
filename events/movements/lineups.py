"""Teams of more than four: who plays when, and how teams of eight and more meet pair by pair."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from events.movements.errors import MovementError
from events.movements.model import Note

Partnership = tuple[str, str]
LineUp = tuple[Partnership, Partnership]


@dataclass(frozen=True, slots=True)
class PairTable:
    """One table of a match between teams of several pairs: pair numbers within each team, from 1."""

    table: int
    home: int
    away: int
    home_sits_ns: bool


def pairs_match(pairs: int, stanzas: int) -> tuple[tuple[PairTable, ...], ...]:
    """Teams of `pairs` pairs: everyone meets new opponents each stanza and sits either way equally often."""
    if pairs < 2 or pairs % 2:
        raise MovementError("uneven-squad", pairs=pairs)
    if stanzas > pairs:
        number = f"teams of {pairs} pairs"
        raise MovementError("too-many-rounds", rounds=stanzas, what="a match", number=number, most=pairs)
    return tuple(
        tuple(
            PairTable(table + 1, table + 1, (table + stanza) % pairs + 1, (table + stanza) % 2 == 0)
            for table in range(pairs)
        )
        for stanza in range(stanzas)
    )


def line_ups(partnerships: tuple[Partnership, ...], stanzas: int) -> tuple[LineUp, ...]:
    """Two partnerships for each stanza, so that everyone plays as nearly equally as they can."""
    options = [(a, b) for a, b in combinations(partnerships, 2) if not set(a) & set(b)]
    if not options:
        raise MovementError("no-line-up")
    played: Counter[str] = Counter()
    used: Counter[LineUp] = Counter()
    chosen = []
    for _ in range(stanzas):
        best = min(options, key=lambda option: (*_load(option, played), used[option]))
        played.update(player for partnership in best for player in partnership)
        used[best] += 1
        chosen.append(best)
    return tuple(chosen)


def _load(option: LineUp, played: Counter[str]) -> tuple[int, int]:
    counts = [played[player] for partnership in option for player in partnership]
    return sum(counts), max(counts)


def check_line_ups(
    line_up: tuple[LineUp, ...], squad: tuple[str, ...], boards: int, share: int = 0
) -> tuple[Note, ...]:
    """Who is in two places, who is not of the squad, and who plays less than the share asked for."""
    notes = []
    played: Counter[str] = Counter()
    for stanza, pairs in enumerate(line_up, start=1):
        seats = Counter(player for partnership in pairs for player in partnership)
        played.update(seats.keys())
        notes += [Note.of("plays-twice", player=player, stanza=stanza) for player, n in seats.items() if n > 1]
        notes += [Note.of("not-in-squad", player=player, stanza=stanza) for player in seats if player not in squad]
    total = boards * len(line_up)
    for player in squad:
        if 100 * played[player] * boards < share * total:
            notes.append(Note.of("plays-too-little", player=player, boards=played[player] * boards, total=total))
    return tuple(notes)
