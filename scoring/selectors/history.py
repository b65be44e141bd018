"""Everything that was entered for a play, by whom, from which device and when."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.actors import Actor
from core.errors import Forbidden
from events.models import Event, Play, Session
from events.selectors.officials import hidden_boards
from scoring.adjusted.words import given_words
from scoring.engine.cards import Side
from scoring.models import BoardResult, ScoreAdjustment, ScoreEntry
from scoring.runs.sheets import boards_in_percent


@dataclass(frozen=True)
class History:
    play: Play
    results: tuple[BoardResult, ...]
    entries: tuple[ScoreEntry, ...]
    adjustments: tuple[ScoreAdjustment, ...]

    @property
    def current(self) -> BoardResult | None:
        return next((result for result in self.results if result.superseded_at is None), None)

    @property
    def adjustment(self) -> ScoreAdjustment | None:
        return next((adjustment for adjustment in self.adjustments if adjustment.superseded_at is None), None)

    @property
    def version(self) -> int:
        """What a change says that it has seen: 0 before the first result."""
        return self.current.version if self.current else 0

    @property
    def undecided(self) -> list[ScoreEntry]:
        return [entry for entry in self.entries if entry.state in ("waiting", "disputed")]


def current_adjustment_words(history: History) -> list[tuple[str, str]]:
    """The adjusted score that counts, as each side counts it; empty where the result does."""
    adjustment = history.adjustment
    if adjustment is None:
        return []
    return adjustment_words_by_side(adjustment, history.play.section.session.event)


def adjustment_words_by_side(adjustment: ScoreAdjustment, event: Event) -> list[tuple[str, str]]:
    """What each side is given by an adjusted score, by the name of the side."""
    in_percent = boards_in_percent(event)
    return [
        (_("North-South"), given_words(adjustment.north_south, Side.NS, in_percent=in_percent)),
        (_("East-West"), given_words(adjustment.east_west, Side.EW, in_percent=in_percent)),
    ]


def session_plays(session: Session) -> QuerySet[Play]:
    plays = Play.objects.filter(section__session=session)
    return plays.select_related("section__session__event__club__federation", "north", "east", "south", "west")


def play_history(play: Play) -> History:
    results = BoardResult.objects.filter(play=play).select_related("made_by__player", "entry").order_by("-version")
    entries = ScoreEntry.objects.filter(play=play).select_related("user__player", "code").order_by("-pk")
    adjustments = (
        ScoreAdjustment.objects.filter(play=play).select_related("made_by__player").order_by("-made_at", "-pk")
    )
    return History(play, tuple(results), tuple(entries), tuple(adjustments))


def refuse_unplayed(actor: Actor, session: Session, *boards: int) -> None:
    """A director who plays does not see, nor type, what that director has yet to play (Law 16D)."""
    if hidden_boards(actor, session).intersection(boards):
        raise Forbidden(_("You have yet to play this board. Another director or scorer sees to it."))
