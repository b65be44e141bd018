"""What the desk of a session shows: who sits where, the movement and what else could be played, what is in the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.selectors.members import memberships_that_count
from events.models import Contestant, Entrant, Event, PartnerWish, Place, Section, Session
from events.models.contestants import Status, WishState
from events.models.sessions import SessionState
from events.movements.drawing import certain_rounds, meeting_history
from events.movements.model import Movement
from events.movements.recommend import MovementCandidate
from events.movements.seats import TableSeat, seats_in
from events.movements.swiss import SwissStanding, draw
from events.seating import sit_outs, stationary_numbers
from events.selectors.movements import Summary, candidates, choose, movement_wish, summary
from events.selectors.seats import place_players, session_places, session_sections, with_people
from events.selectors.sitouts import sat_out
from events.wording import kind_name, note_sentence

NO_SEAT = (10_000, 0)


@dataclass(frozen=True)
class Person:
    """A player on the list with what the desk should know about them."""

    entrant: Entrant
    flags: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class DeskRow:
    place: Place
    seat: TableSeat | None
    people: list[Person]
    stays: bool
    rounds_out: int
    has_left: bool = False

    @property
    def title(self) -> str:
        return self.place.contestant.title


@dataclass(frozen=True)
class Option:
    """A movement that could be played instead."""

    name: str
    summary: Summary
    reasons: list[str]
    choice: Mapping[str, object]
    is_played: bool


@dataclass(frozen=True)
class SectionView:
    section: Section
    rows: list[DeskRow]
    name: str
    summary: Summary | None
    problem: str
    follows: bool
    options: list[Option]
    # Of a Swiss whose next round is not drawn yet: matches of those who have not met.
    suggested: str = ""


def section_views(session: Session, *, with_options: bool) -> list[SectionView]:
    places = list(session_places(session))
    flags = _flags(session, places)
    views = []
    for section in session_sections(session):
        own = [place for place in places if place.section_id == section.pk]
        views.append(_view(section, own, flags, with_options=with_options))
    return views


def _view(section: Section, places: list[Place], flags: dict[int, list[str]], *, with_options: bool) -> SectionView:
    movement, event = section.movement, section.session.event
    choice = choose(section, len(places)) if with_options else None
    return SectionView(
        section=section,
        rows=_rows(movement, places, flags),
        name=movement_title(movement) if movement else "",
        summary=summary(movement, event) if movement else None,
        problem=choice.problem if choice else "",
        follows=not section.chosen,
        options=options_for(event, len(places), movement) if with_options else [],
        suggested=_suggested_matches(section.session, movement) if movement and not with_options else "",
    )


def _suggested_matches(session: Session, movement: Movement) -> str:
    drawn = certain_rounds(movement)
    if session.state != SessionState.PLAYING or drawn > session.round or drawn == len(movement.rounds):
        return ""
    playing = [x for x in range(1, movement.contestants + 1) if x not in movement.withdrawn]
    suggestion = draw([SwissStanding(number, 0) for number in playing], meeting_history(movement))
    return ", ".join(f"{first}-{second}" for first, second in suggestion.matches)


def _rows(movement: Movement | None, places: list[Place], flags: dict[int, list[str]]) -> list[DeskRow]:
    seats = seats_in(movement, 1) if movement else {}
    stay = stationary_numbers(movement) if movement else frozenset()
    out = sit_outs(movement) if movement else {}
    rows = [
        DeskRow(
            place=place,
            seat=seats.get(place.number),
            people=[
                Person(entrant, flags.get(entrant.person_id or 0, [])) for entrant in place.contestant.entrants.all()
            ],
            stays=place.number in stay,
            rounds_out=out.get(place.number, 0),
            has_left=movement is not None and place.number in movement.withdrawn,
        )
        for place in places
    ]
    return sorted(rows, key=lambda row: row.seat.order if row.seat else (*NO_SEAT[:1], row.place.number))


def _flags(session: Session, places: Iterable[Place]) -> dict[int, list[str]]:
    """What to know about each player, by id."""
    players = [player for place in places for player in place_players(place)]
    sit_out_counts = sat_out(session.club, {player.person_id for player in players}, before=session.starts_at)
    standing = memberships_that_count(session.club, players, day=session.club.day(session.starts_at))
    flags: dict[int, list[str]] = {}
    for player in players:
        remarks = []
        if player.needs_stationary_seat:
            remarks.append(_("stationary seat"))
        if sit_out_counts.get(player.pk):
            text = ngettext(
                "sat out %(count)s time lately", "sat out %(count)s times lately", sit_out_counts[player.pk]
            )
            remarks.append(text % {"count": sit_out_counts[player.pk]})
        membership = standing.get(player.pk)
        if membership is None:
            remarks.append(_("visitor"))
        elif membership.standing != "current":  # type: ignore[attr-defined]
            remarks.append(_("membership lapsed"))
        flags[player.pk] = remarks
    return flags


def options_for(event: Event, contestants: int, played: Movement | None) -> list[Option]:
    """What could be played instead, of the kind that the conditions name first."""
    if contestants < 2:
        return []
    kind = event.planned_kind
    planned = candidates(movement_wish(event, contestants, kind)) if kind else ()
    others = candidates(movement_wish(event, contestants))
    possible = [*planned, *(candidate for candidate in others if candidate.request.kind is not kind)]
    return [_option(candidate, event, played) for candidate in possible]


def _option(candidate: MovementCandidate, event: Event, played: Movement | None) -> Option:
    request = candidate.request
    choice = {
        "kind": request.kind,
        "rounds": request.rounds,
        "boards_per_round": request.boards_per_round,
        "winners": request.winners or "",
        "missing": request.missing,
    }
    return Option(
        name=movement_title(candidate.movement),
        summary=summary(candidate.movement, event),
        reasons=[note_sentence(note) for note in candidate.reasons],
        choice=choice,
        is_played=candidate.movement == played,
    )


def movement_title(movement: Movement) -> str:
    """“Howell, 9 rounds of 3 boards”."""
    name = kind_name(movement.kind)
    rounds = len(movement.rounds)
    boards = ngettext("%(count)s board", "%(count)s boards", movement.boards_per_set)
    return _("%(name)s, %(rounds)s rounds of %(boards)s") % {
        "name": name[:1].upper() + name[1:],
        "rounds": rounds,
        "boards": boards % {"count": movement.boards_per_set},
    }


def unseated_contestants(session: Session) -> list[Contestant]:
    """Entered for the event and not yet seen at the desk."""
    contestants = session.event.contestants.filter(status=Status.ENTERED).exclude(places__session=session)
    return list(with_people(contestants).order_by("entered_at", "pk"))


def waiting_singles(session: Session) -> list[PartnerWish]:
    """Those who wait for a partner."""
    wishes = session.event.partner_wishes.filter(state=WishState.OPEN).select_related("player")
    return list(wishes.order_by("made_at", "pk"))
