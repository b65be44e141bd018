"""What whoever writes a decision has beside the form: the table's result, and how the votes stand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from appeals.models.appeals import VerdictChoice
from appeals.models.bodies import MemberRole, MemberState
from appeals.selectors.case_page import CasePage
from rulings.selectors.page import expected_result
from rulings.selectors.trick_transfer import result_with_tricks, table_result


@dataclass(frozen=True)
class Brief:
    table: str = ""
    # The result that the ruling made of it by transferring tricks; empty where it has not.
    with_tricks: str = ""
    # What an adjusted score is likely to begin from.
    expected: str = ""
    # Label of a verdict, and how many are for it.
    votes: tuple[tuple[str, int], ...] = ()


def brief_of(page: CasePage) -> Brief:
    ruling = page.appeal.ruling
    table, with_tricks = table_result(ruling), result_with_tricks(ruling)
    seated = [
        row for row in page.votes if row.member.state == MemberState.ACCEPTED and row.member.role != MemberRole.SCRIBE
    ]
    counted = Counter(row.verdict for row in seated).most_common()
    votes = tuple((str(VerdictChoice(verdict).label), count) for verdict, count in counted)
    return Brief(
        table.text if table else "",
        with_tricks.text if with_tricks else "",
        expected_result(ruling, with_tricks or table),
        votes,
    )
