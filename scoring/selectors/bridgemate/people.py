"""Who sits where, and whose number is whose, as PlayerNumbers and PlayerNames have it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from clubs.models import Club, Player
from clubs.selectors.memberships import current_memberships
from core.actors import Actor
from events.models import Session
from events.selectors.seats import session_places
from events.selectors.tables import SEATS, Room
from scoring.interchange.bridgemate.records import (
    FileName,
    FilePlayer,
)
from scoring.interchange.bridgemate.writer import (
    can_be_listed,
)
from scoring.selectors.bridgemate.movement import Meetings

_AND = re.compile(r"\s+(?:&|and|–|-)\s+|\s*[/+]\s*")


def first_sitters(session: Session, room: Room, idents: Mapping[int, int], actor: Actor) -> list[FilePlayer]:
    """Who sits down where in the first round."""
    letters = {section_room.letter: idents[section_room.section.pk] for section_room in room.sections}
    tables = room.tables(1)
    players = [sitter.player for table in tables for sitter in table.seats if sitter.player]
    numbers = _player_numbers(session.club, players, actor)
    return [
        FilePlayer(
            *(letters[table.letter], table.number, seat),
            number=numbers.get(sitter.player.person_id, ""),
            name=sitter.player.display_name,
            is_processed=True,
        )
        for table in tables
        for seat, sitter in zip(SEATS, table.seats, strict=True)
        if sitter.player
    ]


def imported_names(session: Session, idents: Mapping[int, int], played: Mapping[int, Meetings]) -> list[FilePlayer]:
    """The names of contestants that came from a file: a pair's name holds both."""
    if not played:
        return []
    names = {(idents[place.section_id], place.number): place.contestant.title for place in session_places(session)}
    players: dict[tuple[int, int, str], FilePlayer] = {}
    for meetings in played.values():
        for row in meetings.rounds:
            if row.round != 1:
                continue
            sides = ((row.ns, row.south, "NS"), (row.ew, row.west, "EW"))
            for number, partner, seats in sides:
                whole = names.get((row.section, number), "")
                both = [whole, names.get((row.section, partner), "")] if partner else _AND.split(whole, maxsplit=1)
                for seat, name in zip(seats, both, strict=False):
                    where = row.section, row.table, seat
                    players[where] = FilePlayer(*where, name=name, is_processed=True)
    return list(players.values())


def _player_numbers(club: Club, players: Iterable[Player], actor: Actor) -> dict[int, str]:
    """By which number each is known here: the club's, else the federation's."""
    wanted = {player.person_id: player.person.federation_number for player in players}
    members = current_memberships(day=club.day(actor.at)).filter(club=club, player__in=wanted).exclude(number="")
    return wanted | dict(members.values_list("player", "number"))


def listed_names(club: Club, actor: Actor) -> list[FileName]:
    """Whose number is whose, for everybody who may key one in: members by the club's and the federation's."""
    names: dict[str, str] = {}
    members = current_memberships(day=club.day(actor.at)).filter(club=club, player__erased_at=None)
    for membership in members.select_related("player").order_by("player__display_name", "pk"):
        for number in (membership.player.federation_number, membership.number):
            if can_be_listed(number):
                names[number] = membership.player.display_name
    return [FileName(number, name) for number, name in names.items()]
