"""What the demo consists of, as plain values: bodies, people with accounts, roles, what is laid down."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

# Every date in the demo is counted from here, so that it is the same on every machine and every day.
BASE_DAY = date(2024, 9, 2)
NATION, COAST, HIGHLANDS = "dummyland-federation", "coast-region", "highlands-region"
HARBOUR, HILLSIDE, LANTERN = "harbour-bridge-club", "hillside-bridge-club", "lantern-bridge-club"

FEDERATIONS: dict[str, dict[str, Any]] = {
    NATION: {
        "name": "Bridge Federation of Dummyland",
        "level": "national",
        "parent": None,
        "timezone": "Europe/London",
        "language": "en",
        "email": "office@dummyland.example.org",
        "website": "https://dummyland.example.org/",
    },
    COAST: {
        "name": "Coast Region",
        "level": "region",
        "parent": NATION,
        "timezone": "Europe/London",
        "language": "en",
        "email": "coast@dummyland.example.org",
    },
    HIGHLANDS: {
        "name": "Highlands Region",
        "level": "region",
        "parent": NATION,
        "timezone": "Europe/Athens",
        "language": "el",
        "email": "highlands@dummyland.example.org",
    },
}
CLUBS: dict[str, dict[str, Any]] = {
    HARBOUR: {
        "name": "Harbour Bridge Club",
        "federation": COAST,
        "timezone": "Europe/London",
        "language": "en",
        "colour": "navy",
        "email": "hello@harbour.example.org",
        "website": "https://harbour.example.org/",
        "venue": "The Old Customs House",
        "address": "4 Finesse Quay\nPort Tenace",
        "directions": "Tram 2 to Ropewalk, then towards the water. The lift is left of the main door.",
        "playing_times": (
            "Monday 19:15, matchpoint pairs\nWednesday 13:30, gentle pairs\nThursday 19:15, teams of four"
        ),
        "welcome": (
            "Come as a pair, or come alone and we find you a partner. Tea is free, and nobody has ever been"
            " asked to leave for bidding too much."
        ),
    },
    HILLSIDE: {
        "name": "Hillside Bridge Club",
        "federation": HIGHLANDS,
        "timezone": "Europe/Athens",
        "language": "el",
        "colour": "pine",
        "email": "hello@hillside.example.org",
        "venue": "Schoolhouse, first floor",
        "address": "17 Squeeze Lane\nUpper Endplay",
        "directions": ("Bus 9 to the fountain. There is room for bicycles in the yard; the stairs have a chair lift."),
        "playing_times": "Tuesday 18:30, pairs\nFriday 20:00, IMP pairs",
        "welcome": (
            "Καλώς ήρθατε! Hillside plays with a view of three valleys. Beginners play free in their first season."
        ),
    },
    LANTERN: {
        "name": "Lantern Bridge Club",
        "federation": COAST,
        "timezone": "Asia/Bangkok",
        "language": "th",
        "colour": "claret",
        "email": "hello@lantern.example.org",
        "venue": "Paper Lantern Tea Rooms",
        "address": "88 Overtrick Road\nLittle Ruffing",
        "directions": "From the night market, follow the red lanterns up to the second floor.",
        "playing_times": "Saturday 14:00, pairs\nSunday 14:00, individual (first of the month)",
        "welcome": ("ยินดีต้อนรับ! Lantern is our overseas club: it plays in its own time zone and under its own skies."),
    },
}


@dataclass(frozen=True)
class Appointment:
    """A role on a federation or a club (by its address name), for a time where it is limited."""

    role: str
    body: str
    starts_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True)
class Person:
    """Somebody who can sign in."""

    email: str
    name: str
    languages: list[str]
    clubs: tuple[str, ...] = ()
    roles: tuple[Appointment, ...] = ()
    account: dict[str, Any] = field(default_factory=dict)


def _day(year: int, month: int) -> datetime:
    return datetime(year, month, 1, tzinfo=UTC)


PEOPLE: tuple[Person, ...] = (
    Person(
        "officer@dummyland.example.org",
        "Finesse Fontaine",
        ["en", "fr"],
        (HARBOUR,),
        (Appointment("officer", NATION),),
    ),
    Person("officer@coast.example.org", "Cato Cuebíd", ["en"], (HARBOUR,), (Appointment("officer", COAST),)),
    Person(
        "officer@highlands.example.org",
        "Ατού Μπαζίδου",
        ["el", "en"],
        (HILLSIDE,),
        (Appointment("officer", HIGHLANDS),),
    ),
    Person(
        "secretary@harbour.example.org",
        "Penny Pass-Pass",
        ["en"],
        (HARBOUR,),
        (Appointment("secretary", HARBOUR),),
    ),
    Person(
        "secretary@hillside.example.org",
        "Σλεμίτσα Πασοπούλου",
        ["el", "en"],
        (HILLSIDE,),
        (Appointment("secretary", HILLSIDE),),
    ),
    Person(
        "secretary@lantern.example.org",
        "โพดำ แกรนด์สแลมมาก",
        ["th", "en"],
        (LANTERN,),
        (Appointment("secretary", LANTERN),),
    ),
    Person(
        "director@harbour.example.org",
        "Rufus Ruff",
        ["en", "de"],
        (HARBOUR, LANTERN),
        (
            Appointment("director", HARBOUR),
            # Lent to the other club for one season, which is over: a role that ran out.
            Appointment("director", LANTERN, _day(2023, 10), _day(2024, 5)),
        ),
    ),
    Person(
        "director@hillside.example.org",
        "Трефа Контренко",
        ["uk", "el", "en"],
        (HILLSIDE,),
        (Appointment("director", HILLSIDE), Appointment("scorer", HILLSIDE)),
    ),
    Person(
        "director@lantern.example.org",
        "ダブル 宣言之助",
        ["ja", "en"],
        (LANTERN,),
        (Appointment("director", LANTERN), Appointment("scorer", LANTERN)),
    ),
    Person(
        "scorer@harbour.example.org",
        "Mattie Matchpoint",
        ["en"],
        (HARBOUR,),
        (Appointment("scorer", HARBOUR),),
    ),
    Person(
        "chair@dummyland.example.org",
        "Justus Zwölfstich",
        ["de", "en"],
        (HILLSIDE,),
        (Appointment("appeals_chair", NATION), Appointment("appeals_chair", HARBOUR)),
    ),
    Person(
        "panel@dummyland.example.org",
        "红心满贯子",
        ["zh", "en"],
        (LANTERN,),
        (Appointment("appeals_member", NATION, None, _day(2040, 1)),),
    ),
    Person(
        "jury@dummyland.example.org",
        "ملكة أم الدبل",
        ["ar", "en"],
        (HARBOUR,),
        (Appointment("appeals_member", HARBOUR),),
    ),
    Person(
        "recorder@dummyland.example.org",
        "נסיכה בת־כפל",
        ["he", "en"],
        (HARBOUR,),
        (Appointment("recorder", NATION), Appointment("recorder", HARBOUR)),
    ),
    Person("member@harbour.example.org", "Dinah Dummy", ["en"], (HARBOUR,)),
    Person(
        "operator@dummyland.example.org",
        "Opal Overcall",
        ["en"],
        account={"is_staff": True, "is_superuser": True},
    ),
)


@dataclass(frozen=True)
class LaidDown:
    """A regulation, the body that lays it down, and whose act it is."""

    body: str
    by: str
    key: str
    value: Any
    locked: bool = False


REGULATIONS: tuple[LaidDown, ...] = (
    LaidDown(NATION, "officer@dummyland.example.org", "laws.edition", "2017-2024", locked=True),
    LaidDown(NATION, "officer@dummyland.example.org", "appeals.deposit", "20"),
    LaidDown(NATION, "officer@dummyland.example.org", "appeals.naming", "initials"),
    LaidDown(COAST, "officer@coast.example.org", "period.appeal", 60),
    LaidDown(HIGHLANDS, "officer@highlands.example.org", "appeals.adjudicator", "referee"),
    LaidDown(HARBOUR, "secretary@harbour.example.org", "appeals.deposit", "10"),
    LaidDown(HARBOUR, "secretary@harbour.example.org", "period.score_correction", 45),
    LaidDown(HILLSIDE, "secretary@hillside.example.org", "scoring.profile", "ebuscore"),
    LaidDown(LANTERN, "secretary@lantern.example.org", "penalty.percent_of_top", "20"),
)
