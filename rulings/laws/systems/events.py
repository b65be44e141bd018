"""What an event permits and what a pair files for it: categories as data, and what stands against a system, a team, a
written defence, supplementary sheets or a change after the deadline.

Every number is a setting of the event; the policy's own are usual. An empty tuple: nothing stands against it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rulings.laws.errors import DataError, LawsError
from rulings.laws.files import read
from rulings.laws.model import Note
from rulings.laws.notation import indented_blocks, logical_lines, parse_keys, parse_list
from rulings.laws.systems.policy import SYS, VERDICTS

_KEYS = {"title", "paragraph", "colours", "stickers"}
CHANGES = ("deletion", "clarification", "agreement", "sticker")


@dataclass(frozen=True, slots=True)
class Category:
    """Which systems an event or a stage permits; `stickers` is how many Brown Sticker methods a pair may have, or None.

    `elsewhere` names the category of stages that are no knock-out, where that matters.
    """

    name: str
    title: str
    paragraph: str
    colours: tuple[str, ...]
    stickers: int | None
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of an event."""

    defence_words: int = 50
    sheets: int = 6
    red_and_yellow: int = 4
    yellow: int = 3
    # A new agreement is used from the morning of so many days after the others were told (5(b)).
    days_before_use: int = 2


USUAL_LIMITS = Limits()


@cache
def categories() -> dict[str, Category]:
    """Those of the WBF by name."""
    return parse_categories(read("systems", "categories.txt"), "categories.txt")


def parse_categories(text: str, file: str) -> dict[str, Category]:
    """Categories from a text, such as a federation's own; DataError where something in it does not hold."""
    found: dict[str, Category] = {}
    for block in indented_blocks(logical_lines(text, file)):
        word, _, name = block[0].text.partition(" ")
        if word != "category" or not name:
            raise block[0].error("unreadable")
        keys = parse_keys(block[1:])
        if missing := sorted(_KEYS - keys.keys()):
            raise block[0].error("no-key", key=", ".join(missing))
        colours, stickers = parse_list(keys["colours"]), keys["stickers"]
        for colour in colours:
            if colour not in VERDICTS[SYS]:
                raise block[0].error("bad-value", key="colours", value=colour, known=VERDICTS[SYS])
        if stickers != "any" and not stickers.isdecimal():
            raise block[0].error("bad-value", key="stickers", value=stickers, known=("any", "0", "1", "2", "3"))
        if name in found:
            raise block[0].error("twice", name=name)
        most = None if stickers == "any" else int(stickers)
        found[name] = Category(name, keys["title"], keys["paragraph"], colours, most, keys.get("elsewhere", ""))
    for category in found.values():
        if category.elsewhere and category.elsewhere not in found:
            raise DataError("no-category", category=category.elsewhere, known=tuple(found))
    return found


def category_of(name: str, *, knockout: bool = True, declared: str = "") -> Category:
    """The category of a stage: what it is declared to be, where the event's own holds in the knock-out only."""
    known = categories()
    for asked in (name, declared or name):
        if asked not in known:
            raise LawsError("no-category", category=asked, known=tuple(known))
    category = known[name]
    return category if knockout or not category.elsewhere else known[declared or category.elsewhere]


def against_system(category: Category, colour: str, stickers: int = 0) -> tuple[Note, ...]:
    """What stands against a pair's system in a category."""
    notes = []
    if colour not in category.colours:
        notes.append(Note.of("system-colour", colour=colour, paragraph=category.paragraph))
    if category.stickers is not None and stickers > category.stickers:
        paragraph = category.paragraph
        notes.append(Note.of("system-stickers", most=category.stickers, count=stickers, paragraph=paragraph))
    return tuple(notes)


def against_team(colours: Iterable[str], limits: Limits = USUAL_LIMITS) -> tuple[Note, ...]:
    """What stands against the systems of a team, each counted once however it varies (category 1)."""
    count = Counter(colours)
    notes = []
    if (both := count["RED"] + count["YELLOW"]) > limits.red_and_yellow:
        notes.append(Note.of("team-red-yellow", most=limits.red_and_yellow, count=both))
    if count["YELLOW"] > limits.yellow:
        notes.append(Note.of("team-yellow", most=limits.yellow, count=count["YELLOW"]))
    return tuple(notes)


def against_defence(text: str, limits: Limits = USUAL_LIMITS) -> tuple[Note, ...]:
    """What stands against a written defence: its words are counted."""
    count = len(text.split())
    return (Note.of("defence-words", most=limits.defence_words, count=count),) if count > limits.defence_words else ()


def against_sheets(count: int, limits: Limits = USUAL_LIMITS) -> tuple[Note, ...]:
    """What stands against so many supplementary sheets."""
    return (Note.of("sheets", most=limits.sheets, count=count),) if count > limits.sheets else ()


def against_change(kind: str) -> tuple[Note, ...]:
    """What stands against a change after the deadline. Whether a new agreement is good, the chairman says besides."""
    if kind not in CHANGES:
        raise LawsError("no-change", kind=kind, known=CHANGES)
    return (Note.of("change-sticker"),) if kind == "sticker" else ()


def lines_up_first(own: Iterable[str], theirs: Iterable[str]) -> bool:
    """Whether a team sits down first throughout: it has a YELLOW pair and the other team has none (category 1)."""
    return "YELLOW" in set(own) and "YELLOW" not in set(theirs)
