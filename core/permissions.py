"""Who may do what. Every act has one rule; services, views, API and admin all ask here.

A rule's name is `area.act`. A token needs the scope `read` for `*.view` and the area's own scope for the rest. The
applications add the rules of their areas.
"""

from __future__ import annotations

from collections.abc import Mapping
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
SCOPE_OF_AREA |= {"join": "membership", "official": "event", "correction": "event", "match": "event"}
SCOPE_CHOICES = list(SCOPES.items())


def add_rules(rule_by_act: Mapping[str, Any]) -> None:
    """Add the rule of each act."""
    for act, predicate in rule_by_act.items():
        rules.add_rule(act, predicate)


def permission_scope(act: str) -> str:
    area, _dot, verb = act.partition(".")
    if verb == "view":
        return "read"
    return SCOPE_OF_AREA.get(area, area)


def may(actor: Actor, act: str, obj: Model | None = None) -> bool:
    """Whether `actor` may do `act` on `obj`. The system may do everything; a stranger only what is open to all."""
    if actor.is_system:
        return True
    if actor.user is not None and actor.user.is_superuser and actor.token is None:
        return True
    return actor.may_use(permission_scope(act)) and rules.test_rule(act, actor, obj)


def require(actor: Actor, act: str, obj: Model | None = None) -> None:
    if not may(actor, act, obj):
        raise Forbidden(None if actor.may_use(permission_scope(act)) else _lacking(permission_scope(act)))


def _lacking(scope: str) -> str:
    sentence = gettext("This token lacks the scope “%(scope)s”. Make a token that has it.")
    return sentence % {"scope": scope}
