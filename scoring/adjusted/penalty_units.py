"""What penalties may be counted in."""

from __future__ import annotations

from django.utils.translation import gettext as _

from core.errors import field_error
from events.models import Event
from scoring.models.fields import penalty_units


def refuse_unit(event: Event, unit: str, name: str) -> None:
    """A share of a top where there are tops, victory points where they are played for."""
    fitting = penalty_units(event)
    if unit in fitting:
        return
    sentence = _("A penalty cannot be counted in that where “%(scoring)s” is played. Choose one of: %(units)s.")
    values = {"scoring": event.get_scoring_display(), "units": ", ".join(str(choice.label) for choice in fitting)}
    raise field_error(name, sentence % values, "does_not_fit")
