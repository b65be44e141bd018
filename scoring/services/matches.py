"""The result of a match agreed by its captains, and what counts in it beside its boards."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from core.actors import Actor, system
from core.audit import record, values
from core.changes import locked
from core.errors import Conflict, field_error
from core.permissions import may, require
from events.models import Contestant, Session
from events.models.conditions import Form
from events.selectors.seats import with_people
from events.selectors.tables import ranges
from scoring.models import MatchAgreement, MatchTerm, ScoringRun
from scoring.models.matches import TermKind
from scoring.selectors.match_rows import Key, MatchRow, match_row, rows_in
from scoring.services.comparison_fields import check_lock_and_rescore_field, session_fields

TERM = {"kind", "team", "imps", "round", "home", "away"}


def find_match(session: Session, key: Key) -> MatchRow:
    row = match_row(session, key)
    if row is None:
        raise ValidationError(_("There is no such match in this session."), code="no_match")
    return row


def match_teams(row: MatchRow) -> tuple[Contestant, Contestant]:
    rows = {one.pk: one for one in with_people(Contestant.objects.filter(pk__in=[row.home_id, row.away_id]))}
    return rows[row.home_id], rows[row.away_id]


@transaction.atomic
def agree(*, actor: Actor, session: Session, key: Key, seen: str) -> MatchAgreement:
    """A captain's word for the own team. `seen` is the digest of the figures on the page it came from."""
    row = find_match(session, key)
    for team in match_teams(row):
        if may(actor, "match.agree", team):
            return _agreed(actor, session, key, team, seen)
    require(actor, "match.agree", match_teams(row)[0])
    raise AssertionError("nobody's captain got through")


@transaction.atomic
def witness(*, actor: Actor, session: Session, key: Key, team: Contestant, seen: str, reason: str) -> MatchAgreement:
    """The director writes down that a captain agreed who cannot sign in."""
    require(actor, "match.witness", session)
    if not reason.strip():
        sentence = _("Say how the captain agreed, such as “told me at the table”.")
        raise field_error("reason", sentence, "required")
    if team.pk not in key[1:]:
        raise field_error("team", _("Choose one of the two teams."), "other_team")
    return _agreed(actor, session, key, team, seen, reason=reason.strip(), witnessed=True)


def _agreed(
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
    row = find_match(session, key)
    _refuse_open(row)
    if seen and seen != row.digest:
        raise Conflict(_("The score of this match has changed since you looked. Look again before you agree."))
    number, home, away = key
    held = MatchAgreement.objects.filter(
        session=session, round=number, home=home, away=away, team=team, ended_at=None
    ).first()
    if held is not None:
        return held
    made = MatchAgreement.objects.create(
        session=session,
        round=number,
        home_id=home,
        away_id=away,
        team=team,
        witnessed=witnessed,
        reason=reason[:300],
        figures=row.figures,
        digest=row.digest,
        made_at=actor.at,
        made_by=actor.user,
    )
    after = values(made, {"team", "round", "home", "away", "witnessed"}) | {"net": row.data["home_net"]}
    record(actor=actor, act="match.agree", body=session.club, target=made, after=after, reason=reason)
    return made


def _refuse_open(row: MatchRow) -> None:
    if row.missing:
        sentence = _("Boards %(boards)s have no result at both tables yet. Enter them first, then agree.")
        raise ValidationError(sentence % {"boards": ranges(row.missing)}, code="missing")
    if not row.is_begun:
        raise ValidationError(_("Nothing has been played in this match yet."), code="not_played")
    if row.is_behind:
        sentence = _("A result has just come in and is being scored. Look again in a moment.")
        raise ValidationError(sentence, code="behind")


@transaction.atomic
def take_back_agreement(*, actor: Actor, agreement: MatchAgreement, reason: str) -> MatchAgreement:
    """A captain, or the director, no longer agrees: the match is open again."""
    team = with_people(Contestant.objects.filter(pk=agreement.team_id)).get()
    if not may(actor, "match.agree", team):
        require(actor, "match.witness", agreement)
    if not reason.strip():
        raise field_error("reason", _("Say what is wrong."), "required")
    row = MatchAgreement.objects.select_for_update().get(pk=agreement.pk)
    if row.ended_at is None:
        _end(actor, row, reason.strip())
    return row


def _end(actor: Actor, row: MatchAgreement, why: str) -> None:
    row.ended_at, row.ended_why = actor.at, why[:300]
    row.save(update_fields=["ended_at", "ended_why"])
    shown = values(row, {"team", "round", "home", "away"})
    record(actor=actor, act="match.reopen", body=row.club, target=row, before=shown, reason=row.ended_why)


def end_changed(run: ScoringRun, *, at: datetime) -> int:
    """With a new run: what was agreed to other figures is open again."""
    session = run.field.session
    if session.event.form != Form.TEAMS:
        return 0
    rows = {row.key: row for row in rows_in(run)}
    held = MatchAgreement.objects.filter(session=session, ended_at=None).select_related("session__event__club")
    changed = [one for one in held if one.key in rows and rows[one.key].digest != one.digest]
    for one in changed:
        _end(system(at), one, changes_in(one, rows[one.key]))
    return len(changed)


def changes_in(agreement: MatchAgreement, row: MatchRow) -> str:
    """Which boards are not what they were."""
    before, now = agreement.figures.get("boards", {}), row.figures["boards"]
    boards = sorted(int(number) for number in {*before, *now} if before.get(number) != now.get(number))
    if not boards:
        return _("IMPs brought in or a penalty changed.")
    return _("The score of board %(boards)s changed.") % {"boards": ranges(boards)}


@transaction.atomic
def add_term(
    *, actor: Actor, session: Session, key: Key, kind: str, team: Contestant, reason: str, imps: Decimal = Decimal(0)
) -> MatchTerm:
    """IMPs brought into the match, a penalty in it, or who goes on where it was tied or not played."""
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
    made = MatchTerm(
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
    made.full_clean(exclude={"session", "home", "away", "team", "made_by"}, validate_constraints=False)
    made.save()
    _touch(session, actor)
    record(actor=actor, act="match.term", body=session.club, target=made, after=values(made, TERM), reason=made.reason)
    return made


@transaction.atomic
def withdraw_term(*, actor: Actor, term: MatchTerm, reason: str = "") -> MatchTerm:
    require(actor, "match.rule", term)
    row = MatchTerm.objects.select_for_update().get(pk=term.pk)
    if row.withdrawn_at is None:
        row.withdrawn_at = actor.at
        row.save(update_fields=["withdrawn_at"])
        _touch(row.session, actor)
        record(
            actor=actor,
            act="match.unterm",
            body=row.club,
            target=row,
            before=values(row, TERM),
            reason=reason.strip(),
        )
    return row


def _touch(session: Session, actor: Actor) -> None:
    for field in session_fields(session):
        check_lock_and_rescore_field(field, at=actor.at)
