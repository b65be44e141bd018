"""Sets of boards and their seal. The set is sealed: only those who keep the club's boards know of it."""

from __future__ import annotations

import base64
from typing import Any

from django.utils import timezone

from events.models import BoardSet, DealFile, Session
from scoring.interchange import deals as files
from tests.cast import Cast
from tests.clubs.api.matrix import Action, everyone, sends
from tests.clubs.api.matrix import harbour as api_harbour
from tests.clubs.api.matrix import only as api_only
from tests.clubs.page import Page, harbour, only
from tests.clubs.page import everyone as all_pages
from tests.events.decks import make_set, some_boards, the_section
from tests.events.matrix.desk import SEATING, session_in
from tests.standing import made_once

KEEPERS = ("secretary", "director", "operator")


@made_once
def the_set(cast: Cast) -> BoardSet:
    return BoardSet.objects.filter(club=cast.harbour).first() or make_set(cast.harbour, 40)


def of_set(**more: Any) -> Any:
    return lambda cast: {"slug": "harbour", "set_id": the_set(cast).pk, **more}


def the_recipient(cast: Cast) -> DealFile:
    found = DealFile.objects.filter(board_set=the_set(cast)).first()
    return found or DealFile.objects.create(board_set=the_set(cast), user=cast.stranger, named_at=timezone.now())


def of_recipient(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "set_id": the_set(cast).pk, "file_id": the_recipient(cast).pk}


def with_boards(cast: Cast) -> Session:
    """A session being seated, whose section has its boards."""
    session = session_in(cast, SEATING)
    session.sections.update(board_set=the_set(cast))
    return session


def at_session(cast: Cast) -> dict[str, Any]:
    return {"slug": "harbour", "session_id": session_in(cast, SEATING).pk}


def at_section(cast: Cast) -> dict[str, Any]:
    session = with_boards(cast)
    return {"slug": "harbour", "session_id": session.pk, "section_id": the_section(session).pk}


PAGES: dict[str, Page] = {
    "club-board-sets": Page(only(*KEEPERS), harbour),
    "club-new-boards": Page(only(*KEEPERS), harbour),
    "club-board-set": Page(all_pages(404) | dict.fromkeys(KEEPERS, 200), of_set()),
    "club-open-boards": Page(only(*KEEPERS), of_set()),
    "club-release-boards": Page(only(*KEEPERS, then=302), of_set(), "post"),
    "club-seal-boards-again": Page(only(*KEEPERS, then=302), of_set(), "post"),
    "club-analyse-boards": Page(only(*KEEPERS, then=302), of_set(), "post"),
    "club-export-boards": Page(all_pages(404) | dict.fromkeys(KEEPERS, 403), of_set(notation="pbn")),
    "club-deal-file": Page(all_pages(404) | dict.fromkeys(KEEPERS, 200), of_set()),
    "club-take-deal-file": Page(all_pages(404), of_set(notation="pbn"), "post"),
    "club-withdraw-deal-file": Page(only(*KEEPERS, then=302), of_recipient, "post"),
    "club-redeal-board": Page(only(*KEEPERS), of_set(number=3)),
    "club-session-boards": Page(only(*KEEPERS), at_session),
    "club-session-deal": Page(only(*KEEPERS, then=302), at_session, "post", {"on_tables": "yes"}),
    "club-session-complete-boards": Page(only(*KEEPERS, then=302), at_section, "post"),
}


def set_pk(**more: Any) -> Any:
    return lambda cast: {"pk": the_set(cast).pk, **more}


def session_pk(**more: Any) -> Any:
    return lambda cast: {"pk": session_in(cast, SEATING).pk, **more}


def section_pk(cast: Cast) -> dict[str, Any]:
    return {"pk": with_boards(cast).pk, "letter": "A"}


def the_set_to_use(cast: Cast) -> dict[str, Any]:
    return {"board_set": the_set(cast).pk}


def a_file(cast: Cast) -> dict[str, Any]:
    return {"file": base64.b64encode(files.write(some_boards(2, seed=3), "pbn")).decode(), "file_name": "two.pbn"}


def kept(then: int = 200) -> dict[str, int]:
    """Not there for the others, as long as it is sealed."""
    return everyone(404) | {"anonymous": 401} | dict.fromkeys(KEEPERS, then)


CLUB, SET, SESSION = "clubs/<slug:slug>/board-sets/", "board-sets/<int:pk>/", "sessions/<int:pk>/boards/"
ACTIONS: dict[str, Action] = {
    f"GET {CLUB}": Action(api_only(*KEEPERS), api_harbour),
    f"POST {CLUB}": Action(api_only(*KEEPERS, then=201), api_harbour, sends(name="Monday", count=4)),
    f"POST {CLUB}import/": Action(api_only(*KEEPERS, then=201), api_harbour, a_file),
    f"GET {SET}": Action(kept(), set_pk()),
    f"POST {SET}open/": Action(kept(201), set_pk(), sends(reason="A card was seen")),
    f"POST {SET}release/": Action(kept(400), set_pk(), sends(numbers=[1])),
    f"POST {SET}seal-again/": Action(kept(), set_pk()),
    f"POST {SET}analyse/": Action(kept(202), set_pk()),
    f"GET {SET}export/<str:notation>/": Action(kept(403), set_pk(notation="pbn")),
    f"GET {SET}recipients/": Action(kept(), set_pk()),
    f"POST {SET}recipients/": Action(kept(201), set_pk(), lambda cast: {"user": cast.scorer.pk}),
    f"DELETE {SET}recipients/<int:file_id>/": Action(
        kept(204), lambda cast: {"pk": the_set(cast).pk, "file_id": the_recipient(cast).pk}
    ),
    f"POST {SET}file/<str:notation>/": Action(kept(404), set_pk(notation="pbn")),
    f"POST {SET}boards/<int:number>/redeal/": Action(kept(), set_pk(number=3), sends(reason="A card was seen")),
    f"GET {SESSION}": Action(api_only(*KEEPERS), session_pk()),
    f"POST {SESSION}deal/": Action(api_only(*KEEPERS, then=201), session_pk()),
    f"PUT {SESSION}<str:letter>/": Action(api_only(*KEEPERS), session_pk(letter="A"), the_set_to_use),
    f"POST {SESSION}<str:letter>/complete/": Action(api_only(*KEEPERS), section_pk),
}
