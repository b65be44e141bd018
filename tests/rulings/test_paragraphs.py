"""Rulings paragraph by paragraph: what each way through a tree comes to, against the text of the Laws."""

from collections.abc import Iterator

import pytest

from rulings.laws.evaluator import EvaluationStep, evaluate
from rulings.laws.library import library
from rulings.laws.model import Outcome
from rulings.laws.phrases import CHECKS, phrase
from rulings.laws.regulation import USUAL, Regulation
from rulings.laws.restrictions import reminders, restrictions

Facts = dict[str, str]


def run(tree: str, regulation: Regulation = USUAL, **facts: str) -> EvaluationStep:
    return evaluate(library(), tree, facts, regulation)


def ids(step: EvaluationStep) -> list[str]:
    return [outcome.id for outcome in step.outcomes]


def laws(step: EvaluationStep) -> set[str]:
    return {law for outcome in step.outcomes for law in outcome.law}


def ends(tree: str, regulation: Regulation = USUAL, **facts: str) -> Iterator[tuple[Facts, EvaluationStep]]:
    """Every way on from the facts, to its end."""
    ways = [facts]
    while ways:
        known = ways.pop()
        step = evaluate(library(), tree, known, regulation)
        if step.question is None:
            yield known, step
            continue
        ways += [known | {step.question.id: answer} for answer, _ in step.question.answers]


def said(outcome: Outcome) -> str:
    """All that an outcome says, in full."""
    return " ".join(phrase(key, text) for key, text in outcome.texts)


#: The tree, the facts, the outcomes in order, and paragraphs that must be among those cited.
CASES = [
    # 12C4 and 86B1
    ("L12", "event=ko power=unplayable result=n scope86=multi fault86=none time86=n", "L12.team L86.B2a", "12C4"),
    ("L12", "event=ko power=unplayable result=n scope86=single clear86=n", "L12.team L86.B1n", "12C4"),
    ("L12", "event=ko power=unplayable result=n scope86=single clear86=y", "L12.team L86.B1", "86B1"),
    ("L12", "event=ko power=unplayable result=n scope86=multi fault86=both", "L12.team L86.B2c", "12C4"),
    ("L12", "event=ko power=unplayable result=n scope86=multi fault86=one", "L12.team L86.B2b", "86B2(b)"),
    ("L12", "event=team power=specific result=y many=y scope86=single clear86=y", "L12.team L86.B1", "86B1"),
    ("L12", "event=team power=specific result=n scope86=single clear86=y", "L12.team L86.B1", "86B1"),
    ("L12", "event=team power=specific result=y many=y scope86=single clear86=n", "L12.team L86.B1n", "12C2"),
    ("L12", "event=mp power=specific result=y many=y", "L12.artificial", "12C2(a)"),
    ("L12", "event=imp power=unplayable result=n", "L12.artificial", "12C2(b)"),
    ("L12", "event=ind power=unplayable result=n", "L12.artificial", "12C2(a)"),
    # 23B
    ("L29", "simul=n rhobound=n proper=n kind29=bid accept=n at=rho rho=acts comp=y", "L29.B L31.A2a", "23B"),
    ("L29", "simul=n rhobound=n proper=n kind29=dbl accept=n at=rho rho=acts comp=y", "L29.B L32.A2a", "23B"),
    ("L29", "simul=n rhobound=n proper=n kind29=dbl accept=n at=partner comp=y", "L29.B L32.B2a", "23B"),
    # 24
    ("L24", "vis=n", "L24.none", "24"),
    ("L24", "own24=n called16=y likely=y", "L16D.post", "16D3"),
    ("L24", "own24=n called16=n likely=y", "L16D.pre", "16D2"),
    ("L24", "own24=n likely=n", "L16D.play", "16D1"),
    ("L24", "vis=y count=one kind=low side=open", "L24.A", "24A 24D 24E"),
    ("L24", "vis=y count=one kind=led side=open", "L24.B", "24B 24D 24E"),
    ("L24", "vis=y count=more side=open", "L24.C", "24C 24D 24E"),
    ("L24", "vis=y count=one kind=low side=declaring", "L24.D", "24D"),
    ("L24", "vis=y count=one kind=led side=defending", "L24.Emajor", "24E 50B"),
    ("L54", "declside=y vis=y", "L24.D", "24D"),
    ("L41", "what=declside vis=y", "L41.54E L24.D", "54E 24D"),
    # 49 and 50
    ("L49", "normal=n seen49=y current=no how49=otherwise", "L49.otherwise", "50 49"),
    ("L50", "pcn=more turn=pled", "L51.early", "50D2 51B 49"),
    ("L51", "turn51=pled", "L51.early", "50D2 51B 49"),
    ("L50", "pcn=one size=major turn=pled", "L50.D2early", "50D2 49"),
    ("L50", "pcn=one size=minor turn=pled", "L50.Cp", "50C"),
    ("L50", "pcn=more turn=holder able=y", "L51.A", "51A"),
    ("L50", "pcn=more turn=holder able=n", "L50.D1b", "50D1(b)"),
    ("L50", "pcn=more turn=plead suits=one choice51=require", "L51.B1a", "51B1(a)"),
    ("L50", "pcn=more turn=plead suits=more choice51=free", "L51.B2c", "51B2(c)"),
    ("L50", "pcn=more turn=played", "L50.E3", "50E3"),
    # 53C with 57
    ("L53", "told=n t13=n propl=n who53=decl rhoplays=y both57=y", "L55.53C L57.C1", "53C 57C1"),
    ("L53", "told=n t13=n propl=n who53=decl rhoplays=y both57=n dum57=y", "L55.53C L57.C2", "53C 57C2"),
    ("L53", "told=n t13=n propl=n who53=decl rhoplays=y both57=n dum57=n comply=open", "L55.53C L57.A", "53C 57A"),
    ("L53", "told=n t13=n propl=n who53=decl rhoplays=y both57=n dum57=n comply=n", "L55.53C L57.B", "53C 59"),
    # 57C1 and a lead to the next trick
    ("L57", "kind57=leadnext both57=y", "L57.C1", "57C1"),
    ("L57", "kind57=leadnext both57=n dum57=y", "L57.C2", "57C2"),
    ("L57", "kind57=leadnext both57=n dum57=n comply=open", "L57.A", "57A"),
    ("L57", "C3=plays kind57=leadnext both57=y comply=open", "L57.A", "57A"),
    ("L57", "C3=plays kind57=leadnext both57=y choice57=suit comply=y", "L57.A3", "57A3"),
    ("L57", "C3=plays kind57=leadnext both57=y choice57=low comply=n", "L57.B", "59"),
    ("L57", "C3=plays kind57=leadnext both57=n dum57=y comply=open", "L57.A", "57A"),
    ("L57", "C3=plays kind57=before both57=y", "L57.C1", "57C1"),
    ("L57", "C3=plays kind57=before both57=n dum57=y", "L57.C2", "57C2"),
    # 67B1 with 64B3
    ("L67", "both67=y err67=omitted hand67=dum", "L67.B1dum", "67B1 64B3"),
    ("L67", "both67=y err67=omitted suit67=y oswon=y", "L67.B1a", "67B1(a) 64A2"),
    ("L67", "both67=y err67=omitted suit67=y oswon=n", "L67.B1zero", "64B1"),
    ("L67", "both67=n err67=omitted", "L67.A1", "67A1"),
    # 69B and 71
    ("L79", "type79=tricks claim79=y whose69=own cp=y trick71=nolose", "L79.B1 L71.B", "79B1 71B"),
    ("L79", "type79=tricks claim79=y whose69=own cp=y trick71=other", "L79.B1 L71.stand", "79B1 71"),
    ("L79", "type79=tricks claim79=y whose69=own cp=y trick71=won", "L79.B1 L71.A", "79B1 71A"),
    ("L79", "type79=tricks claim79=y whose69=own cp=n", "L79.B1 L71.late", "79B1 79C"),
    ("L79", "type79=tricks claim79=y estab=y cp=y trick69=likely", "L79.B1 L69.B2", "79B1 69B2"),
    ("L69", "whose69=own cp=y trick71=other", "L71.stand", "71"),
    # 73D2
    ("L73", "what=mislead reason=n could=y wronginf=n delib73=y", "L73.D2", "73D2"),
    ("L73", "what=mislead reason=n could=n delib73=y", "L73.D2", "73D2"),
    ("L73", "what=mislead reason=n could=y wronginf=n delib73=n", "L73.D1", "73D1"),
    ("L73", "edition=e2017 what=mislead reason=n could=y wronginf=n delib73=y", "L73.D2", "73D2"),
    ("L73", "what=mislead reason=y", "L73.D1", "73D1"),
    # 75A
    ("L75", "match=explok used=y stage16=end la=n", "L75.A L16B.nola", "75A"),
    ("L75", "match=noagree dam75=n used=y la=n", "L75.A L16B.nola", "75A"),
    ("L75", "match=noagree dam75=n used=n", "L75.nodam", "75D"),
    # 90
    ("L90", "off90=late event=mp", "L90.B1", "90B1"),
    ("L90", "off90=slow event=imp", "L90.B2", "90B2"),
    ("L90", "off90=other event=team", "L90.A", "90A"),
    ("L90", "off90=late event=ind blame=y", "L90.ind", "12C3"),
    ("L90", "off90=late blame=y", "L90.ind", "12C3"),
]


@pytest.mark.parametrize(("tree", "facts", "out", "cited"), CASES, ids=[f"{one[0]} {one[1]}" for one in CASES])
def test_facts_lead_to_what_the_law_says(tree: str, facts: str, out: str, cited: str):
    known = dict(fact.split("=") for fact in facts.split())
    settled = Regulation({"C3": known.pop("C3")} if "C3" in known else {})
    step = run(tree, settled, **known)
    assert step.question is None
    assert ids(step) == out.split()
    assert set(cited.split()) <= laws(step)


class TestTheDirectorsError:
    """Law 82C: no rectification lets the board be scored normally, and both sides are non-offending."""

    def test_no_way_leads_to_an_offending_side(self):
        for tree, first in (("L82", {}), ("L12", {"power": "tderror"}), ("L12", {"power": "error82"})):
            for facts, step in ends(tree, **first, fix82="n"):
                words = " ".join(said(outcome) for outcome in step.outcomes).lower()
                for wrong in ("at most 40", "by its own responsibility", "the result stands", "offending side gets"):
                    assert wrong not in words, (facts, wrong)
                assert not {"damage", "sewog"} & set(facts), facts
                assert "82C" in laws(step)
                assert not {"L12.stands", "L12.split", "L12.splitko", "L86.B2b", "L86.B2c"} & set(ids(step))

    @pytest.mark.parametrize("event", ["mp", "imp", "ind"])
    def test_pairs_get_average_plus_where_nothing_can_be_assigned(self, event: str):
        for step in (
            run("L82", fix82="n", event=event, result="n"),
            run("L82", fix82="n", event=event, result="y", many="y"),
            run("L12", power="tderror", fix82="n", event=event, result="n"),
        ):
            assert ids(step) == ["L82.C", "L12.artificial"]
            assert step.question is None
            assert "Average plus to each side" in said(step.outcomes[-1])
            assert step.outcomes[-1]["pp"] == "no"

    def test_what_can_be_assigned_is_assigned_to_each_side(self):
        step = run("L82", fix82="n", event="mp", result="y", many="n")
        assert ids(step) == ["L82.C", "L12.assigned"]
        assert step.question is None
        assert {outcome["score"] for outcome in step.outcomes} == {"adjust - both NOS"}

    def test_in_a_knockout_scores_that_do_not_balance_are_averaged(self):
        step = run("L82", fix82="n", event="ko", result="y", many="n", balance="n")
        assert ids(step) == ["L82.C", "L12.ko"]
        step = run("L82", fix82="n", event="ko", result="n", scope86="multi", time86="n")
        assert ids(step) == ["L82.C", "L12.team", "L86.B2a"]
        assert "12C4" in laws(step)

    def test_an_error_that_can_be_put_right_is_put_right(self):
        assert ids(run("L82", fix82="y")) == ["L82.B"]
        assert ids(run("L12", power="tderror", fix82="y")) == ["L82.B"]

    def test_a_wrong_rectification_by_the_players_has_an_offending_side(self):
        step = run("L12", power="wrongrect", event="mp", result="y", many="n")
        assert step.question is not None
        assert step.question.id == "damage"


class TestTheBannedSuit:
    """Law 26B: one suit, as long as the partner of the offender keeps the lead."""

    def test_the_ban_lasts_while_the_partner_keeps_the_lead(self):
        for outcome in library().outcomes.values():
            for one in restrictions([outcome]):
                if one.key == "lead" and one.text.startswith("26B"):
                    assert one.ends.value == "lead-lost", outcome.id

    def test_the_words_say_which_suit(self):
        suit = "suit not specified in the legal auction by the offender"
        for outcome in library().outcomes.values():
            if (outcome["lead"] or "").startswith("26B"):
                assert suit in said(outcome), outcome.id
        assert suit in CHECKS["26B"].text
        [banned] = run("L26", exempt="n", comp="n", defends="y", plead="y").outcomes
        assert suit in phrase("opt", banned["opt"] or "")
        assert "as long as" in banned.do

    def test_nothing_about_it_is_asked_after_the_result(self):
        for facts in ({"repl": "bid"}, {"repl": "pass"}, {"repl": "dbl"}):
            found = reminders(run("L27", rot="y", acc="n", **facts).outcomes)
            assert "26B" not in {one.check for one in found}
        assert "26B" not in {one.check for one in reminders(library().outcomes.values())}


class TestAnExplanationWithoutAnAgreement:
    """Law 75A holds whatever the agreement is."""

    @pytest.mark.parametrize("match", ["explwrong", "unclear", "noagree"])
    def test_damage_and_the_use_of_information_are_both_judged(self, match: str):
        both, one = (run("L75", match=match, dam75="y", used=used) for used in "yn")
        assert {"75A", "16B3"} <= laws(both)
        assert "75A" not in laws(one)
        assert both.open_tree is one.open_tree is library().trees["L12"]

    def test_what_partner_explained_is_never_lost(self):
        for facts, step in ends("L75", event="mp"):
            if facts.get("used") == "y":
                assert "75A" in laws(step), facts


class TestACardNotPlayed:
    """Law 67B1 with 64B3."""

    def test_for_dummy_no_trick_goes_across(self):
        [outcome] = run("L67", both67="y", err67="omitted", hand67="dum").outcomes
        assert outcome["tricks"] == "0"
        assert "64C" in outcome.chk

    def test_it_is_asked_whose_hand_it_was_unless_that_is_known(self):
        question = run("L67", both67="y", err67="omitted").question
        assert question is not None
        assert question.id == "hand67"
        assert ids(run("L67", both67="y", err67="omitted", suit67="n", oswon="y")) == ["L67.B1b"]


class TestACardThatLiesThere:
    """What stays on the table after leads and plays out of turn, and penalty cards."""

    @pytest.mark.parametrize("facts", [{"both57": "y"}, {"both57": "n", "dum57": "y"}])
    def test_no_penalty_card_is_left_where_there_is_no_rectification(self, facts: Facts):
        step = run("L53", told="n", t13="n", propl="n", who53="decl", rhoplays="y", **facts)
        assert restrictions(step.outcomes) == ()

    def test_a_card_played_before_partner_lies_there_otherwise(self):
        step = run("L55", rhoplays="y", both57="n", dum57="n", comply="open")
        assert [one.key for one in restrictions(step.outcomes)] == ["lead", "pc"]

    def test_no_two_outcomes_of_a_ruling_contradict_each_other(self):
        """Where one outcome says that there is no penalty card, no pass or no ban, none before it leaves one."""
        for tree in library().trees:
            for facts, step in ends(tree, event="mp", power="specific", result="y", many="n", damage="y", sewog="n"):
                for key in ("pc", "lead", "pass"):
                    texts = [outcome[key] for outcome in step.outcomes if outcome[key] is not None]
                    assert not ("none" in texts and set(texts) != {"none"}), (tree, facts, texts)

    def test_several_penalty_cards_are_asked_about_once(self):
        for turn in ("holder", "plead", "pled"):
            for facts, _ in ends("L50", pcn="more", turn=turn, event="mp"):
                assert "turn51" not in facts

    def test_a_lead_before_declarer_chose_is_a_penalty_card_too(self):
        [outcome] = run("L50", pcn="more", turn="pled").outcomes
        assert outcome["pc"] == "led card - major"
        assert {one.key for one in restrictions([outcome])} == {"lead", "pc"}

    def test_the_director_may_designate_otherwise(self):
        for how in ("accident", "honour", "deliberate", "several"):
            [outcome] = run("L49", normal="n", seen49="y", current="no", how49=how).outcomes
            assert "unless the Director designates otherwise" in outcome.do
        [outcome] = run("L49", normal="n", seen49="y", current="no", how49="otherwise").outcomes
        assert outcome["pc"] == "none"
        assert restrictions([outcome]) == ()

    def test_a_card_shown_during_the_auction_is_told_what_becomes_of_it(self):
        for facts in ({"count": "one", "kind": "low"}, {"count": "one", "kind": "honour"}, {"count": "more"}):
            [outcome] = run("L24", vis="y", side="open", **facts).outcomes
            assert {"24D", "24E"} <= set(outcome.law)
            assert "declarer or dummy" in outcome.do
            assert "penalty card" in outcome.do


class TestAComparableCall:
    """Law 23B: after a comparable call out of rotation nothing is unauthorized."""

    OUT_OF_TURN = {"simul": "n", "rhobound": "n", "proper": "n", "accept": "n"}

    @pytest.mark.parametrize("kind", ["bid", "artpass", "dbl"])
    def test_at_the_right_hand_opponents_turn_it_lifts_law_16c(self, kind: str):
        step = run("L29", **self.OUT_OF_TURN, kind29=kind, at="rho", rho="acts", comp="y")
        assert [outcome["info"] for outcome in step.outcomes] == [None, "16C2 does not apply"]
        assert [one.check for one in reminders(step.outcomes)] == ["23C"]

    @pytest.mark.parametrize("kind", ["pass", "bid", "artpass", "dbl"])
    def test_at_partners_turn_it_held_until_then(self, kind: str):
        step = run("L29", **self.OUT_OF_TURN, kind29=kind, at="partner", comp="y")
        assert step.outcomes[-1]["info"] == "UI for P until the comparable call, then for nobody"
        assert {one.check for one in reminders(step.outcomes)} == {"16C2", "23C"}

    def test_law_16c_is_shown_where_the_call_is_not_comparable_or_not_yet_made(self):
        for facts, step in ends("L29", **self.OUT_OF_TURN):
            ruled = step.outcomes[-1]
            if facts.get("comp") in ("n", "later") or ruled.id == "L30.A":
                assert ruled["info"], facts

    def test_a_call_that_must_be_repeated_tells_nothing(self):
        step = run("L29", **self.OUT_OF_TURN, kind29="bid", at="rho", rho="pass")
        assert [outcome["info"] for outcome in step.outcomes] == [None, None]


class TestACardExposedDuringTheAuction:
    """Law 24 is about a player's own error; what an opponent did is Law 16D."""

    def test_whose_error_it_was_and_what_could_be_seen_are_asked_apart(self):
        first = run("L24").question
        assert first is not None
        assert first.id == "own24"
        second = run("L24", own24="y").question
        assert second is not None
        assert (second.id, second.text) == ("vis", "Could the player's partner have seen its face?")

    def test_what_an_opponent_knocked_out_is_never_a_penalty_card(self):
        for facts, step in ends("L24", own24="n"):
            assert all(one.id.startswith("L16D.") for one in step.outcomes), facts
            assert restrictions(step.outcomes) == ()


class TestDeception:
    def test_it_is_asked_whether_it_was_deliberate_where_there_was_no_damage(self):
        question = run("L73", what="mislead", reason="n", could="y", wronginf="n").question
        assert question is not None
        assert "deliberate" in question.text

    def test_an_attempt_is_an_infraction_without_damage(self):
        [outcome] = run("L73", what="mislead", reason="n", could="y", wronginf="n", delib73="y").outcomes
        assert (outcome["score"], outcome["pp"]) == ("table", "may")


class TestKnockoutsAndTeams:
    def test_nobody_at_fault_comes_to_zero(self):
        step = run("L12", event="ko", power="unplayable", result="n")
        assert "12C4" in laws(step)
        assert "give 0" in said(step.outcomes[-1])
        assert step.open_tree is library().trees["L86"]

    def test_no_artificial_score_in_teams_before_law_86_was_asked(self):
        for event in ("team", "ko"):
            for facts, step in ends("L12", event=event, power="specific"):
                assert "L12.artificial" not in ids(step)
                if facts.get("result") == "n" or facts.get("many") == "y":
                    assert ids(step)[-1].startswith("L86."), facts
                    assert step.outcomes[-1]["score"], facts

    def test_a_clear_result_at_the_other_table_asks_for_an_assigned_score(self):
        for facts, step in ends("L12", power="specific", scope86="single", clear86="y"):
            if facts.get("event") in ("team", "ko") and (facts.get("result") == "n" or facts.get("many") == "y"):
                assert ids(step)[-1] == "L86.B1", facts


def test_a_penalty_in_a_pairs_game_does_not_ask_about_an_individual():
    for event in ("mp", "imp", "team", "ko"):
        for facts, _ in ends("L90", event=event):
            assert "blame" not in facts
    question = run("L90", off90="late", event="ind").question
    assert question is not None
    assert question.id == "blame"


def test_where_the_event_is_not_known_the_usual_answer_about_an_individual_comes_first():
    """As in the law book."""
    question = run("L90", off90="late").question
    assert question is not None
    assert question.answers[0] == ("na", "No: pairs or teams")


def test_a_revoke_asks_about_cards_after_it_to_this_trick_or_the_next():
    """Law 62C1: any card played after the revoke and before attention was drawn to it."""
    question = library().trees["L62"].by_id["later62"]
    assert "attention" in question.text
    assert "same trick, or to the next" in question.text
    [corrected] = run("L62", t12="n", both62="n", est="none", by62="defhand", later62="y").outcomes
    assert "62C1" in corrected.law
