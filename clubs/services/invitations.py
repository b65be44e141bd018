"""Members without an account are invited, and whoever has the invitation is the member."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, TimestampSigner
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import Club, Federation, MemberInvitation, Membership, Player
from clubs.selectors.members import MemberListQuery, MembershipStanding, club_members
from clubs.services.account_mail import ask_for_account_mail
from clubs.services.merging import join_records
from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Forbidden, field_error
from core.locks import lock
from core.permissions import require
from core.qr import full_address

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
LENGTH = 16
DAYS = 60
# For so long the message with which somebody shows that a number is theirs can be used.
CHECK_DAYS = 7
SIGNED_FOR = "clubs.number-check"


@dataclass(frozen=True)
class Invitation:
    """An invitation with its code, which is known only while it is made."""

    row: MemberInvitation
    code: str

    @property
    def path(self) -> str:
        return reverse("invitation", kwargs={"code": self.code})

    @property
    def address(self) -> str:
        return full_address(self.path)


@transaction.atomic
def invite_member(*, actor: Actor, membership: Membership, by_mail: bool) -> Invitation:
    """A code for one member, sent to the address that the club holds, or to be printed and handed over.

    An invitation that was made before stops working.
    """
    require(actor, "join.answer", membership.club)
    player = locked(membership.player)
    require(actor, "player.join", player)
    if player.user_id or player.erased_at:
        raise ValidationError(_("This member has an account already."), code="has_account")
    if by_mail and not player.email:
        raise ValidationError(_("The club has no address of this member. Write it down first, or print the code."))
    MemberInvitation.objects.filter(membership=membership, used_at=None, withdrawn_at=None).update(
        withdrawn_at=actor.at
    )
    code = "".join(secrets.choice(LETTERS) for _place in range(LENGTH))
    row = MemberInvitation.objects.create(
        membership=membership,
        digest=_digest(code),
        sent_to=player.email if by_mail else "",
        made_at=actor.at,
        made_by=actor.user,
        expires_at=actor.at + timedelta(days=DAYS),
    )
    record(actor=actor, act="member.invite", body=membership.club, target=membership, after={"by_mail": by_mail})
    invitation = Invitation(row, code)
    if by_mail:
        ask_for_account_mail(_invitation_mail(invitation, membership))
    return invitation


@transaction.atomic
def invite_all(*, actor: Actor, club: Club, by_mail: bool) -> list[Invitation]:
    """Every member who has no account: by mail those with an address; to be printed those whom no mail reaches."""
    require(actor, "join.answer", club)
    query = MemberListQuery(standing=MembershipStanding.CURRENT)
    members = club_members(club, day=club.day(actor.at), query=query).filter(player__user=None, player__erased_at=None)
    members = members.exclude(player__email="") if by_mail else members.filter(player__email="")
    return [invite_member(actor=actor, membership=membership, by_mail=by_mail) for membership in members]


def open_invitation(actor: Actor, code: str) -> MemberInvitation | None:
    """The invitation of this code, while it can be used."""
    rows = MemberInvitation.objects.select_related("membership__player", "membership__club__federation")
    row = rows.filter(digest=_digest(code)).first()
    return row if row is not None and row.is_open(actor.at) else None


@transaction.atomic
def accept_invitation(*, actor: Actor, code: str) -> Player:
    """That is me: the account gets the member's record, and what the account's own record held comes along."""
    if actor.user is None or actor.token is not None:
        raise Forbidden
    row = lock(MemberInvitation.objects).filter(digest=_digest(code)).first()
    if row is None or not row.is_open(actor.at):
        raise ValidationError(_("This invitation has been used or is too old. Ask the club for another one."))
    membership = Membership.objects.select_related("club", "player").get(pk=row.membership_id)
    row.merge_id = _give_record(actor, membership.player, membership.club)
    row.used_at = actor.at
    row.save(update_fields=["merge", "used_at"])
    return Player.objects.get(pk=membership.player_id)


# --- By number ------------------------------------------------------------------------------------------------------
def ask_by_number(*, actor: Actor, federation: Federation, number: str) -> None:
    """Send a message to the address that is held of whoever has this number; the answer is the same if nobody has.

    Whoever opens the link in it, signed in with the account that asked, is that person.
    """
    if actor.user is None or actor.token is not None:
        raise Forbidden
    if not number.strip():
        raise field_error("number", _("Write your federation number."), "required")
    known = Player.objects.findable().filter(federation=federation, federation_number__iexact=number.strip())
    player = known.filter(user=None).exclude(email="").first()
    if player is None:
        return
    signed = TimestampSigner(salt=SIGNED_FOR).sign(f"{actor.user.pk}:{player.pk}:{player.version}")
    address = full_address(reverse("number-check", kwargs={"signed": signed}))
    text = _(
        "Somebody with the account %(account)s says that federation number %(number)s is theirs.\n\n"
        "If that is you, open this address while you are signed in with that account; then everything that you have"
        " played is yours to see:\n\n%(address)s\n\nIf it is not you, do nothing."
    )
    gaps = {"account": actor.user.email, "number": player.federation_number, "address": address}
    ask_for_account_mail(EmailMessage(_("Is this you?"), text % gaps, to=[player.email]))
    with transaction.atomic():
        record(actor=actor, act="player.number_check", body=None, target=player)


@transaction.atomic
def confirm_number(*, actor: Actor, signed: str) -> Player:
    """The message has arrived where it was sent: the account and the record are one person."""
    player_id, version = _read_check(actor, signed)
    player = lock(Player.objects).filter(pk=player_id, version=version, user=None).first()
    if player is None:
        raise ValidationError(_("This link has been used, or the record has changed since. Ask for another one."))
    _give_record(actor, player, None)
    return Player.objects.get(pk=player.pk)


def _read_check(actor: Actor, signed: str) -> tuple[int, int]:
    try:
        said = TimestampSigner(salt=SIGNED_FOR).unsign(signed, max_age=timedelta(days=CHECK_DAYS))
    except BadSignature as error:
        raise ValidationError(_("This link is too old or not whole. Ask for another one.")) from error
    user_id, player_id, version = (int(part) for part in said.split(":"))
    if actor.user_id != user_id or actor.token is not None:
        raise Forbidden(_("Sign in with the account that asked for this check."))
    return player_id, version


def _give_record(actor: Actor, player: Player, club: Club | None) -> int | None:
    """The account's record is merged into this one; gives the merge's id, if there was anything to merge."""
    assert actor.user is not None
    own = Player.objects.filter(user=actor.user).first()
    if own is not None:
        return join_records(actor=actor, kept=player, merged=own, body=club).pk
    Player.objects.filter(pk=player.pk).update(user=actor.user, version=F("version") + 1)
    record(actor=actor, act="player.join", body=club, target=player)
    return None


def _digest(code: str) -> str:
    return sha256(f"{settings.SECRET_KEY}:{code.strip().upper()}".encode()).hexdigest()


def _invitation_mail(invitation: Invitation, membership: Membership) -> EmailMessage:
    text = _(
        "%(name)s, %(club)s invites you to see what you play.\n\n"
        "Open this address, sign up or sign in, and say that it is you. It works once, for %(days)s days:\n\n"
        "%(address)s\n\nIf you do not want an account, do nothing."
    )
    gaps = {
        "name": membership.player.display_name,
        "club": membership.club.name,
        "days": DAYS,
        "address": invitation.address,
    }
    subject = _("Your results at %(club)s") % {"club": membership.club.name}
    return EmailMessage(subject, text % gaps, to=[membership.player.email])
