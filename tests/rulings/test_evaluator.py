"""Facts in, the next question or the outcomes out."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.laws.errors import LawsError
from rulings.laws.evaluator import Consultation, EvaluationStep, evaluate
from rulings.laws.library import library
from rulings.laws.regulation import Regulation
from rulings.laws.words import say

TREES = sorted(library().trees)
trees = st.sampled_from(TREES)
seeds = st.integers(0, 2**32)


def start(tree: str, **facts: str) -> Consultation:
    return Consultation(library(), tree, given=tuple(facts.items()))


def outcomes(step: EvaluationStep) -> list[str]:
    return [outcome.id for outcome in step.outcomes]


def answer_all(consultation: Consultation, chance: random.Random) -> Consultation:
    """Answer at random until nothing is asked."""
    for _ in range(100):
        question = consultation.step.question
        if question is None:
            return consultation
        consultation = consultation.answer(question.id, chance.choice(question.answers)[0])
    raise AssertionError("it goes on asking")


@given(trees, seeds)
@settings(max_examples=400, deadline=None)
def test_every_consultation_ends_with_an_outcome(tree: str, seed: int):
    done = answer_all(start(tree), random.Random(seed))
    assert done.step.is_over
    assert done.step.outcomes


@given(trees, seeds)
@settings(max_examples=200, deadline=None)
def test_nothing_is_asked_twice_or_when_known(tree: str, seed: int):
    chance, consultation, asked = random.Random(seed), start(tree), []
    while (question := consultation.step.question) is not None:
        assert question.id not in dict(consultation.given)
        asked.append(question.id)
        consultation = consultation.answer(question.id, chance.choice(question.answers)[0])
    assert len(asked) == len(set(asked))


@given(trees, seeds)
@settings(max_examples=200, deadline=None)
def test_what_is_asked_matters(tree: str, seed: int):
    """Some answer to it, with the same answers afterwards, leads elsewhere than another."""
    chance, consultation = random.Random(seed), start(tree)
    while (asked := consultation.step.asked) is not None:
        leads = {(stake.laws, stake.trees) for stake in asked.stakes}
        fork = consultation.step.open_fork
        assert fork is not None
        assert len(set(map(id, fork.to.values()))) > 1
        assert leads
        consultation = consultation.answer(asked.question.id, chance.choice(asked.question.answers)[0])


@given(trees, seeds)
@settings(max_examples=200, deadline=None)
def test_the_order_of_facts_does_not_matter(tree: str, seed: int):
    chance = random.Random(seed)
    done = answer_all(start(tree), chance)
    shuffled = list(done.given)
    chance.shuffle(shuffled)
    assert evaluate(library(), tree, dict(shuffled)).path == done.step.path


@given(trees, seeds)
@settings(max_examples=200, deadline=None)
def test_facts_given_late_end_the_same(tree: str, seed: int):
    """Some answers are known beforehand, in no order: the rest is asked and the end is the same."""
    chance = random.Random(seed)
    done = answer_all(start(tree), chance)
    known = dict(done.given)
    early = {name: known[name] for name in known if chance.random() < 0.5}
    consultation = start(tree, **early)
    while (question := consultation.step.question) is not None:
        assert question.id not in dict(consultation.given)
        assert question.id in known
        consultation = consultation.answer(question.id, known[question.id])
    assert consultation.step.path == done.step.path


@given(trees, seeds)
@settings(max_examples=200, deadline=None)
def test_changing_an_answer_back_gives_the_same(tree: str, seed: int):
    chance = random.Random(seed)
    done = answer_all(start(tree), chance)
    name, answer = chance.choice(done.given)
    asking = next(row.question for row in done.answered if row.question.id == name)
    other = chance.choice([choice for choice, _ in asking.answers if choice != answer])
    changed = done.answer(name, other)
    assert changed.answer(name, answer) == done
    further = answer_all(changed, chance)
    while len(further.given) > len(done.given):
        further = further.back()
    assert further.answer(name, answer).step.path == done.step.path


@given(trees, seeds)
@settings(max_examples=100, deadline=None)
def test_going_back_step_by_step(tree: str, seed: int):
    done = answer_all(start(tree), random.Random(seed))
    stages = [done]
    while stages[-1].given:
        stages.append(stages[-1].back())
    for later, earlier in pairwise(stages):
        question = earlier.step.question
        assert question is not None
        assert question.id == later.given[-1][0]
    assert stages[-1] == start(tree)


def test_a_consultation_is_a_value():
    one = start("L27").answer("rot", "y")
    assert one == start("L27", rot="y")
    assert one.answer("acc", "n").without("acc") == one
    assert start("L27").given == ()


def test_an_answer_that_others_settle_is_asked_again_when_it_is_taken_back():
    """Whether partner could see the card is only asked of a player's own error."""
    shown = start("L24", vis="y", count="more", side="open")
    assert outcomes(shown.step) == ["L24.C"]
    assert {row.question.id for row in shown.answered if not row.given} == {"own24"}
    asked = start("L24", own24="y", vis="y", count="more", side="open").without("own24")
    assert asked.step.question is not None
    assert asked.step.question.id == "own24"
    assert outcomes(asked.answer("own24", "y").answer("vis", "y").step) == ["L24.C"]
    fined = start("L90", off90="late", event="ind", blame="y")
    assert dict(fined.without("blame").given) == {"off90": "late", "event": "ind"}


def test_what_is_given_prevails_over_what_others_settle():
    assert outcomes(start("L90", off90="late", event="mp", blame="y").step) == ["L90.ind"]


def test_an_insufficient_bid_question_by_question():
    consultation = start("L27")
    said = []
    for answer in ("y", "n", "bid"):
        question = consultation.step.question
        assert question is not None
        said.append(question.id)
        consultation = consultation.answer(question.id, answer)
    assert said == ["rot", "acc", "repl"]
    assert outcomes(consultation.step) == ["L27.B2"]
    assert consultation.step.question is None


def test_answers_are_carried_to_the_next_tree():
    step = evaluate(library(), "L48", {"how": "spread", "noclaim": "n"})
    assert outcomes(step) == ["L48.B2"]
    assert step.open_tree is library().trees["L68"]
    assert step.question is not None
    assert step.question.id == "objects"  # noclaim was answered before, scope follows from facing the hand


def test_what_follows_from_the_way_there_is_not_asked():
    step = evaluate(library(), "L16B", {"stage16": "end", "ui": "y", "la": "y", "sugg": "y", "adv": "y", "event": "mp"})
    assert step.question is not None
    assert step.question.id == "result"  # the power to adjust is the law's, and there was damage
    assert step.facts["power"] == "specific"


def test_a_fact_given_prevails_over_what_follows():
    facts = {"stage16": "end", "ui": "y", "la": "y", "sugg": "y", "adv": "y"}
    more = {"event": "mp", "result": "y", "many": "n", "damage": "n"}
    assert outcomes(evaluate(library(), "L16B", facts | more)) == ["L16B.adjust", "L12.stands"]


def test_an_answer_of_another_tree_is_no_answer_here():
    step = evaluate(library(), "L30", {"at": "lho", "prev": "y", "comp": "later", "intent": "intended", "accept": "n"})
    assert outcomes(step) == ["L30.B2"]
    assert step.question is not None
    assert step.question.id == "comp"  # 'not there yet' does not answer Law 25


def test_the_directors_error_comes_back_to_the_score():
    facts = {"power": "tderror", "fix82": "n", "event": "mp", "result": "n"}
    assert outcomes(evaluate(library(), "L12", facts)) == ["L82.C", "L12.artificial"]
    assert outcomes(evaluate(library(), "L82", {"fix82": "n", "event": "mp", "result": "n"})) == [
        "L82.C",
        "L12.artificial",
    ]


def test_facts_that_contradict_each_other_still_end():
    facts = {"who58": "one", "found": "y", "both67": "n", "err67": "toomany"}
    step = evaluate(library(), "L58", facts)
    assert outcomes(step) == ["L67.A2"]
    assert step.is_over


def test_answers_that_no_longer_matter_stay_dormant():
    full = start("L21", source="opp", mistake="n", infl="y", period="n", adv="y")
    assert outcomes(full.step)[0] == "L21.late"
    changed = full.answer("source", "own")
    assert outcomes(changed.step) == ["L21.A"]
    assert [row.question.id for row in changed.answered] == ["source"]
    assert changed.answer("source", "opp").step.path == full.step.path


def test_it_says_why_it_asks():
    asked = start("L27", rot="y").step.asked
    assert asked is not None
    told = [say(note) for note in asked.why]
    assert told[0] == "It matters because of the answer to 'Was it made at the offender's own turn?': Yes."
    assert told[1].startswith("It decides which applies: Law 27A1, 27B1(a)")
    asked = start("L29").step.asked
    assert asked is not None
    assert any("L36" in say(note) for note in asked.why)


def test_what_was_given_and_what_followed():
    done = start("L48", how="oloot")
    rows = {row.question.id: row for row in done.answered}
    assert rows["how"].given
    assert not rows["spread54"].given
    assert rows["spread54"].tree.id == "L54"
    assert rows["spread54"].label == "Yes"
    assert outcomes(done.step) == ["L54.A"]


def test_the_exception_that_applies_is_cited():
    [outcome] = evaluate(library(), "L64", {"exempt": "b4", "equity": "n"}).outcomes
    assert outcome.law == ("64B", "64B4")


def test_asides_are_kept_but_never_asked():
    done = start("L27", rot="y", acc="n", early="y", repl="pass")
    assert outcomes(done.step) == ["L27.B2"]
    assert "early" in {row.question.id for row in done.answered}


@pytest.mark.parametrize(
    ("tree", "fact", "sentence"),
    [
        ("L27", ("rot", "maybe"), "rot=maybe: choose one of y, n."),
        (
            "L27",
            ("trump", "y"),
            "trump: L27 and the trees after it do not ask this; L27 asks rot, acc, early, repl, acc2.",
        ),
        ("L27", ("C1", "99"), "C1=99: choose one of 36B4, 32A2."),
    ],
)
def test_facts_that_nobody_can_use_are_refused(tree: str, fact: tuple[str, str], sentence: str):
    with pytest.raises(LawsError) as caught:
        start(tree).answer(*fact)
    assert str(caught.value) == sentence


def test_a_tree_that_is_not_there_is_refused():
    with pytest.raises(LawsError, match="there is no tree L99"):
        start("L99")


class TestRegulations:
    """The edition, and the points that the Laws leave open."""

    def run(self, tree: str, facts: dict[str, str], **chosen: str) -> EvaluationStep:
        return evaluate(library(), tree, facts, Regulation(chosen))

    def test_the_edition_is_known_and_not_asked(self):
        assert outcomes(self.run("L73", {"what": "pause"})) == ["L73.D3"]
        assert outcomes(self.run("L73", {"what": "pause"}, edition="e2017")) == ["L73.A2"]
        assert outcomes(self.run("L89", {"acts": "use"})) == ["L89.A2"]
        assert outcomes(self.run("L89", {"acts": "use"}, edition="e2017")) == ["L89.old"]

    def test_a_fact_may_name_the_edition(self):
        assert outcomes(self.run("L73", {"what": "prearr", "edition": "e2017"})) == ["L73.B2x"]

    def test_c1_an_inadmissible_double_out_of_rotation(self):
        facts = {"faced": "n", "lcalled": "n", "oot": "y", "at": "rho", "rho": "acts", "comp": "n"}
        assert outcomes(self.run("L36", facts)) == ["L36.B4"]
        assert outcomes(self.run("L36", facts, C1="32A2")) == ["L32.A2b"]
        again = facts | {"rho": "pass", "stilladm": "n"}
        assert outcomes(self.run("L36", again, C1="32A2")) == ["L36.B4"]

    def test_c2_a_comparable_change_of_call(self):
        facts = {"intent": "intended", "subst": "y", "accept": "y", "comp": "y"}
        usual, other = self.run("L25", facts).outcomes[0], self.run("L25", facts, C2="26A").outcomes[0]
        assert usual.chk == ("16C2", "23C")
        assert other.chk == ("23C",)
        assert other["info"] == "no restriction"

    def test_c3_a_lead_after_declarer_played_from_both_hands(self):
        facts = {"kind57": "leadnext", "both57": "y"}
        assert outcomes(self.run("L57", facts)) == ["L57.C1"]
        assert self.run("L57", facts, C3="plays").question.id == "choice57"
        assert outcomes(self.run("L57", facts | {"choice57": "wait", "comply": "open"}, C3="plays")) == ["L57.A"]

    def test_c4_a_call_at_the_left_hand_opponents_own_turn(self):
        facts = {"simul": "n", "rhobound": "n", "proper": "y", "accept": "y", "kind29": "bid"}
        assert outcomes(self.run("L29", facts)) == ["L29.28B"]
        assert outcomes(self.run("L29", facts, C4="29A")) == ["L29.A"]

    def test_c8_no_contestant_at_fault(self):
        facts = {"redeal86": "n", "scope86": "multi", "fault86": "none", "time86": "n"}
        assert self.run("L86", facts, C8="average").outcomes[0]["score"] == "0 IMP each"

    def test_what_is_not_a_choice_is_refused(self):
        with pytest.raises(LawsError, match="there is no such setting"):
            Regulation({"C13": "x"})
        with pytest.raises(LawsError, match="choose one of 25B3, 26A"):
            Regulation({"C2": "x"})
        with pytest.raises(LawsError, match="from 1 to 100"):
            Regulation({"C10": "0"})

    def test_regulations_are_values(self):
        assert Regulation({"C10": "10"}) == Regulation({"C10": "10"})
        assert hash(Regulation()) == hash(Regulation({"C10": "25"}))
        assert Regulation({"C10": "10"}).penalty * 10 == 1
