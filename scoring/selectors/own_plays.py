"""Who played a board at a table, and the boards that somebody has played."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.models import Player
from events.models import Entrant, Play, Session, Substitution
from events.models.plays import PlayState
from events.selectors.officials import at_the_table
from events.selectors.tables import Room, RoomTable, session_room
from scoring.adjusted.words import given_words
from scoring.engine.cards import Side
from scoring.models import BoardResult, Correction, ScoreAdjustment
from scoring.models.corrections import UNDECIDED
from scoring.runs.sheets import boards_in_percent


def table_of_play(room: Room, play: Play) -> RoomTable | None:
    """The table at which a board was played, with who sat there; None where the room does not have it."""
    for section in room.sections:
        if section.section.pk == play.section_id:
            return next((table for table in section.tables(play.round) if table.number == play.table), None)
    return None


def player_seat(player: Player, play: Play, room: Room) -> str:
    """The seat on which somebody played a board, substitutes and line-ups considered; empty where they did not."""
    table = table_of_play(room, play)
    sitters = table.seats if table is not None else ()
    return next((sitter.seat for sitter in sitters if player.is_same_person(sitter.player)), "")


def contestant_at_seat(play: Play, seat: str) -> int:
    """The contestant for whom whoever sat on a seat played."""
    contestant = {"N": play.north_id, "E": play.east_id, "S": play.south_id, "W": play.west_id}[seat]
    return contestant if contestant is not None else {"S": play.north_id, "W": play.east_id}[seat]


def play_sides(play: Play) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The contestants North-South and East-West as the play has them."""
    ids = play.contestant_ids
    return (ids[0::2], ids[1::2]) if len(ids) == 4 else ((ids[0],), (ids[1],))


def plays_in_event(player: Player | None, event: int) -> bool:
    """Entered in the event, or a substitute in one of its sessions."""
    if player is None:
        return False
    entered = Entrant.objects.filter(player=player, contestant__event=event)
    return (
        entered.exists()
        or Substitution.objects.filter(player=player, place__session__event=event, withdrawn_at=None).exists()
    )


def contestants_of_player(player: Player, session: Session) -> set[int]:
    """The contestants of a session for whom somebody plays, if only as a substitute."""
    entered = Entrant.objects.filter(player=player, contestant__places__session=session)
    standing_in = Substitution.objects.filter(player=player, place__session=session, withdrawn_at=None)
    return {
        *entered.values_list("contestant_id", flat=True),
        *standing_in.values_list("place__contestant_id", flat=True),
    }


def is_round_over(play: Play, session: Session) -> bool:
    """The round is over: within it, corrections are made at the table."""
    return session.is_over or play.round < session.round


@dataclass(frozen=True)
class OwnPlay:
    play: Play
    seat: str
    result: BoardResult | None
    correction: Correction | None
    # The adjusted score that counts instead.
    adjustment: ScoreAdjustment | None = None

    @property
    def text(self) -> str:
        """What counts, an adjusted score as the own side counts it."""
        if self.adjustment is not None:
            side = Side.NS if self.seat in ("N", "S") else Side.EW
            value = self.adjustment.north_south if side is Side.NS else self.adjustment.east_west
            return given_words(value, side, in_percent=boards_in_percent(self.play.section.session.event))
        return self.result.text if self.result is not None else "–"


def own_plays(player: Player, session: Session) -> list[OwnPlay]:
    """The boards that somebody has played in a session, with what counts and what was asked for."""
    ids = contestants_of_player(player, session)
    if not ids:
        return []
    session_plays = Play.objects.filter(at_the_table(sorted(ids)), section__session=session).exclude(
        state=PlayState.DROPPED
    )
    session_plays = (
        session_plays.select_related("section__session__event")
        .defer("section__movement_data")
        .order_by("round", "board")
    )
    plays = [play for play in session_plays if is_round_over(play, session)]
    keys = [play.pk for play in plays]
    results = {result.play_id: result for result in BoardResult.objects.current().filter(play__in=keys)}
    adjustments = {
        adjustment.play_id: adjustment for adjustment in ScoreAdjustment.objects.current().filter(play__in=keys)
    }
    undecided = Correction.objects.filter(play__in=keys, contestant__in=ids, state__in=UNDECIDED)
    corrections = {correction.play_id: correction for correction in undecided}
    room = session_room(session, open_names=True)
    seats = {play.pk: player_seat(player, play, room) for play in plays}
    return [
        OwnPlay(play, seats[play.pk], results.get(play.pk), corrections.get(play.pk), adjustments.get(play.pk))
        for play in plays
        if seats[play.pk]
    ]
