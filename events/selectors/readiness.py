"""What stands in the way of starting a session, and what a secretary would want to know before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Membership, Player
from events.models import Place, Section, Session
from events.models.conditions import Form
from events.models.contestants import Status, WishState
from events.models.sessions import SessionState
from events.movements.drawing import certain_rounds
from events.movements.model import Movement, Unit
from events.seating import stationary_numbers
from events.selectors.boards import board_ranges, boards_in_play, missing_in
from events.selectors.movements import LEAST, choose
from events.selectors.officials import deputy_sentence, missing_deputies
from events.selectors.seats import place_players, seats_in, session_places, session_sections
from events.selectors.tables import may_key_in


def start_obstacles(session: Session) -> list[str]:
    """A sentence for each thing that must be put right before play can begin."""
    places, sections = list(session_places(session)), session_sections(session)
    obstacles = [sentence for section in sections for sentence in _section_obstacles(section, places)]
    if not sections:
        obstacles.append(_("Nobody is seated yet."))
    if session.event.cancelled_at:
        obstacles.append(_("This event is cancelled. Take the cancellation back first."))
    obstacles += [_incomplete_sentence(place) for place in places if _is_incomplete(place, session.event.size)]
    obstacles += _partnerless_obstacles(session)
    if not session.from_paper:
        obstacles += [busy.obstacle for busy in still_playing(session, places)]
        obstacles += [deputy_sentence(official) for official in missing_deputies(session)]
    return obstacles


def _section_obstacles(section: Section, places: list[Place]) -> Iterable[str]:
    own = [place for place in places if place.section_id == section.pk]
    event = section.session.event
    unit = Form(event.form).unit
    if len(own) < LEAST[unit]:
        yield _too_few(section, unit, len(own), several=section.session.sections.count() > 1)
    elif section.movement is None:
        problem = choose(section, len(own)).problem
        yield problem or _("No movement fits %(count)s contestants.") % {"count": len(own)}
    elif section.movement.contestants != len(own):
        yield _("Section %(letter)s: the movement is for %(wanted)s, but %(there)s are seated.") % {
            "letter": section.letter,
            "wanted": section.movement.contestants,
            "there": len(own),
        }


def _too_few(section: Section, unit: Unit, count: int, *, several: bool) -> str:
    words = {
        Unit.PAIR: ngettext("%(count)s pair so far", "%(count)s pairs so far", count),
        Unit.TEAM: ngettext("%(count)s team so far", "%(count)s teams so far", count),
        Unit.PLAYER: ngettext("%(count)s player so far", "%(count)s players so far", count),
    }
    so_far = words[unit] % {"count": count}
    sentence = _("%(said)s: at least %(least)s are needed.") % {"said": so_far, "least": LEAST[unit]}
    return (
        _("Section %(letter)s: %(sentence)s") % {"letter": section.letter, "sentence": sentence}
        if several
        else sentence
    )


def _is_incomplete(place: Place, size: int) -> bool:
    return len(place.contestant.entrants.all()) < size


def _incomplete_sentence(place: Place) -> str:
    sentence = _("%(who)s (number %(number)s) is not complete. Add the partner, or write “unknown”.")
    return sentence % {"who": place.contestant.title, "number": place.number}


@dataclass(frozen=True)
class StillPlaying:
    """Somebody seated here who plays in another session that is not finished."""

    player: Player
    place: int
    session: Session

    @property
    def obstacle(self) -> str:
        sentence = _("%(who)s is still playing in “%(event)s”. Finish that session, or take the name off.")
        return sentence % {"who": self.player, "event": self.session.event}


def still_playing(session: Session, places: list[Place] | None = None) -> list[StillPlaying]:
    """Nobody plays in two games at once. What is typed from paper is not being played."""
    if session.from_paper or not session.is_open:
        return []
    here = places if places is not None else list(session_places(session))
    seated = {player.person_id: place.pk for place in here for player in place_players(place)}
    others = Place.objects.filter(session__state=SessionState.PLAYING, session__from_paper=False)
    others = others.exclude(session=session).filter(contestant__entrants__player__in=seated).distinct()
    others = others.select_related("session__event__club").prefetch_related("contestant__entrants__player")
    return [
        StillPlaying(player, seated[player.pk], place.session)
        for place in others
        for player in place_players(place)
        if player.pk in seated
    ]


def _partnerless_obstacles(session: Session) -> list[str]:
    waiting = session.event.partner_wishes.filter(state=WishState.OPEN).select_related("player")
    sentence = _("%(who)s has no partner yet. Find one, or take %(who)s off the list of those who wait.")
    return [sentence % {"who": wish.player} for wish in waiting]


def drawn_by_results(section: Section) -> bool:
    """Whether later rounds of its movement wait for the results of earlier ones."""
    movement = section.movement
    return movement is not None and certain_rounds(movement) < len(movement.rounds)


def start_remarks(session: Session) -> list[str]:
    """What does not stop the game: seats that do not suit, memberships that have lapsed, names not known."""
    places = list(session_places(session))
    people = [
        *_seat_remarks(session, places),
        *_membership_remarks(session, places),
        *_unknown_name_remarks(session, places),
        *_unseated_remarks(session),
    ]
    return [*people, *_round_length_remarks(session), *_missing_board_remarks(session)]


def _round_length_remarks(session: Session) -> Iterable[str]:
    """One clock rules all sections."""
    lengths = {
        section.letter: section.movement.boards_per_set for section in session_sections(session) if section.movement
    }
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{letter}: {boards}" for letter, boards in lengths.items())
        sentence = _(
            "The sections play rounds of different length under one clock (boards a round: %(listed)s)."
            " Choose movements with as many boards a round."
        )
        yield sentence % {"listed": listed}


def _missing_board_remarks(session: Session) -> Iterable[str]:
    """The movement has grown since the boards were chosen."""
    for section in session_sections(session):
        missing = missing_in(section.board_set, boards_in_play(section)) if section.board_set else []
        if missing:
            sentence = _("Section %(letter)s: its set lacks boards %(numbers)s. Deal them on the page “Boards”.")
            yield sentence % {"letter": section.letter, "numbers": board_ranges(missing)}


def _seat_remarks(session: Session, places: list[Place]) -> Iterable[str]:
    sections = {section.pk: section for section in session_sections(session)}
    for place in places:
        movement = sections[place.section_id].movement
        if movement is None or not _moves(movement, place.number):
            continue
        for player in place_players(place):
            if player.needs_stationary_seat:
                sentence = _("%(who)s needs a stationary seat, but number %(number)s moves.")
                yield sentence % {"who": player, "number": place.number}


def _moves(movement: Movement, number: int) -> bool:
    if not movement.kind.traits.is_drawn or movement.unit is not Unit.PAIR:
        return number not in stationary_numbers(movement)
    # The rounds that are to be drawn are not certain: the draw keeps a seat where it can.
    rounds = range(1, certain_rounds(movement) + 1)
    return len({seats[number].table for at in rounds if number in (seats := seats_in(movement, at))}) > 1


def _membership_remarks(session: Session, places: list[Place]) -> Iterable[str]:
    if session.event.members_only:
        return
    day = session.club.day(session.starts_at)
    players = {player.person_id: player for place in places for player in place_players(place)}
    by_player: dict[int, list[Membership]] = {}
    for membership in Membership.objects.filter(club=session.club, player__in=players):
        by_player.setdefault(membership.player_id, []).append(membership)
    for key, memberships in by_player.items():
        if not any(membership.runs_on(day) for membership in memberships):
            yield _("%(who)s’s membership has lapsed.") % {"who": players[key]}


def _unknown_name_remarks(session: Session, places: list[Place]) -> Iterable[str]:
    """Names that are missing, and how they can be given now."""
    numbers = [
        place.number for place in places for entrant in place.contestant.entrants.all() if entrant.player_id is None
    ]
    if not numbers:
        return
    if (session.is_open or may_key_in(session)) and not session.from_paper:
        sentence = ngettext(
            "%(count)s name is not known yet: it can be keyed in at the table.",
            "%(count)s names are not known yet: they can be keyed in at the tables.",
            len(numbers),
        )
    else:
        sentence = ngettext(
            "%(count)s name is not known: open number %(numbers)s in the list and type it there.",
            "%(count)s names are not known: open numbers %(numbers)s in the list and type them there.",
            len(numbers),
        )
    yield sentence % {"count": len(numbers), "numbers": board_ranges(sorted(set(numbers)))}


def _unseated_remarks(session: Session) -> Iterable[str]:
    """Entered, but nobody has seen them yet."""
    entered = session.event.contestants.filter(status=Status.ENTERED).exclude(places__session=session)
    count = entered.count()
    if count:
        sentence = ngettext("%(count)s entry is not seated.", "%(count)s entries are not seated.", count)
        yield sentence % {"count": count}
