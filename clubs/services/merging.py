"""Two records of one person become one, and two again. Which rows name which record does not change."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext as _

from clubs.models import Membership, Player, PlayerMerge, TwoPeople, User
from clubs.models.bodies import Body
from clubs.models.people import Privacy, show_like_the_kept
from clubs.selectors.merging import reasons_against_merging
from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import Conflict
from core.locks import lock, lock_all
from core.names import name_key
from core.permissions import require
from printing.services import forget_public_printouts

# The person's own wish is kept when two records become one: the closer of the two.
CLOSEST_FIRST = (Privacy.HIDDEN, Privacy.INITIALS, Privacy.FULL)
# What the kept record takes over where it has nothing of its own.
FILLED_IN = ("languages", "birth_year", "home_club_id", *Player.CONTACT)
# What a merged record loses to the kept one, or shows as the kept one does.
GIVEN_UP = ("user_id", "federation_id", "federation_number", "disputed_number", "merged_into_id", *Player.SHOWN)
CHANGED_IN_KEPT = (
    *("user_id", "federation_id", "federation_number", "disputed_number", "other_names"),
    *("privacy", "needs_stationary_seat", *FILLED_IN),
)


@transaction.atomic
def merge_players(
    *, actor: Actor, kept: Player, merged: Player, body: Body | None = None, reason: str = ""
) -> PlayerMerge:
    """One person stood in the records twice: from now on everything that names `merged` is `kept`'s.

    No row is rewritten but memberships: the account, the number and they go over, and all of it is noted for the way
    back. `body` is for which club or federation it is done.
    """
    kept, merged = _lock_both(kept, merged)
    require(actor, "player.merge", PlayerMerge(kept=kept, merged=merged))
    return join_records(actor=actor, kept=kept, merged=merged, body=body, reason=reason)


def join_records(*, actor: Actor, kept: Player, merged: Player, body: Body | None, reason: str = "") -> PlayerMerge:
    """For the services that have already asked whether they may; in their transaction."""
    kept, merged = _lock_both(kept, merged)
    reasons = reasons_against_merging(kept, merged)
    if reasons:
        raise ValidationError(reasons, code="two_people")
    merge = PlayerMerge(kept=kept, merged=merged, reason=reason.strip(), made_at=actor.at, made_by=actor.user)
    if body is not None:
        setattr(merge, body.kind, body)
    _put_together(merge)
    merge.save()
    forget_public_printouts()
    record(
        actor=actor,
        act="player.merge",
        body=body,
        target=kept,
        after={"merged": merged.pk, "memberships": merge.moved["memberships"], "user": merge.moved["user"]},
        reason=reason.strip(),
    )
    return merge


@transaction.atomic
def unmerge_players(*, actor: Actor, merge: PlayerMerge, reason: str = "") -> Player:
    """Take a merge back: both records are as they were, but for what was changed by hand since.

    What was written after the merge stays with the kept one. Later merges that build on this one are undone and done
    again, so that each gives back exactly what it took.
    """
    require(actor, "player.unmerge", merge)
    return part_records(actor=actor, merge=merge, reason=reason)


def part_records(*, actor: Actor, merge: PlayerMerge, reason: str = "") -> Player:
    """For the services that have already asked whether they may; in their transaction."""
    kept_now = Player.objects.get(pk=merge.kept_id).person
    records = lock_all(Player.objects.filter(pk__in=[kept_now.pk, *kept_now.merged.values_list("pk", flat=True)]))
    merge = lock(PlayerMerge.objects).get(pk=merge.pk)
    if merge.taken_back_at is not None:
        raise Conflict(_("This merge has been taken back already."))
    if any(player.erased_at for player in records):
        raise ValidationError(_("This person has been erased: nothing is left to be parted."), code="erased")
    later = list(
        PlayerMerge.objects.filter(
            merged__in=[player.pk for player in records], taken_back_at=None, pk__gt=merge.pk
        ).order_by("pk")
    )
    for each in reversed(later):
        _take_apart(each)
    _take_apart(merge)
    for each in later:
        _put_together(each)
        each.save(update_fields=["moved"])
    merge.taken_back_at, merge.taken_back_by = actor.at, actor.user
    merge.save(update_fields=["taken_back_at", "taken_back_by"])
    record(
        actor=actor,
        act="player.unmerge",
        body=merge.body,
        target=Player(pk=merge.kept_id),
        before={"merged": merge.merged_id},
        reason=reason.strip(),
    )
    return Player.objects.get(pk=merge.merged_id)


def _lock_both(kept: Player, merged: Player) -> tuple[Player, Player]:
    rows = {player.pk: player for player in lock_all(Player.objects.filter(pk__in=[kept.pk, merged.pk]))}
    return rows[kept.pk], rows[merged.pk]


def _put_together(merge: PlayerMerge) -> None:
    """Let the kept record stand for both, and note in `moved` what that changed."""
    kept, merged = Player.objects.get(pk=merge.kept_id), Player.objects.get(pk=merge.merged_id)
    before = {name: getattr(kept, name) for name in CHANGED_IN_KEPT}
    merged_before = {name: getattr(merged, name) for name in GIVEN_UP}
    earlier = list(merged.merged.order_by("pk").values_list("pk", flat=True))
    memberships = list(merged.memberships.order_by("pk").values_list("pk", flat=True))
    _fill_in(kept, merged)
    merged.user, merged.merged_into = None, kept
    merged.federation_number = merged.disputed_number = ""
    merged.version += 1
    merged.save()
    kept.version += 1
    kept.save()
    Player.objects.filter(pk__in=earlier).update(merged_into=kept)
    show_like_the_kept([kept])
    Membership.objects.filter(pk__in=memberships).update(player=kept)
    merge.moved = {
        "kept": {
            name: [_plain(before[name]), _plain(getattr(kept, name))]
            for name in CHANGED_IN_KEPT
            if before[name] != getattr(kept, name)
        },
        "merged": {name: _plain(value) for name, value in merged_before.items()},
        "memberships": memberships,
        "earlier": earlier,
        "user": merged_before["user_id"],
    }


def _fill_in(kept: Player, merged: Player) -> None:
    kept.user_id = kept.user_id or merged.user_id
    if not kept.federation_number and merged.federation_number:
        kept.federation_id, kept.federation_number = merged.federation_id, merged.federation_number
        kept.disputed_number = ""
    kept.privacy = min(kept.privacy, merged.privacy, key=lambda privacy: CLOSEST_FIRST.index(Privacy(privacy)))
    for name in FILLED_IN:
        setattr(kept, name, getattr(kept, name) or getattr(merged, name))
    kept.needs_stationary_seat = kept.needs_stationary_seat or merged.needs_stationary_seat
    known = {name_key(name) for name in (kept.display_name, *kept.other_names.split("\n"))}
    names = [merged.display_name, *merged.other_names.split("\n")]
    new = [name for name in names if name_key(name) and name_key(name) not in known]
    kept.other_names = "\n".join([*filter(None, [kept.other_names]), *dict.fromkeys(new)])[:300]


def _take_apart(merge: PlayerMerge) -> None:
    """Give both records back what `moved` notes; what was changed by hand since is left as it is."""
    kept, merged = Player.objects.get(pk=merge.kept_id), Player.objects.get(pk=merge.merged_id)
    for name, (before, after) in merge.moved["kept"].items():
        if _plain(getattr(kept, name)) == after:
            setattr(kept, name, before)
    kept.version += 1
    for name, value in merge.moved["merged"].items():
        setattr(merged, name, value)
    merged.erased_at = None
    # An account that was closed since has nobody to go back to.
    if merged.user_id and (kept.user_id == merged.user_id or not User.objects.filter(pk=merged.user_id).exists()):
        merged.user_id = None
    merged.version += 1
    try:
        with transaction.atomic():
            kept.save()
            merged.save()
            Player.objects.filter(pk__in=merge.moved["earlier"], merged_into=kept).update(merged_into=merged)
    except IntegrityError as error:
        sentence = _("The number of %(name)s belongs to somebody else by now. Take it away there first.")
        raise ValidationError(sentence % {"name": merged.display_name}, code="number_taken") from error
    show_like_the_kept([kept, merged])
    Membership.objects.filter(pk__in=merge.moved["memberships"], player=kept).update(player=merged)


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, str | int | bool | list) else value.isoformat()


# --- These two are not one ------------------------------------------------------------------------------------------
@transaction.atomic
def note_two_people(
    *, actor: Actor, one: Player, other: Player, body: Body | None = None, reason: str = ""
) -> TwoPeople:
    """Somebody has looked: they are two. Nobody is asked again."""
    require(actor, "player.merge", PlayerMerge(kept=one, merged=other))
    first, second = sorted((one, other), key=lambda player: player.pk)
    note, is_new = TwoPeople.objects.get_or_create(
        first=first, second=second, defaults={"said_at": actor.at, "said_by": actor.user, "reason": reason.strip()}
    )
    if is_new:
        record(actor=actor, act="player.two_people", body=body, target=first, after={"other": second.pk}, reason=reason)
    return note


@transaction.atomic
def forget_two_people(*, actor: Actor, one: Player, other: Player, body: Body | None = None) -> None:
    """The note was a mistake."""
    require(actor, "player.merge", PlayerMerge(kept=one, merged=other))
    first, second = sorted((one, other), key=lambda player: player.pk)
    deleted, _rows = TwoPeople.objects.filter(first=locked(first), second=second).delete()
    if deleted:
        record(actor=actor, act="player.two_people_not", body=body, target=first, before={"other": second.pk})
