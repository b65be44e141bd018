"""What whoever writes a decision has beside the form: the table's result, and how the votes stand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from appeals.models.appeals import VerdictChoice
from appeals.models.bodies import MemberRole, MemberState
from appeals.selectors.case_page import CasePage
from scoring.models import BoardResult


@dataclass(frozen=True)
class Brief:
    table: str = ""
    # Label of a verdict, and how many are for it.
    votes: tuple[tuple[str, int], ...] = ()


def brief_of(page: CasePage) -> Brief:
    play = page.appeal.ruling.play_id
    result = BoardResult.objects.filter(play=play, superseded_at=None).first() if play else None
    seated = [
        row for row in page.votes if row.member.state == MemberState.ACCEPTED and row.member.role != MemberRole.SCRIBE
    ]
    counted = Counter(row.verdict for row in seated).most_common()
    votes = tuple((str(VerdictChoice(verdict).label), count) for verdict, count in counted)
    return Brief(result.text if result else "", votes)
