"""What the Laws leave to regulation: laid down by federation or club, and said where it makes a difference."""

import pytest

from clubs.regulations import CATALOGUE
from rulings.laws.evaluator import evaluate
from rulings.laws.library import library
from rulings.laws.regulation import SETTINGS, Regulation

OPEN = {
    "12C2(d)": "score.several_boards",
    "87B": "scoring.fouled",
    "16B2": "laws.16B2",
    "20F1": "laws.20F1",
    "40B2(b)": "laws.40B2b",
    "40B2(c)": "laws.40B2c",
    "40B2(d)": "laws.40B2d",
    "41A": "laws.41A",
    "70E2": "laws.70E2",
    "73D3": "laws.73D3",
    "76C2": "laws.76",
    "86B3": "laws.86B3",
}


@pytest.mark.parametrize(("law", "key"), OPEN.items())
def test_what_the_laws_leave_open_is_in_the_catalogue_and_announced(law: str, key: str):
    assert law in CATALOGUE[key].laws
    assert CATALOGUE[key].announced


def words(tree: str, facts: dict[str, str], **chosen: str) -> str:
    outcomes = evaluate(library(), tree, facts, Regulation(chosen)).outcomes
    return " ".join(text for outcome in outcomes for _, text in outcome.texts)


@pytest.mark.parametrize(
    ("setting", "choice", "tree", "facts", "usual", "otherwise"),
    [
        ("16B2", "call", "L16B", {"stage16": "now", "disputed": "n"}, "reserve the right", "called at once"),
        ("40B2b", "own", "L20", {"what": "owncard"}, "not allowed", "may look at the own system card"),
        ("40B2d", "sheet", "L40", {"what": "ownaid"}, "No own card, notes or aids", "help sheet"),
        ("70E2", "top", "L70", {"trump": "n", "newline": "y"}, "less successful", "from the top down"),
        ("73D3", "none", "L73", {"what": "pause"}, "requires a pause", "requires no pause"),
        ("76", "leave", "L76", {"spec": "react"}, "as the regulations prescribe", "leaves the table"),
        ("86B3", "average", "L86", {"redeal86": "n", "scope86": "oneonly"}, "per regulation", "0 IMP each"),
    ],
)
def test_a_regulation_changes_what_is_ruled(
    setting: str, choice: str, tree: str, facts: dict[str, str], usual: str, otherwise: str
):
    default = SETTINGS[setting].default
    other = {setting: default if default != choice else next(c for c in SETTINGS[setting].choices if c != choice)}
    assert usual in words(tree, facts, **other)
    assert otherwise in words(tree, facts, **{setting: choice})
    assert otherwise not in words(tree, facts, **other)
