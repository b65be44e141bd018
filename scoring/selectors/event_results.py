"""An event over its sessions and stages: totals, what was carried over, ties and how they were broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from django.utils.translation import gettext as _

from core.actors import Actor
from core.permissions import may
from events.models import Contestant, Event, Session
from events.models.sessions import SessionState
from events.selectors.entries import title_for
from events.selectors.seats import with_people
from scoring.engine import tie_breaks
from scoring.engine.numbers import Rounding
from scoring.engine.ranking import TieBreak
from scoring.engine.results import ScoredStanding as Place
from scoring.engine.stages import Carry, Combining, Overall, stage
from scoring.models import ComparisonField, Standing
from scoring.models.table_rules import When
from scoring.runs.field_scores import score_field, sheet_after_round
from scoring.runs.sheets import read_field_sheet, scoring_profile
from scoring.runs.standings import place_of_standing
from scoring.selectors.changes import ranking_name
from scoring.selectors.newest_runs import newest_run
from scoring.selectors.table_rules import table_rules_by_section
from scoring.selectors.tie_words import tie_words

Named = tuple[Contestant, str]


@dataclass(frozen=True)
class SessionCell:
    """What a contestant made in one session; empty where it did not play."""

    session: Session
    total: str = ""
    percent: str = ""
    boards: int = 0


@dataclass(frozen=True)
class EventResultLine:
    place: str
    contestant: Contestant
    # As this reader may see it.
    title: str
    boards: int
    total: str
    percent: str
    carried: str
    penalty: str
    cells: tuple[SessionCell, ...]
    ties: tuple[str, ...]
    overall: Overall

    @property
    def penalty_text(self) -> str:
        return self.penalty + ("%" if self.overall.penalty_percent is not None else "")

    @property
    def carried_text(self) -> str:
        return self.carried + ("%" if self.overall.carried_percent is not None else "")


@dataclass(frozen=True)
class Ranking:
    """One list: of everybody, of one field, or of one direction."""

    name: str
    lines: tuple[EventResultLine, ...]

    @property
    def title(self) -> str:
        """The field and the direction in words."""
        field, _blank, side = self.name.rpartition(" ")
        return f"{field} {ranking_name(side)}".strip()

    @property
    def has_carry(self) -> bool:
        return any(line.carried for line in self.lines)

    @property
    def has_penalties(self) -> bool:
        return any(line.penalty for line in self.lines)


@dataclass(frozen=True)
class EventStage:
    number: int
    sessions: tuple[Session, ...]
    rankings: tuple[Ranking, ...]
    # Sentences about what is not as even as it should be.
    remarks: tuple[str, ...]
    overall: tuple[Overall, ...]

    @property
    def is_over(self) -> bool:
        return all(session.is_over for session in self.sessions)


@dataclass(frozen=True)
class EventResults:
    event: Event
    stages: tuple[EventStage, ...]
    # Sessions that are being played and whose standings this reader does not see yet.
    in_play: tuple[Session, ...]

    @property
    def last(self) -> EventStage | None:
        return self.stages[-1] if self.stages else None


@dataclass
class _Scores:
    """The sessions of an event as they stand, read together; scored again only where a tie has to be broken."""

    event: Event
    sessions: list[Session]
    sees_all: bool

    @cached_property
    def fields(self) -> list[ComparisonField]:
        return list(ComparisonField.objects.filter(session__in=self.sessions).order_by("session__number", "name", "pk"))

    @cached_property
    def standings(self) -> dict[int, list[Place]]:
        """By field, from its newest run."""
        newest_standings = Standing.objects.filter(
            run__field__in=self.fields, run=newest_run("run__field")
        ).select_related("run")
        places: dict[int, list[Place]] = {}
        for standing in newest_standings.defer("run__boards", "run__sheet").order_by("ranking", "rank", "pk"):
            places.setdefault(standing.run.field_id, []).append(place_of_standing(standing))
        return places

    def places_in(self, session: Session) -> list[Place]:
        places: list[Place] = []
        fields = [field for field in self.fields if field.session_id == session.pk]
        for field in fields:
            field_places = self._now(session, field)
            places += [_with_field_name(place, field.name) for place in field_places] if field.name else field_places
        return places

    def _now(self, session: Session, field: ComparisonField) -> Sequence[Place]:
        """What this reader may see: of teams in play, the rounds that are over."""
        if session.state != SessionState.PLAYING or self.sees_all:
            return self.standings.get(field.pk, ())
        return score_field(sheet_after_round(read_field_sheet(field.pk), session.round - 1)).places

    def tie_breaks(self, sessions: Sequence[Session], totals: dict[str, Fraction]) -> list[TieBreak]:
        if not self.event.tie_breaks:
            return []
        keys = {session.pk for session in sessions}
        encounters = [
            encounter
            for field in self.fields
            if field.session_id in keys
            for encounter in score_field(read_field_sheet(field.pk)).encounters()
        ]
        return tie_breaks.tie_breaks_in_order(self.event.tie_breaks, encounters, totals, f"lot:event:{self.event.pk}")


def _with_field_name(place: Place, name: str) -> Place:
    return replace(place, ranking=f"{name} {place.ranking}".strip())


def visible_event_results(actor: Actor, event: Event) -> EventResults:
    """What this reader may see of it now."""
    sees_all = may(actor, "session.run", event)
    sessions = list(event.sessions.filter(state__in=[SessionState.PLAYING, SessionState.FINISHED]).order_by("number"))
    visible = [played for played in sessions if sees_all or played.is_over or _shown_in_play(played, event)]
    for session in visible:
        session.event = event
    scores = _Scores(event, visible, sees_all)
    contestants = with_people(Contestant.objects.filter(event=event))
    people = {str(contestant.pk): (contestant, title_for(actor, contestant)) for contestant in contestants}
    stages: list[EventStage] = []
    for number in sorted({session.stage for session in visible}):
        stage_sessions = [session for session in visible if session.stage == number]
        before = stages[-1].overall if stages else ()
        stages.append(_stage(event, number, stage_sessions, scores, before, people))
    hidden = tuple(session for session in sessions if session not in visible)
    return EventResults(event, tuple(stages), hidden)


def _shown_in_play(session: Session, event: Event) -> bool:
    """Between the rounds of a match teams know where they stand, unless the director says that nobody is to."""
    if not event.is_for_teams or session.round < 2:
        return False
    rules = table_rules_by_section(session.sections.defer("movement_data"), event.club_id).values()
    return all(table_rules.ranking != When.NEVER for table_rules in rules)


def event_combining(event: Event) -> Combining:
    return Combining.MEAN_PERCENT if event.scoring_method.in_percent else Combining.SUM


def _stage(
    event: Event,
    number: int,
    sessions: list[Session],
    scores: _Scores,
    before: Sequence[Overall],
    people: dict[str, Named],
) -> EventStage:
    how, carry = event_combining(event), Carry(event.carry_over) if before else Carry.NONE
    by_session = {str(session.pk): scores.places_in(session) for session in sessions}
    overall = stage(by_session, how, before=before, carry=carry)
    if len(sessions) == 1 and not before:
        overall = _ranked_as_session(overall, by_session[str(sessions[0].pk)])
    elif any(contestant_total.standing.tied for contestant_total in overall):
        totals = {contestant_total.standing.contestant: contestant_total.standing.total for contestant_total in overall}
        rules = scores.tie_breaks(sessions, totals)
        overall = stage(by_session, how, before=before, carry=carry, tie_breaks=rules)
    return EventStage(
        number,
        tuple(sessions),
        tuple(_rankings(event, sessions, overall, people)),
        tuple(_remarks(event, sessions, by_session)),
        overall,
    )


def _ranked_as_session(overall: tuple[Overall, ...], places: list[Place]) -> tuple[Overall, ...]:
    """One session alone is ranked as its own page ranks it, ties broken."""
    by_name = {contestant_total.standing.contestant: contestant_total for contestant_total in overall}
    return tuple(replace(by_name[place.contestant], standing=place) for place in places)


def _rankings(
    event: Event, sessions: list[Session], overall: Sequence[Overall], people: dict[str, Named]
) -> list[Ranking]:
    groups: dict[str, list[EventResultLine]] = {}
    profile = scoring_profile(event)
    in_percent = event_combining(event) is Combining.MEAN_PERCENT
    total = profile.total if in_percent else Rounding(2) if event.scoring_method.victory_points else profile.imps
    for contestant_total in overall:
        if contestant_total.standing.contestant in people:
            line = _line(contestant_total, sessions, people, total, profile.percent)
            groups.setdefault(contestant_total.standing.ranking, []).append(line)
    return [Ranking(name, tuple(groups[name])) for name in sorted(groups, key=_field_and_direction)]


def _field_and_direction(name: str) -> tuple[str, bool]:
    """Fields by their names, North-South before East-West."""
    return (name[:-2].strip(), name.endswith("EW")) if name.endswith(("NS", "EW")) else (name, False)


def _line(
    overall: Overall, sessions: list[Session], people: dict[str, Named], total: Rounding, percent: Rounding
) -> EventResultLine:
    standing = overall.standing
    legs = {leg.session: leg.standing for leg in overall.legs}
    cells = []
    for session in sessions:
        leg = legs.get(str(session.pk))
        if leg is None:
            cells.append(SessionCell(session))
        else:
            share = "" if leg.percent is None else percent.show(leg.percent)
            cells.append(SessionCell(session, total.show(leg.total), share, leg.boards))
    return EventResultLine(
        place=standing.place,
        contestant=people[standing.contestant][0],
        title=people[standing.contestant][1],
        boards=standing.boards,
        total=total.show(standing.total),
        percent="" if standing.percent is None else percent.show(standing.percent),
        carried=_in_unit(overall.carried, overall.carried_percent, total, percent) if overall.share else "",
        penalty=_in_unit(standing.penalty, overall.penalty_percent, total, percent) if standing.penalty else "",
        cells=tuple(cells),
        ties=tuple(tie_words(standing.tie_break)),
        overall=overall,
    )


def _in_unit(points: Fraction, share: Fraction | None, total: Rounding, percent: Rounding) -> str:
    """As the ranking counts: a percentage where it goes by percentages."""
    return total.show(points) if share is None else percent.show(share)


def _remarks(event: Event, sessions: list[Session], by_session: dict[str, list[Place]]) -> list[str]:
    remarks = []
    lengths = {session.number: max((p.boards for p in by_session[str(session.pk)]), default=0) for session in sessions}
    if len({length for length in lengths.values() if length}) > 1 and not event.is_for_teams:
        boards_by_session = ", ".join(
            _("session %(number)s: %(boards)s") % {"number": number, "boards": boards}
            for number, boards in lengths.items()
        )
        if event_combining(event) is Combining.MEAN_PERCENT:
            sentence = _("The sessions had different numbers of boards (%(said)s): each weighs as much as its boards.")
        else:
            sentence = _("The sessions had different numbers of boards (%(said)s): their scores are added as they are.")
        remarks.append(sentence % {"said": boards_by_session})
    played = [{place.contestant for place in by_session[str(session.pk)]} for session in sessions]
    some: set[str] = set().union(*played) - played[0].intersection(*played) if len(played) > 1 else set()
    if some:
        remarks.append(_("%(count)s did not play in every session.") % {"count": len(some)})
    return remarks
