"""Scores that stand by a ruling are changed with the ruling (Law 82), not at the desk."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from rulings.models import Ruling
from scoring.score_authority import AuthorityKind, Holder


def find_rulings(idents: Collection[int]) -> dict[int, Holder]:
    rulings = Ruling.objects.filter(pk__in=idents).select_related("session__event__club", "director__player")
    return {ruling.pk: _holder(ruling) for ruling in rulings}


def _holder(ruling: Ruling) -> Holder:
    sentence = _(
        "This stands by ruling %(number)s (%(title)s) of %(director)s. Amend or withdraw that ruling (Law 82C); the"
        " score follows it."
    )
    director = getattr(ruling.director, "player", None)
    gaps = {"number": ruling.pk, "title": ruling.title or _("Ruling"), "director": director or "–"}
    return Holder(_("Ruling %(number)s") % {"number": ruling.pk}, ruling.get_absolute_url(), sentence % gaps)


RULING = AuthorityKind("ruling", gives_way_to=frozenset({"ruling", "decision"}), find_holders=find_rulings)
