"""What stands in the way of an act, by what is known of the case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import zip_longest

from appeals.gates.edges import EDGES, IN_THE_LEADING_CASE
from appeals.gates.facts import ENDED, CaseState, Facts, GateKind, Hears, NoCommittee, Path, Refusal, Verdict

Check = Callable[[Facts], Refusal | None]


def is_over(until: datetime | None, at: datetime) -> bool:
    """The last moment still belongs to the period; where none is set, none has ended."""
    return until is not None and at > until


def _request(facts: Facts) -> Refusal | None:
    if facts.hears == Hears.NOBODY:
        return Refusal("nobody_hears", "93C3(b)")
    if not facts.is_standing:
        return Refusal("no_ruling", "92A")
    if not facts.is_party:
        return Refusal("not_your_table", "92A")
    if facts.twice:
        return Refusal("twice", "92A")
    if facts.decided_on:
        return Refusal("decided_on", "93C", {"case": facts.decided_on})
    if is_over(facts.deadline, facts.at):
        return Refusal("too_late", "92B", {"until": facts.deadline})
    return None


def _lodge(facts: Facts) -> Refusal | None:
    if not facts.is_standing:
        return Refusal("no_ruling", "92A")
    if facts.needed < 1 or facts.concurring < facts.needed:
        return Refusal("no_concurrence", "92D", {"missing": max(1, facts.needed - facts.concurring)})
    if facts.deposit_due:
        return Refusal("no_deposit", "92A")
    if not facts.points:
        return Refusal("no_points", "93B")
    return None


def _concur(facts: Facts) -> Refusal | None:
    if is_over(facts.concur_until, facts.at):
        return Refusal("concur_too_late", "92D", {"until": facts.concur_until})
    return None


def _lapse(facts: Facts) -> Refusal | None:
    if facts.needed and facts.concurring >= facts.needed and not facts.deposit_due:
        return Refusal("all_concur", "92D")
    if not is_over(facts.concur_until, facts.at):
        return Refusal("may_concur", "92D", {"until": facts.concur_until})
    return None


def _contest(facts: Facts) -> Refusal | None:
    if is_over(facts.contest_until, facts.at):
        return Refusal("contest_too_late", "93B1", {"until": facts.contest_until})
    if not any(point.kind == GateKind.LAW and point.path == Path.RULED for point in facts.points):
        return Refusal("law_first", "93B1")
    if facts.hears == Hears.DIRECTOR:
        return Refusal("director_hears_all", "93A")
    return None


def _settle(facts: Facts) -> Refusal | None:
    if any(point.kind != GateKind.LAW for point in facts.points):
        return Refusal("points_left", "93B2")
    if any(point.path != Path.RULED for point in facts.points):
        return Refusal("law_first", "93B1")
    if not facts.accepted and not is_over(facts.contest_until, facts.at):
        return Refusal("may_contest", "93B1", {"until": facts.contest_until})
    return None


def _refer(facts: Facts) -> Refusal | None:
    if facts.hears == Hears.DIRECTOR:
        return Refusal("director_hears_all", "93A")
    if any(point.kind == GateKind.LAW and point.path == Path.OPEN for point in facts.points):
        return Refusal("law_first", "93B1")
    if not any(point.is_for_the_body for point in facts.points):
        return Refusal("nothing_to_refer", "93B2")
    return None


def _hear_alone(facts: Facts) -> Refusal | None:
    if facts.hears == Hears.DIRECTOR:
        return Refusal("director_hears_all", "93A")
    if facts.has_chair and facts.seated >= facts.quorum:
        return Refusal("committee_seated", "93A")
    if facts.no_committee == NoCommittee.NONE and facts.could_sit >= facts.quorum:
        gaps: dict[str, object] = {"could_sit": facts.could_sit, "quorum": facts.quorum}
        if facts.state == CaseState.LODGED:
            return Refusal("committee_there", "93A", gaps)
        return Refusal("committee_to_invite", "93A", gaps)
    return None


def _decide_alone(facts: Facts) -> Refusal | None:
    if facts.hears != Hears.DIRECTOR:
        return Refusal("body_hears", "93B2")
    return _covered(facts)


def _open_hearing(facts: Facts) -> Refusal | None:
    if problem := _composed(facts) or _stated(facts):
        return problem
    if not facts.pack_frozen:
        return Refusal("pack_not_frozen", "93B2")
    return None


def _composed(facts: Facts) -> Refusal | None:
    if facts.conflicted:
        return Refusal("conflicted", "80B2(k)", {"names": facts.in_conflict})
    if facts.open_challenges:
        return Refusal("challenge_open", "80B2(k)")
    if not facts.has_chair:
        return Refusal("no_chair", "80B2(k)")
    if facts.seated < facts.quorum:
        return Refusal("no_quorum", "80B2(k)", {"quorum": facts.quorum, "seated": facts.seated})
    return None


def _freeze(facts: Facts) -> Refusal | None:
    """Nobody agrees to a statement that is yet to come."""
    if facts.pack_frozen:
        return Refusal("pack_frozen", "93B2")
    return _stated(facts)


def _stated(facts: Facts) -> Refusal | None:
    if facts.statements < 2 and facts.sides_present < 2 and not is_over(facts.statements_until, facts.at):
        return Refusal("statements_missing", "93B2", {"until": facts.statements_until})
    return None


def _state_it(facts: Facts) -> Refusal | None:
    if facts.pack_frozen:
        return Refusal("pack_frozen", "93B2")
    if is_over(facts.statements_until, facts.at):
        return Refusal("statement_too_late", "93B2", {"until": facts.statements_until})
    return None


def _covered(facts: Facts) -> Refusal | None:
    if facts.other:
        return Refusal("other_first", "93B", {"case": facts.other})
    if not facts.covers_all:
        return Refusal("points_left", "93B2")
    changed = any(verdict == Verdict.CHANGED for _kind, verdict in facts.verdicts)
    if facts.gives_score and not changed:
        return Refusal("score_without_change", "93B3")
    return None


def _decide(facts: Facts) -> Refusal | None:
    for kind, verdict in facts.verdicts:
        if kind == GateKind.LAW and verdict == Verdict.CHANGED:
            return Refusal("overrules_law", "93B3")
        if kind == GateKind.DISCIPLINE and verdict == Verdict.CHANGED:
            return Refusal("overrules_discipline", "93B3")
        if kind == GateKind.FACT and verdict == Verdict.RECOMMENDED:
            return Refusal("decide_yourselves", "93B3")
    if problem := _composed(facts) or _covered(facts):
        return problem
    if facts.cast < facts.quorum:
        return Refusal("votes_missing", "80B2(k)", {"quorum": facts.quorum, "cast": facts.cast})
    changes = any(verdict in _CHANGES for _kind, verdict in facts.verdicts)
    if not facts.in_favour_of and not _carried(facts.in_favour, facts.cast, changes=changes):
        return Refusal("no_majority", "93B3", {"cast": facts.cast, "in_favour": facts.in_favour})
    return _majority_on_each(facts)


def _majority_on_each(facts: Facts) -> Refusal | None:
    """Whoever abstained on a point counts on the others; a point that nobody voted on is not decided."""
    by_point = zip_longest(facts.in_favour_of, facts.abstained_on, fillvalue=0)
    for number, ((_kind, verdict), (count, abstained)) in enumerate(zip(facts.verdicts, by_point, strict=False), 1):
        cast = facts.cast - abstained
        if not cast or not _carried(count, cast, changes=verdict in _CHANGES):
            gaps: dict[str, object] = {"cast": cast, "in_favour": count, "number": number}
            return Refusal("no_majority_on_point", "93B3", gaps)
    return None


_CHANGES = (Verdict.CHANGED, Verdict.RECOMMENDED)


def _carried(in_favour: int, cast: int, *, changes: bool) -> bool:
    """A tie changes nothing: the ruling stands."""
    return 2 * in_favour > cast if changes else 2 * in_favour >= cast


def _go_further(facts: Facts) -> Refusal | None:
    if facts.is_final_body:
        return Refusal("final_body", "93C3(a)")
    if facts.further_until is None:
        return Refusal("no_further", "93C1")
    if facts.unanswered:
        return Refusal("unanswered", "93B3")
    if is_over(facts.further_until, facts.at):
        return Refusal("further_too_late", "93C1", {"until": facts.further_until})
    return None


def _refer_further(facts: Facts) -> Refusal | None:
    return Refusal("final_body", "93C3(a)") if facts.is_final_body else None


def _lapse_further(facts: Facts) -> Refusal | None:
    if not facts.further_missing:
        return Refusal("all_concur_further", "92D")
    if not is_over(facts.concur_until, facts.at):
        return Refusal("may_concur", "92D", {"until": facts.concur_until})
    return None


def _admit(facts: Facts) -> Refusal | None:
    if facts.fee_due:
        return Refusal("no_fee", "93C1")
    if facts.further_missing:
        return Refusal("further_concurrence", "92D", {"missing": facts.further_missing})
    return None


def _decide_finally(facts: Facts) -> Refusal | None:
    return _covered(facts) if facts.admitted else Refusal("not_admitted", "93C1")


def _correct(facts: Facts) -> Refusal | None:
    if facts.state != CaseState.CLOSED:
        return None
    if facts.correct_until is None:
        return Refusal("closed", "93C", {"state": facts.state})
    if is_over(facts.correct_until, facts.at):
        return Refusal("correct_too_late", "93C", {"until": facts.correct_until})
    return None


def _hand_back(facts: Facts) -> Refusal | None:
    return None if facts.to_hand_back else Refusal("nothing_to_hand_back", "92A")


def _not_handed_back(facts: Facts) -> Refusal | None:
    return None if facts.handed_back else Refusal("nothing_handed_back", "92A")


def _close(facts: Facts) -> Refusal | None:
    if facts.unanswered:
        return Refusal("unanswered", "93B3")
    if not is_over(facts.closes_at, facts.at):
        return Refusal("not_yet_closed", "93C", {"until": facts.closes_at})
    return None


CHECKS: dict[str, Check] = {
    "request": _request,
    "concur": _concur,
    "lodge": _lodge,
    "lapse": _lapse,
    "contest": _contest,
    "settle": _settle,
    "refer": _refer,
    "hear_alone": _hear_alone,
    "decide_alone": _decide_alone,
    "state": _state_it,
    "agree_pack": _freeze,
    "open_hearing": _open_hearing,
    "decide": _decide,
    "go_further": _go_further,
    "refer_further": _refer_further,
    "lapse_further": _lapse_further,
    "admit": _admit,
    "decide_finally": _decide_finally,
    "correct": _correct,
    "hand_back": _hand_back,
    "not_handed_back": _not_handed_back,
    "close": _close,
}


def refusal(act: str, facts: Facts) -> Refusal | None:
    """What stands in the way of an act; None where nothing does."""
    edge = EDGES[act]
    if edge.sources and facts.state not in edge.sources:
        ended = facts.state in ENDED
        return Refusal("closed" if ended else "wrong_state", edge.law, {"state": facts.state, "act": act})
    if facts.follows and act in IN_THE_LEADING_CASE:
        if facts.state in (CaseState.DECIDED, CaseState.FURTHER):
            return Refusal("decided_together", "93C", {"case": facts.follows})
        return Refusal("heard_together", "93B", {"case": facts.follows})
    check = CHECKS.get(act)
    return check(facts) if check else None


def overall(verdicts: Iterable[Verdict]) -> Verdict:
    """What the points come to together."""
    reached = set(verdicts)
    for verdict in (Verdict.CHANGED, Verdict.RESTORED, Verdict.RECOMMENDED, Verdict.UPHELD, Verdict.STANDS):
        if verdict in reached:
            return verdict
    return Verdict.NOT_HEARD
