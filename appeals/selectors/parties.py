"""Who was at the table of a ruling, who may appeal for them, and who must concur (Laws 92A and 92D)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from appeals.models import Appeal
from appeals.models.appeals import PartyChoice
from clubs.models import Player
from clubs.models.keys import person_ids
from events.models import Contestant, Entrant, Play, Session, Substitution
from events.selectors.presence import Presence
from rulings.models import Ruling

Sides = dict[str, tuple[int, ...]]


def sides_at(ruling: Ruling) -> Sides:
    """The contestants at the table, by side. A ruling about no table concerns those whom it penalizes."""
    play = ruling.play or _any_play(ruling)
    if play is not None:
        ids = play.contestant_ids
        return {"NS": ids[0::2], "EW": ids[1::2]} if len(ids) == 4 else {"NS": (ids[0],), "EW": (ids[1],)}
    punished = tuple(dict.fromkeys(penalty["contestant"] for penalty in ruling.penalties if penalty.get("contestant")))
    return {"NS": punished[:1], "EW": punished[1:2]}


def _any_play(ruling: Ruling) -> Play | None:
    if ruling.section_id is None or ruling.table is None or ruling.round is None:
        return None
    return Play.objects.filter(section=ruling.section_id, round=ruling.round, table=ruling.table).first()


def contestants_player_ids(contestants: Iterable[int], session: Session) -> set[int]:
    """Ids of the persons who are these contestants, with those who stood in for one of them in this session."""
    ids = list(contestants)
    entered = Entrant.objects.filter(contestant__in=ids, player__isnull=False).values_list(person_ids(), flat=True)
    substitutions = Substitution.objects.filter(place__session=session, place__contestant__in=ids, withdrawn_at=None)
    return {*entered, *substitutions.values_list(person_ids(), flat=True)}


def appellant_side(player: Player | None, ruling: Ruling) -> tuple[str, int | None]:
    """The side and the contestant for whom somebody may appeal; empty for everybody else."""
    if player is None:
        return "", None
    for side, contestants in sides_at(ruling).items():
        for contestant in contestants:
            if player.pk in contestants_player_ids([contestant], ruling.session):
                return side, contestant
    return "", None


def party_in_case(player: Player | None, appeal: Appeal) -> str:
    """Which side of a case somebody is on; empty for everybody else."""
    return appellant_side(player, appeal.ruling)[0]


def appeals_as_party(player: Player | None) -> list[int]:
    """Ids of the appeals in which somebody is on one side or the other."""
    if player is None:
        return []
    plays = Q(event__contestants__entrants__player=player) | Q(places__substitutions__player=player)
    sessions = Session.objects.filter(plays).values("pk")
    rows = Appeal.objects.filter(session__in=sessions).select_related("ruling__session", "ruling__play")
    return [appeal.pk for appeal in rows if party_in_case(player, appeal)]


def party_people(appeal: Appeal) -> dict[str, set[int]]:
    """Ids of the players of both sides."""
    return {side: contestants_player_ids(ids, appeal.session) for side, ids in sides_at(appeal.ruling).items()}


def party_names(appeal: Appeal) -> dict[str, list[str]]:
    """The players of both sides by name."""
    people = party_people(appeal)
    names = dict(Player.objects.filter(pk__in=set().union(*people.values())).values_list("pk", "display_name"))
    return {side: [names[pk] for pk in sorted(ids) if pk in names] for side, ids in people.items()}


@dataclass(frozen=True)
class MustConcur:
    player: Player
    is_captain: bool = False


def must_concur(ruling: Ruling, contestant: Contestant) -> list[MustConcur]:
    """Both partners as they sat; of a team its captain; in an individual contest the player alone (Law 92D)."""
    event = ruling.session.event
    entrants = list(contestant.entrants.select_related("player").order_by("position"))
    if event.is_for_teams:
        captain = next((entrant for entrant in entrants if entrant.is_captain), None) or next(iter(entrants), None)
        return [MustConcur(captain.player, True)] if captain and captain.player else []
    seated = _seated(ruling, contestant) or [entrant.player for entrant in entrants if entrant.player]
    return [MustConcur(player) for player in seated]


def _seated(ruling: Ruling, contestant: Contestant) -> list[Player]:
    """Those who sat there in the round of the ruling, substitutes among them."""
    if ruling.round is None:
        return []
    presence = Presence.of(ruling.session)
    place = next((row_place for row_place in presence.places if row_place.contestant_id == contestant.pk), None)
    if place is None:
        return []
    ids = [player for _entrant, player in presence.lined_up(place, ruling.round) if player]
    players = Player.objects.in_bulk(ids)
    return [players[pk] for pk in ids]


def side_label(side: str) -> str:
    return str(PartyChoice(side).label) if side else ""
