"""The recorder's file and earlier rulings: who files, who reads, who keeps. Other clubs have no way into the file."""

from __future__ import annotations

from typing import Any

import rules

from clubs.models import Club, Role
from clubs.permissions import OFFICIALS, governing_body, is_officer_over, is_recorder
from clubs.regulations import effective
from core.actors import Actor
from core.permissions import add_rules
from events.permissions import is_director_of
from rulings.models import Report
from rulings.permissions import is_named_director


@rules.predicate
def filed_it(actor: Actor, obj: Any) -> bool:
    return isinstance(obj, Report) and actor.user is not None and obj.filed_by_id == actor.user_id


@rules.predicate
def is_subject(actor: Actor, obj: Any) -> bool:
    """Nobody keeps the file on themselves, whatever office they hold."""
    if not isinstance(obj, Report) or actor.player is None:
        return False
    return obj.subjects.filter(player=actor.player).exists()


@rules.predicate
def officers_read(actor: Actor, obj: Any) -> bool:
    """An officer over the club, where the regulation lets officers read its file."""
    body = governing_body(obj)
    if not is_officer_over(actor, obj):
        return False
    return not isinstance(body, Club) or bool(effective(key="records.officers", body=body).value)


@rules.predicate
def rules_somewhere(actor: Actor, obj: Any) -> bool:
    """Holds an office in some club or federation: whoever rules or reviews rulings looks up earlier ones."""
    return any(grant.role in (*OFFICIALS, Role.OFFICER) for grant in actor.grants)


keeps_the_file = is_recorder | officers_read

RULES = {
    # Asked of a club, or of one of its sessions: who directs only that one files what happened there.
    "report.file": is_director_of | keeps_the_file | is_named_director,
    # One report: whoever filed it, too.
    "report.read": keeps_the_file | filed_it,
    # The whole file of a club: search it, classify, add notes, remove.
    "report.keep": keeps_the_file,
    "precedent.view": rules_somewhere,
}
CONFLICTS = {"report.read": is_subject & ~filed_it, "report.keep": is_subject}
add_rules(RULES, conflicts=CONFLICTS)
