"""Where somebody may rule: directors everywhere but at their own table, a deputy at the table of the director."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from clubs.models import Player
from core.actors import Actor
from core.errors import Forbidden
from core.permissions import may
from events.models import Entrant, Session, SessionOfficial, Substitution
from events.models.sessions import Duty
from events.selectors.officials import hidden_boards
from events.selectors.presence import Presence

# Section, round and table.
Spot = tuple[int, int, int]


@dataclass(frozen=True)
class Reach:
    """Asked once for a page, then as often as needed."""

    everywhere: bool
    own: frozenset[Spot] = frozenset()
    # The tables of playing directors for whom this person rules there.
    deputised: dict[Spot, Player] = field(default_factory=dict)
    # Who rules at this person's own tables.
    deputy: Player | None = None
    hidden: frozenset[int] = frozenset()

    def may_rule(self, section: int | None, number: int | None, table: int | None, board: int | None = None) -> bool:
        return not self.problem(section, number, table, board)

    def problem(self, section: int | None, number: int | None, table: int | None, board: int | None = None) -> str:
        """Why not; empty where they may. Without a table the whole session is meant."""
        if section is None or number is None or table is None:
            return "" if self.everywhere else _("You rule as a deputy: say at which table.")
        if board is not None and board in self.hidden:
            return _("You have yet to play this board. Another director or scorer sees to it.")
        spot = (section, number, table)
        if spot in self.own:
            return self._own_table()
        if not self.everywhere and spot not in self.deputised:
            return _("You are a deputy: you rule only at the table of the director who plays.")
        return ""

    def _own_table(self) -> str:
        if self.deputy is None:
            return _("You play at this table. Another director rules here (Law 81).")
        sentence = _("You play at this table. %(deputy)s rules here as your deputy (Law 81).")
        return sentence % {"deputy": self.deputy.display_name}

    def deputy_for(self, section: int | None, number: int | None, table: int | None) -> Player | None:
        if section is None or number is None or table is None or self.everywhere:
            return None
        return self.deputised.get((section, number, table))

    def require(self, section: int | None, number: int | None, table: int | None, board: int | None = None) -> None:
        if problem := self.problem(section, number, table, board):
            raise Forbidden(problem)


def director_reach(actor: Actor, session: Session) -> Reach:
    everywhere = may(actor, "ruling.direct", session)
    hidden = frozenset(hidden_boards(actor, session))
    player = actor.player
    if player is None:
        return Reach(everywhere, hidden=hidden)
    officials = list(
        SessionOfficial.objects.filter(session=session, duty=Duty.DIRECTOR).select_related("player", "deputy")
    )
    standing_in = [official for official in officials if player.is_same_person(official.deputy)]
    if not hidden and not standing_in and not _sits(player, session):
        return Reach(everywhere, hidden=hidden)
    presence = Presence.of(session)
    own = tables_sat_at(presence, player)
    deputised = {
        spot: official.player for official in standing_in for spot in tables_sat_at(presence, official.player) - own
    }
    deputy = next((official.deputy for official in officials if official.person_id == player.pk), None)
    return Reach(everywhere, frozenset(own), deputised, deputy, hidden)


def _sits(player: Player, session: Session) -> bool:
    return (
        Entrant.objects.filter(player=player, contestant__places__session=session).exists()
        or Substitution.objects.filter(player=player, place__session=session, withdrawn_at=None).exists()
    )


def tables_sat_at(presence: Presence, player: Player) -> set[Spot]:
    """Every table at which somebody sits, in every round."""
    last_round = max((presence.rounds(key) for key in presence.sections), default=0)
    return {
        (section, number, table)
        for number in range(1, last_round + 1)
        for section, table in presence.player_tables(player.person_id, number)
    }
