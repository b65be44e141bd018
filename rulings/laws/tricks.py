"""How many tricks the Laws themselves transfer (Laws 53 to 67), apart from what a Director judges."""

from collections.abc import Iterable

from rulings.laws.evaluator import Consultation
from rulings.laws.model import Outcome

_BY_RULE = {"1": 1, "2": 2}
#: The question whether the tricks by rule are enough (Law 64C), and the answer that they are.
_EQUITY, _ENOUGH = "equity", "n"


def outcomes_by_rule(case: Consultation) -> tuple[Outcome, ...]:
    """While it is asked whether the tricks by rule are enough: what the rule gives. Else nothing."""
    question = case.step.question
    return case.answer(_EQUITY, _ENOUGH).step.outcomes if question is not None and question.id == _EQUITY else ()


def transferred_tricks(outcomes: Iterable[Outcome]) -> int:
    """Tricks that go to the non-offending side by rule; 0 where an adjusted score takes their place."""
    outcome_list = list(outcomes)
    if any((outcome["score"] or "").startswith("adjust") for outcome in outcome_list):
        return 0
    return sum(_BY_RULE.get(outcome["tricks"] or "", 0) for outcome in outcome_list)
