"""Bridgemates: for those who run sessions."""

from __future__ import annotations

import base64

from events.models import Play
from scoring.interchange.bridgemate import writer
from scoring.interchange.bridgemate.records import BridgemateFile, FileSection
from tests.cast import Cast
from tests.clubs.api.matrix import Action
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import Page, only
from tests.events.matrix.desk import DESK
from tests.scoring.matrix.director import SESSION, at_session, in_play, on_session, page

PAGES: dict[str, Page] = {
    "club-session-bridgemate": page(),
    "club-session-bridgemate-file": Page(only(*DESK), at_session, "post", {"take-with_hands": "on"}),
    "club-session-bridgemate-companion": page(),
}


def empty_file(_cast: Cast) -> dict[str, str]:
    """One with its tables, in which nobody has entered anything."""
    data = writer.write(BridgemateFile(sections=(FileSection(1, "A"),)), writer.NewFile(46_342.0))
    return {"file": base64.b64encode(data).decode()}


def a_result(cast: Cast) -> dict[str, object]:
    play = Play.objects.filter(section__session=in_play(cast)).order_by("round", "table", "board").last()
    assert play is not None
    numbers = dict(play.section.places.values_list("contestant", "number"))
    where = {"section": play.section.letter, "table": play.table, "round": play.round, "board": play.board}
    return {"results": [{**where, "ns": numbers[play.north_id], "ew": numbers[play.east_id], "contract": "PASS"}]}


ACTIONS: dict[str, Action] = {
    f"GET {SESSION}bridgemate/": Action(api_only(*DESK), on_session),
    f"POST {SESSION}bridgemate/results/": Action(api_only(*DESK), on_session, a_result),
    f"POST {SESSION}bridgemate/file/": Action(api_only(*DESK), on_session, empty_file),
    f"POST {SESSION}bridgemate/new-file/": Action(api_only(*DESK), on_session),
}
