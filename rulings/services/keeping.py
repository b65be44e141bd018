"""Why an event cannot be removed as a mistake: somebody has ruled in it, or reported from it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from events.models import Event
from rulings.models import Report, Ruling


def has_rulings_or_reports(event: Event) -> str:
    if Ruling.objects.filter(session__event=event).exists():
        return _("A director has ruled in it. Cancel the event instead: then the rulings stay.")
    if Report.objects.filter(session__event=event).exists():
        return _("Something in it stands in the recorder’s file. Cancel the event instead: then the file stays whole.")
    return ""
