"""The papers of an evening against WeasyPrint alone, the memory of a large book, and scoring while papers are made."""

from __future__ import annotations

import json
import threading
from typing import Any

from bench.measure import Row, at_most, medians, run_apart, timed

EVENING, BOOK_TABLES, BOOK_BOARDS = 20, 100, 32
RUNS, SAMPLES = 3, 25
TIME_LIMIT, LATENCY_LIMIT, MEGABYTES = 1.3, 1.5, 1500


def run() -> list[Row]:
    measured = json.loads(run_apart("bench_reports"))
    (ours, alone), book, (busy, quiet) = measured["set"], measured["megabytes"], measured["scoring"]
    return [
        at_most(f"tonight and the wall, {EVENING} tables / WeasyPrint alone", ours, alone, "s", TIME_LIMIT),
        at_most(f"travellers, {BOOK_TABLES} tables x {BOOK_BOARDS} boards / the limit", book, MEGABYTES, "MB", 1),
        at_most("scoring 13 tables while papers are made / without", busy, quiet, "ms", LATENCY_LIMIT),
    ]


def measure() -> dict[str, Any]:
    from bench.fields import make_field
    from bench.statements import rescore_once
    from core.pdf import pdf_from_html
    from events.services.tables import give_codes
    from printing.rendering import render_pdf
    from printing.selectors import set_of
    from tests.cast import make_cast
    from tests.printing.evenings import played

    cast = make_cast()
    evening = played(cast.harbour, 2 * EVENING, boards_per_round=1)
    give_codes(evening, actor=cast.actor("secretary"))
    names = [*set_of(cast.harbour, "tonight"), *set_of(cast.harbour, "wall")]
    html = _page(evening, names)
    pdf_from_html(html)
    ours = timed(lambda: render_pdf(_page(evening, names)))
    of_set = medians(ours, timed(lambda: pdf_from_html(html)), times=RUNS)
    field = make_field(cast.harbour, 13)
    rescore_once(field)
    return {"set": of_set, "scoring": _scoring(field, html), "megabytes": _book(cast.harbour)}


def _page(session: Any, names: list[str]) -> str:
    from django.utils import timezone

    from core.actors import system
    from printing.documents import make_document, speaking, style_of
    from printing.registry import REPORTS

    club = session.club
    reports = [REPORTS[name] for name in names]
    with speaking("en", club.timezone):
        return make_document(
            actor=system(timezone.now()), reports=reports, source=session, period="", style=style_of(club)
        ).html


def _book(club: Any) -> int:
    """Megabytes that the process takes which makes the largest book."""
    from events.movements.model import MovementKind
    from printing.rendering import render_pdf
    from tests.printing.evenings import played

    web = {"kind": MovementKind.WEB, "rounds": BOOK_BOARDS // 2, "boards_per_round": 2}
    session = played(club, 2 * BOOK_TABLES, **web)
    return render_pdf(_page(session, ["travellers"])).megabytes


def _scoring(field: Any, html: str) -> tuple[float, float]:
    """Milliseconds of a rescore, with papers being made beside it all the time, and without."""
    from django.db.models import F

    from bench.statements import rescore_once
    from printing.rendering import render_pdf

    def once() -> None:
        type(field).objects.filter(pk=field.pk).update(revision=F("revision") + 1)
        rescore_once(field)

    [quiet] = medians(timed(once), times=SAMPLES)
    over = threading.Event()

    def paper() -> None:
        while not over.is_set():
            render_pdf(html)

    thread = threading.Thread(target=paper)
    thread.start()
    try:
        [busy] = medians(timed(once), times=SAMPLES)
    finally:
        over.set()
        thread.join()
    return 1000 * busy, 1000 * quiet


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(measure()))
