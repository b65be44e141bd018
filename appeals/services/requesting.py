"""Asking for a review (Laws 92A to 92C), naming its points, withdrawing it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.translation import gettext as _

from appeals.gates import HEARD, OPEN, Facts, Hears, Refusal, refusal
from appeals.models import Appeal, AppealPoint, Deposit
from appeals.models.appeals import AppealState, DepositState, How, PointKind
from appeals.selectors.audience import chair_users, director_users, member_users, side_users
from appeals.selectors.deadlines import appeal_until, concurrence_until, rules_in
from appeals.selectors.parties import appellant_side, contestants_player_ids, must_concur, party_in_case, sides_at
from appeals.services.base import lock_case, record_step, require_gate, say_for_whole_side, say_why
from appeals.services.concurring import ask_to_concur
from appeals.services.joining import hand_over_to_follower
from appeals.services.notices import notify
from appeals.wording import refusal_sentence
from clubs.models import Club, Player
from core import transaction
from core.actors import Actor
from core.errors import Forbidden, field_error
from core.locks import lock
from core.permissions import may, require
from events.models import Contestant
from events.selectors.officials import hidden_boards
from rulings.models import Ruling


@transaction.atomic
def request_appeal(
    *,
    actor: Actor,
    ruling: Ruling,
    grounds: str,
    points: Iterable[tuple[str, str]] = (),
    side: str = "",
    contestant: Contestant | None = None,
    asked_by: Player | None = None,
) -> Appeal:
    """Ask for a review: a player for the own side; at the desk the director says for which side, and who of it asks.

    A request out of time comes back as refused, and is kept with the reason.
    """
    ruling = _locked_ruling(ruling)
    require(actor, "appeal.request", ruling)
    at_desk = bool(side) and may(actor, "ruling.direct", ruling) and not appellant_side(actor.player, ruling)[0]
    if at_desk:
        contestants = sides_at(ruling).get(side, ())
        contestant_id = contestant.pk if contestant is not None else next(iter(contestants), None)
        appellant = contestant_id if contestant_id in contestants else None
        _refuse_other_side(asked_by, appellant, ruling)
    else:
        side, appellant = appellant_side(actor.player, ruling)
        asked_by = actor.player
        if ruling.board is not None and ruling.board in hidden_boards(actor, ruling.session):
            raise Forbidden(_("You have yet to play this board."))
    rules = rules_in(ruling.session)
    until = appeal_until(ruling, side, appellant)
    known = {"at": actor.at, "deadline": until, "hears": Hears(rules.hears), "is_party": appellant is not None}
    refused = refusal("request", _facts_of_request(ruling, side, **known))
    if refused is not None and refused.code != "too_late":
        raise ValidationError(refusal_sentence(refused, ruling.session.club), code=refused.code)
    appeal = _new_appeal(actor, ruling, side, appellant, grounds, at_desk)
    appeal.deadline, appeal.hears = until, rules.hears
    if refused is not None:
        return _keep_refused_request(actor, appeal, refused)
    return _open_request(actor, appeal, list(points), asked_by)


def _refuse_other_side(asked_by: Player | None, appellant: int | None, ruling: Ruling) -> None:
    """At the desk: only somebody of the side asks for it (Law 92A)."""
    if (
        asked_by is None
        or appellant is None
        or asked_by.person_id in contestants_player_ids([appellant], ruling.session)
    ):
        return
    sentence = _("%(name)s did not play for this side: choose who of the side asks (Law 92A).")
    raise field_error("asked_by", sentence % {"name": asked_by.display_name}, "other_side")


def _locked_ruling(ruling: Ruling) -> Ruling:
    rows = lock(Ruling.objects).select_related("session__event__club__federation", "play__section")
    return rows.get(pk=ruling.pk)


def _facts_of_request(ruling: Ruling, side: str, **known: Any) -> Facts:
    """What the gate asks before there is a case: whether the ruling stands and was appealed before."""
    appeals = Appeal.objects.filter(ruling=ruling)
    return Facts(
        state=None,
        is_standing=ruling.stands,
        twice=appeals.filter(side=side, state__in=[*OPEN, *HEARD]).exists(),
        decided_on=str(appeals.filter(decided_at__isnull=False).order_by("pk").first() or ""),
        **known,
    )


def _new_appeal(actor: Actor, ruling: Ruling, side: str, contestant: int | None, grounds: str, at_desk: bool) -> Appeal:
    assert contestant is not None, "the gate has seen to it"
    text = grounds.strip()
    if not text:
        raise field_error("grounds", _("Say in a sentence or two what is wrong with the ruling."), "required")
    club = lock(Club.objects).get(pk=ruling.session.event.club_id)
    year = club.day(actor.at).year
    last = Appeal.objects.filter(club=club, year=year).aggregate(last=Max("number"))["last"] or 0
    return Appeal(
        year=year,
        number=last + 1,
        ruling=ruling,
        session=ruling.session,
        club=club,
        law=str(ruling.law_refs[0])[:12] if ruling.law_refs else "",
        topic=ruling.tree,
        director=ruling.director,
        side=side,
        contestant_id=contestant,
        grounds=text[:4000],
        requested_at=actor.at,
        requested_by=actor.user,
        at_desk=at_desk,
        version=0,
    )


def _keep_refused_request(actor: Actor, appeal: Appeal, refused: Refusal) -> Appeal:
    appeal.state, appeal.needed = AppealState.REFUSED, 1
    appeal.refusal, appeal.refusal_law = refusal_sentence(refused, appeal.club)[:500], refused.law
    record_step(actor, appeal, "refuse", law=refused.law, words=appeal.refusal)
    notify(appeal, "refused", side_users(appeal, appeal.side) | director_users(appeal, actor.at), actor.at)
    return appeal


def _open_request(actor: Actor, appeal: Appeal, points: list[tuple[str, str]], asked_by: Player | None) -> Appeal:
    rules = rules_in(appeal.session)
    people = must_concur(appeal.ruling, appeal.contestant)
    if not people:
        sentence = _("Nobody’s name is known on this side. Enter the players’ names first: they must concur (Law 92D).")
        raise ValidationError(sentence, code="nobody")
    appeal.needed = len(people)
    usual = actor.at + timedelta(minutes=rules.minutes)
    appeal.concur_until = max(appeal.deadline, usual) if appeal.deadline else usual
    appeal.due_at = concurrence_until(appeal)
    asking_player = asked_by if appeal.at_desk else None
    words = f"{asking_player.display_name}: {appeal.grounds}" if asking_player is not None else appeal.grounds
    asked_fields = {"asked_by": asking_player.pk} if asking_player is not None else {}
    record_step(
        actor, appeal, "request", words=words, after={"ruling": appeal.ruling_id, "side": appeal.side, **asked_fields}
    )
    for kind, text in points or [(PointKind.FACT, appeal.grounds[:500])]:
        _add_point(appeal, kind, text)
    if rules.deposit > 0:
        Deposit.objects.create(appeal=appeal, amount=rules.deposit)
    how = How.WITNESS if appeal.at_desk else How.SIGN_IN
    if ask_to_concur(actor, appeal, people, by=asked_by, how=how):
        appeal.concurring = 1
        record_step(actor, appeal, "witness" if how == How.WITNESS else "concur", words=str(asked_by))
    notify(appeal, "requested", director_users(appeal, actor.at), actor.at, appeal.concur_until)
    return appeal


def _add_point(appeal: Appeal, kind: str, text: str) -> AppealPoint:
    if kind not in PointKind.values:
        raise field_error("kind", _("Say what the point is about."), "unknown")
    if not text.strip():
        raise field_error("text", _("Say what the point is."), "required")
    return AppealPoint.objects.create(appeal=appeal, kind=kind, text=text.strip()[:500])


@transaction.atomic
def name_point(*, actor: Actor, appeal: Appeal, kind: str, text: str, version: int | None = None) -> AppealPoint:
    """Mixed appeals are split: each point takes its own path (Law 93B)."""
    case = lock_case(appeal, version=version)
    if party_in_case(actor.player, case) != case.side:
        require(actor, "appeal.direct", case)
    require_gate("point", case, actor)
    point = _add_point(case, kind, text)
    record_step(actor, case, "point", words=f"{point.get_kind_display()}: {point.text}")
    return point


@transaction.atomic
def withdraw(
    *, actor: Actor, appeal: Appeal, reason: str, for_whole_side: bool = False, version: int | None = None
) -> Appeal:
    """Those who appealed take it back; or the director writes down that they do. The deposit is returned.

    `for_whole_side`: whoever does so says that the others of the side want it too.
    """
    case = lock_case(appeal, version=version)
    if party_in_case(actor.player, case) != case.side:
        require(actor, "appeal.direct", case)
    require_gate("withdraw", case, actor)
    why = say_why(reason)
    say_for_whole_side(case.needed, for_whole_side)
    users = side_users(case) | director_users(case, actor.at) | member_users(case)
    if hasattr(case, "adjudicators"):
        users |= chair_users(case, actor.at)
    Deposit.objects.filter(appeal=case, state=DepositState.TAKEN).update(
        state=DepositState.RETURNED, settled_at=actor.at, settled_by=actor.user
    )
    hand_over_to_follower(case)
    record_step(actor, case, "withdraw", words=why, reason=why)
    notify(case, "withdrawn", users, actor.at)
    return case
