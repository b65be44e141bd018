"""The hearing pack as plain data: what the adjudicators have before them. Frozen, it is kept as it was."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from appeals.models import Appeal, PointOutcome
from appeals.models.decisions import DecisionStage
from appeals.selectors.decision_words import score_words
from appeals.selectors.penalties import ruled_penalty_words
from appeals.selectors.together import following_cases
from events.models import Board, Contestant
from rulings.models import Opinion, Ruling
from rulings.selectors.polls import PollTally, call_words, tally
from rulings.selectors.trick_transfer import result_with_tricks, table_result
from scoring.adjusted.words import given_words
from scoring.engine.cards import Side
from scoring.models import BoardResult, ScoreAdjustment
from scoring.runs.sheets import boards_in_percent
from scoring.selectors.conditions import board_conditions


def hearing_pack(appeal: Appeal) -> dict[str, Any]:
    ruling = appeal.ruling
    return {
        "case": str(appeal),
        "event": appeal.session.event.name,
        "session": appeal.session.starts_at.isoformat(),
        "side": appeal.side,
        "grounds": appeal.grounds,
        "points": [{"kind": entry.get_kind_display(), "text": entry.text} for entry in appeal.points.all()],
        "board": _board(ruling),
        "auction": ruling.auction,
        "explanations": ruling.explanations,
        "played": ruling.played,
        "facts": ruling.facts,
        "basis": ruling.get_basis_display() if ruling.basis else "",
        "ruling": _ruling(ruling),
        "on_law": _rulings_on_law(appeal),
        "consultation": _consultation(ruling),
        "table_result": _table_result(ruling),
        "statements": {
            entry.side: entry.text for entry in appeal.statements.filter(handed_in_at__isnull=False).order_by("side")
        },
    }


def _board(ruling: Ruling) -> dict[str, Any]:
    play = ruling.play
    if play is None:
        return {}
    conditions = board_conditions(play.section, play.board)
    board = Board.objects.current().filter(board_set=play.section.board_set_id, number=play.board).first()
    people = Contestant.objects.filter(pk__in=play.contestant_ids).prefetch_related("entrants__player")
    return {
        "number": play.board,
        "dealer": conditions.dealer.value,
        "vulnerable": conditions.vulnerability.value,
        "deal": board.deal if board else "",
        "table": play.table,
        "round": play.round,
        "sides": {str(contestant.pk): contestant.title for contestant in people},
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    director = getattr(ruling.director, "player", None)
    return {
        "title": ruling.title,
        "decision": ruling.decision,
        "reasons": ruling.reasons,
        "laws": list(ruling.law_refs),
        "score_ns": ruling.score_ns,
        "score_ew": ruling.score_ew,
        "penalties": ruled_penalty_words(ruling),
        "director": director.display_name if director else "",
        "given_at": ruling.given_at.isoformat() if ruling.given_at else "",
    }


def _rulings_on_law(appeal: Appeal) -> list[dict[str, str]]:
    """What the director in charge ruled on the points of law, in both appeals where two are heard together (93B1)."""
    cases = [appeal.pk, *(follower.pk for follower in following_cases(appeal))]
    outcomes = PointOutcome.objects.filter(decision__appeal__in=cases, decision__stage=DecisionStage.LAW)
    outcomes = outcomes.filter(decision__superseded_by=None).select_related("decision", "point")
    return [
        {
            "point": outcome.point.text,
            "verdict": str(outcome.get_verdict_display()),
            "score": score_words(outcome.decision),
            "reasons": outcome.decision.reasons,
        }
        for outcome in outcomes.order_by("decision__made_at", "pk")
    ]


def _consultation(ruling: Ruling) -> list[str]:
    """What the director asked others, and what they said: without their names, as polls are kept."""
    noted = [ruling.consultation] if ruling.consultation else []
    opinions = Opinion.objects.filter(ruling=ruling).exclude(answer="")
    return noted + [f"{opinion.question} – {opinion.answer}" for opinion in opinions] + _polls(ruling)


def _polls(ruling: Ruling) -> list[str]:
    """Each poll of peers as it was counted (Law 16B1(b))."""
    rows = ruling.polls.prefetch_related("answers").order_by("opened_at", "pk")
    return [_counted(poll.question, tally(poll, poll.answers.all())) for poll in rows]


def _counted(question: str, counted: PollTally) -> str:
    sentence = _("%(question)s Peers asked: %(peers)s.") % {"question": question, "peers": counted.peers}
    calls = [
        _("%(call)s: chosen by %(chosen)s, considered by %(considered)s")
        % {"call": call_words(line.call), "chosen": line.chosen, "considered": line.considered}
        for line in counted.lines
    ]
    sentences = [sentence, "; ".join(calls) + "." if calls else ""]
    if counted.discounted:
        sentences.append(_("Not counted as peers: %(count)s.") % {"count": counted.discounted})
    if counted.alternatives:
        alternatives = ", ".join(call_words(call) for call in counted.alternatives)
        sentences.append(_("Logical alternatives by the test: %(calls)s.") % {"calls": alternatives})
    return " ".join(filter(None, sentences))


def _table_result(ruling: Ruling) -> dict[str, str]:
    if ruling.play_id is None:
        return {}
    table, with_tricks = table_result(ruling), result_with_tricks(ruling)
    adjustment = ScoreAdjustment.objects.current().filter(play=ruling.play_id).first()
    results = {"result": _result_words(table)}
    if with_tricks is not None:
        results["with_tricks"] = _result_words(with_tricks)
    if adjustment is not None:
        how = {"in_percent": boards_in_percent(ruling.session.event)}
        results["adjusted_ns"] = given_words(adjustment.north_south, Side.NS, **how)
        results["adjusted_ew"] = given_words(adjustment.east_west, Side.EW, **how)
    return results


def _result_words(result: BoardResult | None) -> str:
    return f"{result.text} {'' if result.score is None else result.score}".strip() if result else ""
