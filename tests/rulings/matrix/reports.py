"""The recorder's file: whoever filed a report, the recorder and the officers. Earlier rulings: for officials."""

from __future__ import annotations

from datetime import date
from typing import Any

from rulings.models import Report
from rulings.services.reports import About, file_report
from tests.cast import Cast
from tests.clubs.api.matrix import Action, sends
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import OFFICIALS, Page, harbour, only, signed_in

KEEPS = ("recorder", "north_officer", "officer", "operator")
FILES = ("director", *KEEPS)
NORTH = ("north_officer", "officer", "operator")
SENT = {"kind": "misconduct", "happened_on": "2026-11-02", "description": "Shouted"}


def the_report(cast: Cast) -> Report:
    return Report.objects.first() or file_report(
        actor=cast.actor("director"),
        club=cast.harbour,
        about=About("system", [cast.member.player]),
        happened_on=date(2026, 11, 2),
        hand_type="psyche",
        call="1S",
    )


def at_report(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "report_id": the_report(cast).pk}


PAGES: dict[str, Page] = {
    "own-record": Page(signed_in(200)),
    "club-reports": Page(only(*FILES), harbour),
    "club-new-report": Page(only(*FILES), harbour),
    "club-report": Page(only(*FILES), at_report),
    "club-edit-report": Page(only(*FILES), at_report),
    "club-report-act": Page(only(*KEEPS, then=302), at_report, "post", {"act": "close"}),
    "federation-reports": Page(only(*NORTH), lambda cast: {"slug": "north"}),
    "federation-ruling-figures": Page(only(*NORTH), lambda cast: {"slug": "north"}),
    "federation-rulings": Page(only(*NORTH), lambda cast: {"slug": "north"}),
    "federation-print-rulings": Page(only(*NORTH), lambda cast: {"slug": "north"}),
    "federation-export-rulings": Page(only(*NORTH), lambda cast: {"slug": "north"}),
    "precedents": Page(only(*FILES, *OFFICIALS, "secretary", "other_secretary")),
}


def on_report(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "pk": the_report(cast).pk}


LOOKS_UP = (*FILES, *OFFICIALS, "secretary", "other_secretary")
REPORTS = "clubs/<slug:slug>/reports/"
REPORT = f"{REPORTS}<int:pk>/"
SEES = api_only(*FILES, others=404)
ACTIONS: dict[str, Action] = {
    "GET precedents/": Action(api_only(*LOOKS_UP)),
    "GET federations/<slug:slug>/rulings/figures/": Action(api_only(*NORTH), lambda cast: {"slug": "north"}),
    f"GET {REPORTS}": Action(api_only(*FILES), harbour),
    f"POST {REPORTS}": Action(
        api_only(*FILES, then=201), harbour, lambda cast: SENT | {"subjects": [cast.member.player.pk]}
    ),
    f"GET {REPORT}": Action(SEES, on_report),
    f"POST {REPORT}classify/": Action(
        api_only(*KEEPS, others=404) | {"director": 403}, on_report, sends(classed="red", reason="Plain")
    ),
    f"POST {REPORT}notes/": Action(
        api_only(*KEEPS, then=201, others=404) | {"director": 403}, on_report, sends(text="Hm")
    ),
    f"POST {REPORT}close/": Action(api_only(*KEEPS, others=404) | {"director": 403}, on_report),
}
