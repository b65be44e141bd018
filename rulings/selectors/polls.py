"""What a poll shows: the hand and the auction, whom it may ask, and the tally against the regulation's test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Player
from core.actors import Actor
from core.names import name_key
from core.permissions import may
from events.models import Entrant, Play, Section, Session, Substitution
from events.models.plays import PlayState
from events.selectors.hand_records import SYMBOLS, SeatHand, seat_hand
from events.selectors.officials import at_the_table, hidden_boards
from rulings.laws import Auction, Call
from rulings.laws.auction import MadeCall
from rulings.models import Poll, PollAnswer, RulingVersion
from rulings.selectors.reach import director_reach
from scoring.engine.cards import Seat, Strain
from scoring.engine.deal import Deal, Hand


@dataclass(frozen=True)
class PollTallyLine:
    """One call: how many peers chose it, how many considered it (choosing it is considering it)."""

    call: str
    chosen: int
    considered: int
    share: Fraction
    is_alternative: bool

    @property
    def percent(self) -> int:
        return round(self.share * 100)


@dataclass(frozen=True)
class PollTally:
    lines: tuple[PollTallyLine, ...]
    peers: int
    discounted: int
    waiting: int

    @property
    def alternatives(self) -> tuple[str, ...]:
        return tuple(line.call for line in self.lines if line.is_alternative)


@dataclass(frozen=True)
class PollCell:
    """A call in the auction's table; empty before the dealer's first turn, a question mark at the decision."""

    call: str = ""
    alerted: bool = False
    is_question: bool = False


ORDER = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)


def session_polls(session: Session) -> QuerySet[Poll]:
    answered = Count("answers", filter=Q(answers__answered_at__isnull=False))
    later = RulingVersion.objects.filter(ruling=OuterRef("ruling"), made_at__gte=OuterRef("opened_at"))
    rows = Poll.objects.filter(session=session).annotate(answer_count=answered, frozen=Exists(later))
    return rows.select_related("ruling", "section", "session__event__club__federation").order_by("-opened_at", "-pk")


def is_frozen(poll: Poll) -> bool:
    """The ruling that it was for has been given or amended since: what it rested on stays as it was."""
    if poll.ruling is None:
        return False
    stored: bool | None = getattr(poll, "frozen", None)  # where `session_polls` has asked for all of them
    if stored is not None:
        return stored
    return poll.ruling.versions.filter(made_at__gte=poll.opened_at).exists()


def takes_answers(poll: Poll) -> bool:
    return poll.is_open and not is_frozen(poll)


def poll_hand(poll: Poll) -> Hand:
    hand = read_hand(Seat(poll.seat), poll.hand)
    assert hand is not None, "the service lets no poll be without its hand"
    return hand


def read_hand(seat: Seat, text: str) -> Hand | None:
    return Deal.parse(f"{seat.value}:{text} - - -", partial=True).hand(seat)


def shown_hand(poll: Poll) -> SeatHand:
    return seat_hand(Seat(poll.seat), poll_hand(poll))


def poll_auction(poll: Poll) -> Auction:
    return Auction.parse(Seat(poll.dealer), poll.auction)


def poll_options(poll: Poll) -> tuple[str, ...]:
    """The calls that can be made; after the auction the cards that can be led."""
    auction = poll_auction(poll)
    if not auction.is_over:
        return tuple(str(call) for call in auction.legal_calls)
    return tuple(str(card) for card in poll_hand(poll).cards)


def is_about_a_lead(poll: Poll) -> bool:
    return poll_auction(poll).is_over


def usual_question(poll: Poll) -> str:
    """What is asked where the director does not put it in other words."""
    return _("What do you lead?") if is_about_a_lead(poll) else _("What do you call?")


def auction_rows(poll: Poll) -> list[list[PollCell]]:
    """Four columns from West on, as auctions are printed; a call out of turn stands under whoever made it."""
    auction = poll_auction(poll)
    cells: list[PollCell] = [PollCell() for _seat in range(ORDER.index(auction.dealer))]
    for made in auction.calls:
        cells += [PollCell() for _seat in range(_seats_skipped(cells, made))]
        cells.append(PollCell(str(made.call), made.alerted))
    if not auction.is_over:
        cells += [PollCell() for _gap in range((ORDER.index(Seat(poll.seat)) - len(cells)) % 4)]
        cells.append(PollCell(is_question=True))
    return [cells[at : at + 4] for at in range(0, len(cells), 4)]


def _seats_skipped(cells: list[PollCell], made: MadeCall) -> int:
    return (ORDER.index(made.seat) - len(cells)) % 4


def tally(poll: Poll, answers: Iterable[PollAnswer]) -> PollTally:
    """Counted are answers of peers; the others are kept and shown."""
    rows = list(answers)
    answered = [answer for answer in rows if answer.answered_at is not None]
    peers = [answer for answer in answered if answer.is_peer]
    calls = sorted({call for answer in peers for call in (answer.chosen, *answer.considered)}, key=_rank)
    lines = tuple(_line(poll, peers, call) for call in calls)
    by_use = sorted(lines, key=lambda line: (-line.chosen, -line.considered))
    return PollTally(tuple(by_use), len(peers), len(answered) - len(peers), len(rows) - len(answered))


def _line(poll: Poll, peers: list[PollAnswer], call: str) -> PollTallyLine:
    chosen = sum(answer.chosen == call for answer in peers)
    considered = sum(call == answer.chosen or call in answer.considered for answer in peers)
    share = Fraction(considered, len(peers))
    passes = share * 100 >= poll.considering and chosen >= poll.choosing
    return PollTallyLine(call, chosen, considered, share, passes)


def call_words(text: str) -> str:
    """4S as 4♠, P as Pass; SK, a card, as ♠K: in plain text."""
    words = {"P": _("Pass"), "X": _("Double"), "XX": _("Redouble")}
    if text in words:
        return words[text]
    level, strain = (text[:1], text[1:]) if text[:1].isdigit() else ("", text[:1])
    sign = SYMBOLS.get(Strain.parse(strain), strain)
    return f"{level}{sign}" if level else f"{sign}{'10' if text[1:] == 'T' else text[1:]}"


def _rank(text: str) -> tuple[int, int, str]:
    try:
        call = Call.parse(text)
    except ValueError:
        return 9, 0, text
    return (1, call.level, text) if call.is_bid else (0, 0, text)


# --- Whom to ask ------------------------------------------------------------------------------------------------------
def problem_with(poll: Poll, player: Player) -> str:
    """Why somebody cannot be asked; empty where they can. The same holds for whoever is consulted (Law 16D)."""
    return asking_problem(poll.session, poll.section, poll.board, player, spot=(poll.round, poll.table))


def asking_problem(
    session: Session,
    section: Section | None,
    board: int | None,
    player: Player,
    *,
    spot: tuple[int | None, int | None] = (None, None),
) -> str:
    if board is None:
        return ""
    sat_there, yet_to_play = _contact_with_board(session, section, board, player, spot)
    names = {"name": player.display_name, "board": board}
    if sat_there:
        return _("%(name)s played the board at this table and is no outsider. Ask somebody else.") % names
    if yet_to_play:
        sentence = _("%(name)s plays in this event and has yet to play board %(board)s (Law 16D). Ask somebody else.")
        return sentence % names
    return ""


def _contact_with_board(
    session: Session, section: Section | None, board: int, player: Player, spot: tuple[int | None, int | None]
) -> tuple[bool, bool]:
    """Whether somebody sat at the table in question, and whether they may still meet the board."""
    yet_to_play = False
    for own_session in _sessions_with(session, section):
        own = _contestants(own_session, player)
        if not own:
            continue
        plays = Play.objects.filter(at_the_table(own), section__session=own_session, board=board)
        states = list(plays.values_list("section_id", "round", "table", "state"))
        if section is not None and any(played[:3] == (section.pk, *spot) for played in states):
            return True, False
        if not own_session.is_over and not any(state == PlayState.DONE for *_rest, state in states):
            yet_to_play = True
    return False, yet_to_play


def _sessions_with(session: Session, section: Section | None) -> list[Session]:
    """The session, and others that play the same boards."""
    if section is None or section.board_set_id is None:
        return [session]
    others = Session.objects.filter(sections__board_set=section.board_set_id).distinct().order_by("pk")
    return [session, *(other for other in others if other.pk != session.pk)]


def _contestants(session: Session, player: Player) -> list[int]:
    entered = Q(is_active=True, contestant__event=session.event_id) | Q(contestant__places__session=session)
    own = set(Entrant.objects.filter(entered, player=player).values_list("contestant_id", flat=True))
    standing_in = Substitution.objects.filter(player=player, place__session=session, withdrawn_at=None)
    return [*own, *standing_in.values_list("place__contestant_id", flat=True)]


def namesake_problem(poll: Poll, name: str) -> str:
    """Somebody who came by the shared link under the name of a player of the event is that player."""
    key = name_key(name)
    entered = Q(entrants__event=poll.session.event_id, entrants__is_active=True)
    standing_in = Q(pk__in=Substitution.objects.filter(place__session=poll.session, withdrawn_at=None).values("player"))
    for player in Player.objects.filter(entered | standing_in, name_key=key).distinct():
        if problem := problem_with(poll, player):
            return problem
    return ""


# --- For whom ---------------------------------------------------------------------------------------------------------
def hidden_for(actor: Actor, session: Session) -> set[int | None]:
    """Boards that this person has yet to play: polls about them are not there."""
    return set(hidden_boards(actor, session))


def may_run(actor: Actor, poll: Poll) -> bool:
    if not may(actor, "ruling.make", poll.session):
        return False
    reach = director_reach(actor, poll.session)
    return reach.may_rule(poll.section_id, poll.round, poll.table, poll.board)
