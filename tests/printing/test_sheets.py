"""Each report for a small, a usual and an extreme session, measured on the PDF itself."""

from __future__ import annotations

import pytest
from django.utils import timezone

from core.actors import system
from core.pdf import pdf_from_html
from events.models import Session
from events.movements.model import MovementKind
from events.services.tables import give_codes
from printing.documents import make_document, speaking, style_of
from printing.registry import REPORTS, SOURCES
from scoring.models import Penalty
from tests.printing.evenings import NAMES, played
from tests.printing.paper import Measured, measure, properties

pytestmark = pytest.mark.django_db
OF_SESSION = [
    *("ranking", "matrix", "scorecards", "scorecards-by-table", "travellers", "traveller-strips", "frequencies"),
    *("hand-records", "hand-records-9", "seating-list", "table-cards", "guide-cards", "movement-grid", "name-cards"),
    *("board-labels", "blank-travellers", "clock-poster", "pick-up-slips", "correction-slips", "penalties"),
    *("cash-box", "ruling-form", "appeal-form"),
]
OF_EVENT = ["entry-list", "conditions", "event-ranking", "prize-list"]
OF_CLUB = ["membership-list", "member-labels", "attendance", "cash-month", "club-year"]
# What has the name of every player on it.
WITH_NAMES = ["ranking", "scorecards", "seating-list", "guide-cards", "name-cards", "entry-list", "event-ranking"]


def printed(name: str, source: object, *, period: str = "", paper: str = "") -> tuple[bytes, Measured]:
    report = REPORTS[name]
    body = SOURCES[report.source].body(source)
    style = style_of(body)
    style = type(style)(paper or style.paper, style.letters)
    with speaking("en", body.timezone):
        document = make_document(
            actor=system(timezone.now()), reports=[report], source=source, period=period, style=style
        )
    content = pdf_from_html(document.html)
    return content, measure(content)


def source_for(name: str, session: Session) -> object:
    return {"session": session, "event": session.event, "club": session.club}[REPORTS[name].source]


def prepare(cast, pairs: int, **more) -> Session:
    session = played(cast.harbour, pairs, **more)
    give_codes(session, actor=cast.actor("secretary"))
    field = session.fields.get()
    first = session.places.order_by("number").first().contestant
    given = {"amount": 10, "unit": "percent of a top", "law": "90B", "reason": "Late", "made_at": timezone.now()}
    Penalty.objects.create(field=field, contestant=first, **given)
    return session


def check(name: str, session: Session) -> tuple[bytes, Measured]:
    period = "2026" if name in ("attendance", "club-year") else ""
    content, sheet = printed(name, source_for(name, session), period=period)
    assert sheet.outside == []
    assert sheet.overlaps == []
    told = properties(content)
    assert told["language"] == "en"
    assert str(REPORTS[name].title) in told["title"]
    assert told["tagged"]
    assert str(told["part"]) == "1"
    assert told["embedded"]
    return content, sheet


@pytest.mark.parametrize("name", [*OF_SESSION, *OF_EVENT, *OF_CLUB])
def test_a_small_session(name, cast):
    session = prepare(cast, 4, boards_per_round=2)
    _content, sheet = check(name, session)
    if name in WITH_NAMES:
        for entrant in session.event.entrants.all():
            assert sheet.has(entrant.player.display_name)


@pytest.mark.long
@pytest.mark.parametrize("name", [*OF_SESSION, *OF_EVENT, *OF_CLUB])
def test_a_usual_session(name, cast):
    check(name, prepare(cast, 18))


@pytest.mark.long
@pytest.mark.parametrize("name", [*OF_SESSION, *OF_EVENT, *OF_CLUB])
def test_long_names_of_every_script_and_two_hundred_boards(name, cast):
    """Six pairs, forty boards in each of five rounds."""
    session = prepare(cast, 6, long_names=True, kind=MovementKind.HOWELL, boards_per_round=40)
    _content, sheet = check(name, session)
    if name in WITH_NAMES:
        for words in NAMES:
            assert sheet.has_signs(words)


def test_each_heading_is_a_bookmark_and_tables_have_heads(cast):
    content, sheet = printed("ranking", prepare(cast, 4, boards_per_round=2))
    told = properties(content)
    assert told["bookmarks"] == ["Ranking"]
    assert {"/H1", "/Table", "/TH", "/TD"} <= told["roles"]
    assert sheet.has("Notofficial") or sheet.has("Not official")


def test_every_contestant_has_one_page_with_its_scorecard(cast):
    session = prepare(cast, 18)
    _content, sheet = printed("scorecards", session)
    assert sheet.pages == 18


@pytest.mark.parametrize(("paper", "size"), [("A4", (595, 842)), ("Letter", (612, 792))])
def test_on_a4_and_on_letter(paper, size, cast):
    _content, sheet = printed("hand-records", prepare(cast, 4, boards_per_round=2), paper=paper)
    assert set(sheet.sizes) == {size}
    assert sheet.overlaps == []


def test_every_report_is_measured_here_or_with_rulings_and_appeals():
    elsewhere = {"ruling", "evening-rulings", "recorder-report", "hearing-pack", "decision", "notice", "casebook"}
    elsewhere |= {"federation-casebook", "matches", "cross-table", "standings-by-round", "draw-sheet"}
    elsewhere |= {"renewal-letters"}
    assert set(REPORTS) == {*OF_SESSION, *OF_EVENT, *OF_CLUB} | elsewhere
