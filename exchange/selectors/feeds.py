"""What stands in feeds: only what the pages would show to the same reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from core.actors import Actor, ActorKind
from core.qr import full_address
from events.models import Session
from events.models.boards import Board
from events.selectors.seal import board_set_sight, current_boards
from scoring.engine.boards import Vulnerability
from scoring.engine.cards import Seat
from scoring.engine.deal import Deal
from scoring.interchange.deals import BoardDeal
from scoring.selectors.results_lists import sessions_with_results, with_winners
from scoring.selectors.shown_results import SessionResults

#: Whoever reads a feed: nobody in particular.
STRANGER = Actor(kind=ActorKind.USER)
RANKING_COLUMNS = {
    "field": gettext_lazy("Field"),
    "side": gettext_lazy("Direction"),
    "place": gettext_lazy("Place"),
    "number": gettext_lazy("Number"),
    "name": gettext_lazy("Name"),
    "people": gettext_lazy("Players"),
    "boards": gettext_lazy("Boards"),
    "total": gettext_lazy("Total"),
    "percent": gettext_lazy("%"),
    "penalty": gettext_lazy("Penalty"),
}
NEWEST = 30
#: How far back and ahead a calendar reaches.
PAST, AHEAD = timedelta(days=60), timedelta(days=366)
USUAL_LENGTH = timedelta(hours=3, minutes=30)
ATOM = "http://www.w3.org/2005/Atom"


def ranking_rows(actor: Actor, session: Session) -> list[dict[str, Any]]:
    """One row a contestant, in the order of the places; none while the reader may not see the ranking."""
    return [
        {
            "field": ranked_field.field.name,
            "side": ranking.side,
            "place": row.place,
            "number": row.who.number,
            "name": row.who.title,
            "people": row.who.people,
            "boards": row.boards,
            "total": row.total,
            "percent": row.percent,
            "penalty": row.penalty,
        }
        for ranked_field in SessionResults(actor, session).rankings()
        for ranking in ranked_field.rankings
        for row in ranking.rows
    ]


def open_deals(actor: Actor, session: Session) -> list[BoardDeal]:
    """The deals of the boards that this reader may see now. Sections may have dealt a number differently: it is left
    out then, since the file has one deal for each number."""
    visible = SessionResults(actor, session).records
    sets = [section.board_set for section in session.sections.select_related("board_set") if section.board_set]
    found: dict[int, dict[str, BoardDeal]] = {}
    sealed: set[int] = set()
    for board_set in dict.fromkeys(sets):
        sight = board_set_sight(actor, board_set)
        for board in current_boards(board_set).filter(number__in=visible):
            if sight.sees(board.number):
                found.setdefault(board.number, {})[board.deal] = _deal(board)
            else:
                sealed.add(board.number)
    clear = (number for number, deals in found.items() if len(deals) == 1 and number not in sealed)
    return [next(iter(found[number].values())) for number in sorted(clear)]


def _deal(board: Board) -> BoardDeal:
    dealer, vulnerability = Seat(board.dealer), Vulnerability.parse(board.vulnerable)
    deal = BoardDeal.of(board.number, Deal.parse(board.deal))
    return replace(deal, dealer=dealer, vulnerability=vulnerability)


# --- The club's games ------------------------------------------------------------------------------------------------
def club_calendar(club: Club, *, at: datetime) -> str:
    """iCalendar of the announced sessions of a club. A game that is called off is said to be, so that it goes."""
    sessions = Session.objects.filter(host=club, event__removed_at=None, starts_at__gt=at - PAST)
    sessions = sessions.filter(starts_at__lt=at + AHEAD).exclude(event__published_at=None)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tenace//Games//EN", "CALSCALE:GREGORIAN"]
    lines.append(f"X-WR-CALNAME:{_escaped(club.name)}")
    for session in sessions.select_related("event__club").order_by("starts_at", "pk"):
        lines += _calendar_entry(session)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _calendar_entry(session: Session) -> Iterator[str]:
    event = session.event
    title = f"{event.name} ({session.number}/{event.sessions_planned})" if event.sessions_planned > 1 else event.name
    yield "BEGIN:VEVENT"
    yield f"UID:session-{session.pk}@{_host()}"
    yield f"DTSTAMP:{_moment(event.published_at or session.starts_at)}"
    yield f"SEQUENCE:{session.version + event.version}"
    yield f"DTSTART:{_moment(session.starts_at)}"
    yield f"DTEND:{_moment(session.finished_at or session.starts_at + USUAL_LENGTH)}"
    yield f"SUMMARY:{_escaped(title)}"
    yield f"LOCATION:{_escaped(event.club.name)}"
    yield f"URL:{full_address(event.get_absolute_url())}"
    yield f"STATUS:{'CANCELLED' if event.cancelled_at else 'CONFIRMED'}"
    yield "END:VEVENT"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """Text as RFC 5545 wants it (3.3.11)."""
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "\\n".join(escaped.splitlines())


def _folded(line: str) -> Iterator[str]:
    """A line of at most 75 bytes, continued with a space (3.1); no letter is cut in two."""
    piece = ""
    for sign in line:
        if len((piece + sign).encode()) > 75:
            yield piece
            piece = " "
        piece += sign
    yield piece


def _host() -> str:
    return full_address("").split("//")[-1].split("/")[0] or "tenace"


# --- What is new -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Item:
    """A session that is over, with who won."""

    session: Session
    title: str
    summary: str
    updated: datetime


def new_results(club: Club) -> list[Item]:
    """The newest results of a club, as a stranger reads them."""
    played = with_winners(STRANGER, list(sessions_with_results(STRANGER, club)[:NEWEST]))
    return [
        Item(
            session=one.session,
            title=one.session.event.name,
            summary="; ".join(f"{winner.side} {winner.title} {winner.figure}".strip() for winner in one.winners),
            updated=one.session.finished_at or one.session.starts_at,
        )
        for one in played
    ]


def atom_feed(club: Club, items: Iterable[Item]) -> bytes:
    """The items as Atom."""
    items = list(items)
    page = full_address(reverse("club-results", kwargs={"slug": club.slug}))
    feed = Element("feed", xmlns=ATOM)
    _texts(feed, id=page, title=_("Results: %(club)s") % {"club": club.name}, updated=_newest(items).isoformat())
    SubElement(feed, "link", href=page)
    address = reverse("club-results-feed", kwargs={"slug": club.slug})
    SubElement(feed, "link", rel="self", href=full_address(address))
    SubElement(SubElement(feed, "author"), "name").text = club.name
    for item in items:
        kwargs = {"slug": club.slug, "session_id": item.session.pk}
        address = full_address(reverse("club-session-results", kwargs=kwargs))
        entry = SubElement(feed, "entry")
        _texts(
            entry, id=address, title=_plain(item.title), updated=item.updated.isoformat(), summary=_plain(item.summary)
        )
        SubElement(entry, "link", href=address)
    data: bytes = tostring(feed, encoding="utf-8", xml_declaration=True)
    return data


def _newest(items: list[Item]) -> datetime:
    return max((item.updated for item in items), default=datetime(2000, 1, 1, tzinfo=UTC))


def _texts(parent: Element, **texts: str) -> None:
    for tag, text in texts.items():
        SubElement(parent, tag).text = text


def _plain(text: str) -> str:
    """Without the signs that XML does not know."""
    return "".join(sign for sign in text if sign.isprintable())
