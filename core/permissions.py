"""Who may do what. Every act has one rule; services, views, API and admin all ask here.

A rule's name is `area.act`. A token needs the scope `read` for `*.view` and the area's own scope for the rest. The
applications add the rules of their areas.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import rules
from django.db.models import Model
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.actors import Actor
from core.errors import Forbidden

SCOPES = {
    "read": _("Read what you can read"),
    "club": _("Change clubs and federations"),
    "membership": _("Add and change memberships"),
    "player": _("Change players"),
    "role": _("Grant and revoke roles"),
    "regulation": _("Lay down regulations"),
    "job": _("Ask for jobs and retry them"),
    "event": _("Set up events, take entries, seat and run sessions"),
    "deal": _("Deal boards, import them and open their seals"),
    "report": _("Read and keep the recorder’s file"),
}
# Areas that have no scope of their own.
SCOPE_OF_AREA = {"federation": "club", "session": "event", "entry": "event", "money": "event", "lineup": "event"}
SCOPE_OF_AREA |= {"import": "event", "webhook": "club"}
SCOPE_OF_AREA |= {"renewal": "membership", "group_mail": "membership", "notice": "player"}
SCOPE_OF_AREA |= {"undelivered": "membership", "licence": "club"}
SCOPE_OF_AREA |= {"join": "membership", "official": "event", "correction": "event", "match": "event"}
SCOPE_OF_AREA |= {"duplicate": "player", "register": "player"}
SCOPE_CHOICES = list(SCOPES.items())


# Who is kept from an act by what they have to do with it, whatever office or power they have.
CONFLICTS = rules.RuleSet()
# Acts that belong to a person who is named for them: running the installation does not stand in for that.
PERSONAL_ACTS: set[str] = set()


def add_rules(
    rule_by_act: Mapping[str, Any], *, conflicts: Mapping[str, Any] | None = None, personal: Iterable[str] = ()
) -> None:
    """Add the rule of each act, who is kept from it by a conflict, and which acts are a named person's own."""
    for act, predicate in rule_by_act.items():
        rules.add_rule(act, predicate)
    for act, predicate in (conflicts or {}).items():
        CONFLICTS.add_rule(act, predicate)
    PERSONAL_ACTS.update(personal)


def permission_scope(act: str) -> str:
    area, _dot, verb = act.partition(".")
    if verb == "view":
        return "read"
    return SCOPE_OF_AREA.get(area, area)


def may(actor: Actor, act: str, obj: Model | None = None) -> bool:
    """Whether `actor` may do `act` on `obj`. The system may do everything; a stranger only what is open to all."""
    return actor.may_use(permission_scope(act)) and is_allowed(actor, act, obj)


def is_allowed(actor: Actor, act: str, obj: Model | None = None) -> bool:
    """Whether the rules let this person act, leaving a token's scopes aside. A conflict binds operators too."""
    if actor.is_system:
        return True
    if CONFLICTS.rule_exists(act) and CONFLICTS.test_rule(act, actor, obj):
        return False
    if runs_the_installation(actor) and act not in PERSONAL_ACTS:
        return True
    return bool(rules.test_rule(act, actor, obj))


def runs_the_installation(actor: Actor) -> bool:
    """An operator who is signed in personally: a token of theirs has no more than their roles give."""
    return actor.user is not None and actor.user.is_superuser and actor.token is None


def require(actor: Actor, act: str, obj: Model | None = None) -> None:
    if not may(actor, act, obj):
        raise Forbidden(None if actor.may_use(permission_scope(act)) else _lacking(permission_scope(act)))


def _lacking(scope: str) -> str:
    sentence = gettext("This token lacks the scope “%(scope)s”. Make a token that has it.")
    return sentence % {"scope": scope}
