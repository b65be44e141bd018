"""Directors and scorers who also play: what they may not see yet, where they may not rule, who does it for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Player, Role, RoleGrant, User
from clubs.models.keys import person_ids
from core.actors import Actor
from events.models import Board, Entrant, Play, Session, SessionOfficial, Substitution
from events.models.plays import PlayState
from events.models.sessions import Duty
from events.selectors.presence import Presence
from events.selectors.seats import session_sections


def session_officials(session: Session) -> QuerySet[SessionOfficial]:
    officials = SessionOfficial.objects.filter(session=session).select_related(
        "player", "deputy", "session__event__club"
    )
    return officials.order_by("duty", "pk")


def director_in_charge(session: Session, at: datetime) -> Player | None:
    """Whoever is put in charge, else the first director named, else the only one whom the club has (Law 81D).

    Of a session that is over it is who directed it: a later appointment takes nothing away. None where nobody is named
    and the club has none or several: then somebody says who it is.
    """
    named = session_officials(session).filter(duty=Duty.DIRECTOR).order_by("-in_charge", "pk").first()
    if named is not None:
        player: Player = named.player
        return player
    users = _directors_with_the_role(session, session.finished_at) if session.finished_at else set()
    users = users or _directors_with_the_role(session, at)
    return getattr(users.pop(), "player", None) if len(users) == 1 else None


def _directors_with_the_role(session: Session, at: datetime) -> set[User]:
    grants = RoleGrant.objects.in_force(at).filter(club=session.club, role=Role.DIRECTOR, user__is_active=True)
    return {grant.user for grant in grants.select_related("user__player")}


def playing_officials(session: Session) -> list[SessionOfficial]:
    """Those who direct or score the session and are seated in it, if only for a round."""
    own = Entrant.objects.filter(contestant__places__session=session).values("player")
    standing_in = Substitution.objects.filter(place__session=session, withdrawn_at=None).values("player")
    return list(session_officials(session).filter(Q(player__in=own) | Q(player__in=standing_in)))


def missing_deputies(session: Session, round_number: int | None = None) -> list[SessionOfficial]:
    """Directors who play without somebody to rule at their own table in a round (the coming one unless said).

    Another director who does not sit there does it as well as a deputy.
    """
    playing = [official for official in playing_officials(session) if official.duty == Duty.DIRECTOR]
    if not playing:
        return []
    presence, number = Presence.of(session), round_number or max(session.round, 1)
    directors = [official.player for official in session_officials(session) if official.duty == Duty.DIRECTOR]

    def is_covered(official: SessionOfficial) -> bool:
        others = [
            candidate
            for candidate in [official.deputy, *directors]
            if candidate is not None and candidate.person_id != official.person_id
        ]
        return any(not deputy_problem(presence, official.player, candidate, [number]) for candidate in others)

    return [official for official in playing if not is_covered(official)]


def deputy_sentence(official: SessionOfficial) -> str:
    """Why a session cannot start yet."""
    sentence = _("%(name)s directs and also plays: name a deputy who rules at that table, under “People”.")
    return sentence % {"name": official.player.display_name}


def deputy_problem(presence: Presence, official: Player, deputy: Player, rounds: Sequence[int]) -> str:
    """Why somebody cannot rule at the official's own table in one of these rounds; empty where they can."""
    names = {"deputy": deputy.display_name, "official": official.display_name}
    for number in rounds:
        own = {place.pk for place in presence.player_places(official.person_id, number)}
        if own.intersection(place.pk for place in presence.player_places(deputy.person_id, number)):
            return _("%(deputy)s plays with %(official)s. Name somebody else as deputy.") % names
        if presence.player_tables(official.person_id, number) & presence.player_tables(deputy.person_id, number):
            sentence = _("%(deputy)s plays against %(official)s in round %(round)s. Name somebody else as deputy.")
            return sentence % (names | {"round": str(number)})
    return ""


def deputy_gaps(presence: Presence, official: SessionOfficial) -> list[int]:
    """The rounds in which a playing director's deputy cannot rule at the director's table."""
    last = max((presence.rounds(key) for key in presence.sections), default=0)
    if official.deputy is None or official.duty != Duty.DIRECTOR:
        return []
    return [
        number for number in range(1, last + 1) if deputy_problem(presence, official.player, official.deputy, [number])
    ]


def role_holders(session: Session, at: datetime) -> list[tuple[Player, Duty]]:
    """People with a role of the club who are not yet named for this session, directors first."""
    duties = {Role.DIRECTOR: Duty.DIRECTOR, Role.SCORER: Duty.SCORER}
    grants = RoleGrant.objects.in_force(at).filter(club=session.club, role__in=duties, user__player__isnull=False)
    named = set(session.officials.values_list(person_ids(), "duty"))
    holders = [(grant.user.player, duties[Role(grant.role)]) for grant in grants.select_related("user__player")]
    holders.sort(key=lambda holder: (holder[1], holder[0].display_name))
    return [holder for holder in holders if (holder[0].pk, holder[1]) not in named]


def hidden_boards(actor: Actor, session: Session) -> set[int]:
    """The boards of a session that this person has yet to play, and so must not see (Law 16D).

    Before the session begins that is every board, for all who are seated in it.
    """
    due = _own_plays(actor, session)
    if due is None:
        return set()
    if session.is_open:
        return all_boards(session)
    plays = Play.objects.filter(due, section__session=session, state=PlayState.DUE)
    return set(plays.values_list("board", flat=True))


def begun_at_own_table(actor: Actor, session: Session) -> QuerySet[Play]:
    """What this person plays in the rounds that have begun, and so may write down."""
    own = _own_plays(actor, session)
    if own is None or not session.round:
        return Play.objects.none()
    return Play.objects.filter(own, section__session=session, round__lte=session.round)


def _own_plays(actor: Actor, session: Session) -> Q | None:
    """The plays in which this person has a seat, as a substitute too; None for one who does not play."""
    player = actor.player
    if player is None:
        return None
    own = list(Entrant.objects.filter(player=player, contestant__places__session=session).values("contestant_id"))
    standing_in = list(
        Substitution.objects.filter(player=player, place__session=session, withdrawn_at=None).select_related("place")
    )
    if not own and not standing_in:
        return None
    own_plays = at_the_table([entrant["contestant_id"] for entrant in own])
    for substitution in standing_in:
        rounds = Q(round__gte=substitution.first_round)
        if substitution.last_round is not None:
            rounds &= Q(round__lte=substitution.last_round)
        own_plays |= at_the_table([substitution.place.contestant_id]) & rounds
    return own_plays


def at_the_table(contestants: Collection[int]) -> Q:
    """Plays with one of these contestants."""
    return Q(north__in=contestants) | Q(east__in=contestants) | Q(south__in=contestants) | Q(west__in=contestants)


def all_boards(session: Session) -> set[int]:
    """Every board that a session has or is going to have."""
    sections = session_sections(session)
    planned = {
        section.board(number)
        for section in sections
        if section.movement
        for number in range(1, section.movement.boards_in_play + 1)
    }
    lying_ready = Board.objects.current().filter(board_set__sections__in=sections)
    return planned | set(lying_ready.values_list("number", flat=True))
