"""Is the record what happened? Standings against the engine, results against the truth, nothing lost on the way."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import F

from clubs.models import AuditChain
from core.audit import verify_chain
from events.models import Session
from ops.rehearsal.noise import ScriptedPlay
from ops.rehearsal.scene import Scene
from ops.rehearsal.truth import NOT_PLAYED, score_truths
from ops.rehearsal.wire import Data
from scoring.engine.results import ScoredStanding as Place
from scoring.engine.results import SessionScore
from scoring.models import BoardResult, ComparisonField, ScoreEntry, Standing
from scoring.models.results import EntryState
from scoring.runs.sheets import scoring_profile

MOST_NAMED = 5
SECONDS = 180


def wait_for_scores(session: Session, seconds: float = SECONDS) -> str:
    """Until every field is scored up to its last change; a sentence where that does not happen in time."""
    deadline = time.monotonic() + seconds
    rows = ComparisonField.objects.filter(session=session)
    while behind := rows.exclude(scored_revision=F("revision")).count():
        if time.monotonic() > deadline:
            return f"After {seconds:g} s {behind} fields are not scored up to their last result."
        time.sleep(0.1)
    return ""


def judge(scene: Scene, parts: list[ScriptedPlay], acknowledged: Mapping[str, str], shown: list[Data]) -> list[str]:
    """A sentence for everything that is not as it should be."""
    profile = scoring_profile(scene.session.event)
    scored = score_truths((part.truth for part in parts), scene.rankings, profile)
    return [
        *_lost(acknowledged),
        *_wrong_results(scene.session, parts),
        *_undecided(scene.session),
        *_standings(scene.session, scored),
        *_shown(shown, scored),
        *_audit(scene),
    ]


def _few(sentences: Iterable[str]) -> Iterator[str]:
    found = list(sentences)
    yield from found[:MOST_NAMED]
    if len(found) > MOST_NAMED:
        yield f"And {len(found) - MOST_NAMED} more of this kind."


def _lost(acknowledged: Mapping[str, str]) -> Iterator[str]:
    """Everything that was acknowledged to a table is in the record, and what was agreed on has a result."""
    there: dict[str, int] = {}
    keys = list(acknowledged)
    for first in range(0, len(keys), 500):
        rows = ScoreEntry.objects.filter(key__in=keys[first : first + 500])
        there |= dict(rows.values_list("key", "play_id"))
    yield from _few(f"The claim {key} was acknowledged and is lost." for key in keys if key not in there)
    agreed = {there[key] for key, state in acknowledged.items() if state == EntryState.AGREED and key in there}
    known = set(BoardResult.objects.current().values_list("play_id", flat=True))
    yield from _few(f"A result was acknowledged for the play {play}, which has none." for play in agreed - known)


def _wrong_results(session: Session, parts: list[ScriptedPlay]) -> Iterator[str]:
    rows = BoardResult.objects.current().filter(play__section__session=session)
    found = {row.play_id: row.text for row in rows}
    yield from _few(
        f"{str(part.slot).capitalize()} was {part.truth.text}; the record has {found.get(part.slot.play, 'nothing')}."
        for part in parts
        if found.get(part.slot.play, NOT_PLAYED) != part.truth.text
    )


def _undecided(session: Session) -> Iterator[str]:
    rows = ScoreEntry.objects.filter(
        play__section__session=session, state__in=[EntryState.WAITING, EntryState.DISPUTED]
    )
    yield from _few(f"Nobody has decided on the claim “{row}”." for row in rows.select_related("play__section"))


def _standings(session: Session, scored: SessionScore) -> Iterator[str]:
    rows = {
        str(row.contestant_id): row
        for row in Standing.objects.filter(run__field__session=session, run__revision=F("run__field__scored_revision"))
    }
    if set(rows) != set(scored.by_contestant):
        yield f"{len(rows)} contestants are ranked instead of {len(scored.by_contestant)}."
        return
    pairs = ((place, rows[place.contestant]) for place in scored.standings)
    yield from _few(
        f"Contestant {place.contestant} should be {_words(place)}, and is {_row_words(row)}."
        for place, row in pairs
        if _words(place) != _row_words(row)
    )


def _words(place: Place) -> str:
    """Everything that makes a place, exactly."""
    percent = "" if place.percent is None else place.percent
    return f"{place.ranking} {place.place} with {place.total} ({percent}%) on {place.boards} boards".strip()


def _row_words(row: Standing) -> str:
    return f"{row.ranking} {row.place} with {row.total} ({row.percent}%) on {row.boards} boards".strip()


def _shown(shown: list[Data], scored: SessionScore) -> Iterator[str]:
    """What programs are told, rounded as the profile says."""
    places = [place for ranking in shown for place in ranking["places"]]
    said = {str(place["contestant"]): (place["rank"], place["total"], place["percent"]) for place in places}
    total, percent = scored.profile.total, scored.profile.percent
    right = {
        place.contestant: (
            place.rank,
            total.show(place.total),
            "" if place.percent is None else percent.show(place.percent),
        )
        for place in scored.standings
    }
    if said != right:
        yield "The API shows other standings than the engine's."


def _audit(scene: Scene) -> Iterator[str]:
    chain = AuditChain.objects.get(label=scene.club.label)
    if not verify_chain(chain).is_whole:
        yield "The audit's chain is broken."
