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
class Moved:
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
        row = self.after or self.before
        return ranking_name(row.ranking) if row else ""

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
    moved: tuple[Moved, ...]
    causes: tuple[Cause, ...]

    @property
    def changed(self) -> list[Moved]:
        return [one for one in self.moved if one.has_changed]


def ranking_name(ranking: str) -> str:
    return {"NS": _("North-South"), "EW": _("East-West")}.get(ranking, ranking)


def in_order(rows: Iterable[Standing]) -> list[Standing]:
    """North-South before East-West, the first before the last."""
    return sorted(rows, key=lambda row: (row.ranking == "EW", row.ranking, row.rank, row.contestant_id))


def _figures(row: Standing | None) -> tuple[Any, ...]:
    return (row.ranking, row.place, row.shown_total, row.shown_percent, row.penalty) if row else ()


def ranking_changes(*, actor: Actor, before: Publication, after: Publication, room: Room) -> Difference:
    rows = Standing.objects.filter(run__publications__in=[before.pk, after.pk])
    found: dict[int, list[Standing]] = {before.pk: [], after.pk: []}
    for publication_id, standing in _by_publication(rows, before, after):
        found[publication_id].append(standing)
    causes = _causes(actor, before.session, before.basis, after.basis, room)
    return Difference(_moved(found[before.pk], found[after.pk], room), causes)


def changes_since(*, actor: Actor, session: Session, before: Publication, basis: Basis, room: Room) -> Difference:
    """What publishing now would change."""
    old = list(Standing.objects.filter(run__publications=before.pk))
    new = [row for field in ComparisonField.objects.filter(session=session) for row in unsaved_standings(field)]
    return Difference(_moved(old, new, room), _causes(actor, session, before.basis, basis, room))


def _by_publication(rows: Any, before: Publication, after: Publication) -> Iterable[tuple[int, Standing]]:
    runs = {one.pk: {run.pk for run in one.runs.all()} for one in (before, after)}
    for row in rows.distinct().order_by("ranking", "rank", "pk"):
        for pk, own in runs.items():
            if row.run_id in own:
                yield pk, row


def _moved(old: list[Standing], new: list[Standing], room: Room) -> tuple[Moved, ...]:
    who = who_plays(room)
    before = {row.contestant_id: row for row in old}
    after = {row.contestant_id: row for row in new}
    keys = [row.contestant_id for row in in_order(after.values())] + [key for key in before if key not in after]
    return tuple(Moved(key, *who.get(key, ("", "")), before.get(key), after.get(key)) for key in keys)


def who_plays(room: Room) -> dict[int, tuple[str, str]]:
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
    rows = Play.objects.filter(pk__in=keys).select_related("section").defer("section__movement_data")
    plays = {play.pk: play for play in rows}
    sees = _sight(actor, session) if plays else (lambda play: True)
    sections = [section.section for section in room.sections]
    names = {
        pk: _("Board %(board)s, table %(table)s")
        % {"board": play.board, "table": table_name(sections, play.section_id, play.table)}
        for pk, play in plays.items()
    }
    found = [
        *_results(results, old, new, plays, names, sees),
        *_adjustments(adjustments, old, new, plays, names, sees),
        *(_dropped(pk, new, names) for pk in sorted(dropped & plays.keys() - set(results))),
        *_forms(old, new),
        *_penalties(old, new, room),
        *_terms(old, new, room),
    ]
    return tuple(found)


def _different(old: dict[str, int], new: dict[str, int]) -> list[int]:
    return sorted(int(key) for key in {*old, *new} if old.get(key) != new.get(key))


def _sight(actor: Actor, session: Session) -> Sees:
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
    rows = {(row.play_id, row.version): row for row in BoardResult.objects.filter(play__in=keys)}
    why = dict(Correction.objects.filter(result__play__in=keys).values_list("result_id", "reason"))
    for pk in keys:
        if pk not in plays:
            continue
        before, after = (rows.get((pk, basis["results"].get(str(pk), 0))) for basis in (old, new))
        if before is not None and after is not None and _same(before, after):
            continue
        shown = sees(plays[pk])
        yield Cause(
            names[pk],
            _result(before) if shown else "",
            _result(after) if shown else "",
            why.get(after.pk, "") if after is not None and shown else "",
        )


def _same(before: BoardResult, after: BoardResult) -> bool:
    return before.says_the_same_as(after) and before.turned == after.turned


def _result(row: BoardResult | None) -> str:
    if row is None:
        return _("no result")
    said = f"{row.text} ({row.score:+d})" if row.score is not None else row.text
    return _("%(result)s, they sat the other way") % {"result": said} if row.turned else said


def _adjustments(
    keys: list[int], old: Basis, new: Basis, plays: dict[int, Play], names: dict[int, str], sees: Sees
) -> Iterable[Cause]:
    pks = [basis["adjustments"][str(pk)] for pk in keys for basis in (old, new) if str(pk) in basis["adjustments"]]
    rows = {row.pk: row for row in ScoreAdjustment.objects.filter(pk__in=pks)}
    why = dict(Correction.objects.filter(adjustment__in=pks).values_list("adjustment_id", "reason"))
    for pk in keys:
        if pk not in plays:
            continue
        before, after = (rows.get(basis["adjustments"].get(str(pk), 0)) for basis in (old, new))
        shown = sees(plays[pk])
        reason = why.get(after.pk, "") if after is not None and shown else ""
        yield Cause(names[pk], _given(before), _given(after), reason)


def _given(row: ScoreAdjustment | None) -> str:
    if row is None:
        return _("no adjusted score")
    said = str(row.get_kind_display())
    return _("%(what)s (Law %(law)s)") % {"what": said, "law": row.law} if row.law else said


def _dropped(pk: int, new: Basis, names: dict[int, str]) -> Cause:
    played, not_played = _("to be played"), _("not to be played")
    return Cause(names[pk], *((played, not_played) if pk in new["dropped"] else (not_played, played)))


def _forms(old: Basis, new: Basis) -> Iterable[Cause]:
    """Boards whose forms are scored apart, or otherwise than before (Law 87)."""
    pks = [set(basis.get("forms", ())) for basis in (old, new)]
    rows = BoardForms.objects.filter(pk__in=pks[0] ^ pks[1]).order_by("board", "section_id")
    boards: dict[tuple[int, int], list[str]] = {}
    for row in rows:
        said = boards.setdefault((row.board, row.section_id), [_("one form"), _("one form")])
        said[row.pk in pks[1]] = _("%(count)s forms, scored apart (Law 87)") % {"count": row.count}
    for (board, _section), said in boards.items():
        yield Cause(_("Board %(board)s") % {"board": board}, *said)


def _terms(old: Basis, new: Basis, room: Room) -> Iterable[Cause]:
    """What counts in a match beside its boards."""
    pks = [set(basis.get("terms", ())) for basis in (old, new)]
    changed = pks[0] ^ pks[1]
    who = who_plays(room) if changed else {}
    for row in MatchTerm.objects.filter(pk__in=changed).order_by("pk"):
        number, names = who.get(row.team_id, ("", ""))
        title = _("Match in round %(round)s, %(who)s") % {"round": row.round, "who": f"{number} {names}".strip()}
        kind = str(row.get_kind_display())
        said = kind if row.kind == TermKind.WINNER else f"{kind}: {row.imps.normalize():f}"
        yield Cause(title, *(("–", said) if row.pk in pks[1] else (said, "–")))


def _penalties(old: Basis, new: Basis, room: Room) -> Iterable[Cause]:
    pks = set(old["penalties"]) ^ set(new["penalties"])
    who = who_plays(room) if pks else {}
    for row in Penalty.objects.filter(pk__in=pks).order_by("pk"):
        number, names = who.get(row.contestant_id, ("", ""))
        amount = f"{row.amount.normalize():f} {row.get_unit_display()}"
        said = amount + (f" ({_('Law %(law)s') % {'law': row.law}})" if row.law else "")
        title = _("Penalty to %(who)s") % {"who": f"{number} {names}".strip()}
        yield Cause(title, *(("–", said) if row.pk in new["penalties"] else (said, "–")))


def notice_text(difference: Difference, *, number: int, when: str) -> str:
    """A few lines for the notice board. No contracts: it may hang where a board is still to be played."""
    lines = [_("Score published again (number %(number)s, %(when)s).") % {"number": number, "when": when}]
    if difference.causes:
        titles = "; ".join(dict.fromkeys(cause.title for cause in difference.causes))
        lines.append(_("Because of: %(what)s.") % {"what": titles})
    changed = difference.changed
    lines += [f"{one.number} {one.names}: {_place(one.before)} → {_place(one.after)}".strip() for one in changed]
    if not changed:
        lines.append(_("No place and no total has changed."))
    return "\n".join(lines)


def _place(row: Standing | None) -> str:
    if row is None:
        return "–"
    shown = f"{row.shown_percent}%" if row.shown_percent else row.shown_total
    return f"{row.place}. ({shown})"
