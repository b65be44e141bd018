"""Finding clubs and federations, and what their public pages show."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from clubs.models import Club, Federation
from clubs.models.bodies import Level
from clubs.selectors.visible import visible_clubs
from core.actors import Actor


def search_clubs(*, actor: Actor, words: str = "", under: Federation | None = None) -> QuerySet[Club]:
    """Clubs that this person may see, each word found in the name, the venue, the address or the federation's name."""
    clubs = visible_clubs(actor)
    if under is not None:
        clubs = clubs.filter(federation__path__startswith=under.path)
    for word in words.split():
        clubs = clubs.filter(_mentions(word))
    return clubs.order_by("name", "pk")


def _mentions(word: str) -> Q:
    fields = ("name", "venue", "address", "federation__name")
    return Q(*((f"{field}__mentions", word) for field in fields), _connector=Q.OR)


def federation_at(slug: str) -> Federation | None:
    return Federation.objects.select_related("parent").filter(slug=slug).first()


def line_above(federation: Federation) -> list[Federation]:
    """The federations above, from the root down."""
    above = Federation.objects.in_bulk([pk for pk in federation.line if pk != federation.pk])
    return [above[pk] for pk in federation.line if pk in above]


def issuing_federation(federation: Federation) -> Federation:
    """Who issues the numbers of its players: the nearest national federation at or above it, else itself."""
    if federation.level == Level.NATIONAL:
        return federation
    national = Federation.objects.filter(pk__in=federation.line, level=Level.NATIONAL).in_bulk()
    return next((national[pk] for pk in reversed(federation.line) if pk in national), federation)


def child_federations(federation: Federation) -> QuerySet[Federation]:
    """The federations directly below, each with the number of its own listed clubs."""
    listed = Count("clubs", filter=Q(clubs__is_listed=True))
    return federation.children.annotate(listed_clubs=listed).order_by("name")
