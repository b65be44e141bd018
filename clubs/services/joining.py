"""Joining an account to a member: the newcomer asks, the secretary answers, the member's history is theirs."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext as _

from clubs.models import Club, JoinRequest, Membership, Player, User
from clubs.models.joining import JoinState
from clubs.selectors.joining import club_visitors
from clubs.services.histories import move_back
from clubs.services.memberships import add_membership, lock_member_list
from clubs.services.merging import join_records, part_records
from clubs.services.players import make_player
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import locked, reject_unknown_fields
from core.errors import Conflict, Forbidden, field_error
from core.locks import lock
from core.permissions import require

FIELDS = {"number", "federation_number", "played_as", "note"}


@transaction.atomic
def ask_to_join(*, actor: Actor, club: Club, **fields: Any) -> JoinRequest:
    """Say that one is a member of this club. While a request waits, asking again changes what it says."""
    require(actor, "join.ask", club)
    reject_unknown_fields(fields, FIELDS)
    assert actor.user is not None, "the rule lets only people ask"
    if club.pk in actor.member_of:
        raise ValidationError(_("You are a member of this club already."), code="member")
    waiting = lock(JoinRequest.objects).filter(user=actor.user, club=club, state=JoinState.OPEN).first()
    request = waiting or JoinRequest(user=actor.user, club=club)
    request.asked_at = actor.at
    for name, value in fields.items():
        setattr(request, name, value)
    request.version += 1 if waiting else 0
    request.full_clean(validate_constraints=False)
    try:
        with transaction.atomic():
            request.save()
    except IntegrityError as error:  # asked at the same moment from another tab
        raise Conflict from error
    record(actor=actor, act="join.ask", body=club, target=request, after=values(request, FIELDS | {"user"}))
    return request


@transaction.atomic
def withdraw_join_request(*, actor: Actor, request: JoinRequest) -> JoinRequest:
    """Taken back by whoever asked; a request that was answered stays as it is."""
    require(actor, "join.withdraw", request.club)
    if actor.user_id != request.user_id:
        raise Forbidden
    locked_request = locked(request)
    if locked_request.state == JoinState.OPEN:
        _answer(actor, locked_request, JoinState.WITHDRAWN, act="join.withdraw")
    return locked_request


@transaction.atomic
def join_to_member(*, actor: Actor, request: JoinRequest, membership: Membership) -> Player:
    """The account gets the member's record with all its history; what its own record held comes over to it."""
    require(actor, "join.answer", request.club)
    if membership.club_id != request.club_id:
        raise Forbidden
    lock_member_list(request.club)
    open_request = _lock_open(request)
    member = locked(membership.player)
    _refuse_unjoinable(member)
    require(actor, "player.join", member)
    own_player = lock(Player.objects).filter(user=open_request.user_id).first()
    if own_player is None:
        member.user = open_request.user
        member.version += 1
        member.save()
    else:
        open_request.merge = join_records(actor=actor, kept=member, merged=own_player, body=request.club)
        member.refresh_from_db()
    open_request.player = member
    record(actor=actor, act="player.join", body=request.club, target=member, after=values(member, {"user"}))
    _answer(actor, open_request, JoinState.JOINED, act="join.accept")
    return member


@transaction.atomic
def join_to_visitor(*, actor: Actor, request: JoinRequest, visitor: Player) -> Player:
    """What was played here as a visitor is the account's from now on; no membership comes of it."""
    require(actor, "join.answer", request.club)
    open_request = _lock_open(request)
    if not club_visitors(request.club).filter(pk=visitor.pk, user=None).exists():
        raise Forbidden
    require(actor, "player.join", visitor)
    own_player = _player_of_account(actor, open_request.user)
    open_request.merge = join_records(actor=actor, kept=own_player, merged=visitor, body=request.club)
    open_request.player = own_player
    _answer(actor, open_request, JoinState.JOINED, act="join.accept")
    return Player.objects.get(pk=own_player.pk)


@transaction.atomic
def accept_as_new_member(*, actor: Actor, request: JoinRequest, number: str = "") -> Membership:
    """Somebody who is not in the list yet becomes a member from today, with the record their account has."""
    require(actor, "join.answer", request.club)
    lock_member_list(request.club)
    open_request = _lock_open(request)
    player = _player_of_account(actor, open_request.user)
    starts = request.club.day(actor.at)
    membership = add_membership(actor=actor, club=request.club, player=player, starts=starts, number=number)
    open_request.player = player
    _answer(actor, open_request, JoinState.ADDED, act="join.accept")
    return membership


@transaction.atomic
def decline_join_request(*, actor: Actor, request: JoinRequest, reason: str) -> JoinRequest:
    """No; the newcomer reads why."""
    require(actor, "join.answer", request.club)
    if not reason.strip():
        sentence = _("Say why, so that the person knows what to do.")
        raise field_error("reason", sentence, "required")
    open_request = _lock_open(request)
    open_request.reason = reason.strip()
    _answer(actor, open_request, JoinState.DECLINED, act="join.decline")
    return open_request


@transaction.atomic
def separate_from_account(*, actor: Actor, membership: Membership, reason: str = "") -> Player:
    """Undo a joining: the member keeps the history, the account gets a record of its own with what it had before."""
    require(actor, "join.answer", membership.club)
    member = locked(membership.player)
    join_request = joined_by(member, membership.club)
    if join_request is None or member.user is None:
        raise ValidationError(_("No account was joined to this member here."), code="not_joined")
    join_request = locked(join_request)
    user = member.user
    if join_request.merge is not None and join_request.merge.taken_back_at is None:
        own_player = part_records(actor=actor, merge=join_request.merge, reason=reason)
    else:
        own_player = _give_own_record(actor, member, user, join_request)
    record(actor=actor, act="player.separate", body=membership.club, target=member, reason=reason)
    join_request.reason, join_request.moved = reason, {}
    _answer(actor, join_request, JoinState.SEPARATED, act="join.separate")
    return own_player


def _give_own_record(actor: Actor, member: Player, user: User, join_request: JoinRequest) -> Player:
    """The account had no record of its own, or gave its rows away before records were merged."""
    member.user = None
    member.version += 1
    member.save()
    own_player = make_player(
        actor=actor, body=None, display_name=member.display_name, privacy=member.privacy, user=user
    )
    move_back(join_request.moved, origin=member, to=own_player)
    return own_player


def joined_by(player: Player, club: Club) -> JoinRequest | None:
    """The request by which the player's account was joined in this club; none where the account was theirs before."""
    rows = JoinRequest.objects.filter(player=player, club=club, state=JoinState.JOINED, user=player.user_id)
    return rows.order_by("-answered_at").first() if player.user_id else None


def _lock_open(request: JoinRequest) -> JoinRequest:
    """The request under a lock; one that somebody has answered meanwhile is refused."""
    locked_request = locked(request)
    if locked_request.state != JoinState.OPEN:
        sentence = _("This request has been answered already: %(state)s.")
        raise Conflict(sentence % {"state": locked_request.get_state_display()})
    return locked_request


def _answer(actor: Actor, request: JoinRequest, state: JoinState, *, act: str) -> None:
    before = values(request, {"state"})
    request.state, request.answered_at, request.answered_by = state, actor.at, actor.user
    request.version += 1
    request.save()
    after = values(request, {"state", "user", "player"})
    record(actor=actor, act=act, body=request.club, target=request, before=before, after=after)


def _refuse_unjoinable(member: Player) -> None:
    if member.erased_at:
        raise ValidationError(_("This player has been erased and cannot be filled in again."), code="erased")
    if member.user_id is not None:
        raise ValidationError(_("This member has an account already. Choose another member."), code="has_account")


def _player_of_account(actor: Actor, user: User) -> Player:
    player = Player.objects.filter(user=user).first()
    return player or make_player(actor=actor, body=None, display_name=user.email.partition("@")[0], user=user)
