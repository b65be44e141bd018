"""The club members of the demo: about four hundred invented people, the same ones every time."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from clubs.demo import content, names

SEED = 7
VISITORS = 24
CLUBS = (content.HARBOUR, content.HILLSIDE, content.LANTERN)
SIZES = (45, 33, 22)
KINDS = ("full", "full", "full", "full", "associate", "junior", "student", "honorary")
PRIVACY = ("full",) * 8 + ("initials", "hidden")


@dataclass(frozen=True)
class Belonging:
    """A membership to be: in which club, and its fields."""

    club: str
    fields: dict[str, Any]


@dataclass(frozen=True)
class Member:
    """A player to be. Visitors have no number and belong nowhere; a club has entered them all the same."""

    entered_by: str
    fields: dict[str, Any]
    belongings: list[Belonging] = field(default_factory=list)

    @property
    def number(self) -> str:
        return str(self.fields["federation_number"])

    @property
    def name(self) -> str:
        return str(self.fields["display_name"])


class Plan:
    """Draws everybody from one seeded source, in one order."""

    def __init__(self) -> None:
        self.rng = random.Random(SEED)  # noqa: S311  (nothing secret: the demo must be the same everywhere)
        self.numbers = dict.fromkeys(CLUBS, 100)

    def officials(self) -> list[Member]:
        """The people with accounts, as players."""
        return [
            Member(
                entered_by=(person.clubs or CLUBS)[0],
                fields=self._fields(place, person.name, person.languages, "full"),
                belongings=[self._belonging(club, "full", date(2015, 1, 1)) for club in person.clubs],
            )
            for place, person in enumerate(content.PEOPLE, start=1)
        ]

    def others(self) -> list[Member]:
        people = names.invented(self.rng)
        visitors = [self._visitor(*person) for person in people[:VISITORS]]
        first_number = len(content.PEOPLE) + 1
        return visitors + [self._member(place, *person) for place, person in enumerate(people[VISITORS:], first_number)]

    def _visitor(self, name: str, languages: list[str]) -> Member:
        fields = self._fields(0, name, languages, self.rng.choice(PRIVACY))
        return Member(self.rng.choice(CLUBS), fields | {"federation": None, "federation_number": ""})

    def _member(self, place: int, name: str, languages: list[str]) -> Member:
        (home,) = self.rng.choices(CLUBS, SIZES)
        belongings = self._at_home(home)
        if self.rng.random() < 0.1:
            second_club = self.rng.choice([club for club in CLUBS if club != home])
            belongings.append(self._belonging(second_club, "associate", self._joined()))
        return Member(home, self._fields(place, name, languages, self.rng.choice(PRIVACY)), belongings)

    def _fields(self, place: int, name: str, languages: list[str], privacy: str) -> dict[str, Any]:
        return {
            "display_name": name,
            "federation_number": f"DL{place:05}",
            "languages": languages,
            "privacy": privacy,
            "needs_stationary_seat": privacy == "full" and self.rng.random() < 0.07,
        }

    def _at_home(self, club: str) -> list[Belonging]:
        """Most simply belong; some were suspended, some left, some left and came back."""
        kind, joined, fate = self.rng.choice(KINDS), self._joined(), self.rng.random()
        if fate < 0.04:
            return [self._belonging(club, kind, joined, status="suspended")]
        if fate > 0.88:
            former = self._belonging(club, kind, joined, status="ended", ends=self._left(joined))
            return [former] if fate > 0.93 else [former, self._rejoined(former)]
        return [self._belonging(club, kind, joined)]

    def _rejoined(self, former: Belonging) -> Belonging:
        fields = former.fields | {"starts": former.fields["ends"] + timedelta(days=90), "status": "active"}
        return Belonging(former.club, fields | {"ends": None})

    def _belonging(self, club: str, kind: str, starts: date, **fields: Any) -> Belonging:
        self.numbers[club] += 1
        number = f"{club[:2].upper()}{self.numbers[club]}"
        return Belonging(club, {"number": number, "kind": kind, "starts": starts} | fields)

    def _joined(self) -> date:
        return content.BASE_DAY - timedelta(days=self.rng.randrange(400, 5000))

    def _left(self, joined: date) -> date:
        """Long enough ago to have come back since."""
        longest = (content.BASE_DAY - joined).days - 100
        return joined + timedelta(days=self.rng.randrange(200, longest))
