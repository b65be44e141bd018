"""The matches of a session as its newest run has them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from events.models import Session
from scoring.engine.numbers import ZERO
from scoring.models import ScoringRun
from scoring.runs.pair_matches import pair_matches, stored_counted_points
from scoring.runs.sheet_storage import restore_sheet
from scoring.selectors.newest_runs import newest_runs

Key = tuple[int, int, int]


@dataclass(frozen=True)
class RunMatch:
    """A match of a run; figures are exact. `home` is the team that was entered first."""

    data: dict[str, Any]
    is_behind: bool = False

    @property
    def key(self) -> Key:
        return int(self.data["round"]), self.home_id, self.away_id

    @property
    def round(self) -> int:
        return int(self.data["round"])

    @property
    def rounds(self) -> list[int]:
        return [int(number) for number in self.data.get("rounds", [self.data["round"]])]

    @property
    def home_id(self) -> int:
        return int(self.data["home"])

    @property
    def away_id(self) -> int:
        return int(self.data["away"])

    @property
    def is_of_pairs(self) -> bool:
        """Pairs have one table, and are compared with the field."""
        return bool(self.data.get("of_pairs"))

    @property
    def boards(self) -> list[dict[str, Any]]:
        return list(self.data["boards"])

    @property
    def dropped(self) -> list[int]:
        """Boards that were not played, or will not be."""
        return [int(number) for number in self.data.get("dropped", ())]

    @property
    def missing(self) -> list[int]:
        return [int(board["board"]) for board in self.data.get("missing", ())]

    @property
    def all_boards(self) -> list[int]:
        compared = [int(board["board"]) for board in self.data["boards"]]
        return sorted([*compared, *self.missing, *self.dropped])

    @property
    def is_begun(self) -> bool:
        return bool(self.data["boards"])

    @property
    def net(self) -> tuple[Fraction, Fraction]:
        return Fraction(self.data["home_net"]), Fraction(self.data["away_net"])

    @property
    def won(self) -> tuple[Fraction, Fraction]:
        """What each team has won on boards, before penalties: 41–28."""
        boards = self.data["boards"]
        home = sum((max(ZERO, Fraction(board["home"])) for board in boards), ZERO)
        away = sum((max(ZERO, Fraction(board["away"])) for board in boards), ZERO)
        carry = Fraction(self.data.get("carry", "0"))
        return home + max(ZERO, carry), away + max(ZERO, -carry)

    @property
    def is_balanced(self) -> bool:
        """Whether every board took from the one what it gave to the other; at board-a-match points are only given."""
        boards = [(Fraction(board["home"]), Fraction(board["away"])) for board in self.data["boards"]]
        return all(home == -away for home, away in boards) or all(min(imps) >= 0 for imps in boards)

    @property
    def board_sums(self) -> tuple[Fraction, Fraction]:
        """What the boards come to for each, gains less losses, before penalties."""
        boards, carry = self.data["boards"], Fraction(self.data.get("carry", "0"))
        home = sum((Fraction(board["home"]) for board in boards), ZERO)
        away = sum((Fraction(board["away"]) for board in boards), ZERO)
        return home + carry, away - carry

    @property
    def vps(self) -> tuple[str, str]:
        return self.data["home_vps"], self.data["away_vps"]

    @property
    def figures(self) -> dict[str, Any]:
        """What captains agree to."""
        names = ("home_net", "away_net", "home_vps", "away_vps", "carry", "home_penalty", "away_penalty")
        boards = {str(board["board"]): [board["home"], board["away"]] for board in self.data["boards"]}
        return {name: self.data.get(name, "") for name in names} | {"boards": boards}

    @property
    def digest(self) -> str:
        return figures_digest(self.figures)


def figures_digest(figures: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(figures, sort_keys=True).encode()).hexdigest()


def run_matches(run: ScoringRun, *, is_behind: bool = False) -> Iterator[RunMatch]:
    """Teams have their matches in the run; those of pairs follow from what each board was worth."""
    event = run.field.session.event
    if event.is_for_teams:
        match_data = run.boards
    elif event.has_matches:
        match_data = [match.data for match in pair_matches(restore_sheet(run), stored_counted_points(run))]
    else:
        match_data = []
    for data in match_data:
        yield RunMatch(data, is_behind)


# What a round without opponents gave, by the round and the contestant.
Byes = dict[tuple[int, int], Fraction]


def newest_matches(session: Session) -> list[RunMatch]:
    return matches_and_byes(session)[0]


def matches_and_byes(session: Session) -> tuple[list[RunMatch], Byes]:
    """In two queries, however many matches there are."""
    matches: list[RunMatch] = []
    byes: Byes = {}
    for field, run in newest_runs(session, full=True):
        if run is not None:
            matches += run_matches(run, is_behind=field.is_behind)
            byes |= {
                (int(number), int(contestant)): Fraction(amount)
                for number, contestant, amount in run.sheet.get("byes", ())
            }
    return sorted(matches, key=lambda match: match.key), byes


def newest_match(session: Session, key: Key) -> RunMatch | None:
    return next((match for match in newest_matches(session) if match.key == key), None)
