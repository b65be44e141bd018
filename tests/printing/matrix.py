"""Who opens the pages of paper."""

from __future__ import annotations

from typing import Any

from printing.models import Printout
from tests.cast import Cast
from tests.clubs.page import HARBOUR_OFFICE, Page, everyone, harbour, north, only, signed_in
from tests.events.evening import EVENING
from tests.events.matrix.desk import PLAYING, at, session_in


def of_session(cast: Cast) -> dict[str, Any]:
    return harbour(cast) | {"source": "session", "pk": session_in(cast, PLAYING).pk}


def of_federation(cast: Cast) -> dict[str, Any]:
    return north(cast) | {"source": "federation", "pk": cast.north.pk}


def printout_of(report: str, source: str, **body: Any) -> int:
    """One that everybody may read; its file is not there yet."""
    fields = {"reports": [report], "source": source, "readers": "public", "language": "en", "asked_at": EVENING}
    return Printout.objects.get_or_create(key=f"{report} {source}", defaults=fields | body)[0].pk


def club_printout(cast: Cast) -> dict[str, Any]:
    source = f"session:{session_in(cast, PLAYING).pk}"
    return harbour(cast) | {"printout_id": printout_of("seating-list", source, club=cast.harbour)}


def federation_printout(cast: Cast) -> dict[str, Any]:
    source = f"federation:{cast.north.pk}"
    return north(cast) | {"printout_id": printout_of("federation-casebook", source, federation=cast.north)}


PRINTING_PAGES: dict[str, Page] = {
    "club-papers": Page(signed_in(200), harbour),
    "club-papers-of": Page(signed_in(200), of_session),
    "club-session-papers": Page(signed_in(200), at(PLAYING)),
    "club-printout": Page(everyone(200), club_printout),
    "club-printout-file": Page(everyone(404), club_printout),
    "club-printout-retry": Page(everyone(302), club_printout, "post"),
    "club-print-settings": Page(only(*HARBOUR_OFFICE, "director"), harbour),
    "federation-papers": Page(signed_in(200), north),
    "federation-papers-of": Page(signed_in(200), of_federation),
    "federation-printout": Page(everyone(200), federation_printout),
    "federation-printout-file": Page(everyone(404), federation_printout),
    "federation-printout-retry": Page(everyone(302), federation_printout, "post"),
}
