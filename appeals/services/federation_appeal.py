"""The way on to the federation (Law 93C), and the end of a case."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from appeals.gates import CaseState, GateKind, Verdict, overall, refusal
from appeals.models import Appeal, Decision, Deposit, FurtherAppeal
from appeals.models.appeals import Assent, DepositState, HearsChoice, How, VerdictChoice
from appeals.models.decisions import DecisionStage, FurtherState
from appeals.selectors.audience import director_users, federation_users, member_users, side_users
from appeals.selectors.conflicts import kept_from_deciding
from appeals.selectors.deadlines import rules_in
from appeals.selectors.deposits import as_money
from appeals.selectors.facts import appeal_facts
from appeals.selectors.parties import appellant_side, must_concur
from appeals.selectors.standing import changed_below, gives_score
from appeals.selectors.together import following_cases, joined_points
from appeals.services.base import for_each_due, lock_case, record_step, require_gate, say_why
from appeals.services.concurring import ask_to_concur
from appeals.services.deciding import Text, bring_about, check_decision, read_outcomes, write_decisions
from appeals.services.effects import ScoreChange, restore_ruling, settle_deposit
from appeals.services.hearing import require_party
from appeals.services.notices import notify
from appeals.wording import refusal_sentence
from core.actors import Actor, system
from core.errors import Forbidden, field_error
from core.permissions import may, require
from events.models import Contestant

FEDERATION_TIME = timedelta(days=28)
#: What the federation can make of a point on which the ruling was changed below.
ON_A_CHANGE = (Verdict.UPHELD, Verdict.RESTORED, Verdict.CHANGED, Verdict.NOT_HEARD)
#: What becomes of the director's ruling by the federation's decision; else it stays as it was decided below.
FATES = {Verdict.CHANGED: VerdictChoice.CHANGED, Verdict.RESTORED: VerdictChoice.STANDS}


@transaction.atomic
def go_further(*, actor: Actor, appeal: Appeal, grounds: str, version: int | None = None) -> FurtherAppeal:
    """A side takes the decision to the Regulating Authority, where its procedures allow it (Law 93C1).

    A request out of time is refused and kept.
    """
    row = lock_case(appeal, version=version)
    side = require_party(actor, row)
    text = say_why(grounds, "grounds")
    found = refusal("go_further", appeal_facts(row, actor.at))
    if found is not None and found.code != "further_too_late":
        raise ValidationError(refusal_sentence(found, row.club), code=found.code)
    asked = FurtherAppeal(
        appeal=row,
        federation=row.club.federation,
        side=side,
        grounds=text[:4000],
        asked_at=actor.at,
        asked_by=actor.user,
        deadline=row.further_until,
    )
    if found is not None:
        asked.state, asked.answer, asked.answered_at = (
            FurtherState.REFUSED,
            refusal_sentence(found, row.club)[:500],
            actor.at,
        )
        asked.save()
        record_step(actor, row, "further_late", words=asked.answer)
        return asked
    asked.save()
    fee = rules_in(row.session).further_fee
    if fee > 0:
        # Asked for once more after somebody did not concur: due again.
        due = {"amount": fee, "state": DepositState.DUE, "taken_at": None, "taken_by": None}
        due |= {"settled_at": None, "settled_by": None, "handed_back_at": None, "handed_back_by": None}
        Deposit.objects.update_or_create(appeal=row, further=True, defaults=due)
    _before_federation(actor, row, "go_further", text)
    _ask_the_side(actor, row, asked)
    return asked


def _ask_the_side(actor: Actor, appeal: Appeal, asked: FurtherAppeal) -> None:
    """The same must concur as in the first appeal: both partners, the captain, the player alone (Law 92D)."""
    contestant = Contestant.objects.get(pk=appellant_side(actor.player, appeal.ruling)[1] or 0)
    people = must_concur(appeal.ruling, contestant)
    if ask_to_concur(actor, appeal, people, by=actor.player, further=asked):
        record_step(actor, appeal, "concur", words=str(actor.player))


@transaction.atomic
def refer_further(*, actor: Actor, appeal: Appeal, grounds: str, version: int | None = None) -> FurtherAppeal:
    """The director in charge, or the body, puts the matter to the Regulating Authority (Law 93C2). No fee."""
    row = lock_case(appeal, version=version)
    if not may(actor, "appeal.hear", row):
        require(actor, "appeal.direct", row)
    text = say_why(grounds, "grounds")
    require_gate("refer_further", row, actor)
    asked = FurtherAppeal.objects.create(
        appeal=row,
        federation=row.club.federation,
        grounds=text[:4000],
        state=FurtherState.ADMITTED,
        asked_at=actor.at,
        asked_by=actor.user,
        answered_at=actor.at,
    )
    _before_federation(actor, row, "refer_further", text)
    return asked


def _before_federation(actor: Actor, appeal: Appeal, act: str, words: str) -> None:
    appeal.due_at = actor.at + FEDERATION_TIME
    record_step(actor, appeal, act, words=words)
    told = federation_users(appeal, actor.at) | side_users(appeal) | director_users(appeal, actor.at)
    notify(appeal, "further", told, actor.at, appeal.due_at)


@transaction.atomic
def take_fee(*, actor: Actor, appeal: Appeal) -> Deposit:
    row = lock_case(appeal)
    if not may(actor, "appeal.direct", row):
        require(actor, "appeal.finally", row)
    require_gate("fee", row, actor)
    deposit = Deposit.objects.select_for_update().filter(appeal=row, further=True).first()
    if deposit is None:
        raise ValidationError(_("No deposit is asked for here."), code="none")
    if deposit.state == DepositState.DUE:
        deposit.state, deposit.taken_at, deposit.taken_by = DepositState.TAKEN, actor.at, actor.user
        deposit.save()
        record_step(actor, row, "fee", words=as_money(deposit.amount))
    return deposit


def _asked(appeal: Appeal) -> FurtherAppeal:
    rows = FurtherAppeal.objects.select_for_update().filter(appeal=appeal)
    found = rows.filter(state__in=[FurtherState.ASKED, FurtherState.ADMITTED]).first()
    if found is None:
        raise ValidationError(_("Nothing is before the federation here."), code="none")
    return found


def _require_authority(actor: Actor, appeal: Appeal) -> None:
    """The federation decides; nobody who could not sit on a committee here, or has ruled on the case or heard it."""
    require(actor, "appeal.finally", appeal)
    if actor.user is not None and (why := kept_from_deciding(appeal, actor.user, actor.at)):
        raise Forbidden(_("Somebody else admits and decides it for the federation: %(why)s.") % {"why": why})


@transaction.atomic
def admit(*, actor: Actor, appeal: Appeal, concurrence: str = "") -> FurtherAppeal:
    """Everybody who must has concurred; of those who have not answered here the federation says how it knows (92D)."""
    row = lock_case(appeal)
    _require_authority(actor, row)
    how = concurrence.strip()
    require_gate("admit", row, actor, **({"further_missing": 0} if how else {}))
    asked = _asked(row)
    if how:
        asked.concurrences.filter(state=Assent.WAITING).update(
            state=Assent.CONCURS, how=How.WITNESS, reason=how[:300], answered_at=actor.at, answered_by=actor.user
        )
    asked.state, asked.answered_at = FurtherState.ADMITTED, actor.at
    asked.save(update_fields=["state", "answered_at"])
    record_step(actor, row, "admit", words=how, reason=how)
    return asked


@transaction.atomic
def refuse_further(*, actor: Actor, appeal: Appeal, reason: str) -> FurtherAppeal:
    """Not admitted: the decision below holds, and there is no further way."""
    row = lock_case(appeal)
    _require_authority(actor, row)
    require_gate("refuse_further", row, actor)
    why = say_why(reason)
    asked = _asked(row)
    asked.state, asked.answer, asked.answered_at = FurtherState.REFUSED, why[:500], actor.at
    asked.save(update_fields=["state", "answer", "answered_at"])
    settle_deposit(actor, row, kept=False, further=True)
    row.further_until, row.closes_at, row.due_at = None, actor.at, actor.at
    record_step(actor, row, "refuse_further", words=why, reason=why)
    notify(row, "decided", side_users(row), actor.at)
    return asked


@transaction.atomic
def decide_finally(
    *,
    actor: Actor,
    appeal: Appeal,
    outcomes: Mapping[int, str],
    text: Text,
    wanted: ScoreChange | None = None,
    version: int | None = None,
) -> Decision:
    """The Regulating Authority resolves the matter, law and judgement alike, and the case is closed (Law 93C2)."""
    row = lock_case(appeal, version=version)
    _require_authority(actor, row)
    asked = wanted or ScoreChange()
    points = joined_points(row)
    below = changed_below(points)
    verdicts = read_outcomes(points, outcomes, dict.fromkeys(below, ON_A_CHANGE))
    require_gate(
        "decide_finally",
        row,
        actor,
        verdicts=tuple((GateKind(point.kind), verdict) for point, verdict in verdicts.items()),
        covers_all=len(verdicts) == len(points) and "recommended" not in verdicts.values(),
        gives_score=asked.effect != "none",
    )
    check_decision(row, text, asked, verdicts)
    _check_score_of_change(row, asked, set(verdicts.values()))
    held_below = {case.pk: (case.verdict, case.merit) for case in (row, *following_cases(row))}
    made = write_decisions(actor, row, DecisionStage.FURTHER, HearsChoice.COMMITTEE, verdicts, text, asked)
    further = _asked(row)
    further.state = FurtherState.DECIDED
    further.save(update_fields=["state"])
    for one, _given in made:
        # Unless it is changed, what was decided below holds, and counts as it was.
        held, merit = held_below[one.appeal_id]
        verdict = FATES.get(Verdict(one.verdict), held)
        Appeal.objects.filter(pk=one.appeal_id).update(verdict=verdict, merit=merit)
        one.appeal.verdict, one.appeal.merit = verdict, merit
    first = made[0][0]
    row.verdict = first.appeal.verdict
    # The score first: once the case is closed nothing is changed in its name.
    bring_about(actor, made)
    if overall(verdicts.values()) == Verdict.RESTORED:
        restore_ruling(actor, next(one for one, _given in made if one.verdict == Verdict.RESTORED))
    record_step(actor, row, "decide_finally", words=first.get_verdict_display(), after={"decision": first.pk})
    notify(row, "decided", side_users(row) | director_users(row, actor.at) | member_users(row), actor.at)
    return first


def _check_score_of_change(appeal: Appeal, wanted: ScoreChange, verdicts: set[Verdict]) -> None:
    """One score counts in the end, and the decision says which."""
    if Verdict.RESTORED in verdicts and Verdict.UPHELD in verdicts and Verdict.CHANGED not in verdicts:
        said = _("One score counts: where a part of the ruling is restored, mark it as changed and give the score.")
        raise field_error("outcomes", said, "restored_in_part")
    does_nothing = wanted == ScoreChange()
    if Verdict.CHANGED in verdicts and does_nothing and gives_score(appeal) is not None:
        said = _("Say what is changed: give the score, or restore the director’s ruling, or let the decision stand.")
        raise field_error("effect", said, "change_without_score")


@transaction.atomic
def close(*, actor: Actor, appeal: Appeal, version: int | None = None) -> Appeal:
    """The time for going further is over, or there is no further way (Law 93C)."""
    row = lock_case(appeal, version=version)
    require(actor, "appeal.direct", row)
    facts = require_gate("close", row, actor)
    record_step(actor, row, "close", law="93C3(a)" if facts.is_final_body else "93C")
    notify(row, "closed", side_users(row), actor.at)
    return row


def close_due(at: datetime) -> int:
    """What the sweep does: cases whose time is over are closed, unless the director owes an answer."""
    due = Appeal.objects.filter(state=CaseState.DECIDED, closes_at__lt=at).order_by("closes_at", "pk")
    return for_each_due(due, lambda appeal: close(actor=system(at), appeal=appeal))
