"""What a device at a table needs to know: its own table, now. Nothing of any other table, and not the movement.

Devices ask every few seconds, so this reads plays and never the movement: that one is large.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Func, IntegerField, Q
from django.utils.translation import gettext as _

from events.models import Place, Play, Section, Session, TableCode
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.movements.model import Movement, MovementKind, Seating, Unit
from events.movements.storage import unpack
from events.selectors.clock import clock_state, millis
from events.selectors.legs import SIDES
from events.selectors.officials import at_the_table
from events.selectors.seats import session_places
from events.selectors.tables import SectionRoom, TableSide, may_key_in, ranges
from scoring.models import Announcement, BoardResult, DirectorCall, ScoreAdjustment, ScoreEntry
from scoring.models.director_calls import OPEN_CALLS
from scoring.models.results import EntryState
from scoring.models.table_rules import NextRound
from scoring.selectors.checks import questions_on
from scoring.selectors.conditions import conditions_in
from scoring.selectors.table_rounds import has_no_score, round_at
from scoring.selectors.table_rules import may_see_ranking, rules_data, rules_for

Data = dict[str, Any]
Claims = dict[int, list[ScoreEntry]]
MOVEMENT = "section__movement_data"


@dataclass(frozen=True)
class TableNow:
    """A table in a round: its plays, and the places of those who sit there."""

    code: TableCode
    several: bool
    round: int
    rounds: int
    plays: list[Play]
    coming: list[Play]
    places: dict[int, Place]

    @property
    def section(self) -> Section:
        return self.code.section

    @property
    def session(self) -> Session:
        return self.section.session

    @property
    def has_next(self) -> bool:
        """Somebody plays here in the next round."""
        return any((play.section_id, play.table) == (self.section.pk, self.code.table) for play in self.coming)

    @property
    def room(self) -> SectionRoom:
        """The section with those places only, and without its rounds: enough to say who sits on which seat."""
        places = {place.number: place for place in self.places.values()}
        return SectionRoom(
            self.section, _empty_movement(self.session.event.form), places, self.several, open_names=False
        )

    def seating(self, play: Play) -> Seating:
        numbers = [self.places[pk].number if pk in self.places else 0 for pk in play.contestant_ids]
        return Seating(play.table, tuple(numbers), (play.board,))

    def sides(self, play: Play) -> tuple[TableSide, TableSide]:
        room, seating = self.room, self.seating(play)
        return room.side(play.round, seating, "NS"), room.side(play.round, seating, "EW")

    def number_name(self, number: int) -> str:
        return self.room.number_name(number)


def _empty_movement(form: str) -> Movement:
    return Movement(MovementKind.MITCHELL, Unit(form), 0, (), 1, 1)


def read_table(code: TableCode) -> TableNow:
    """Those at the table in this round, and where they play in the next."""
    session = code.section.session
    round_number = round_at(code.section, code.table)
    here = Play.objects.filter(section=code.section_id, table=code.table, round=round_number)
    plays = list(here.order_by("board")) if session.round else expected_plays(code)
    ids = {pk for play in plays for pk in play.contestant_ids}
    coming = Play.objects.filter(section__session=session, round=round_number + 1)
    next_here = Q(section=code.section_id, table=code.table)
    meet = coming.filter(at_the_table(list(ids)) | next_here).select_related("section").defer(MOVEMENT)
    following = list(meet.order_by("table", "board"))
    ids |= {pk for play in following for pk in play.contestant_ids}
    places = session_places(session).filter(contestant__in=ids).defer(MOVEMENT).prefetch_related("line_ups")
    rounds = dict(session.sections.order_by().annotate(rounds=RoundCount("movement_data")).values_list("pk", "rounds"))
    return TableNow(
        code,
        len(rounds) > 1,
        round_number,
        rounds.get(code.section_id) or 0,
        plays,
        following,
        {place.contestant_id: place for place in places},
    )


def expected_plays(code: TableCode) -> list[Play]:
    """Before play there are no plays: those that round one will have, as the movement says. They are not saved."""
    data = code.section.movement_data
    if not data or not data["rounds"]:
        return []
    first = unpack(data | {"rounds": data["rounds"][:1]}).rounds[0]
    seating = next((seating for seating in first.seatings if seating.table == code.table), None)
    contestant_ids = dict(Place.objects.filter(section=code.section_id).values_list("number", "contestant_id"))
    if seating is None or any(number not in contestant_ids for number in seating.seats):
        return []
    sides = dict(
        zip(("north_id", "east_id", "south_id", "west_id"), (contestant_ids[n] for n in seating.seats), strict=False)
    )
    where = {"section": code.section, "table": code.table, "round": 1}
    return [Play(board=code.section.board(number), **where, **sides) for number in seating.boards]


def table_state(code: TableCode, static: Data | None = None) -> Data:
    """The whole state as plain data. It does not depend on the moment of asking.

    `static`: that part of it, where somebody still knows it from before.
    """
    static = static or static_state(code)
    return static | _live_state(code, static)


def static_state(code: TableCode) -> Data:
    """What no result changes: where the table is, who sits there and comes next, clock and rules."""
    now = read_table(code)
    session, rules = now.session, rules_for(now.section)
    return {
        "where": f"{now.section.pk}-{code.table}",
        "name": f"{now.section.letter}{code.table}" if now.several else str(code.table),
        "state": session.state,
        "round": now.round,
        "rounds": now.rounds,
        "begun": session.round > 0,
        "clock": clock_state(session).as_data(),
        "rules": rules_data(session, rules),
        "seats": _seats(now, names=rules.names),
        "here": ranges(play.board for play in now.plays),
        "goes": _next_seat_sentences(now) if rules.next_seats else [],
        "next": _next_opponents(now, names=rules.names) if rules.next_seats else None,
        "last": now.round >= now.rounds,
        # Whether those who sit down here next begin the round themselves.
        "goes_on": rules.next_round == NextRound.TABLES and session.state == SessionState.PLAYING and now.has_next,
        "numbers": may_key_in(session) and bool(now.plays),
    }


def _live_state(code: TableCode, static: Data) -> Data:
    """In the round of the static part, should the next one have begun meanwhile: devices ask again in a moment."""
    plays = _open_plays(code, static["round"]) if static["begun"] else []
    here = [play for play in plays if play.round == static["round"]]
    when, is_last = static["rules"]["ranking"], static["last"]
    return {
        "boards": _boards(code, plays, here),
        "ranking": may_see_ranking(code.section.session, when, plays=here, is_last=is_last),
        "call": _call(code),
        "announcements": _announcements(code),
    }


class RoundCount(Func):
    """How many rounds a stored movement has, counted by the database: reading it whole takes far longer."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return super().as_sql(
            compiler, connection, template="JSON_ARRAY_LENGTH(%(expressions)s, '$.rounds')", **context
        )

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = "JSONB_ARRAY_LENGTH((%(expressions)s)->'rounds')"
        return super().as_sql(compiler, connection, template=template, **context)


def _seats(now: TableNow, *, names: bool) -> list[Data]:
    if not now.plays:
        return []
    ns, ew = now.sides(now.plays[0])
    return [
        {
            "seat": sitter.seat,
            "number": now.number_name(sitter.number),
            "pair": sitter.number,
            "name": sitter.name if names else "",
            "known": sitter.is_known,
        }
        for sitter in (ns.sitters[0], ew.sitters[0], ns.sitters[1], ew.sitters[1])
    ]


def _boards(code: TableCode, plays: list[Play], here: list[Play]) -> list[Data]:
    ids = [play.pk for play in plays]
    # Before the results: a claim that is no longer among them has its result by then, and the board is not due again.
    claims: Claims = {}
    undecided = ScoreEntry.objects.filter(play__in=ids, state__in=[EntryState.WAITING, EntryState.DISPUTED])
    for entry in undecided.order_by("pk"):
        claims.setdefault(entry.play_id, []).append(entry)
    # In no order, or the database would join its way up to the session for one.
    results = {result.play_id: result for result in BoardResult.objects.current().filter(play__in=ids).order_by()}
    adjustments = ScoreAdjustment.objects.current().filter(play__in=ids).order_by()
    adjusted = set(adjustments.values_list("play_id", flat=True))
    conditions = conditions_in(code.section, sorted({play.board for play in plays}))
    secret = _yet_to_play(code.section.session, here) if len(plays) > len(here) else set()
    questions = _open_questions(code, plays, claims)
    return [
        {
            "round": play.round,
            "board": play.board,
            "dealer": conditions[play.board].dealer.value,
            "vulnerable": conditions[play.board].vulnerability.value,
            "dropped": play.state == PlayState.DROPPED,
            "adjusted": play.pk in adjusted,
            **_board_claims(results.get(play.pk), claims.get(play.pk, []), questions, secret=play.board in secret),
        }
        for play in plays
    ]


def _open_questions(code: TableCode, plays: list[Play], claims: Claims) -> dict[int, list[Data]]:
    """What looks wrong in the newest claim that waits, for those who check it now on a phone of their own."""
    waiting = [entry for entries in claims.values() for entry in entries if entry.state == EntryState.WAITING]
    if not waiting:
        return {}
    newest = max(waiting, key=lambda entry: entry.pk)
    play = next(play for play in plays if play.pk == newest.play_id)
    play.section = code.section
    questions = questions_on(play, newest.score_fields, rules_for(code.section), pair=newest.declared_by)
    return {newest.pk: [{"code": question.code, "sentence": question.sentence} for question in questions]}


def _board_claims(
    result: BoardResult | None, claims: list[ScoreEntry], questions: dict[int, list[Data]], *, secret: bool
) -> Data:
    """`secret`: somebody who sits here now has yet to play the board (Law 16D)."""
    waiting = [entry for entry in claims if entry.state == EntryState.WAITING]
    return {
        "secret": secret,
        "typed": result is not None or bool(claims),
        "result": {"version": result.version, **result.score_fields} if result and not secret else None,
        "waiting": [_claim(entry) | {"questions": questions.get(entry.pk, [])} for entry in waiting]
        if not secret
        else [],
        "disputed": len(claims) - len(waiting),
    }


def _claim(entry: ScoreEntry) -> Data:
    return {"key": entry.key, "side": entry.side, "phone": device_phone(entry.device), **entry.score_fields}


def device_phone(device: str) -> str:
    """What a device calls itself, so that it knows its own claims."""
    return device.partition(".")[2]


def _open_plays(code: TableCode, current: int) -> list[Play]:
    """The boards of this round, after those of earlier rounds that have no result yet."""
    missing = Q(round__lt=current) & ~Q(state=PlayState.DROPPED) & has_no_score()
    plays = Play.objects.filter(Q(round=current) | missing, section=code.section_id, table=code.table)
    return list(plays.order_by("round", "board"))


def _yet_to_play(session: Session, here: list[Play]) -> set[int]:
    """Boards that somebody who sits here has yet to play."""
    if not here:
        return set()
    ids = {pk for play in here for pk in play.contestant_ids}
    due_plays = Play.objects.filter(
        at_the_table(list(ids)), section__session=session, round__gte=here[0].round, state=PlayState.DUE
    )
    return set(due_plays.order_by().values_list("board", flat=True))


def _next_seat_sentences(now: TableNow) -> list[str]:
    """Where each of those at the table plays next: the same half of a team, the same pair, each player."""
    drawn = now.coming or Play.objects.filter(section=now.section.pk, round=now.round + 1).exists()
    if not now.plays or not drawn:
        return []
    first, sentences = now.plays[0], []
    for pk, side_now in zip(first.contestant_ids, _sides(first), strict=True):
        number = now.number_name(now.places[pk].number) if pk in now.places else "?"
        options = [(side, plays) for side, plays in _coming_plays_by_side(now, pk).items() if plays]
        same = [option for option in options if option[0] == side_now] or options
        sentences.append(
            _next_seat_sentence(now, number, side_now, *same[0])
            if same
            else _("%(number)s sits out") % {"number": number}
        )
    return sentences


def _sides(play: Play) -> tuple[str, ...]:
    return ("N", "E", "S", "W") if play.south_id is not None else ("NS", "EW")


def _coming_plays_by_side(now: TableNow, contestant: int) -> Mapping[str, list[Play]]:
    legs: dict[str, list[Play]] = {}
    for play in now.coming:
        for pk, side in zip(play.contestant_ids, _sides(play), strict=True):
            if pk == contestant:
                legs.setdefault(side, []).append(play)
    return legs


def _next_seat_sentence(now: TableNow, number: str, side_now: str, side: str, plays: list[Play]) -> str:
    first = plays[0]
    table = f"{first.section.letter}{first.table}" if now.several else str(first.table)
    values = {"number": number, "table": table, "side": SIDES[side], "boards": ranges(sorted(p.board for p in plays))}
    if (first.section_id, first.table, side) == (now.section.pk, now.code.table, side_now):
        return _("%(number)s stays here, boards %(boards)s") % values
    return _("%(number)s goes to table %(table)s, %(side)s, boards %(boards)s") % values


def _next_opponents(now: TableNow, *, names: bool) -> Data | None:
    """Who comes to this table."""
    plays_here = [play for play in now.coming if (play.section_id, play.table) == (now.section.pk, now.code.table)]
    if not plays_here:
        return None
    sides = [
        {"side": side.side, "number": side.number, "names": (side.team or side.names) if names else ""}
        for side in now.sides(plays_here[0])
    ]
    return {"sides": sides, "boards": ranges(sorted(play.board for play in plays_here))}


def _call(code: TableCode) -> Data | None:
    call = DirectorCall.objects.filter(section=code.section_id, table=code.table, state__in=OPEN_CALLS).first()
    return {"state": call.state, "reason": call.reason, "board": call.board} if call else None


def _announcements(code: TableCode) -> list[Data]:
    session = code.section.session
    if session.state != SessionState.PLAYING:
        return []
    to_us = Q(section__isnull=True) | Q(section=code.section_id)
    table = Q(table__isnull=True) | Q(table=code.table)
    announcements = Announcement.objects.filter(to_us, table, session=session, withdrawn_at=None)
    return [
        {"id": announcement.pk, "text": announcement.text, "at": millis(announcement.made_at)}
        for announcement in announcements[:5]
    ]
