"""What comes back at the end of play: each question has a tree that decides it, and none is put twice."""

import pytest

from rulings.laws.errors import DataError
from rulings.laws.evaluator import evaluate
from rulings.laws.library import build_library, library
from rulings.laws.phrases import CHECKS
from rulings.laws.restrictions import reminders
from tests.rulings.test_loader import SOUND

MISINFORMED = {"source": "opp", "mistake": "n"}


@pytest.mark.parametrize(
    ("check", "tree", "facts"),
    [
        ("13A2", "L13", {"over": "y", "foreign": "n", "ended": "n", "called": "n", "seen": "y"}),
        ("13B1", "L13", {"over": "y", "foreign": "n", "ended": "n", "called": "y", "fixable": "y"}),
        ("13C", "L13", {"over": "y", "foreign": "y", "inquit": "y"}),
        ("16D2(c)", "L16D", {"called16": "n", "likely": "y"}),
        ("16D3", "L16D", {"called16": "y", "likely": "y"}),
        ("20E", "L20", {"what": "reviewerr"}),
        ("21B3", "L21", MISINFORMED | {"period": "y", "pcalled": "n", "infl": "y"}),
        ("21B3", "L21", MISINFORMED | {"period": "y", "pcalled": "y", "infl": "y", "adv": "later"}),
        ("21B3", "L21", MISINFORMED | {"period": "y", "infl": "n"}),
        ("21B3", "L20", {"what": "ownerr", "stage": "play", "after47": "y"}),
        ("21B3", "L20", {"what": "ownerr", "stage": "play", "after47": "n", "ol47": "n"}),
        ("21B3", "L20", {"what": "partnererr", "stage": "auction", "spoke": "y", "stage16": "now", "disputed": "n"}),
        ("21B3", "L20", {"what": "partnererr", "stage": "play", "role": "defender", "spoke": "n"}),
        ("43B3", "L43", {"a2": "y", "did": "attdef", "gained": "later"}),
        ("45F", "L45F", {"sugg45": "later"}),
        ("47E2(b)", "L47", {"why": "misexp", "after47": "y"}),
        ("47E2(b)", "L47", {"why": "misexp", "after47": "n", "ol47": "n"}),
        ("12A1", "L20", {"what": "owncard"}),
        ("12A1", "L76", {"spec": "react"}),
    ],
)
def test_what_waits_for_the_end_of_play_comes_back(check: str, tree: str, facts: dict[str, str]):
    found = {one.check: one for one in reminders(evaluate(library(), tree, facts).outcomes)}
    assert check in found
    assert found[check].text.endswith("?")


@pytest.mark.parametrize("check", [code for code, one in CHECKS.items() if not one.at_a_lead])
def test_its_tree_decides_on_damage(check: str):
    """From what is known then, some answers lead to an adjusted score and none back to the same question."""
    one = CHECKS[check]
    scores = set()
    ways: list[dict[str, str]] = [dict(one.knowing)]
    while ways:
        step = evaluate(library(), one.tree, ways.pop())
        if step.question is not None and step.open_tree is library().trees[one.tree]:
            ways += [dict(step.facts) | {step.question.id: answer} for answer, _ in step.question.answers]
            continue
        scores |= {outcome["score"] for outcome in step.outcomes}
        later = {name for name, answer in step.facts.items() if answer == "later"}
        assert later or check not in {code for outcome in step.outcomes for code in outcome.chk}
        assert later or step.question or not any(outcome["score"] in WAITING for outcome in step.outcomes)
    assert any(str(score).startswith(("adjust", "split")) and score != "adjust?" for score in scores)


WAITING = {"adjust?", "adjust? at end of play", "table (check at end)", "none yet"}


def test_a_comparable_call_that_helped_is_adjusted():
    """Laws 23C and 27D are decided at the end, and not by asking again whether the call was comparable."""
    for check, law in (("23C", "23C"), ("27D", "27D")):
        one = CHECKS[check]
        first = evaluate(library(), one.tree, dict(one.knowing))
        assert first.question is not None
        helped = evaluate(library(), one.tree, dict(one.knowing) | {first.question.id: "y"})
        assert law in helped.outcomes[0].law
        assert helped.outcomes[0]["score"] == "adjust"
        assert helped.open_tree is not None
        assert helped.open_tree.id == "L12"
        [stands] = evaluate(library(), one.tree, dict(one.knowing) | {first.question.id: "n"}).outcomes
        assert stands["score"] == "table"


def test_what_the_tree_has_asked_is_not_asked_again():
    revoke = {"t12": "n", "both62": "n", "est": "played", "exempt": "none", "won": "player", "later": "some"}
    asked = evaluate(library(), "L62", revoke | {"equity": "n"}).outcomes
    assert "64C" not in {one.check for one in reminders(asked)}
    used = {"stage16": "end", "ui": "y", "la": "y", "sugg": "y", "adv": "y"}
    for tree, facts in (("L16B", used), ("L21", MISINFORMED | {"period": "n", "infl": "y", "adv": "y"})):
        assert reminders(evaluate(library(), tree, facts | {"event": "mp"}).outcomes) == ()


def test_misinformation_that_is_judged_after_the_play_does_not_come_back():
    """Law 75 asks about the damage at once."""
    facts = {"what": "ownerr", "stage": "end", "match": "explwrong", "dam75": "n", "used": "n"}
    assert reminders(evaluate(library(), "L20", facts).outcomes) == ()


def test_an_outcome_that_may_be_adjusted_says_what_decides_it():
    """The proof of the loader, over all trees at once."""
    open_ended = SOUND.replace("  score: adjust\n", "  score: adjust?\n", 1)
    with pytest.raises(DataError, match=r"L1\.B: the score may be adjusted, but nothing comes back"):
        build_library({"trees.txt": open_ended})
    assert build_library(
        {"trees.txt": open_ended.replace("  rec: What was said\n", "  chk: 16B\n  rec: What was said\n")}
    )


def test_the_proof_refuses_a_check_whose_tree_asks_it_at_once():
    twice = SOUND.replace("tree L2", "tree L16B").replace("go L2", "go L16B").replace("L2.", "L16B.")
    twice = twice.replace("chk: 16C2, 72C", "chk: 16B")
    with pytest.raises(DataError, match=r"L1\.A: 16B comes back although the ruling goes on with L16B"):
        build_library({"trees.txt": twice})


def test_what_belongs_to_teams_does_not_come_back_to_pairs():
    facts = {"called16": "n", "likely": "y"}
    for event, comes in (("mp", False), ("ind", False), ("team", True), ("ko", True)):
        found = {one.check for one in reminders(evaluate(library(), "L16D", facts | {"event": event}).outcomes)}
        assert ("86B" in found) is comes, event


@pytest.mark.parametrize("law", ["23C", "27D"])
def test_the_measure_of_help_is_what_could_well_have_been(law):
    """Laws 23C and 27D ask for less than certainty."""
    question = evaluate(library(), "L12B", {"basis": law}).question
    assert question is not None
    assert question.text.startswith("Could the outcome well have been different")


def test_one_infraction_is_asked_about_once():
    """Laws 27D and 23C put the same question after a comparable call instead of an insufficient bid."""
    [comparable] = evaluate(library(), "L27", {"rot": "y", "acc": "n", "repl": "comparable"}).outcomes
    assert {"27D", "23C"} <= set(comparable.chk)
    assert [one.check for one in reminders([comparable])] == ["27D"]


def test_a_comparable_call_out_of_turn_is_asked_about_by_its_own_law():
    outcome = library().outcomes["L31.A2a"]
    assert [one.check for one in reminders([outcome])] == ["23C"]
