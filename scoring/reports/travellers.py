"""Board by board: travellers, frequencies and hand records, as far as whoever asks may see the boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.actors import Actor
from events.models import Session
from events.reports.sources import SESSION
from events.selectors.hand_records import STRAINS, Suit
from printing.registry import Context, Group, NothingToPrint, printed_report
from scoring.reports.results import scored
from scoring.selectors.result_lines import ResultBoard, ResultLine
from scoring.selectors.shown_results import SessionResults

RESULTS: dict[str, Any] = {"source": SESSION, "group": Group.RESULTS, "act": "club.view", "has_scores": True}


def _boards(results: SessionResults) -> list[tuple[int, list[ResultBoard]]]:
    """Every board that is to be seen, with its results in each field."""
    found: dict[int, list[ResultBoard]] = {}
    for lines in results.fields:
        for board in lines.boards():
            if board.lines and results.sight.sees_board(board.number):
                found.setdefault(board.number, []).append(board)
    if not found:
        raise NothingToPrint(_("No board is to be shown yet."))
    return sorted(found.items())


def _strains() -> list[Suit]:
    return [Suit.of(strain) for strain in STRAINS]


@printed_report("travellers", title=gettext_lazy("Travellers"), template="scoring/print/travellers.html", **RESULTS)
def travellers(actor: Actor, session: Session, period: str) -> Context:
    """Each board with its deal, the tricks with all cards seen, par, and what every table did with it."""
    results = scored(actor, session)
    boards = [
        {"number": number, "fields": boards, "record": results.record(number)} for number, boards in _boards(results)
    ]
    return {"boards": boards, "strains": _strains()}


@printed_report(
    "traveller-strips",
    title=gettext_lazy("Travellers in strips"),
    template="scoring/print/traveller_strips.html",
    is_cut=True,
    **RESULTS,
)
def traveller_strips(actor: Actor, session: Session, period: str) -> Context:
    """A narrow strip for each board, many on a page, to be cut out and put with the boards."""
    return {"boards": _boards(scored(actor, session)), "event": session.event}


@dataclass(frozen=True)
class Frequency:
    """A score that some tables have, and what it gives each side."""

    score: str
    times: int
    ns: str
    ew: str
    contracts: str
    tables: tuple[str, ...] = ()


def frequencies_of(lines: Iterable[ResultLine]) -> list[Frequency]:
    """Equal results together, in the order of the lines: the best score for North-South first."""
    groups: dict[tuple[str, str, str], list[ResultLine]] = {}
    for line in lines:
        score = line.ns.score_text if line.has_one_score and not line.is_split else line.adjusted or line.ns.given
        groups.setdefault((score, line.ns.points, line.ew.points), []).append(line)
    return [
        Frequency(score, len(group), ns, ew, ", ".join(dict.fromkeys(filter(None, map(_contract, group)))))
        for (score, ns, ew), group in groups.items()
    ]


def _contract(line: ResultLine) -> str:
    parts = line.contract
    if parts is None:
        return _("Pass") if line.passed_out else ""
    suit = parts.suit.symbol or _("NT")
    return f"{parts.level}{suit}{parts.risk} {parts.declarer} {parts.result}"


@printed_report("frequencies", title=gettext_lazy("Frequencies"), template="scoring/print/frequencies.html", **RESULTS)
def frequencies(actor: Actor, session: Session, period: str) -> Context:
    """Each board with its deal, double dummy and par, and how often each score was made."""
    results = scored(actor, session)
    boards = [
        {
            "number": number,
            "fields": [frequencies_of(board.lines) for board in boards],
            "record": results.record(number),
        }
        for number, boards in _boards(results)
    ]
    return {"boards": boards, "strains": _strains()}


HANDS: dict[str, Any] = {"source": SESSION, "group": Group.RESULTS, "act": "club.view"}


def _records(actor: Actor, session: Session) -> Context:
    results = SessionResults(actor, session)
    numbers = {number for number, _sees in results.boards}
    records = [results.records[number] for number in sorted(results.records) if number in numbers]
    if not records:
        raise NothingToPrint(_("No deal is to be seen: none was entered, or tables have still to play them."))
    return {"records": records, "strains": _strains()}


@printed_report(
    "hand-records", title=gettext_lazy("Hand records, six a page"), template="scoring/print/hand_records.html", **HANDS
)
def hand_records(actor: Actor, session: Session, period: str) -> Context:
    """The deals of the session with tricks and par."""
    return _records(actor, session)


@printed_report(
    "hand-records-9",
    title=gettext_lazy("Hand records, nine a page"),
    template="scoring/print/hand_records.html",
    **HANDS,
)
def hand_records_9(actor: Actor, session: Session, period: str) -> Context:
    """The same, smaller."""
    return _records(actor, session) | {"nine": True}
