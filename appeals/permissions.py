"""Who may do what with an appeal. What the Laws require of the case itself, `appeals.gates` sees to."""

from __future__ import annotations

from typing import Any

import rules
from django.db.models import QuerySet

from appeals.models import Appeal, BodyMember, Case
from appeals.models.bodies import SITTING, MemberRole, MemberState
from appeals.selectors.deadlines import rules_for
from appeals.selectors.in_charge import hearing_users, in_charge_users
from appeals.selectors.parties import party_in_case
from clubs.models import Club, Role
from clubs.permissions import governing_body, is_officer_over, is_recorder, is_secretary, is_signed_in
from core.actors import Actor
from core.permissions import SCOPE_OF_AREA, add_rules
from events.permissions import is_director_of
from rulings.permissions import is_named_director


@rules.predicate
def is_party(actor: Actor, obj: Any) -> bool:
    """On either side of an appeal, or of the one that a case of the casebook tells of."""
    appeal = obj.appeal if isinstance(obj, Case) else obj
    return isinstance(appeal, Appeal) and bool(party_in_case(actor.player, appeal))


def _seats(actor: Actor, obj: Any) -> QuerySet[BodyMember]:
    """This person's seats on the body that hears the case, be it made for the one it is heard together with."""
    if not isinstance(obj, Appeal) or actor.user is None:
        return BodyMember.objects.none()
    return BodyMember.objects.filter(body__appeal=obj.heard_with_id or obj.pk, user=actor.user)


@rules.predicate
def is_on_body(actor: Actor, obj: Any) -> bool:
    """Invited to hear this very case, or hearing it."""
    return _seats(actor, obj).filter(state__in=SITTING).exists()


@rules.predicate
def has_accepted(actor: Actor, obj: Any) -> bool:
    return _seats(actor, obj).filter(state=MemberState.ACCEPTED).exists()


@rules.predicate
def has_the_chair(actor: Actor, obj: Any) -> bool:
    return _seats(actor, obj).filter(state=MemberState.ACCEPTED, role=MemberRole.CHAIR).exists()


@rules.predicate
def is_in_charge(actor: Actor, obj: Any) -> bool:
    """Acts as the director in charge: rules on the law, answers a recommendation (Laws 93B1, 93B3)."""
    return isinstance(obj, Appeal) and actor.user_id in in_charge_users(obj, actor.at)


@rules.predicate
def hears_for_a_committee(actor: Actor, obj: Any) -> bool:
    """Hears the case where no committee can (Law 93A)."""
    return isinstance(obj, Appeal) and actor.user_id in hearing_users(obj, actor.at)


@rules.predicate
def is_appeals_chair(actor: Actor, obj: Any) -> bool:
    body = governing_body(obj)
    return body is not None and actor.holds([Role.APPEALS_CHAIR], body)


@rules.predicate
def is_federation_chair(actor: Actor, obj: Any) -> bool:
    """The appeals chair of a federation that the club stands under."""
    body = governing_body(obj)
    if not isinstance(body, Club):
        return False
    reach = set(body.federation.line)
    return any(grant.role == Role.APPEALS_CHAIR and grant.federation_id in reach for grant in actor.grants)


@rules.predicate
def may_be_seen_above(actor: Actor, obj: Any) -> bool:
    """What the regulation gives the federation to see."""
    if not isinstance(obj, Appeal):
        return True
    sees = rules_for(obj.club).federation_sees
    if sees == "all" or obj.further.exists():
        return True
    return sees == "decided" and obj.decided_at is not None


above = (is_officer_over | is_federation_chair) & may_be_seen_above
# Those who direct the session; the federation above has its own way in.
directs_here = is_director_of | is_named_director
# Hands a deposit back and says so; the club's cash box is its secretary's too.
holds_money = directs_here | is_secretary | is_officer_over
composes = is_appeals_chair | is_secretary | is_officer_over
edits = is_recorder | is_appeals_chair | is_secretary | is_officer_over

RULES = {
    # That it was their table, the gates see to.
    "appeal.request": is_signed_in,
    "appeal.view": is_party | is_on_body | directs_here | is_appeals_chair | is_secretary | above,
    # Everything about it: votes, members, remarks.
    "appeal.inside": is_on_body | is_appeals_chair | is_secretary | above,
    "appeal.direct": directs_here,
    "appeal.money": holds_money,
    "appeal.lead": directs_here & is_in_charge,
    "appeal.alone": directs_here & hears_for_a_committee,
    "appeal.compose": composes,
    "appeal.sit": has_accepted,
    "appeal.hear": has_the_chair,
    "appeal.finally": is_officer_over | is_federation_chair,
    "appeal.register": is_secretary | is_director_of | is_appeals_chair | is_recorder | is_officer_over,
    "appeal.note": is_secretary | is_appeals_chair | is_recorder | is_officer_over,
    "appeal.pool": is_secretary | is_appeals_chair | is_officer_over,
    "case.edit": edits,
}
# Nobody is a judge, a clerk or a chronicler in their own cause.
NOT_FOR_PARTIES = ("inside", "direct", "money", "lead", "alone", "compose", "sit", "hear", "finally", "note")
CONFLICTS = {f"appeal.{act}": is_party for act in NOT_FOR_PARTIES} | {"case.edit": is_party}
# A seat is a person's, and so is the charge of a session: nobody hears a case who was not named for it.
PERSONAL = ("appeal.lead", "appeal.alone", "appeal.sit", "appeal.hear")
add_rules(RULES, conflicts=CONFLICTS, personal=PERSONAL)
SCOPE_OF_AREA |= {"appeal": "event", "case": "event"}
