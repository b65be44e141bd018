"""Which value holds where, and who laid it down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from clubs.models import Club, Federation, RegulationSetting
from clubs.regulations.catalogue import CATALOGUE
from clubs.regulations.types import Regulation


@dataclass(frozen=True)
class Effective:
    """A regulation as it holds for one body."""

    regulation: Regulation
    value: Any
    source: Federation | Club | None
    binding: bool
    own: RegulationSetting | None

    @property
    def shown(self) -> str:
        return self.regulation.kind.show(self.value)

    def may_be_set_by(self, body: Federation | Club) -> bool:
        """Not where a body above has made its own value binding."""
        return not (self.binding and self.source != body)


def effective(*, key: str, body: Federation | Club, at: datetime | None = None) -> Effective:
    """As it holds now, or as it held at a moment."""
    return _resolve(CATALOGUE[key], body, [setting for setting in _settings(body, at) if setting.key == key])


def effective_all(*, body: Federation | Club, at: datetime | None = None) -> list[Effective]:
    """Every regulation as it holds now, or as it held at a moment: what is announced for a game holds for that game."""
    rows = _settings(body, at)
    return [_resolve(regulation, body, [r for r in rows if r.key == key]) for key, regulation in CATALOGUE.items()]


def _settings(body: Federation | Club, at: datetime | None) -> list[RegulationSetting]:
    """Settings of the body and of every federation above it, from the root down: the current ones, or a moment's."""
    line = body.line
    reach = Q(federation_id__in=line) | (Q(club=body) if isinstance(body, Club) else Q())
    settings = RegulationSetting.objects.current()
    if at is not None:
        settings = RegulationSetting.objects.filter(Q(superseded_at=None) | Q(superseded_at__gt=at), set_at__lte=at)
    rows = settings.filter(reach).select_related("federation", "club")
    return sorted(rows, key=lambda setting: line.index(setting.federation_id) if setting.federation_id else len(line))


def _resolve(regulation: Regulation, body: Federation | Club, settings: Iterable[RegulationSetting]) -> Effective:
    """Walk down: each body's value replaces the one above, until one is binding."""
    result = Effective(regulation, regulation.default, None, False, None)
    for setting in settings:
        own = setting if setting.body == body else None
        if result.binding:
            result = Effective(regulation, result.value, result.source, True, own)
        else:
            result = Effective(regulation, setting.value, setting.body, setting.locked, own)
    return result
