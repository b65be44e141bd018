"""The rules for clubs, people, roles and regulations."""

from __future__ import annotations

from typing import Any

import rules

from clubs.models import ApiToken, Club, Federation, Membership, Player, PlayerMerge, Role, RoleGrant, User
from clubs.selectors.merging import known_at
from core.actors import Actor
from core.permissions import add_rules

OFFICIALS = (
    Role.SECRETARY,
    Role.DIRECTOR,
    Role.SCORER,
    Role.APPEALS_CHAIR,
    Role.APPEALS_MEMBER,
    Role.RECORDER,
)


def governing_body(obj: Any) -> Federation | Club | None:
    """The federation or club that an object stands on."""
    if isinstance(obj, Federation | Club):
        return obj
    return getattr(obj, "body", None) or getattr(obj, "club", None)


@rules.predicate
def is_signed_in(actor: Actor) -> bool:
    return actor.user is not None or actor.is_system


@rules.predicate
def is_officer_over(actor: Actor, obj: Any) -> bool:
    """An officer of this federation or of one above it; for a club, of any federation that it stands under."""
    body = governing_body(obj)
    if body is None:
        return False
    reach = set(body.line)
    return any(grant.role == Role.OFFICER and grant.federation_id in reach for grant in actor.grants)


@rules.predicate
def is_secretary(actor: Actor, obj: Any) -> bool:
    body = governing_body(obj)
    return isinstance(body, Club) and actor.holds([Role.SECRETARY], body)


@rules.predicate
def is_official(actor: Actor, obj: Any) -> bool:
    body = governing_body(obj)
    return body is not None and actor.holds(OFFICIALS, body)


@rules.predicate
def is_recorder(actor: Actor, obj: Any) -> bool:
    body = governing_body(obj)
    return body is not None and actor.holds([Role.RECORDER], body)


@rules.predicate
def is_member(actor: Actor, obj: Any) -> bool:
    body = governing_body(obj)
    return isinstance(body, Club) and body.pk in actor.member_of


@rules.predicate
def is_own_player(actor: Actor, player: Any) -> bool:
    return isinstance(player, Player) and actor.player is not None and actor.player.pk == player.pk


@rules.predicate
def has_kept_membership_record(actor: Actor, player: Any) -> bool:
    """A secretary or officer of a club that the player belongs to, or has belonged to."""
    if not isinstance(player, Player):
        return False
    memberships = Membership.objects.filter(player=player).select_related("club__federation")
    return any(runs(actor, membership.club) for membership in memberships)


@rules.predicate
def keeps_membership_record(actor: Actor, player: Any) -> bool:
    """A secretary or officer of a club that the player belongs to, or will; a former one changes nothing any more."""
    if not isinstance(player, Player):
        return False
    rows = Membership.objects.filter(player=player).select_related("club__federation")
    return any(not row.is_over(row.club.day(actor.at)) and runs(actor, row.club) for row in rows)


@rules.predicate
def runs_where_both_are_known(actor: Actor, merge: Any) -> bool:
    """Every club where the merged one is known, and one where the kept one is, are this person's to run."""
    if not isinstance(merge, PlayerMerge):
        return False
    known = known_at([merge.kept, merge.merged])
    clubs = Club.objects.select_related("federation").in_bulk(known[merge.kept_id] | known[merge.merged_id])
    run = {pk for pk, club in clubs.items() if runs(actor, club)}
    kept_at, merged_at = known[merge.kept_id], known[merge.merged_id]
    if not merged_at or not merged_at <= run:
        return False
    # An account, a number, an address: what the kept one takes over is for all clubs that know them to say.
    return kept_at <= run if merge.merged.has_what_is_taken_over else bool(run & kept_at)


@rules.predicate
def runs_wherever_known(actor: Actor, player: Any) -> bool:
    """Every club where the player was a member or has played is this person's to run."""
    if not isinstance(player, Player):
        return False
    clubs = Club.objects.select_related("federation").in_bulk(known_at([player])[player.pk])
    return bool(clubs) and all(runs(actor, club) for club in clubs.values())


@rules.predicate
def is_about_oneself(actor: Actor, merge: Any) -> bool:
    return isinstance(merge, PlayerMerge) and (is_own_player(actor, merge.kept) or is_own_player(actor, merge.merged))


@rules.predicate
def owns_token(actor: Actor, token: Any) -> bool:
    return isinstance(token, ApiToken) and token.user_id == actor.user_id and actor.token is None


@rules.predicate
def signs_in_personally(actor: Actor) -> bool:
    """A person, not a program: keys are not made with keys."""
    return actor.user is not None and actor.token is None


@rules.predicate
def may_give(actor: Actor, grant: Any) -> bool:
    """Officers come from an officer of that federation or above; club roles also from the club's secretary."""
    return isinstance(grant, RoleGrant) and (
        is_officer_over(actor, grant) or (grant.role != Role.OFFICER and is_secretary(actor, grant))
    )


@rules.predicate
def could_give_their_offices(actor: Actor, user: Any) -> bool:
    """Whoever takes over this account gains nothing that the actor could not give anyway."""
    if not isinstance(user, User) or user.is_staff or user.is_superuser:
        return False
    grants = user.role_grants.open().select_related("federation", "club__federation")
    return all(may_give(actor, grant) for grant in grants)


@rules.predicate
def keeps_their_player(actor: Actor, user: Any) -> bool:
    return keeps_membership_record(actor, getattr(user, "player", None))


@rules.predicate
def is_a_newcomer(actor: Actor, user: Any) -> bool:
    """Somebody who belongs to no club yet, and has no office."""
    player = getattr(user, "player", None)
    belongs = player is not None and Membership.objects.filter(player=player).exists()
    return isinstance(user, User) and not belongs and not user.role_grants.open().exists()


@rules.predicate
def holds_an_office(actor: Actor, user: Any) -> bool:
    return isinstance(user, User) and user.role_grants.open().exists()


@rules.predicate
def is_own_account(actor: Actor, user: Any) -> bool:
    return isinstance(user, User) and actor.user_id == user.pk


runs = is_secretary | is_officer_over

RULES = {
    "club.view": rules.always_allow,
    "club.change": runs,
    "club.add": is_officer_over,
    "federation.view": rules.always_allow,
    "federation.change": is_officer_over,
    "federation.add": is_officer_over,
    "membership.view": runs | is_official,
    "membership.add": runs,
    "membership.change": runs,
    # A newcomer says that they are a member; the club's secretary answers.
    "join.ask": signs_in_personally,
    "join.withdraw": signs_in_personally,
    "join.answer": runs,
    # One-time links that are handed to somebody, for a club's member or, to be confirmed, for a newcomer.
    "account.confirm": could_give_their_offices & (keeps_their_player | is_a_newcomer),
    "account.password": could_give_their_offices & keeps_their_player,
    # A lost phone on a club night: whoever could give somebody all their offices lets them in by the password alone.
    "account.second_step": could_give_their_offices & (keeps_their_player | holds_an_office),
    # For whoever runs the installation, who may do everything.
    "server.mail": rules.always_deny,
    "player.view": is_own_player | has_kept_membership_record,
    "player.change": is_own_player | keeps_membership_record,
    # A number says who somebody is in the federation's books: nobody writes their own.
    "player.number": keeps_membership_record,
    "player.erase": is_own_player,
    "duplicate.view": runs,
    "register.view": is_officer_over,
    "register.keep": is_officer_over,
    "player.merge": runs_where_both_are_known,
    # Whoever says which account a record belongs to: the club whose member it is now, or all clubs that know it.
    "player.join": keeps_membership_record | runs_wherever_known,
    # By whoever runs the club or federation for which it was done.
    "player.unmerge": runs,
    "role.view": runs | is_official,
    "role.grant": may_give,
    "role.revoke": may_give,
    "regulation.view": rules.always_allow,
    "regulation.set": runs,
    "audit.view": runs | is_recorder,
    # Words that should not have been written: for whoever runs the installation, on request.
    "audit.erase": rules.always_deny,
    "job.view": runs,
    "job.ask": runs | is_recorder,
    "job.retry": runs,
    # Accounts are made by their owners; for others only whoever runs the installation does it.
    "user.add": rules.always_deny,
    "user.change": rules.always_deny,
    "token.make": signs_in_personally,
    "token.revoke": owns_token,
}
# Another officer of the club writes it; running the installation alone gives no right to the own one.
CONFLICTS = {
    "player.number": is_own_player & ~keeps_membership_record,
    # Somebody else says that one’s own record and another are one person.
    "player.merge": is_about_oneself,
    # The second step is there against whoever has only the password.
    "account.second_step": is_own_account,
}
add_rules(RULES, conflicts=CONFLICTS)
