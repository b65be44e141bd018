"""What the loader refuses, each with a sentence that names the place and the remedy."""

import pytest
from django.core.checks import run_checks

from rulings import checks
from rulings.laws.errors import DataError
from rulings.laws.evaluator import evaluate
from rulings.laws.library import build_library, library
from rulings.laws.model import Phase

SOUND = """
# A comment.
tree L1
  title: A tree
  laws: 27, 27B1(a)
  phase: auction

question one
  Is it so,
    or is it not?
  - y: Yes
  - n: No

question two, if one=y
  Which of them?
  - a: This
  - b: That
  - c: Neither

rules
  one=n -> go L2 knowing other=y
  two=a|b -> L1.A, go L2
  otherwise -> L1.B

outcome L1.A
  law: 27A1
  kind: book
  do: Do it.
  pass: P once
  score: table
  pp: no
  chk: 16C2, 72C

outcome L1.B
  law: 27B2, 26B
  kind: judge
  do: Do the other thing.
  score: adjust
  pp: may
  rec: What was said
  if C2=26A, score: table

tree L2
  title: Another tree
  laws: 12
  phase: td

question other
  And now?
  - y: Yes
  - n: No

rules
  other=y -> L2.A
  otherwise -> L2.B

outcome L2.A
  law: 12A1
  kind: fact
  do: So be it.
  score: table
  pp: no

outcome L2.B
  law: 12A2
  kind: disc
  do: So be it not.
  score: table
  pp: no
"""


def changed(old: str, new: str) -> dict[str, str]:
    assert SOUND.count(old) >= 1, old
    return {"trees.txt": SOUND.replace(old, new, 1)}


def refused(texts: dict[str, str], menu: str = "") -> str:
    with pytest.raises(DataError) as caught:
        build_library(texts, menu)
    return str(caught.value)


def test_a_sound_file_is_read():
    made = build_library({"trees.txt": SOUND}, "auction\n  L1: The first | other words, more\n")
    tree = made.trees["L1"]
    assert tree.by_id["one"].text == "Is it so, or is it not?"
    assert tree.rules[0].knowing == (("other", "y"),)
    assert tree.outcomes["L1.A"].chk == ("16C2", "72C")
    assert made.menu[0].phase is Phase.AUCTION
    assert made.menu[0].also == ("other words", "more")
    assert [outcome.id for outcome in evaluate(made, "L1", {"one": "n"}).outcomes] == ["L2.A"]
    assert made.reach["L1"] == {"L1", "L2"}
    assert made.reach["L2"] == {"L2"}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("otherwise -> L1.B", "two=a -> L1.B", "L1: one=y, two=c leads nowhere; add a rule for it."),
        ("otherwise -> L1.B", "two=a -> L1.A\n  otherwise -> L1.B", "L1: rule 3 can never be the first true one"),
        ("go L2 knowing other=y", "go L3", "L1: a rule goes on with L3, which is no tree"),
        ("knowing other=y", "knowing other=z", "L1: other=z is no answer in L2 or beyond"),
        ("-> L1.A, go L2", "-> L1.C, go L2", "L1: a rule gives L1.C, which is no outcome of that tree"),
        ("two=a|b -> L1.A, go L2", "two=a|b -> L1.B", "L1: no rule gives L1.A"),
        ("laws: 27, 27B1(a)", "laws: 27, 27B9", "L1: there is no paragraph 27B9 in the Laws"),
        ("law: 27B2, 26B", "law: 27B2, 26Z", "L1.B: there is no paragraph 26Z in the Laws"),
        ("two=a|b", "two=a|z", "L1: two=z is neither an answer in that tree nor a setting"),
        ("two=a|b", "three=a", "L1: three=a is neither an answer in that tree nor a setting"),
        ("two, if one=y", "two, if three=y", "L1: two depends on three, which is not asked before it"),
        ("two, if one=y", "two, if one=z", "L1: one=z is neither an answer in that tree nor a setting"),
        ("two=a|b -> L1.A", "two=a|b|c -> L1.A", "L1: rule 3 can never be the first true one"),
        ("chk: 16C2, 72C", "chk: 16C2, 99", "L1.A: 99 is no check"),
        ("pass: P once", "pass: P twice", "L1.A: nothing says what pass 'P twice' means"),
        ("if C2=26A", "if C2=27A", "L1: C2=27A is neither an answer in that tree nor a setting"),
        ("if C2=26A, score: table", "if two=a, law: 27B2, 27B9", "L1.B: there is no paragraph 27B9 in the Laws"),
        ("if C2=26A, score: table", "if two=a, pass: never", "L1.B: nothing says what pass 'never' means"),
        ("tree L2", "tree L1", "Tree L1 is there twice"),
        ("outcome L1.B", "outcome L1.A", "trees.txt, line 34: L1.A is there twice"),
        ("  kind: book\n", "", "trees.txt, line 25: 'outcome L1.A' lacks kind"),
        ("  pp: may\n", "  pp: may\n  colour: red\n", "'outcome L1.B' has colour, which no outcome knows"),
        ("  title: A tree\n", "", "trees.txt, line 3: 'tree L1' lacks title"),
        ("one=n -> go", "one=n => go", "'one=n => go L2 knowing other=y' cannot be read"),
        ("one=n -> go L2", "one -> go L2", "cannot be read"),
        ("  - y: Yes", "  * y: Yes", "'* y: Yes' cannot be read"),
        ("rules", "ruling", "'ruling' cannot be read"),
        ("tree L1\n", "question L1\n", "stands before any tree"),
        ("  - b: That", "  - a: That", "two is there twice"),
        ("phase: auction", "phase: bidding", "line 3: bidding is no phase; choose one of setup, auction"),
        ("kind: book", "kind: odd", "odd is no kind; choose one of book, fact, judge, disc"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_refused(old: str, new: str, sentence: str):
    assert sentence in refused(changed(old, new))


def test_a_question_that_changes_nothing_must_be_an_aside():
    text = SOUND.replace("rules\n  one=n", "question idle\n  Is it idle?\n  - y: Yes\n  - n: No\n\nrules\n  one=n")
    assert refused({"trees.txt": text}).startswith("L1: no rule depends on idle")
    assert build_library({"trees.txt": text.replace("question idle", "question idle, aside")})


def test_the_menu_names_trees():
    assert (
        refused({"trees.txt": SOUND}, "auction\n  L9: Nothing\n") == "The menu names L9, which is no tree; correct it."
    )
    assert "cannot be read" in refused({"trees.txt": SOUND}, "auction\n  L1 Nothing\n")
    assert "bidding is no phase" in refused({"trees.txt": SOUND}, "bidding\n  L1: Nothing\n")


def test_the_library_is_read_once():
    assert library() is library()


def test_a_start_proves_the_trees(monkeypatch: pytest.MonkeyPatch):
    assert [message for message in run_checks() if message.id == "rulings.E001"] == []
    monkeypatch.setattr(checks, "library", lambda: build_library(changed("go L2 knowing", "go L3 knowing")))
    [message] = checks.the_trees_hold(None)
    assert message.id == "rulings.E001"
    assert "L3" in str(message.msg)
