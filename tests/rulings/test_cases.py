"""Every case of the acceptance list, through the evaluator, the formulas and the command."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from rulings.laws.evaluator import evaluate
from rulings.laws.library import library
from tests.rulings.cases import CASES, WITH_FIGURES, WITH_TREE, Case, exact, figure

NOT_TEXTS = {"out", "next", "law", "note"}


def named(case: Case) -> str:
    return case["id"]


def test_none_is_left_out():
    assert len(CASES) == 290
    assert len({case["id"] for case in CASES}) == 290
    assert all("tree" in case or "calc" in case for case in CASES)


@pytest.mark.parametrize("case", WITH_TREE, ids=named)
def test_facts_lead_to_the_outcomes(case: Case):
    step, expected = evaluate(library(), case["tree"], case["facts"]), case["expect"]
    assert [outcome.id for outcome in step.outcomes] == expected["out"]
    assert (step.open_tree.id if step.open_tree else None) == expected.get("next")
    assert set(expected.get("law", ())) <= {law for outcome in step.outcomes for law in outcome.law}
    for key in set(expected) - NOT_TEXTS:
        assert any((outcome[key] or "").startswith(expected[key]) for outcome in step.outcomes), key


@pytest.mark.parametrize("case", WITH_FIGURES, ids=named)
def test_figures_come_out(case: Case):
    assert exact(figure(case["calc"], case["in"])) == exact(case["val"])


def test_the_command_says_the_same():
    for case in WITH_TREE:
        out = StringIO()
        facts = [f"{name}={answer}" for name, answer in case["facts"].items()]
        call_command("ruling", case["tree"], *facts, "--format", "json", stdout=out)
        said = json.loads(out.getvalue())
        assert [outcome["id"] for outcome in said["outcomes"]] == case["expect"]["out"], case["id"]
        assert (said["next"] or {}).get("tree") == case["expect"].get("next"), case["id"]
