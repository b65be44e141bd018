"""Joining an account to a member: the newcomer asks, the secretary answers, the member's history is theirs."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubs.models import Club, JoinRequest, Membership, Player, User
from clubs.models.joining import JoinState
from clubs.models.people import Privacy
from clubs.services.histories import move_back, move_history
from clubs.services.memberships import add_membership, lock_member_list
from clubs.services.players import make_player
from core.actors import Actor
from core.audit import record, values
from core.changes import locked, reject_unknown_fields
from core.errors import Conflict, Forbidden, field_error
from core.permissions import require

FIELDS = {"number", "federation_number", "note"}
# The person's own wish is kept when two records become one: the closer of the two.
CLOSEST_FIRST = (Privacy.HIDDEN, Privacy.INITIALS, Privacy.FULL)


@transaction.atomic
def ask_to_join(*, actor: Actor, club: Club, **fields: Any) -> JoinRequest:
    """Say that one is a member of this club. While a request waits, asking again changes what it says."""
    require(actor, "join.ask", club)
    reject_unknown_fields(fields, FIELDS)
    assert actor.user is not None, "the rule lets only people ask"
    if club.pk in actor.member_of:
        raise ValidationError(_("You are a member of this club already."), code="member")
    waiting = JoinRequest.objects.select_for_update().filter(user=actor.user, club=club, state=JoinState.OPEN).first()
    row = waiting or JoinRequest(user=actor.user, club=club)
    row.asked_at = actor.at
    for name, value in fields.items():
        setattr(row, name, value)
    row.version += 1 if waiting else 0
    row.full_clean(validate_constraints=False)
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:  # asked at the same moment from another tab
        raise Conflict from error
    record(actor=actor, act="join.ask", body=club, target=row, after=values(row, FIELDS | {"user"}))
    return row


@transaction.atomic
def withdraw_join_request(*, actor: Actor, request: JoinRequest) -> JoinRequest:
    """Taken back by whoever asked; a request that was answered stays as it is."""
    if actor.user_id != request.user_id:
        raise Forbidden
    row = locked(request)
    if row.state == JoinState.OPEN:
        _answer(actor, row, JoinState.WITHDRAWN, act="join.withdraw")
    return row


@transaction.atomic
def join_to_member(*, actor: Actor, request: JoinRequest, membership: Membership) -> Player:
    """The account gets the member's record with all its history; what its own record held comes over to it."""
    require(actor, "join.answer", request.club)
    if membership.club_id != request.club_id:
        raise Forbidden
    lock_member_list(request.club)
    row = _open(request)
    member = locked(membership.player)
    _refuse_unjoinable(member)
    own = Player.objects.select_for_update().filter(user=row.user_id).first()
    if own is not None:
        row.moved = _absorb(own, member)
    member.user = row.user
    member.version += 1
    member.save()
    row.player = member
    record(actor=actor, act="player.join", body=request.club, target=member, after=values(member, {"user"}))
    _answer(actor, row, JoinState.JOINED, act="join.accept")
    return member


@transaction.atomic
def accept_as_new_member(*, actor: Actor, request: JoinRequest, number: str = "") -> Membership:
    """Somebody who is not in the list yet becomes a member from today, with the record their account has."""
    require(actor, "join.answer", request.club)
    lock_member_list(request.club)
    row = _open(request)
    player = _own_record(actor, row.user)
    starts = request.club.day(actor.at)
    made = add_membership(actor=actor, club=request.club, player=player, starts=starts, number=number)
    row.player = player
    _answer(actor, row, JoinState.ADDED, act="join.accept")
    return made


@transaction.atomic
def decline_join_request(*, actor: Actor, request: JoinRequest, reason: str) -> JoinRequest:
    """No; the newcomer reads why."""
    require(actor, "join.answer", request.club)
    if not reason.strip():
        sentence = _("Say why, so that the person knows what to do.")
        raise field_error("reason", sentence, "required")
    row = _open(request)
    row.reason = reason.strip()
    _answer(actor, row, JoinState.DECLINED, act="join.decline")
    return row


@transaction.atomic
def separate_from_account(*, actor: Actor, membership: Membership, reason: str = "") -> Player:
    """Undo a joining: the member keeps the history, the account gets a record of its own with what it had before."""
    require(actor, "join.answer", membership.club)
    member = locked(membership.player)
    row = joined_by(member, membership.club)
    if row is None or member.user is None:
        raise ValidationError(_("No account was joined to this member here."), code="not_joined")
    row = locked(row)
    user, member.user = member.user, None
    member.version += 1
    member.save()
    record(actor=actor, act="player.separate", body=membership.club, target=member, reason=reason)
    own = make_player(actor=actor, body=None, display_name=member.display_name, privacy=member.privacy, user=user)
    move_back(row.moved, origin=member, to=own)
    row.reason, row.moved = reason, {}
    _answer(actor, row, JoinState.SEPARATED, act="join.separate")
    return own


def joined_by(player: Player, club: Club) -> JoinRequest | None:
    """The request by which the player's account was joined in this club; none where the account was theirs before."""
    rows = JoinRequest.objects.filter(player=player, club=club, state=JoinState.JOINED, user=player.user_id)
    return rows.order_by("-answered_at").first() if player.user_id else None


def _open(request: JoinRequest) -> JoinRequest:
    """The request under a lock; one that somebody has answered meanwhile is refused."""
    row = locked(request)
    if row.state != JoinState.OPEN:
        sentence = _("This request has been answered already: %(state)s.")
        raise Conflict(sentence % {"state": row.get_state_display()})
    return row


def _answer(actor: Actor, row: JoinRequest, state: JoinState, *, act: str) -> None:
    before = values(row, {"state"})
    row.state, row.answered_at, row.answered_by = state, actor.at, actor.user
    row.version += 1
    row.save()
    record(
        actor=actor, act=act, body=row.club, target=row, before=before, after=values(row, {"state", "user", "player"})
    )


def _refuse_unjoinable(member: Player) -> None:
    if member.erased_at:
        raise ValidationError(_("This player has been erased and cannot be filled in again."), code="erased")
    if member.user_id is not None:
        raise ValidationError(_("This member has an account already. Choose another member."), code="has_account")


def _absorb(own: Player, member: Player) -> dict[str, list[int]]:
    """Take over what the account's own record holds, and let that record go."""
    numbers = {row.federation_number for row in (own, member)} - {""}
    if len(numbers) > 1 and own.federation_id == member.federation_id:
        sentence = _("The two records have different federation numbers, so they are two people.")
        raise ValidationError(sentence, code="two_numbers")
    moved = move_history(origin=own, to=member)
    if not member.federation_number and own.federation_number:
        member.federation, member.federation_number = own.federation, own.federation_number
    member.privacy = min(member.privacy, own.privacy, key=lambda one: CLOSEST_FIRST.index(Privacy(one)))
    for name in ("languages", "given_name", "family_name", *Player.CONTACT):
        setattr(member, name, getattr(member, name) or getattr(own, name))
    member.needs_stationary_seat = member.needs_stationary_seat or own.needs_stationary_seat
    own.delete()
    return moved


def _own_record(actor: Actor, user: User) -> Player:
    player = Player.objects.filter(user=user).first()
    return player or make_player(actor=actor, body=None, display_name=user.email.partition("@")[0], user=user)
