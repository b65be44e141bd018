"""The trees as they are: everything can be reached, nothing dangles."""

import re
from collections import Counter
from pathlib import Path

import pytest

from rulings.laws.diagram import diagram
from rulings.laws.evaluator import evaluate
from rulings.laws.library import library
from rulings.laws.paragraphs import is_paragraph, law_number, paragraphs
from rulings.laws.phrases import CHECKS, phrases
from rulings.laws.proof import checks_used, paths
from rulings.laws.regulation import SETTINGS, Regulation

TREES = list(library().trees.values())
IDS = [tree.id for tree in TREES]
DATA = Path(__file__).resolve().parents[2] / "rulings" / "laws" / "data"


def test_every_tree_is_there():
    assert len(TREES) >= 75
    assert sum(len(tree.outcomes) for tree in TREES) >= 411
    assert sum(len(tree.questions) for tree in TREES) >= 270
    ruled = {law_number(law) for tree in TREES for law in tree.laws}
    without_a_tree = {1, 2, 3, 4, 5, 8, 44, 77, 78, 80}
    in_standing_rules = {84}
    assert set(range(1, 94)) - ruled <= without_a_tree | in_standing_rules


@pytest.mark.parametrize("tree_id", IDS)
def test_every_way_through_a_tree_ends_at_its_rule(tree_id: str):
    """All answers in all combinations that matter: each ends at a rule, and the evaluator goes the same way."""
    tree = library().trees[tree_id]
    reached = set()
    for answers, index in paths(diagram(tree)):
        rule = tree.rules[index]
        settings = Regulation({name: answer for name, answer in answers if name in SETTINGS})
        step = evaluate(library(), tree.id, dict(answers), settings)
        assert step.path[0].rule is rule
        assert step.path[0].tree is tree
        reached.add(index)
    assert reached == set(range(len(tree.rules)))


def test_every_outcome_is_reached():
    reached: Counter[str] = Counter()
    for tree in TREES:
        for answers, _ in paths(diagram(tree)):
            step = evaluate(library(), tree.id, dict(answers))
            reached.update(outcome.id for outcome in step.outcomes)
    assert set(reached) == set(library().outcomes)


@pytest.mark.parametrize("tree_id", IDS)
def test_every_question_is_asked(tree_id: str):
    tree = library().trees[tree_id]
    asked = {name for answers, _ in paths(diagram(tree)) for name, _ in answers}
    assert {question.id for question in tree.questions if not question.aside} <= asked


def test_outcomes_are_named_after_their_tree():
    for tree in TREES:
        for outcome in tree.outcomes.values():
            assert outcome.id.startswith(f"{tree.id}.")


def test_every_tree_is_on_the_menu_or_follows_another():
    entered = {entry.tree for entry in library().menu}
    follows = {name for tree in TREES for name in tree.leads_to}
    assert set(IDS) <= entered | follows


def test_questions_and_outcomes_are_sentences_to_read_aloud():
    for tree in TREES:
        for question in tree.questions:
            assert question.text.endswith("?"), question.text
        for outcome in tree.outcomes.values():
            assert outcome.do[0].isupper(), outcome.do
            assert outcome.do.endswith("."), outcome.do
            assert not re.search(r"\b(NOS|OS|TD|LHO|RHO|UI|AI|RA|TO)\b", outcome.do), outcome.do
            assert not re.search(r"\bL\d\d", outcome.do), outcome.do
            assert all(variant.text.endswith(".") for variant in outcome.variants if variant.key == "do")


def test_every_phrase_is_used():
    used = {(key, text) for outcome in library().outcomes.values() for key, text in outcome.texts}
    varied = {(key, text) for outcome in library().outcomes.values() for _, _, key, text in outcome.variants}
    assert set(phrases()) == {pair for pair in used | varied if pair[0] not in ("do", "td", "rec", "law", "chk")}
    assert all(full.endswith(".") for full in phrases().values())


def test_checks_lead_to_trees():
    assert {check.tree for check in CHECKS.values()} <= set(IDS)
    assert checks_used(library()) == set(CHECKS)


def test_paragraphs_are_the_real_ones():
    assert {law_number(name) for name in paragraphs()} == set(range(1, 94))
    for real in ("12C1(e)(ii)", "27B1(a)", "40B2(a)(v)", "64C2(b)", "68D2(b)(i)", "73D3", "89A4", "93C3(b)"):
        assert is_paragraph(real)
    for wrong in ("0", "94", "27B5", "26C", "64B9", "12C1(f)", "20F7", "27b1", ""):
        assert not is_paragraph(wrong)
    assert paragraphs()["73D3"] == "e2024"
    assert paragraphs()["73B2"] == "e2017"


def test_each_edition_cites_its_own_paragraphs():
    for tree in ("L73", "L89"):
        for answers, _ in paths(diagram(library().trees[tree])):
            edition = dict(answers).get("edition")
            step = evaluate(library(), tree, dict(answers))
            for law in step.outcomes[0].law if edition and step.outcomes else ():
                assert paragraphs()[law] in ("", edition), (tree, answers, law)


def test_files_fit_a_page():
    for path in DATA.rglob("*.txt"):
        assert all(len(line) <= 120 for line in path.read_text("utf-8").splitlines()), path.name
