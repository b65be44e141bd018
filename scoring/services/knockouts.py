"""A knock-out from its draw sheet to the winner: each round is a session, and who wins goes on to the next."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import field_error
from core.locks import lock
from core.permissions import require
from events.models import Contestant, Event, Place, Section, Session
from events.models.contestants import Status
from events.models.sessions import SessionState
from events.movements.knockout import bracket
from events.movements.model import MovementKind
from events.selectors.seats import session_places
from events.services.seating import unseat_all
from events.services.sections import number_places, refit_movement
from events.services.sessions import begin_seating
from scoring.models import Knockout, MatchTerm
from scoring.models.matches import TermKind
from scoring.selectors.knockouts import KnockoutSheet, knockout_sheet


@transaction.atomic
def draw_knockout(*, actor: Actor, event: Event) -> Knockout:
    """Make the draw sheet, by seeds and then in the order of entry, and seat the first round."""
    require(actor, "event.manage", event)
    club = event.club
    event = locked(event)
    event.club = club
    if not event.is_for_teams or not event.movement_traits.is_knockout:
        raise ValidationError(_("The conditions of this event do not say “knock-out”."), code="no_knockout")
    if Knockout.objects.filter(event=event).exists():
        raise ValidationError(_("The draw sheet is there already."), code="drawn")
    entered = Contestant.objects.filter(event=event, status=Status.ENTERED)
    seeds = list(entered.order_by(F("seed").asc(nulls_last=True), "entered_at", "pk").values_list("pk", flat=True))
    if len(seeds) < 2:
        raise ValidationError(_("A knock-out needs two teams. Enter them first."), code="too_few")
    rounds = len(bracket(len(seeds), event.three_ways).rounds)
    if event.sessions.count() < rounds:
        sentence = _("%(teams)s teams play %(rounds)s rounds, each a session. Plan %(left)s more.")
        counts = {"teams": len(seeds), "rounds": rounds, "left": rounds - event.sessions.count()}
        raise ValidationError(sentence % counts, code="too_few_sessions")
    fields = {"made_at": actor.at, "made_by": actor.user}
    knockout = Knockout.objects.create(event=event, seeds=seeds, three_ways=event.three_ways, **fields)
    record(actor=actor, act="knockout.draw", body=event.club, target=knockout, after={"seeds": seeds})
    seat_next(actor=actor, event=event)
    return knockout


@transaction.atomic
def seat_next(*, actor: Actor, event: Event) -> Session:
    """Give those who go on their seats in the next session, as the draw sheet has them."""
    require(actor, "session.run", event)
    knockout = lock(Knockout.objects).filter(event=event).first()
    if knockout is None:
        raise ValidationError(_("There is no draw sheet yet. Draw it first."), code="not_drawn")
    sheet = knockout_sheet(event)
    assert sheet is not None
    number = sheet.seated + 1
    if number > len(sheet.rounds):
        raise ValidationError(_("The final has its seats: nobody goes on from there."), code="all_seated")
    session = _next_session(event, number)
    teams = _teams_of_round(sheet, number)
    section = _empty_section(actor, session)
    Place.objects.bulk_create(
        Place(session=session, section=section, contestant=team, number=at) for at, team in enumerate(teams, start=1)
    )
    section.chosen = _movement_choice(event, number)
    refit_movement(section)
    _number_by_sheet(section, teams)
    knockout.version += 1
    knockout.save(update_fields=["version"])
    after = {"round": number, "teams": [team.pk for team in teams]}
    record(actor=actor, act="knockout.advance", body=session.club, target=session, after=after)
    return session


def _next_session(event: Event, number: int) -> Session:
    session = event.sessions.filter(number=number).first()
    if session is None:
        sentence = _("Round %(round)s has no session yet. Plan it first.") % {"round": number}
        raise ValidationError(sentence, code="no_session")
    session = locked(session)
    if not session.is_open:
        raise ValidationError(_("Session %(number)s has begun.") % {"number": number}, code="begun")
    return session


def _teams_of_round(sheet: KnockoutSheet, number: int) -> list[Contestant]:
    """Those of each match, in the order of the sheet; refused while a match before is open."""
    teams: list[Contestant] = []
    if number > 1:
        for tie in sheet.rounds[number - 2]:
            if any(match.is_behind for match in tie.matches):
                sentence = _("A result has just come in and is being scored. Try again in a moment.")
                raise ValidationError(sentence, code="behind")
            if tie.winner is None:
                sentence = _("Match %(match)s is not decided. %(why)s") % {"match": tie.number, "why": tie.why}
                raise ValidationError(sentence.strip(), code="not_decided")
    for tie in sheet.rounds[number - 1]:
        for team in tie.slots:
            assert team is not None, "everybody who plays this round is known"
            if team.status == Status.WITHDRAWN:
                sentence = _("%(who)s has withdrawn. Say in its last match who goes on instead.")
                raise ValidationError(sentence % {"who": team.title}, code="withdrawn")
            teams.append(team)
    return teams


def _empty_section(actor: Actor, session: Session) -> Section:
    if session.places.exists():
        raise ValidationError(_("Somebody is seated in that session already."), code="seated")
    if session.state == SessionState.DRAFT:
        begin_seating(actor=actor, session=session)
    return lock(session.sections).order_by("letter")[0]


def _movement_choice(event: Event, number: int) -> dict[str, object]:
    before = Section.objects.filter(session__event=event, session__number=number - 1).first()
    return dict(before.chosen) if before is not None and before.chosen else {"kind": MovementKind.KNOCKOUT.value}


def _number_by_sheet(section: Section, teams: list[Contestant]) -> None:
    places = list(session_places(section.session).filter(section=section))
    numbers = {team.pk: at for at, team in enumerate(teams, start=1)}
    number_places(places, [numbers[place.contestant_id] for place in places])


@transaction.atomic
def declare_winner(*, actor: Actor, event: Event, number: int, team: int, reason: str) -> MatchTerm:
    """Write down who goes on from a match that is not played, or that was level; withdrawn on the match's own page."""
    require(actor, "match.rule", event)
    sheet = knockout_sheet(event)
    ties = [tie for round_ties in sheet.rounds for tie in round_ties if tie.number == number] if sheet else []
    if not ties or not ties[0].is_open:
        raise ValidationError(_("This match is decided, or its teams are not known yet."), code="not_open")
    [tie] = ties
    home, away = sorted(contestant.pk for contestant in tie.slots if contestant is not None)
    if team not in (home, away):
        raise field_error("team", _("Choose one of the two teams."), "other_team")
    if not reason.strip():
        raise field_error("reason", _("Say why."), "required")
    assert tie.session is not None
    term = MatchTerm.objects.create(
        session=locked(tie.session),
        round=tie.match.round if tie.match else 1,
        home_id=home,
        away_id=away,
        kind=TermKind.WINNER,
        team_id=team,
        reason=reason.strip()[:300],
        made_at=actor.at,
        made_by=actor.user,
    )
    after = {"match": number, "team": team}
    record(actor=actor, act="match.term", body=event.club, target=term, after=after, reason=term.reason)
    return term


@transaction.atomic
def take_back_round(*, actor: Actor, event: Event, reason: str) -> None:
    """Unseat the round seated last, as long as it has not begun; with the first goes the draw sheet."""
    require(actor, "session.run", event)
    if not reason.strip():
        raise field_error("reason", _("Say why it is taken back."), "required")
    knockout = lock(Knockout.objects).filter(event=event).first()
    sheet = knockout_sheet(event)
    if knockout is None or sheet is None or not sheet.seated:
        raise ValidationError(_("Nobody has been seated yet."), code="not_seated")
    session = locked(event.sessions.get(number=sheet.seated))
    if not session.is_open:
        sentence = _("Session %(number)s has begun: who plays in it stays.") % {"number": session.number}
        raise ValidationError(sentence, code="begun")
    unseat_all(session)
    for section in session.sections.all():
        refit_movement(section)
    if sheet.seated == 1:
        knockout.delete()
    record(
        actor=actor,
        act="knockout.undo",
        body=session.club,
        target=session,
        before={"round": sheet.seated},
        reason=reason.strip(),
    )
