"""What changed between two publications: every contestant before and after, who moved, and what caused it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from core.actors import Actor
from events.models import Play, Session
from events.selectors.seal import board_set_sight
from events.selectors.seats import session_sections
from events.selectors.tables import Room
from scoring.models import (
    BoardForms,
    BoardResult,
    ComparisonField,
    Correction,
    MatchTerm,
    Penalty,
    Publication,
    ScoreAdjustment,
    Standing,
)
from scoring.models.matches import TermKind
from scoring.runs.standings import unsaved_standings
from scoring.selectors.desk import table_name

Basis = dict[str, Any]
Sees = Callable[[Play], bool]


@dataclass(frozen=True)
class RankingMove:
    """A contestant before and after; one of the two is missing where somebody is new or gone."""

    contestant: int
    number: str
    names: str
    before: Standing | None
    after: Standing | None

    @property
    def steps(self) -> int:
        """Places gained; fewer than none where some were lost."""
        if not self.before or not self.after or not (self.before.is_ranked and self.after.is_ranked):
            return 0
        return self.before.rank - self.after.rank

    @property
    def side(self) -> str:
        """North-South or East-West, where there are two winners."""
        standing = self.after or self.before
        return ranking_name(standing.ranking) if standing else ""

    @property
    def has_changed(self) -> bool:
        return _figures(self.before) != _figures(self.after)


@dataclass(frozen=True)
class Cause:
    """A result, an adjusted score or a penalty that is another one now. Empty where the reader may not know it yet."""

    title: str
    before: str
    after: str
    why: str = ""


@dataclass(frozen=True)
class Difference:
    moved: tuple[RankingMove, ...]
    causes: tuple[Cause, ...]

    @property
    def changed(self) -> list[RankingMove]:
        return [move for move in self.moved if move.has_changed]


def ranking_name(ranking: str) -> str:
    return {"NS": _("North-South"), "EW": _("East-West")}.get(ranking, ranking)


def sort_standings(standings: Iterable[Standing]) -> list[Standing]:
    """North-South before East-West, the first before the last."""
    return sorted(
        standings,
        key=lambda standing: (standing.ranking == "EW", standing.ranking, standing.rank, standing.contestant_id),
    )


def _figures(standing: Standing | None) -> tuple[Any, ...]:
    return (
        (standing.ranking, standing.place, standing.shown_total, standing.shown_percent, standing.penalty)
        if standing
        else ()
    )


def ranking_changes(*, actor: Actor, before: Publication, after: Publication, room: Room) -> Difference:
    standings = Standing.objects.filter(run__publications__in=[before.pk, after.pk])
    by_publication: dict[int, list[Standing]] = {before.pk: [], after.pk: []}
    for publication_id, standing in _by_publication(standings, before, after):
        by_publication[publication_id].append(standing)
    causes = _causes(actor, before.session, before.basis, after.basis, room)
    return Difference(_ranking_moves(by_publication[before.pk], by_publication[after.pk], room), causes)


def changes_since(*, actor: Actor, session: Session, before: Publication, basis: Basis, room: Room) -> Difference:
    """What publishing now would change."""
    old = list(Standing.objects.filter(run__publications=before.pk))
    new = [
        standing for field in ComparisonField.objects.filter(session=session) for standing in unsaved_standings(field)
    ]
    return Difference(_ranking_moves(old, new, room), _causes(actor, session, before.basis, basis, room))


def _by_publication(standings: Any, before: Publication, after: Publication) -> Iterable[tuple[int, Standing]]:
    runs = {publication.pk: {run.pk for run in publication.runs.all()} for publication in (before, after)}
    for standing in standings.distinct().order_by("ranking", "rank", "pk"):
        for pk, run_ids in runs.items():
            if standing.run_id in run_ids:
                yield pk, standing


def _ranking_moves(old: list[Standing], new: list[Standing], room: Room) -> tuple[RankingMove, ...]:
    who = number_and_names(room)
    before = {standing.contestant_id: standing for standing in old}
    after = {standing.contestant_id: standing for standing in new}
    keys = [standing.contestant_id for standing in sort_standings(after.values())] + [
        key for key in before if key not in after
    ]
    return tuple(RankingMove(key, *who.get(key, ("", "")), before.get(key), after.get(key)) for key in keys)


def number_and_names(room: Room) -> dict[int, tuple[str, str]]:
    """Number and names of each contestant, as the reader may see them."""
    return {
        party.place.contestant_id: (party.name, party.title)
        for section in room.sections
        for party in section.parties(room.round)
        if party.place is not None
    }


def _causes(actor: Actor, session: Session, old: Basis, new: Basis, room: Room) -> tuple[Cause, ...]:
    if not old or old == new:
        return ()
    results = _different(old["results"], new["results"])
    adjustments = _different(old["adjustments"], new["adjustments"])
    dropped = set(old["dropped"]) ^ set(new["dropped"])
    keys = {*results, *adjustments, *dropped}
    changed_plays = Play.objects.filter(pk__in=keys).select_related("section").defer("section__movement_data")
    plays = {play.pk: play for play in changed_plays}
    sees = _board_visibility(actor, session) if plays else (lambda play: True)
    sections = [section.section for section in room.sections]
    names = {
        pk: _("Board %(board)s, table %(table)s")
        % {"board": play.board, "table": table_name(sections, play.section_id, play.table)}
        for pk, play in plays.items()
    }
    causes = [
        *_results(results, old, new, plays, names, sees),
        *_adjustments(adjustments, old, new, plays, names, sees),
        *(_dropped(pk, new, names) for pk in sorted(dropped & plays.keys() - set(results))),
        *_forms(old, new),
        *_penalties(old, new, room),
        *_terms(old, new, room),
    ]
    return tuple(causes)


def _different(old: dict[str, int], new: dict[str, int]) -> list[int]:
    return sorted(int(key) for key in {*old, *new} if old.get(key) != new.get(key))


def _board_visibility(actor: Actor, session: Session) -> Sees:
    """Nobody reads results of a board that they may still play elsewhere (Law 16D)."""
    sights = {
        section.pk: board_set_sight(actor, section.board_set)
        for section in session_sections(session)
        if section.board_set is not None
    }
    return lambda play: play.section_id not in sights or sights[play.section_id].sees(play.board)


def _results(
    keys: list[int], old: Basis, new: Basis, plays: dict[int, Play], names: dict[int, str], sees: Sees
) -> Iterable[Cause]:
    results = {(result.play_id, result.version): result for result in BoardResult.objects.filter(play__in=keys)}
    why = dict(Correction.objects.filter(result__play__in=keys).values_list("result_id", "reason"))
    for pk in keys:
        if pk not in plays:
            continue
        before, after = (results.get((pk, basis["results"].get(str(pk), 0))) for basis in (old, new))
        if before is not None and after is not None and _same(before, after):
            continue
        is_visible = sees(plays[pk])
        yield Cause(
            names[pk],
            _result_words(before) if is_visible else "",
            _result_words(after) if is_visible else "",
            why.get(after.pk, "") if after is not None and is_visible else "",
        )


def _same(before: BoardResult, after: BoardResult) -> bool:
    return before.says_the_same_as(after) and before.turned == after.turned


def _result_words(result: BoardResult | None) -> str:
    if result is None:
        return _("no result")
    text = f"{result.text} ({result.score:+d})" if result.score is not None else result.text
    return _("%(result)s, they sat the other way") % {"result": text} if result.turned else text


def _adjustments(
    keys: list[int], old: Basis, new: Basis, plays: dict[int, Play], names: dict[int, str], sees: Sees
) -> Iterable[Cause]:
    pks = [basis["adjustments"][str(pk)] for pk in keys for basis in (old, new) if str(pk) in basis["adjustments"]]
    adjustments = {adjustment.pk: adjustment for adjustment in ScoreAdjustment.objects.filter(pk__in=pks)}
    why = dict(Correction.objects.filter(adjustment__in=pks).values_list("adjustment_id", "reason"))
    for pk in keys:
        if pk not in plays:
            continue
        before, after = (adjustments.get(basis["adjustments"].get(str(pk), 0)) for basis in (old, new))
        is_visible = sees(plays[pk])
        reason = why.get(after.pk, "") if after is not None and is_visible else ""
        yield Cause(names[pk], _adjustment_words(before), _adjustment_words(after), reason)


def _adjustment_words(adjustment: ScoreAdjustment | None) -> str:
    if adjustment is None:
        return _("no adjusted score")
    kind = str(adjustment.get_kind_display())
    return _("%(what)s (Law %(law)s)") % {"what": kind, "law": adjustment.law} if adjustment.law else kind


def _dropped(pk: int, new: Basis, names: dict[int, str]) -> Cause:
    played, not_played = _("to be played"), _("not to be played")
    return Cause(names[pk], *((played, not_played) if pk in new["dropped"] else (not_played, played)))


def _forms(old: Basis, new: Basis) -> Iterable[Cause]:
    """Boards whose forms are scored apart, or otherwise than before (Law 87)."""
    pks = [set(basis.get("forms", ())) for basis in (old, new)]
    changed_forms = BoardForms.objects.filter(pk__in=pks[0] ^ pks[1]).order_by("board", "section_id")
    boards: dict[tuple[int, int], list[str]] = {}
    for board_forms in changed_forms:
        words = boards.setdefault((board_forms.board, board_forms.section_id), [_("one form"), _("one form")])
        words[board_forms.pk in pks[1]] = _("%(count)s forms, scored apart (Law 87)") % {"count": board_forms.count}
    for (board, _section), words in boards.items():
        yield Cause(_("Board %(board)s") % {"board": board}, *words)


def _terms(old: Basis, new: Basis, room: Room) -> Iterable[Cause]:
    """What counts in a match beside its boards."""
    pks = [set(basis.get("terms", ())) for basis in (old, new)]
    changed = pks[0] ^ pks[1]
    who = number_and_names(room) if changed else {}
    for term in MatchTerm.objects.filter(pk__in=changed).order_by("pk"):
        number, names = who.get(term.team_id, ("", ""))
        title = _("Match in round %(round)s, %(who)s") % {"round": term.round, "who": f"{number} {names}".strip()}
        kind = str(term.get_kind_display())
        words = kind if term.kind == TermKind.WINNER else f"{kind}: {term.imps.normalize():f}"
        yield Cause(title, *(("–", words) if term.pk in pks[1] else (words, "–")))


def _penalties(old: Basis, new: Basis, room: Room) -> Iterable[Cause]:
    pks = set(old["penalties"]) ^ set(new["penalties"])
    who = number_and_names(room) if pks else {}
    for penalty in Penalty.objects.filter(pk__in=pks).order_by("pk"):
        number, names = who.get(penalty.contestant_id, ("", ""))
        amount = f"{penalty.amount.normalize():f} {penalty.get_unit_display()}"
        words = amount + (f" ({_('Law %(law)s') % {'law': penalty.law}})" if penalty.law else "")
        title = _("Penalty to %(who)s") % {"who": f"{number} {names}".strip()}
        yield Cause(title, *(("–", words) if penalty.pk in new["penalties"] else (words, "–")))


def notice_text(difference: Difference, *, number: int, when: str) -> str:
    """A few lines for the notice board. No contracts: it may hang where a board is still to be played."""
    lines = [_("Score published again (number %(number)s, %(when)s).") % {"number": number, "when": when}]
    if difference.causes:
        titles = "; ".join(dict.fromkeys(cause.title for cause in difference.causes))
        lines.append(_("Because of: %(what)s.") % {"what": titles})
    changed = difference.changed
    lines += [
        f"{move.number} {move.names}: {_place_words(move.before)} → {_place_words(move.after)}".strip()
        for move in changed
    ]
    if not changed:
        lines.append(_("No place and no total has changed."))
    return "\n".join(lines)


def _place_words(standing: Standing | None) -> str:
    if standing is None:
        return "–"
    score = f"{standing.shown_percent}%" if standing.shown_percent else standing.shown_total
    return f"{standing.place}. ({score})"
