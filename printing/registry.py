"""The reports there are, and what they are made from. Each application registers its own in its `reports` room.

A report is a named thing: what it is about (a session, an event, a club, a case), who may ask for it, what it reads,
and the template it is set in. It reads as an actor, so that nobody reads on paper what they do not read on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from core.actors import Actor
from core.permissions import may

Context: TypeAlias = dict[str, Any]
# Reads what is printed: as whom, of what, and in which period (empty, `2026` or `2026-11`).
Reading: TypeAlias = Callable[[Actor, Any, str], Context]

PUBLIC, OFFICE = "public", "office"


class NothingToPrint(Exception):
    """There is nothing for this paper yet: a sentence that says what is lacking."""


class Group:
    RESULTS = "results"
    ROOM = "room"
    DIRECTOR = "director"
    OFFICE = "office"


GROUPS: dict[str, Any] = {
    Group.RESULTS: _("Results"),
    Group.ROOM: _("For the room"),
    Group.DIRECTOR: _("For the director and the committee"),
    Group.OFFICE: _("For the secretary"),
}


@dataclass(frozen=True)
class Head:
    """What stands on every sheet: the event, its day, whether scores are official, and what they were made from."""

    event: str = ""
    day: str = ""
    official: str = ""
    made_from: str = ""


@dataclass(frozen=True)
class Source:
    """What reports are made of. `readers` names those who read the same as this actor: a file is theirs alone."""

    kind: str
    title: Any
    find: Callable[[int], Model | None]
    body: Callable[[Any], Any]
    is_visible: Callable[[Actor, Any], bool]
    head: Callable[[Any], Head]
    readers: Callable[[Actor, Any], str]
    address: Callable[[Any], str]
    # Whether results are printed as strangers may read them now, whoever asks.
    results_are_public: Callable[[Any], bool] = field(default=lambda source: False)


@dataclass(frozen=True)
class PrintedReport:
    name: str
    title: Any
    source: str
    group: str
    template: str
    read: Reading
    # The act that whoever asks must be allowed, on the source.
    act: str = "session.run"
    landscape: bool = False
    # Scores stand on it: every sheet says whether they are official.
    has_scores: bool = False
    # The sheets carry their own heads, to be cut apart: cards, labels, slips.
    is_cut: bool = False
    period: str = ""
    # Read by everybody alike, so that names are as strangers may read them.
    for_public: bool = False
    # Given for it, the paper is the same for whoever may ask: an office's list.
    same_for_all: bool = False
    # For which sources it makes sense at all, such as a draw sheet for a knock-out.
    suits: Callable[[Any], bool] = field(default=lambda source: True)

    def may_ask(self, actor: Actor, source: Any) -> bool:
        return SOURCES[self.source].is_visible(actor, source) and may(actor, self.act, source)

    def readers(self, actor: Actor, source: Any) -> str:
        """Who reads the same paper: everybody, an office, or this person alone."""
        if self.for_public:
            return PUBLIC
        return f"{OFFICE}:{self.act}" if self.same_for_all else SOURCES[self.source].readers(actor, source)


SOURCES: dict[str, Source] = {}
REPORTS: dict[str, PrintedReport] = {}


def add_source(source: Source) -> Source:
    SOURCES[source.kind] = source
    return source


def printed_report(
    name: str, *, title: Any, source: str, group: str, template: str, **options: Any
) -> Callable[[Reading], Reading]:
    """Register what reads a report under a name that no other has."""

    def register(read: Reading) -> Reading:
        if name in REPORTS and REPORTS[name].read.__module__ != read.__module__:
            raise ValueError(f"There are two reports called {name}.")
        REPORTS[name] = PrintedReport(name, title, source, group, template, read, **options)
        return read

    return register


def reports_of(kind: str) -> Mapping[str, PrintedReport]:
    """The reports about a kind of source, in the order in which they were registered."""
    return {name: report for name, report in REPORTS.items() if report.source == kind}


def source_label(kind: str, pk: Any) -> str:
    return f"{kind}:{pk}"


def find_source(label: str) -> tuple[Source, Model] | None:
    """The source of a label such as `session:12`, if it is still there."""
    kind, _colon, pk = label.partition(":")
    source = SOURCES.get(kind)
    found = source.find(int(pk)) if source is not None and pk.isdigit() else None
    return None if source is None or found is None else (source, found)


def readers_of(actor: Actor, reports: list[PrintedReport], source: Any, *, for_public: bool) -> str:
    """Who reads all of these alike: the narrowest of them."""
    if for_public:
        return PUBLIC
    standings = [report.readers(actor, source) for report in reports]
    own = next((standing for standing in standings if standing.startswith("user:")), None)
    distinct = list(dict.fromkeys(standing for standing in standings if standing != PUBLIC))
    if own is not None or len(distinct) < 2:
        return own or (distinct[0] if distinct else PUBLIC)
    return f"user:{actor.user_id}"
