"""What people, devices and workers do to one session: a table of acts, each ready to be done beside any other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import cached_property

from django.utils import timezone

from appeals.services.requesting import request_appeal
from clubs.models import Membership, Player
from core.actors import Actor, ActorKind, system
from events.models import BoardSet, Contestant, Place, Play, Section, Session, TableCode
from events.models.plays import PlayState
from events.models.sessions import SessionState
from events.services.board_use import deal_for_session, use_boards
from events.services.clock import pause, set_clock
from events.services.contestants import add_contestant, change_contestant, withdraw_contestant
from events.services.events import cancel_event, change_event, publish_event
from events.services.identify import identify
from events.services.money import take_money, withdraw_money
from events.services.officials import name_official
from events.services.partners import add_wish
from events.services.planning import move_session, plan_session
from events.services.removing import remove_event
from events.services.repairs import admit_late, exchange_names, let_leave
from events.services.seals import release_boards
from events.services.seating import enter_and_seat, pair_singles, rearrange, seat_entered, swap, unseat
from events.services.sessions import call_round, finish_session, reopen_session, start_session
from events.services.substitutes import add_substitute
from events.services.tables import give_codes, make_codes, revoke_code
from jobs import services as jobs
from rulings.case_places import Where
from rulings.models import Ruling
from rulings.services.cases import open_ruling
from rulings.services.giving import amend, give, withdraw
from scoring.engine.sheet import AVERAGE
from scoring.models import (
    Announcement,
    BoardResult,
    ContactNote,
    Correction,
    DirectorCall,
    OfficialScore,
    Penalty,
    ScoreAdjustment,
    ScoreEntry,
    ScoringRun,
)
from scoring.models.results import Outcome
from scoring.result_input import ResultInput
from scoring.services.adjusting import adjust, penalize, withdraw_penalty
from scoring.services.announcements import announce, withdraw_announcement
from scoring.services.comparison_fields import session_fields
from scoring.services.corrections import ask_for_correction, take_back_correction
from scoring.services.deciding import accept_correction, refuse_correction
from scoring.services.director_calls import call_director, close_call
from scoring.services.entries import Claim, confirm_entry, submit_claim
from scoring.services.late import keep_contact
from scoring.services.official import make_final, publish, take_back
from scoring.services.repairs import turn_results
from scoring.services.results import drop_board, postpone_board, set_result
from scoring.services.table_rules import set_rules
from tests.cast import Cast
from tests.events.decks import make_set, take
from tests.events.evening import enter, make_players, make_session
from tests.rulings.night import FOUNDED, begin
from tests.scoring.published import Evening, end_of_play


@dataclass
class Stage:
    """A session with what the acts need; each act adds what it alone needs before anybody starts."""

    cast: Cast
    session: Session
    evening: Evening | None = None

    @property
    def director(self) -> Actor:
        return self.evening.actor("director", 1) if self.evening else self.cast.actor("director")

    @property
    def secretary(self) -> Actor:
        return self.evening.actor("secretary", 1) if self.evening else self.cast.actor("secretary")

    @property
    def member(self) -> Actor:
        return self.evening.actor("member", 1) if self.evening else self.cast.actor("member")

    def fresh(self) -> Session:
        return Session.objects.select_related("event__club__federation").get(pk=self.session.pk)

    @property
    def section(self) -> Section:
        return Section.objects.select_related("session__event__club__federation").get(session=self.session)

    def play(self, number: int = 0) -> Play:
        plays = Play.objects.filter(section__session=self.session, round=1).order_by("table", "board")
        return plays.select_related("section__session__event__club__federation")[number]

    @property
    def own_play(self) -> Play:
        """A board that the member has played."""
        assert self.evening is not None
        return self.evening.own[0]

    @property
    def ruled_play(self) -> Play:
        """A board that a ruling stands on, or may be given on."""
        return self.evening.own[1] if self.evening else self.play(2)

    def place(self, number: int) -> Place:
        return Place.objects.select_related("section__session__event__club", "contestant").get(
            session=self.session, number=number
        )

    @property
    def code(self) -> TableCode:
        codes = TableCode.objects.select_related("section__session__event__club__federation")
        return codes.get(section__session=self.session, table=1, revoked_at=None)

    @property
    def device(self) -> Actor:
        return Actor(kind=ActorKind.DEVICE, device=f"table:{self.code.pk}")

    @cached_property
    def board_set(self) -> BoardSet:
        return make_set(self.cast.harbour, 28, name=f"Boards of {self.session.pk}")

    def claim(self, play: Play, word: str, **more: object) -> ScoreEntry:
        code = TableCode.objects.get(section=play.section, table=play.table, revoked_at=None)
        said = Claim(f"{word}-{play.pk}", ResultInput.parse("4S= N"), side="NS", **more)  # type: ignore[arg-type]
        return submit_claim(actor=self.device, play=play, claim=said, code=code).entry

    def enter(self, play: Play, text: str = "3NT= S") -> None:
        if not BoardResult.objects.current().filter(play=play).exists():
            set_result(actor=system(), play=play, result=ResultInput.parse(text))

    def ruling(self, play: Play) -> Ruling:
        """One that stands, on this play."""
        stands = Ruling.objects.filter(play=play, state="given").select_related("session__event__club__federation")
        return stands.first() or give(actor=self.director, ruling=begin(self.cast, play), score_ns="2S= N", **FOUNDED)


Do = Callable[[], object]
#: Gives the act, ready to be done, and what is there afterwards if it was not refused.
Ready = Callable[[Stage], tuple[Do, Callable[[], bool]]]


def in_play(cast: Cast) -> Stage:
    session = make_session(cast.harbour, 6, visitor_fee=Decimal(5))
    give_codes(session, actor=system())
    stage = Stage(cast, session)
    session_fields(session)
    return stage


def after_play(cast: Cast) -> Stage:
    """Published, with a ruling on a board that the member played."""
    evening = end_of_play(cast)
    director = evening.actor("director", -20)
    draft = open_ruling(actor=director, session=evening.session, where=Where.of(evening.own[1]))
    give(
        actor=director,
        ruling=draft,
        title="Hesitation",
        decision="4S is not allowed.",
        law_refs=["16B3", "12C1"],
        score_ns="3S+1 N",
        **FOUNDED,
    )
    evening.publish()
    return Stage(cast, evening.session, evening)


def before_play(cast: Cast) -> Stage:
    """Six pairs are seated, a seventh is entered; play is to begin tomorrow."""
    session = make_session(cast.harbour, 6, state="seating", visitor_fee=Decimal(5), published_at=None)
    tomorrow = timezone.now() + timedelta(days=1)
    Session.objects.filter(pk=session.pk).update(starts_at=tomorrow)
    enter(session.event, *make_players(2, "Entered"))
    return Stage(cast, session)


# --- Before play ----------------------------------------------------------------------------------------------------
def publishing_event(stage: Stage):
    return (
        lambda: publish_event(actor=stage.secretary, event=stage.fresh().event),
        lambda: stage.fresh().event.published_at is not None,
    )


def moving_session(stage: Stage):
    later = timezone.now() + timedelta(days=3)
    return (
        lambda: move_session(actor=stage.secretary, session=stage.fresh(), starts_at=later),
        lambda: stage.fresh().starts_at == later,
    )


def planning_another(stage: Stage):
    later = timezone.now() + timedelta(days=20)
    return (
        lambda: plan_session(actor=stage.secretary, event=stage.fresh().event, starts_at=later),
        lambda: stage.fresh().event.sessions.count() > 1,
    )


def cancelling(stage: Stage):
    return (
        lambda: cancel_event(actor=stage.secretary, event=stage.fresh().event, reason="The hall is flooded"),
        lambda: stage.fresh().event.cancelled_at is not None,
    )


def removing(stage: Stage):
    return (
        lambda: remove_event(actor=stage.secretary, event=stage.fresh().event),
        lambda: stage.fresh().event.removed_at is not None,
    )


def starting(stage: Stage):
    return (
        lambda: start_session(actor=stage.director, session=stage.fresh()),
        lambda: stage.fresh().state == SessionState.PLAYING,
    )


def entering(stage: Stage):
    players = make_players(2, "Phones in")
    return (
        lambda: add_contestant(actor=stage.secretary, event=stage.fresh().event, players=players),
        lambda: players[0].entrants.exists(),
    )


def entering_at_desk(stage: Stage):
    people = make_players(2, "At the desk")
    return (
        lambda: enter_and_seat(actor=stage.director, session=stage.fresh(), people=people),
        lambda: Place.objects.filter(session=stage.session, contestant__entrants__player=people[0]).exists(),
    )


def pairing_singles(stage: Stage):
    people = make_players(2, "Single")
    wishes = [add_wish(actor=stage.secretary, event=stage.fresh().event, player=one) for one in people]
    return (
        lambda: pair_singles(actor=stage.director, session=stage.fresh(), first=wishes[0], second=wishes[1]),
        lambda: Place.objects.filter(session=stage.session, contestant__entrants__player=people[0]).exists(),
    )


def seating_entered(stage: Stage):
    return (
        lambda: seat_entered(actor=stage.director, session=stage.fresh()),
        lambda: Place.objects.filter(session=stage.session).count() > 6,
    )


def unseating(stage: Stage):
    going = stage.place(6).contestant_id
    return (
        lambda: unseat(actor=stage.director, place=Place.objects.get(contestant=going), withdraw=True),
        lambda: not Place.objects.filter(contestant=going).exists(),
    )


def swapping(stage: Stage):
    first, second = stage.place(1).pk, stage.place(2).pk
    return (
        lambda: swap(actor=stage.director, first=Place.objects.get(pk=first), second=Place.objects.get(pk=second)),
        lambda: True,
    )


def drawing_seats(stage: Stage):
    return lambda: rearrange(actor=stage.director, section=stage.section, how="draw"), lambda: True


def withdrawing(stage: Stage):
    going = Contestant.objects.filter(event=stage.session.event, places=None).get().pk
    return (
        lambda: withdraw_contestant(
            actor=stage.secretary,
            contestant=Contestant.objects.select_related("event__club__federation").get(pk=going),
        ),
        lambda: Contestant.objects.get(pk=going).status == "withdrawn",
    )


def dealing(stage: Stage):
    return (
        lambda: deal_for_session(actor=stage.secretary, session=stage.fresh()),
        lambda: stage.section.board_set_id is not None,
    )


def making_codes(stage: Stage):
    return (
        lambda: make_codes(actor=stage.director, section=stage.section),
        lambda: TableCode.objects.filter(section=stage.section).exists(),
    )


# --- While the session is played ------------------------------------------------------------------------------------
def announcing(stage: Stage):
    return (
        lambda: announce(actor=stage.director, session=stage.fresh(), text="Five minutes"),
        lambda: Announcement.objects.filter(session=stage.session, text="Five minutes").exists(),
    )


def withdrawing_announcement(stage: Stage):
    said = announce(actor=stage.director, session=stage.fresh(), text="Wrong")
    return (
        lambda: withdraw_announcement(actor=stage.director, announcement=Announcement.objects.get(pk=said.pk)),
        lambda: Announcement.objects.get(pk=said.pk).withdrawn_at is not None,
    )


def postponing(stage: Stage):
    play = stage.play()
    return (
        lambda: postpone_board(actor=stage.director, play=play, reason="Slow play"),
        lambda: BoardResult.objects.filter(play=play, outcome=Outcome.NOT_PLAYED).exists(),
    )


def dropping(stage: Stage):
    play = stage.play()
    return (
        lambda: drop_board(actor=stage.director, play=play, reason="No time"),
        lambda: Play.objects.get(pk=play.pk).state != PlayState.DUE,
    )


def claiming(stage: Stage):
    play = stage.play()
    return (
        lambda: stage.claim(play, "confirmed", confirmed=True),
        lambda: ScoreEntry.objects.filter(key=f"confirmed-{play.pk}").exists(),
    )


def claiming_elsewhere(stage: Stage):
    play = Play.objects.filter(section__session=stage.session, round=1, table=2).earliest("board")
    return (
        lambda: stage.claim(play, "elsewhere", confirmed=True),
        lambda: BoardResult.objects.filter(play=play, entry__key=f"elsewhere-{play.pk}").exists(),
    )


def confirming(stage: Stage):
    entry = stage.claim(stage.play(1), "waiting")
    return (
        lambda: confirm_entry(
            actor=stage.device, entry=ScoreEntry.objects.get(pk=entry.pk), agrees=True, side="EW", code=entry.code
        ),
        lambda: ScoreEntry.objects.get(pk=entry.pk).state != "waiting",
    )


def setting_result(stage: Stage):
    play = stage.play()
    return (
        lambda: set_result(actor=stage.director, play=play, result=ResultInput.parse("6S-1 N"), reason="Typing"),
        lambda: BoardResult.objects.filter(play=play, reason="Typing").exists(),
    )


def turning(stage: Stage):
    plays = [stage.play(1), stage.play(0)]
    for play in plays:
        stage.enter(play)
    return (
        lambda: turn_results(actor=stage.director, plays=plays, reason="Sat the other way"),
        lambda: BoardResult.objects.filter(play__in=plays, turned=True).count() >= 2,
    )


def adjusting(stage: Stage):
    play = stage.play()
    return (
        lambda: adjust(actor=stage.director, play=play, kind="artificial", ns=AVERAGE, ew=AVERAGE, reason="12C2"),
        lambda: ScoreAdjustment.objects.filter(play=play, reason="12C2").exists(),
    )


def penalizing(stage: Stage):
    [comparison_field] = session_fields(stage.fresh())
    whose = stage.place(1).contestant
    return (
        lambda: penalize(
            actor=stage.director,
            field=comparison_field,
            contestant=whose,
            amount=Decimal(10),
            unit="percent of a top",
            reason="Slow play",
        ),
        lambda: Penalty.objects.filter(contestant=whose, reason="Slow play").exists(),
    )


def withdrawing_penalty(stage: Stage):
    [comparison_field] = session_fields(stage.fresh())
    whose = stage.place(2).contestant
    fields = {"amount": Decimal(10), "unit": "percent of a top", "reason": "A mistake"}
    given = penalize(actor=stage.director, field=comparison_field, contestant=whose, **fields)  # type: ignore[arg-type]
    return (
        lambda: withdraw_penalty(actor=stage.director, penalty=Penalty.objects.get(pk=given.pk), reason="Not so"),
        lambda: Penalty.objects.get(pk=given.pk).withdrawn_at is not None,
    )


def ruling(stage: Stage):
    draft = begin(stage.cast, stage.play())
    return (
        lambda: give(actor=stage.director, ruling=Ruling.objects.get(pk=draft.pk), score_ns="4S-1 N", **FOUNDED),
        lambda: Ruling.objects.get(pk=draft.pk).state != "draft",
    )


def withdrawing_ruling(stage: Stage):
    given = stage.ruling(stage.ruled_play)
    return (
        lambda: withdraw(actor=stage.director, ruling=Ruling.objects.get(pk=given.pk), reason="Not so"),
        lambda: Ruling.objects.get(pk=given.pk).state == "withdrawn",
    )


def amending_ruling(stage: Stage):
    given = stage.ruling(stage.ruled_play)
    return (
        lambda: amend(actor=stage.director, ruling=Ruling.objects.get(pk=given.pk), reason="Law 82C", score_ns="3S= N"),
        lambda: Ruling.objects.get(pk=given.pk).state != "given",
    )


def calling_director(stage: Stage):
    return (
        lambda: call_director(actor=stage.device, section=stage.section, table=1, reason="Lead", code=stage.code),
        lambda: DirectorCall.objects.filter(section=stage.section, table=1).exists(),
    )


def closing_call(stage: Stage):
    call = call_director(actor=stage.director, section=stage.section, table=2, code=None)
    return (
        lambda: close_call(actor=stage.director, call=DirectorCall.objects.get(pk=call.pk)),
        lambda: DirectorCall.objects.get(pk=call.pk).state == "done",
    )


def calling_round(stage: Stage):
    return (
        lambda: call_round(actor=stage.director, session=stage.fresh()),
        lambda: stage.fresh().round > 1,
    )


def finishing(stage: Stage):
    return (
        lambda: finish_session(actor=stage.director, session=stage.fresh(), reason="The hall closes"),
        lambda: stage.fresh().is_over,
    )


def pausing(stage: Stage):
    return lambda: pause(actor=stage.director, session=stage.fresh()), lambda: True


def setting_clock(stage: Stage):
    return lambda: set_clock(actor=stage.director, session=stage.fresh(), round_seconds=1200), lambda: True


def admitting_late(stage: Stage):
    return (
        lambda: admit_late(actor=stage.director, section=stage.section, people=["Late Ann", "Late Bob"]),
        lambda: Place.objects.filter(session=stage.session).count() == 7,
    )


def leaving(stage: Stage):
    return (
        lambda: let_leave(actor=stage.director, place=stage.place(6), reason="Ill"),
        lambda: 6 in stage.section.movement.withdrawn,  # type: ignore[union-attr]
    )


def exchanging_names(stage: Stage):
    before = stage.place(3).contestant_id
    return (
        lambda: exchange_names(
            actor=stage.director, first=stage.place(3), second=stage.place(4), reason="Written the wrong way"
        ),
        lambda: stage.place(4).contestant_id == before,
    )


def substituting(stage: Stage):
    place = stage.place(5)
    entrant = place.contestant.entrants.order_by("position")[0]
    return (
        lambda: add_substitute(
            actor=stage.director, place=stage.place(5), entrant=entrant, player="Sub Stitute", first_round=2
        ),
        lambda: place.substitutions.filter(withdrawn_at=None).exists(),
    )


def taking_money(stage: Stage):
    payer = stage.place(3).contestant.entrants.order_by("position")[0].player
    assert payer is not None
    return (
        lambda: take_money(actor=stage.secretary, session=stage.fresh(), players=[payer], amount=Decimal(5)),
        lambda: stage.session.money.filter(player=payer, withdrawn_at=None).exists(),
    )


def giving_money_back(stage: Stage):
    payer = stage.place(4).contestant.entrants.order_by("position")[0].player
    assert payer is not None
    taken = take_money(actor=stage.secretary, session=stage.fresh(), players=[payer], amount=Decimal(5)).payments[0]
    return (
        lambda: withdraw_money(actor=stage.secretary, money=type(taken).objects.get(pk=taken.pk)),
        lambda: type(taken).objects.get(pk=taken.pk).withdrawn_at is not None,
    )


def naming_official(stage: Stage):
    return (
        lambda: name_official(actor=stage.director, session=stage.fresh(), player="Guest Director", duty="director"),
        lambda: stage.session.officials.filter(player__display_name="Guest Director").exists(),
    )


def renaming_contestant(stage: Stage):
    pk = stage.place(2).contestant_id
    new = make_players(2, "Put right")
    return (
        lambda: change_contestant(
            actor=stage.secretary,
            contestant=Contestant.objects.select_related("event__club__federation").get(pk=pk),
            players=new,
        ),
        lambda: Contestant.objects.get(pk=pk).entrants.filter(player=new[0]).exists(),
    )


def changing_event(stage: Stage):
    return (
        lambda: change_event(actor=stage.secretary, event=stage.fresh().event, remarks="Coffee is free"),
        lambda: stage.fresh().event.remarks == "Coffee is free",
    )


def keying_in(stage: Stage):
    stage.play().north.entrants.update(player=None)
    [player] = make_players(1, "Keyed in")
    number = str(10_000 + stage.session.pk)
    Membership.objects.create(player=player, club=stage.cast.harbour, number=number, starts="2020-01-01")
    return (
        lambda: identify(actor=stage.device, code=stage.code, seats={"N": number}),
        lambda: Player.objects.get(pk=player.pk).entrants.exists(),
    )


def revoking_code(stage: Stage):
    code = stage.code
    return (
        lambda: revoke_code(actor=stage.director, code=TableCode.objects.get(pk=code.pk)),
        lambda: TableCode.objects.get(pk=code.pk).revoked_at is not None,
    )


def choosing_boards(stage: Stage):
    board_set = stage.board_set
    return (
        lambda: use_boards(actor=stage.secretary, section=stage.section, board_set=board_set),
        lambda: stage.section.board_set_id == board_set.pk,
    )


def releasing(stage: Stage):
    board_set = stage.board_set
    take(stage.session, board_set)
    plays = Play.objects.filter(section__session=stage.session)
    last = plays.latest("board").board
    plays.filter(board=last).update(state=PlayState.DONE)
    return (
        lambda: release_boards(actor=stage.secretary, board_set=BoardSet.objects.get(pk=board_set.pk), numbers=[last]),
        lambda: board_set.releases.exists(),
    )


def setting_rules(stage: Stage):
    return lambda: set_rules(actor=stage.director, section=stage.section, lead=True), lambda: True


def keeping_contact(stage: Stage):
    whose = stage.place(1).contestant
    return (
        lambda: keep_contact(actor=stage.director, session=stage.fresh(), contestant=whose, text="Left a number"),
        lambda: ContactNote.objects.filter(contestant=whose, text="Left a number").exists(),
    )


def scoring(stage: Stage):
    """The worker, which takes what is due."""
    stage.enter(stage.play(1), "1NT= W")
    return lambda: jobs.run_due("live"), lambda: True


# --- When play is over, and the score is published ----------------------------------------------------------------
def publishing(stage: Stage):
    set_result(actor=stage.director, play=stage.play(3), result=ResultInput.parse("5C= E"), reason="Traveller")
    return (
        lambda: publish(actor=stage.director, session=stage.fresh()),
        lambda: stage.session.publications.count() >= 2,
    )


def taking_back(stage: Stage):
    return (
        lambda: take_back(actor=stage.director, session=stage.fresh(), reason="Too early"),
        lambda: True,
    )


def making_final(stage: Stage):
    assert stage.evening is not None
    late = stage.evening.actor("director", 24 * 60)
    return lambda: make_final(actor=late, session=stage.fresh()), lambda: True


def asking_for_correction(stage: Stage):
    play = stage.own_play
    return (
        lambda: ask_for_correction(actor=stage.member, play=play, claimed="7NT-1 N", words="We bid seven"),
        lambda: Correction.objects.filter(play=play, claimed="7NT-1 N").exists(),
    )


def _asked(stage: Stage) -> Correction:
    play = stage.own_play
    return Correction.objects.filter(play=play, state="open").first() or ask_for_correction(
        actor=stage.member, play=play, claimed="6NT-1 N", words="It was no trump"
    )


def accepting_correction(stage: Stage):
    pk = _asked(stage).pk
    return (
        lambda: accept_correction(
            actor=stage.director, correction=Correction.objects.get(pk=pk), reason="Both sides agree"
        ),
        lambda: Correction.objects.get(pk=pk).state == "accepted",
    )


def refusing_correction(stage: Stage):
    pk = _asked(stage).pk
    return (
        lambda: refuse_correction(actor=stage.director, correction=Correction.objects.get(pk=pk), reason="Not so"),
        lambda: Correction.objects.get(pk=pk).state == "refused",
    )


def taking_correction_back(stage: Stage):
    pk = _asked(stage).pk
    return (
        lambda: take_back_correction(actor=stage.member, correction=Correction.objects.get(pk=pk)),
        lambda: Correction.objects.get(pk=pk).state == "withdrawn",
    )


def appealing(stage: Stage):
    given = stage.ruling(stage.ruled_play)
    return (
        lambda: request_appeal(actor=stage.member, ruling=Ruling.objects.get(pk=given.pk), grounds="No alternative"),
        lambda: given.appeals.exists(),
    )


def reopening(stage: Stage):
    if OfficialScore.objects.get(session=stage.session).is_published:
        take_back(actor=stage.director, session=stage.fresh(), reason="To play on")
    return (
        lambda: reopen_session(actor=stage.director, session=stage.fresh(), reason="A board is missing"),
        lambda: not stage.fresh().is_over,
    )


def scoring_again(stage: Stage):
    return (
        lambda: jobs.run_due("live"),
        lambda: ScoringRun.objects.filter(field__session=stage.session).exists(),
    )


BEFORE_PLAY: list[Ready] = [
    publishing_event,
    moving_session,
    planning_another,
    cancelling,
    removing,
    starting,
    entering,
    entering_at_desk,
    pairing_singles,
    seating_entered,
    unseating,
    swapping,
    drawing_seats,
    withdrawing,
    dealing,
    making_codes,
    choosing_boards,
    taking_money,
    giving_money_back,
    naming_official,
    renaming_contestant,
    changing_event,
]
IN_PLAY: list[Ready] = [
    announcing,
    withdrawing_announcement,
    postponing,
    dropping,
    claiming,
    claiming_elsewhere,
    confirming,
    setting_result,
    turning,
    adjusting,
    penalizing,
    withdrawing_penalty,
    ruling,
    withdrawing_ruling,
    amending_ruling,
    calling_director,
    closing_call,
    calling_round,
    finishing,
    pausing,
    setting_clock,
    admitting_late,
    leaving,
    exchanging_names,
    substituting,
    taking_money,
    giving_money_back,
    naming_official,
    renaming_contestant,
    changing_event,
    keying_in,
    revoking_code,
    choosing_boards,
    releasing,
    setting_rules,
    keeping_contact,
    scoring,
]
AFTER_PLAY: list[Ready] = [
    publishing,
    taking_back,
    making_final,
    asking_for_correction,
    accepting_correction,
    refusing_correction,
    taking_correction_back,
    appealing,
    withdrawing_ruling,
    amending_ruling,
    setting_result,
    adjusting,
    penalizing,
    withdrawing_penalty,
    announcing,
    taking_money,
    giving_money_back,
    renaming_contestant,
    changing_event,
    keeping_contact,
    reopening,
    scoring_again,
]
