"""A publication as each contestant reads it: the own place and the own boards. Read once for all of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from events.models import Contestant
from events.selectors.seats import with_people
from scoring.engine.numbers import Rounding, plain
from scoring.models import BoardResult, Publication, ScoreAdjustment, Standing
from scoring.selectors.newest_matches import run_matches

TWO = Rounding(2)


@dataclass(frozen=True)
class MailCardLine:
    """One board, or in a team contest one match, from the contestant's side."""

    title: str
    opponents: str
    contract: str
    score: str
    points: str
    percent: str


@dataclass(frozen=True)
class MailCard:
    standing: Standing | None
    field_size: int
    lines: tuple[MailCardLine, ...]

    @property
    def shown(self) -> str:
        if self.standing is None:
            return ""
        return f"{self.standing.shown_percent}%" if self.standing.shown_percent else self.standing.shown_total


class PublishedCards:
    def __init__(self, publication: Publication) -> None:
        self.publication = publication
        self.event = publication.session.event
        self.runs = list(publication.runs.select_related("field"))

    @cached_property
    def standings(self) -> dict[int, Standing]:
        standings = Standing.objects.filter(run__in=[run.pk for run in self.runs])
        return {standing.contestant_id: standing for standing in standings}

    @cached_property
    def names(self) -> dict[int, str]:
        """In full: these mails go to people who play in the session themselves."""
        contestants = with_people(Contestant.objects.filter(event=self.event))
        return {contestant.pk: contestant.title for contestant in contestants}

    @cached_property
    def results(self) -> dict[int, BoardResult]:
        """The versions that were published, whatever counts by now."""
        versions = self.publication.basis.get("results", {})
        versions_kept = BoardResult.objects.filter(play__section__session=self.publication.session_id)
        return {
            result.play_id: result for result in versions_kept if versions.get(str(result.play_id)) == result.version
        }

    @cached_property
    def adjusted(self) -> set[int]:
        pks = self.publication.basis.get("adjustments", {}).values()
        return {*ScoreAdjustment.objects.filter(pk__in=pks).values_list("play_id", flat=True)}

    def card(self, contestant: int) -> MailCard:
        standing = self.standings.get(contestant)
        alike = [other for other in self.standings.values() if standing and other.ranking == standing.ranking]
        size = sum(other.is_ranked for other in alike)
        find = self._matches if self.event.has_matches else self._boards
        return MailCard(standing, size, tuple(find(contestant)))

    def _matches(self, contestant: int) -> list[MailCardLine]:
        lines = []
        for run in self.runs:
            run.field.session = self.publication.session
            for match in run_matches(run):
                for own, other, net, vps in zip(match.key[1:], match.key[:0:-1], match.net, match.vps, strict=True):
                    if own == contestant and match.is_begun:
                        points = plain(net) if net.denominator == 1 else TWO.show(net)
                        lines.append(MailCardLine(str(match.round), self._title(str(other)), "", "", points, vps))
        return lines

    def _boards(self, contestant: int) -> list[MailCardLine]:
        own, dropped = str(contestant), set(self.publication.basis.get("dropped", ()))
        lines = []
        for run in self.runs:
            for board in run.boards:
                for line in board.get("lines", ()):
                    for side, other in (("ns", "ew"), ("ew", "ns")):
                        if own in line[side].split("+") and line["play"] not in dropped:
                            lines.append(self._line(board["board"], line, side, other))
        return lines

    def _line(self, board: Any, line: dict[str, Any], side: str, other: str) -> MailCardLine:
        result = self.results.get(line["play"])
        is_shown = result is not None and line["play"] not in self.adjusted
        score = result.score if result is not None and is_shown else None
        own = "" if score is None else str(score if side == "ns" else -score)
        return MailCardLine(
            str(board),
            self._title(line[other]),
            result.text if result is not None and is_shown else "",
            own,
            line.get(f"{side}_points", ""),
            line.get(f"{side}_percent", ""),
        )

    def _title(self, key: str) -> str:
        return ", ".join(self.names.get(int(part), "") for part in key.split("+"))
