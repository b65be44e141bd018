"""Who is behind a contestant of a session, as results name them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from events.models import Place, Session
from events.selectors.seats import session_places
from events.selectors.tables import join_names


@dataclass(frozen=True)
class Who:
    """A contestant at its place. `people` are the names of a team's players, where `title` is the team's."""

    contestant: int
    section: int
    letter: str
    number: str
    title: str
    people: str = ""
    note: str = ""
    # What stands in a narrow column: the players of a pair one under the other, or the team's name.
    names: tuple[str, ...] = ()


def names_in(session: Session, *, open_names: bool) -> dict[int, Who]:
    """By contestant. `open_names`: in full, as those signed in see them, else as each player lets strangers."""
    places = list(session_places(session).defer("section__movement_data"))
    several = len({place.section_id for place in places}) > 1
    team = session.event.is_for_teams
    return {place.contestant_id: _who(place, several=several, team=team, open_names=open_names) for place in places}


def _who(place: Place, *, several: bool, team: bool, open_names: bool) -> Who:
    def name(player: Player | None) -> str:
        if player is None:
            return ""
        return player.display_name if open_names else player.public_name

    entrants = list(place.contestant.entrants.all())
    names = [name(entrant.player) for entrant in entrants]
    number = f"{place.section.letter}{place.number}" if several else str(place.number)
    people = ", ".join(filter(None, names)) if team else join_names(names)
    title = place.contestant.name or people or _("No. %(number)s") % {"number": number}
    note = _substitutes(
        (name(substitution.player), substitution.first_round, substitution.last_round)
        for substitution in place.substitutions.all()
    )
    people_shown = people if place.contestant.name and people != title else ""
    lines = (
        (title,)
        if place.contestant.name or not people
        else tuple(name_or_empty or _("unknown") for name_or_empty in names)
    )
    return Who(place.contestant_id, place.section_id, place.section.letter, number, title, people_shown, note, lines)


def _substitutes(substitutions: Iterable[tuple[str, int, int | None]]) -> str:
    names = []
    for name, first, last in substitutions:
        if last is None:
            names.append(_("%(name)s from round %(first)s") % {"name": name, "first": first})
        else:
            words = ngettext("%(name)s in round %(first)s", "%(name)s in rounds %(first)s–%(last)s", last - first + 1)
            names.append(words % {"name": name, "first": first, "last": last})
    return _("substitute: %(names)s") % {"names": ", ".join(names)} if names else ""
