"""What a club's games say about a membership that is to be removed as a mistake."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.models import Membership
from events.models import Session
from events.models.sessions import SessionState


def has_played_as_a_member(membership: Membership) -> str:
    """Whether the person played here on a day of the membership: then it was no mistake."""
    club = membership.club
    played = Session.objects.filter(event__club=club, places__contestant__entrants__player=membership.player_id)
    for starts in played.exclude(state=SessionState.DRAFT).order_by("starts_at").values_list("starts_at", flat=True):
        day = club.day(starts)
        if membership.starts <= day and (membership.ends is None or day <= membership.ends):
            sentence = _("This person played here as a member on %(day)s. End the membership instead.")
            return sentence % {"day": date_format(day, "DATE_FORMAT")}
    return ""
