"""What rulings, appeals and other applications above add to scores and to the pages that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from core.actors import Actor
from core.hooks import Hook

if TYPE_CHECKING:
    from clubs.selectors.navigation import Link
    from events.models import Play, Session
    from scoring.models import BoardResult
    from scoring.panels import Panel
    from scoring.pending import Pending
    from scoring.ruled_plays import RuledPlay
    from scoring.score_authority import AuthorityKind


@dataclass(frozen=True, slots=True)
class SessionExport:
    """A kind of file that a session can leave as. `write` asks for permission and gives the whole file."""

    name: str
    title: Any
    extension: str
    content_type: str
    write: Callable[[Actor, Session], bytes]


class OnResult(Protocol):
    def __call__(self, *, play: Play, result: BoardResult, actor: Actor) -> None: ...


class OnOfficialScore(Protocol):
    def __call__(self, *, session: Session, news: str, actor: Actor) -> None: ...


#: The official score is there (`published`), is published again with changes (`corrected`) or cannot change any more
#: (`final`); called inside the transaction of the act.
official_score_news: Hook[OnOfficialScore] = Hook()
#: A result counts from now on; called inside the transaction of the change.
result_accepted: Hook[OnResult] = Hook()
#: Kinds of authority by which a score may stand or change.
authority_kinds: Hook[AuthorityKind] = Hook()
#: What is undecided in a session and can move its score. Whoever adds one also calls
#: `scoring.services.comparison_fields.check_lock_and_rescore` whenever its answer changes.
pending_sources: Hook[Callable[[Session], Iterable[Pending]]] = Hook()
#: The rulings behind results, for the pages of results.
ruled_play_sources: Hook[Callable[[Actor, Session], Iterable[RuledPlay]]] = Hook()
#: Parts of the desk and of the page of a result.
panels: Hook[Panel] = Hook()
#: Files of a session beside those that `scoring.interchange` writes (`scoring.services.exports`).
session_exports: Hook[SessionExport] = Hook()
#: Links with which a session's results can be taken along, as one person may have them.
export_links: Hook[Callable[[Actor, Session], Iterable[Link]]] = Hook()
