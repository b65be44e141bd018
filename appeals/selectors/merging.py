"""What appeals say about two records that may be one person."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from appeals.models import Appeal, BodyMember
from appeals.selectors.parties import appeals_as_party
from clubs.hooks import HistoryPart
from clubs.models import Player


def history_parts(player: Player) -> list[HistoryPart]:
    return [HistoryPart(_("Appeals in which they are a party"), len(appeals_as_party(player)))]


def reasons_against_merging(kept: Player, merged: Player) -> list[str]:
    """Nobody is a party to a case and sits on its committee."""
    return [*_hears_the_other(kept, merged), *_hears_the_other(merged, kept)]


def _hears_the_other(hears: Player, party: Player) -> Iterator[str]:
    if hears.user_id is None:
        return
    heard = BodyMember.objects.filter(user=hears.user_id).values("body__appeal")
    sentence = _("%(hears)s is on the committee of appeal %(appeal)s (“%(event)s”), and %(party)s is a party to it.")
    cases = Appeal.objects.filter(pk__in=heard).filter(pk__in=appeals_as_party(party))
    for appeal in cases.select_related("session__event"):
        yield sentence % {"hears": hears, "appeal": appeal, "event": appeal.session.event, "party": party}
