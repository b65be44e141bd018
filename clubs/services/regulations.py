"""Laying down regulations."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club, Federation, RegulationSetting
from clubs.models.base import standing_on
from clubs.regulations import CATALOGUE, effective
from core import transaction
from core.actors import Actor
from core.audit import record
from core.errors import field_error
from core.locks import lock_row
from core.permissions import require


@transaction.atomic
def set_regulation(
    *, actor: Actor, body: Federation | Club, key: str, value: Any, locked: bool = False
) -> RegulationSetting:
    """Lay down a value; `locked` makes it binding on the bodies below."""
    require(actor, "regulation.set", body)
    regulation = CATALOGUE.get(key)
    if regulation is None:
        raise ValidationError({"key": _("There is no regulation “%(key)s”.") % {"key": key}})
    current = _current(actor, body, key)
    try:
        clean = regulation.kind.clean(value)
    except ValidationError as error:
        raise ValidationError({"value": error.messages}) from None
    if current and (current.value, current.locked) == (clean, locked):
        return current
    before = _supersede(actor, current)
    setting = RegulationSetting.objects.create(
        key=key, value=clean, locked=locked, set_by=actor.user, set_at=actor.at, **standing_on(body)
    )
    record(
        actor=actor,
        act="regulation.set",
        body=body,
        target=setting,
        before=before,
        after={"key": key, "value": clean, "locked": locked},
    )
    return setting


@transaction.atomic
def withdraw_regulation(*, actor: Actor, body: Federation | Club, key: str) -> None:
    """Go back to what the body above lays down."""
    require(actor, "regulation.set", body)
    current = _current(actor, body, key)
    if current:
        before = _supersede(actor, current)
        record(actor=actor, act="regulation.withdraw", body=body, target=current, before=before)


def _current(actor: Actor, body: Federation | Club, key: str) -> RegulationSetting | None:
    """The body's own setting, with others who would change it kept waiting; refused where a higher one binds."""
    lock_row(body)
    current = effective(key=key, body=body)
    if not current.may_be_set_by(body):
        sentence = _("%(source)s has made this binding. Ask its officers to change or release it.")
        raise field_error("value", sentence % {"source": current.source}, "binding")
    return current.own


def _supersede(actor: Actor, setting: RegulationSetting | None) -> dict[str, Any]:
    if setting is None:
        return {}
    setting.superseded_at = actor.at
    setting.save(update_fields=["superseded_at"])
    return {"key": setting.key, "value": setting.value, "locked": setting.locked}
