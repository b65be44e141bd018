from __future__ import annotations

from typing import Any

from tests.cast import Cast
from tests.clubs.api.matrix import Action
from tests.clubs.page import Page, everyone
from tests.events.matrix.room import code_in, table_code


def at_board(cast: Cast) -> dict[str, Any]:
    code = code_in(cast)
    play = code.section.plays.filter(table=code.table, round=1)[0]
    return {"code": code.code, "round_number": 1, "number": play.board}


def with_board(cast: Cast) -> dict[str, Any]:
    return table_code(cast) | {"number": 1}


# The code in the address is the right to them; who is signed in makes no difference.
PAGES: dict[str, Page] = {
    "table-worker": Page(everyone(200)),
    "table-state": Page(everyone(200), table_code),
    "table-entries": Page(everyone(415), table_code, "post"),  # not JSON
    "table-call": Page(everyone(415), table_code, "post"),
    "table-next-round": Page(everyone(415), table_code, "post"),
    "table-traveller": Page(everyone(404), with_board),  # not played yet
    "table-ranking": Page(everyone(404), table_code),  # not while boards are to be played
    "table-act": Page(everyone(302), table_code, "post", {"act": "call"}),
    "table-board": Page(everyone(200), at_board),
}
ACTIONS: dict[str, Action] = {}
