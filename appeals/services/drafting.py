"""What whoever decides has written so far is kept, complete or not."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from appeals.models import Appeal, DecisionDraft
from appeals.services.base import lock_case
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import Conflict
from core.locks import lock
from core.permissions import may, require

# More than a form can hold.
LONGEST = 6000


@transaction.atomic
def save_draft(*, actor: Actor, appeal: Appeal, fields: Mapping[str, str], version: int | None = None) -> DecisionDraft:
    """`version` is that of the draft that was seen, 0 for none yet; a newer one is not written over."""
    case = lock_case(appeal)
    if not may(actor, "appeal.hear", case) and not may(actor, "appeal.alone", case):
        require(actor, "appeal.finally", case)
    draft = lock(DecisionDraft.objects).filter(appeal=case).first()
    if version is not None and version != (draft.version if draft else 0):
        raise Conflict(_("The draft was saved from another page meanwhile. Open it again and put both together."))
    draft = draft or DecisionDraft(appeal=case, version=0)
    draft.fields = {name: str(value)[:LONGEST] for name, value in fields.items()}
    draft.saved_at, draft.saved_by = actor.at, actor.user
    draft.version += 1
    draft.save()
    record(actor=actor, act="appeal.draft", body=case.club, target=case, after={"version": draft.version})
    return draft
