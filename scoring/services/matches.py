"""The result of a match agreed by its captains, and what counts in it beside its boards."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor, system
from core.audit import record, values
from core.changes import locked
from core.errors import Conflict, field_error
from core.locks import lock_row
from core.permissions import may, require
from events.models import Contestant, Session
from events.selectors.seats import with_people
from events.selectors.tables import ranges
from scoring.models import MatchAgreement, MatchTerm, ScoringRun
from scoring.models.matches import TermKind
from scoring.selectors.newest_matches import Key, RunMatch, newest_match, run_matches
from scoring.services.comparison_fields import check_lock_and_rescore_field, session_fields

TERM = {"kind", "team", "imps", "round", "home", "away"}


def find_match(session: Session, key: Key) -> RunMatch:
    match = newest_match(session, key)
    if match is None:
        raise ValidationError(_("There is no such match in this session."), code="no_match")
    return match


def match_teams(match: RunMatch) -> tuple[Contestant, Contestant]:
    teams = {team.pk: team for team in with_people(Contestant.objects.filter(pk__in=[match.home_id, match.away_id]))}
    return teams[match.home_id], teams[match.away_id]


@transaction.atomic
def agree(*, actor: Actor, session: Session, key: Key, seen: str) -> MatchAgreement:
    """Record a captain's agreement to a match. `seen` is the digest of the figures on the page it came from."""
    match = find_match(session, key)
    for team in match_teams(match):
        if may(actor, "match.agree", team):
            return _record_agreement(actor, session, key, team, seen)
    require(actor, "match.agree", match_teams(match)[0])
    raise AssertionError("nobody's captain got through")


@transaction.atomic
def witness(*, actor: Actor, session: Session, key: Key, team: Contestant, seen: str, reason: str) -> MatchAgreement:
    """Record for the director that a captain agreed who cannot sign in."""
    require(actor, "match.witness", session)
    if not reason.strip():
        sentence = _("Say how the captain agreed, such as “told me at the table”.")
        raise field_error("reason", sentence, "required")
    if team.pk not in key[1:]:
        raise field_error("team", _("Choose one of the two teams."), "other_team")
    return _record_agreement(actor, session, key, team, seen, reason=reason.strip(), witnessed=True)


def _record_agreement(
    actor: Actor,
    session: Session,
    key: Key,
    team: Contestant,
    seen: str,
    *,
    reason: str = "",
    witnessed: bool = False,
) -> MatchAgreement:
    locked(session)
    match = find_match(session, key)
    _refuse_open(match)
    if seen and seen != match.digest:
        raise Conflict(_("The score of this match has changed since you looked. Look again before you agree."))
    number, home, away = key
    earlier_agreement = MatchAgreement.objects.filter(
        session=session, round=number, home=home, away=away, team=team, ended_at=None
    ).first()
    if earlier_agreement is not None:
        return earlier_agreement
    agreement = MatchAgreement.objects.create(
        session=session,
        round=number,
        home_id=home,
        away_id=away,
        team=team,
        witnessed=witnessed,
        reason=reason[:300],
        figures=match.figures,
        digest=match.digest,
        made_at=actor.at,
        made_by=actor.user,
    )
    after = values(agreement, {"team", "round", "home", "away", "witnessed"}) | {"net": match.data["home_net"]}
    record(actor=actor, act="match.agree", body=session.club, target=agreement, after=after, reason=reason)
    return agreement


def _refuse_open(match: RunMatch) -> None:
    if match.missing:
        sentence = _("Boards %(boards)s have no result at both tables yet. Enter them first, then agree.")
        raise ValidationError(sentence % {"boards": ranges(match.missing)}, code="missing")
    if not match.is_begun:
        raise ValidationError(_("Nothing has been played in this match yet."), code="not_played")
    if match.is_behind:
        sentence = _("A result has just come in and is being scored. Look again in a moment.")
        raise ValidationError(sentence, code="behind")


@transaction.atomic
def take_back_agreement(*, actor: Actor, agreement: MatchAgreement, reason: str) -> MatchAgreement:
    """End an agreement for its captain or the director: the match is open again."""
    team = with_people(Contestant.objects.filter(pk=agreement.team_id)).get()
    if not may(actor, "match.agree", team):
        require(actor, "match.witness", agreement)
    if not reason.strip():
        raise field_error("reason", _("Say what is wrong."), "required")
    agreement = lock_row(agreement)
    if agreement.ended_at is None:
        _end_agreement(actor, agreement, reason.strip())
    return agreement


def _end_agreement(actor: Actor, agreement: MatchAgreement, why: str) -> None:
    agreement.ended_at, agreement.ended_why = actor.at, why[:300]
    agreement.save(update_fields=["ended_at", "ended_why"])
    before = values(agreement, {"team", "round", "home", "away"})
    record(
        actor=actor,
        act="match.reopen",
        body=agreement.club,
        target=agreement,
        before=before,
        reason=agreement.ended_why,
    )


def end_changed_agreements(run: ScoringRun, *, at: datetime) -> int:
    """End the agreements to other figures than those of a new run; gives how many."""
    session = run.field.session
    if not session.event.is_for_teams:
        return 0
    matches = {match.key: match for match in run_matches(run)}
    agreements = MatchAgreement.objects.filter(session=session, ended_at=None).select_related("session__event__club")
    changed = [
        agreement
        for agreement in agreements
        if agreement.key in matches and matches[agreement.key].digest != agreement.digest
    ]
    for agreement in changed:
        _end_agreement(system(at), agreement, changes_in(agreement, matches[agreement.key]))
    return len(changed)


def changes_in(agreement: MatchAgreement, match: RunMatch) -> str:
    """Which boards are not what they were."""
    before, now = agreement.figures.get("boards", {}), match.figures["boards"]
    boards = sorted(int(number) for number in {*before, *now} if before.get(number) != now.get(number))
    if not boards:
        return _("IMPs brought in or a penalty changed.")
    return _("The score of board %(boards)s changed.") % {"boards": ranges(boards)}


@transaction.atomic
def add_term(
    *, actor: Actor, session: Session, key: Key, kind: str, team: Contestant, reason: str, imps: Decimal = Decimal(0)
) -> MatchTerm:
    """Write down IMPs brought into a match, a penalty in it, or who goes on where it was tied or not played."""
    require(actor, "match.rule", session)
    find_match(session, key)
    number, home, away = key
    if kind not in TermKind.values:
        raise field_error("kind", _("Choose what counts in the match."), "unknown")
    if team.pk not in (home, away):
        raise field_error("team", _("Choose one of the two teams."), "other_team")
    if not reason.strip():
        raise field_error("reason", _("Say why."), "required")
    if kind != TermKind.WINNER and imps <= 0:
        raise field_error("imps", _("Write how many IMPs: more than 0."), "nothing")
    locked(session)
    same = MatchTerm.objects.filter(session=session, round=number, home=home, away=away, kind=kind, withdrawn_at=None)
    if kind != TermKind.PENALTY:
        same.update(withdrawn_at=actor.at)
    term = MatchTerm(
        session=session,
        round=number,
        home_id=home,
        away_id=away,
        kind=kind,
        team=team,
        imps=Decimal(0) if kind == TermKind.WINNER else imps,
        reason=reason.strip()[:300],
        made_at=actor.at,
        made_by=actor.user,
    )
    term.full_clean(exclude={"session", "home", "away", "team", "made_by"}, validate_constraints=False)
    term.save()
    _rescore(session, actor)
    record(actor=actor, act="match.term", body=session.club, target=term, after=values(term, TERM), reason=term.reason)
    return term


@transaction.atomic
def withdraw_term(*, actor: Actor, term: MatchTerm, reason: str = "") -> MatchTerm:
    require(actor, "match.rule", term)
    term = lock_row(term)
    if term.withdrawn_at is None:
        term.withdrawn_at = actor.at
        term.save(update_fields=["withdrawn_at"])
        _rescore(term.session, actor)
        record(
            actor=actor,
            act="match.unterm",
            body=term.club,
            target=term,
            before=values(term, TERM),
            reason=reason.strip(),
        )
    return term


def _rescore(session: Session, actor: Actor) -> None:
    for field in session_fields(session):
        check_lock_and_rescore_field(field, at=actor.at)
