"""What whoever writes a decision has beside the form: the table's result, and how the votes stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from appeals.models import Vote
from appeals.models.bodies import MemberRole, MemberState
from appeals.models.decisions import VOTE_LABELS
from appeals.selectors.case_page import CasePage
from appeals.selectors.decision_words import score_words
from appeals.selectors.standing import decisions_that_hold
from appeals.selectors.together import points_for_body
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
    # What was decided below, the oldest first: by whom, and in words with its score.
    below: tuple[tuple[str, str], ...] = ()
    # The penalties that the director gave with the ruling.
    penalties: tuple[str, ...] = ()


def case_brief(page: CasePage) -> Brief:
    ruling = page.appeal.ruling
    table, with_tricks = table_result(ruling), result_with_tricks(ruling)
    seated = [
        vote
        for vote in page.votes
        if vote.member.state == MemberState.ACCEPTED and vote.member.role != MemberRole.SCRIBE
    ]
    votes = tuple(_votes(page, seated))
    return Brief(
        table.text if table else "",
        with_tricks.text if with_tricks else "",
        expected_result(ruling, with_tricks or table),
        votes,
        tuple(_below(page)),
        tuple(page.ruled_penalties),
    )


def _votes(page: CasePage, seated: list[Vote]) -> Iterator[tuple[str, int]]:
    """Of several points each outcome with its point."""
    points = points_for_body(page.appeal)
    for number, point in enumerate(points, start=1):
        counted = Counter(vote.on_point(point.pk) for vote in seated)
        counted.pop("", None)
        prefix = _("Point %(number)s, %(kind)s:") % {"number": number, "kind": point.get_kind_display()}
        for verdict, count in counted.most_common():
            label = str(VOTE_LABELS[verdict])
            yield (f"{prefix} {label}" if len(points) > 1 else label), count


def _below(page: CasePage) -> Iterator[tuple[str, str]]:
    for decision in decisions_that_hold(page.appeal):
        title = f"{decision.get_stage_display()} · {decision.decided_by}"
        yield title, f"{decision.get_verdict_display()}. {score_words(decision)}".strip()
