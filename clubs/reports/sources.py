"""Clubs and federations as what reports are made of."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Federation
from clubs.permissions import is_member, is_officer_over, is_official
from clubs.selectors.visible import sees_everything, visible_clubs
from core.actors import Actor
from core.permissions import may
from printing.registry import OFFICE, PUBLIC, Head, Source, add_source

CLUB, FEDERATION = "club", "federation"


def club_readers(actor: Actor, club: Club) -> str:
    """Whoever belongs to the club reads names in full, everybody else as each lets strangers."""
    if sees_everything(actor):
        return OFFICE
    if actor.user is None:
        return PUBLIC
    if may(actor, "club.change", club):
        # Events that are not announced yet are among what they read.
        return "office"
    return "members" if is_member(actor, club) or is_official(actor, club) or is_officer_over(actor, club) else PUBLIC


def _is_visible(actor: Actor, club: Club) -> bool:
    return bool(may(actor, "club.view", club)) and visible_clubs(actor).filter(pk=club.pk).exists()


add_source(
    Source(
        CLUB,
        _("Club"),
        lambda pk: Club.objects.select_related("federation").filter(pk=pk).first(),
        lambda club: club,
        _is_visible,
        lambda club: Head(),
        club_readers,
        lambda club: reverse("club", kwargs={"slug": club.slug}),
    )
)
add_source(
    Source(
        FEDERATION,
        _("Federation"),
        lambda pk: Federation.objects.filter(pk=pk).first(),
        lambda federation: federation,
        lambda actor, federation: bool(may(actor, "club.view", federation)),
        lambda federation: Head(),
        lambda actor, federation: PUBLIC if actor.user is None else f"user:{actor.user_id}",
        lambda federation: reverse("federation", kwargs={"slug": federation.slug}),
    )
)
