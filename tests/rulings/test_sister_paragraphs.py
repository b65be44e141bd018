"""The same point in laws that stand side by side: what one of them says, the others say too."""

import pytest
from django.utils.translation import override

from rulings.laws.evaluator import Consultation
from rulings.laws.library import library
from rulings.laws.phrases import phrase, phrases
from rulings.laws.regulation import Regulation
from rulings.laws.restrictions import next_stage, reminders, restrictions
from rulings.selectors.assistant import choice_consequences
from tests.rulings.test_paragraphs import ends, ids, laws, run, said


class TestAMajorPenaltyCard:
    """Law 50D: the offender whenever it is the turn to play, the partner whenever it is the turn to lead."""

    @pytest.mark.parametrize(
        ("tree", "facts"),
        [
            ("L49", "normal=n seen49=y current=no how49=honour"),
            ("L52", "dplayed=n dacc=n"),
            ("L54", "declside=n spread54=n sawdummy=n choice54=refuse"),
            ("L56", "acc56=n"),
            ("L57", "kind57=leadnext both57=n dum57=n comply=open"),
            ("L57", "kind57=before both57=n dum57=n comply=y"),
            ("L57", "kind57=before both57=n dum57=n comply=n"),
            ("L57", "kind57=rhoturn legal57=n"),
            ("L60", "who60=defretract"),
            ("L62", "t12=n both62=n est=none by62=defhand later62=n"),
            ("L62", "t12=n both62=n est=none by62=defhand later62=y"),
            ("L62", "t12=n both62=y"),
        ],
    )
    def test_wherever_it_comes_from_declarer_has_a_say_in_partners_lead(self, tree: str, facts: str):
        step = run(tree, **dict(fact.split("=") for fact in facts.split()))
        held = {one.key: one.text for one in restrictions(step.outcomes)}
        assert "pc" in held
        assert held["lead"].startswith("50D2")
        assert next_stage("lead", held["lead"]) is not None

    def test_no_outcome_makes_one_and_leaves_partners_lead_out(self):
        for outcome in library().outcomes.values():
            made = outcome["pc"] or ""
            if made == "major" or "becomes major" in made or "card major" in made or made.endswith("- major"):
                assert outcome["lead"], outcome.id

    def test_several_cards_are_ruled_on_by_law_51(self):
        [shown] = run("L49", normal="n", seen49="y", current="no", how49="several").outcomes
        [played] = run("L51", turn51="holder").outcomes
        for outcome in (shown, played):
            assert outcome["lead"] == "51B when P is to lead", outcome.id
        assert "51" in shown.law
        tree, known = next_stage("lead", "51B when P is to lead") or ("", {})
        question = run(tree, **known).question
        assert question is not None
        assert question.id == "suits"

    def test_declarer_may_have_yet_to_choose_among_several(self):
        step = run("L51", turn51="plead", suits="more", choice51="wait")
        assert ids(step) == ["L51.B"]
        assert {one.key: one.text for one in restrictions(step.outcomes)}["lead"] == "51B when P is to lead"
        assert "require one suit" in said(step.outcomes[0])

    @pytest.mark.parametrize("choice", ["require", "forbid"])
    def test_what_was_picked_up_is_unauthorized_for_the_partner(self, choice: str):
        """Law 50E2."""
        for suits in ("one", "more"):
            [outcome] = run("L51", turn51="plead", suits=suits, choice51=choice).outcomes
            assert outcome["info"] == "UI for partner, AI for declarer", outcome.id
            assert "50E2" in outcome.law

    def test_the_words_tell_when_it_is_played(self):
        """Laws 50C and 50D1."""
        for (key, text), words in phrases().items():
            if key != "pc" or text in ("none", "picked up", "possible"):
                continue
            if "major" in words:
                assert "first legal opportunity" in words, text
            if "minor" in words:
                assert "may not play another card below honour rank" in words, text

    @pytest.mark.parametrize("outcome", ["L45E.1", "L58.B2def", "L67.B2pc"])
    def test_where_the_rank_decides_the_words_tell_what_holds_for_either_kind(self, outcome: str):
        """Laws 50B to 50D: an exposed card that goes back, or lies there beside the one that is played."""
        words = phrase("pc", library().outcomes[outcome]["pc"] or "")
        assert "minor" in words
        assert "may not play another card below honour rank" in words
        assert "major" in words
        assert "first legal opportunity" in words
        assert all(word in words for word in ("partner is to lead", "require", "forbid", "free"))

    def test_the_words_tell_what_declarer_may_choose_for_the_lead(self):
        for text in ("50D2", "50D2 when P is to lead", "51B when P is to lead", "50D2/51B if P leads first"):
            words = phrase("lead", text)
            assert all(word in words for word in ("require", "forbid", "free")), text

    def test_left_free_the_choice_comes_again(self):
        """Law 50D2(b): for as long as the card lies there."""
        for step in (
            run("L50", pcn="one", size="major", turn="plead", choice="free"),
            run("L51", turn51="plead", suits="one", choice51="free"),
        ):
            words = phrase("pc", step.outcomes[0]["pc"] or "")
            assert "next" in words
            assert "lead" in words

    @pytest.mark.parametrize(
        ("tree", "facts"),
        [
            ("L50", "pcn=one size=minor turn=holder"),
            ("L50", "pcn=one size=minor turn=plead"),
            ("L50", "pcn=one size=major turn=plead choice=wait"),
            ("L50", "pcn=one size=major turn=plead choice=free"),
            ("L50", "pcn=one size=major turn=holder able=n"),
            ("L51", "turn51=plead suits=more choice51=wait"),
            ("L51", "turn51=plead suits=more choice51=free"),
        ],
    )
    def test_a_card_that_still_lies_there_is_kept_in_sight(self, tree: str, facts: str):
        step = run(tree, **dict(fact.split("=") for fact in facts.split()))
        assert "pc" in {one.key for one in restrictions(step.outcomes)}

    def test_a_card_that_is_gone_takes_the_lead_restriction_with_it(self):
        """Law 50E3; of several cards the others stay."""
        [gone] = run("L50", pcn="one", size="major", turn="played").outcomes
        assert (gone["lead"], gone["pc"]) == ("none", "none")
        [one_of_several] = run("L50", pcn="more", turn="played").outcomes
        assert (one_of_several["lead"], one_of_several["pc"]) == (None, None)
        [back] = run("L50", pcn="one", size="major", turn="back").outcomes
        assert back["pc"] == "picked up"

    def test_led_too_soon_both_cards_lie_there(self):
        words = phrase("pc", "led card - major")
        assert "first" in words
        assert "both" in words


class TestTheDirectorsErrorInTeams:
    """Law 82C with 86B: neither side is at fault, whatever the reading of 86B2(a)."""

    @pytest.mark.parametrize("first", [{"power": "error82"}, {"power": "tderror", "fix82": "n"}])
    @pytest.mark.parametrize("event", ["team", "ko"])
    def test_no_penalty_belongs_to_it(self, first: dict[str, str], event: str):
        for facts, step in ends("L12", event=event, **first):
            assert {outcome["pp"] for outcome in step.outcomes} == {"no"}, facts

    @pytest.mark.parametrize("event", ["team", "ko"])
    def test_it_is_average_plus_where_86b2a_is_read_as_average(self, event: str):
        read = Regulation({"C8": "average"})
        step = run("L82", read, fix82="n", event=event, result="n", scope86="multi", time86="n")
        assert step.outcomes[-1]["score"] == "average plus to each side - +3 IMP, averaged to 0 in a knockout"
        plain = run(
            "L12", read, power="unplayable", event=event, result="n", scope86="multi", fault86="none", time86="n"
        )
        assert plain.outcomes[-1]["score"] == "0 IMP each"

    def test_scores_are_averaged_in_a_knockout_only(self):
        for event in ("team", "ko"):
            step = run("L82", fix82="n", event=event, result="n", scope86="multi", time86="n")
            assert ("12C4" in laws(step)) is (event == "ko")

    def test_a_substitute_board_or_an_assigned_score_remains_possible(self):
        assert ids(run("L82", fix82="n", event="team", result="n", scope86="multi", time86="y"))[-1] == "L86.B2as"
        assert ids(run("L82", fix82="n", event="team", result="n", clear86="y"))[-1] == "L86.B1"


class TestTeams:
    def test_the_other_tables_result_says_that_one_result_is_adjusted(self):
        """Law 86B1."""
        step = run("L12", event="team", power="specific", result="y", many="y", clear86="y")
        assert ids(step) == ["L12.team", "L86.B1"]
        assert step.question is None
        question = run("L86", redeal86="n").question
        assert question is not None
        assert question.id == "scope86"

    def test_a_board_that_cannot_be_played_rests_on_law_12a2(self):
        for event in ("mp", "imp", "team", "ko"):
            assert "12A2" in laws(run("L12", event=event, power="unplayable", result="n"))

    def test_without_a_regulation_law_86b2_applies(self):
        """Law 86B3."""
        [outcome] = run("L86", redeal86="n", scope86="oneonly").outcomes
        assert "Law 86B2 applies" in outcome.do
        [outcome] = run("L86", Regulation({"86B3": "average"}), redeal86="n", scope86="oneonly").outcomes
        assert "instead of Law 86B2" in outcome.do


class TestDummysRevoke:
    """Law 64B3: no trick goes across, only equity counts."""

    def test_an_established_revoke_of_dummy_is_an_exception_without_asking(self):
        step = run("L62", t12="n", both62="n", est="played", by62="dum")
        assert step.question is not None
        assert step.question.id == "equity"
        step = run("L62", t12="n", both62="n", est="played", by62="dum", equity="n")
        assert ids(step) == ["L62.est", "L64.B"]
        assert "64B3" in laws(step)
        assert step.outcomes[-1]["tricks"] == "0"

    def test_it_is_adjusted_where_equity_asks_for_it(self):
        step = run("L62", t12="n", both62="n", est="named", by62="dum", equity="y")
        assert ids(step) == ["L62.est", "L64.C1"]
        assert "64B3" in laws(step)

    @pytest.mark.parametrize("hand", ["defhand", "defpc", "decl"])
    def test_another_hand_is_asked_about(self, hand: str):
        question = run("L62", t12="n", both62="n", est="played", by62=hand).question
        assert question is not None
        assert question.id == "exempt"

    @pytest.mark.parametrize(
        ("tree", "facts", "exempt"),
        [
            ("L67", "both67=y err67=omitted hand67=dum", "b3"),
            ("L45D", "bothnext=y first=n revoke45=y", "b3"),
            ("L62", "t12=y returned=n by62=decl", "b6"),
            ("L62", "t12=y returned=n by62=defhand pturn=y", "b6"),
            ("L62", "t12=n both62=y", "b8"),
        ],
    )
    def test_an_exception_that_was_named_is_known_when_equity_comes_back(self, tree: str, facts: str, exempt: str):
        step = run(tree, **dict(fact.split("=") for fact in facts.split()))
        [reminder] = [one for one in reminders(step.outcomes) if one.check == "64C"]
        assert dict(reminder.knowing) == {"exempt": exempt}
        question = run(reminder.tree, **dict(reminder.knowing)).question
        assert question is not None
        assert question.id == "equity"

    def test_on_trick_twelve_declarers_card_is_no_penalty_card(self):
        for hand in ("decl", "dum"):
            [outcome] = run("L62", t12="y", returned="n", by62=hand).outcomes
            assert outcome["pc"] == "none"


class TestACallOutOfTurn:
    def test_a_double_is_repeated_after_a_pass_as_a_bid_is(self):
        """Laws 31A1 and 32A1: known before the right-hand opponent calls."""
        for tree in ("L31", "L32"):
            step = run(tree, at="rho", rho="wait")
            assert step.question is None
            assert "repeated" in step.outcomes[0].do
            assert step.outcomes[0]["opt"], tree
        with override("en"):
            case = Consultation(library(), "L32", given=(("at", "rho"),))
            assert {one.id for one in choice_consequences(case)} == {"pass", "acts"}

    def test_after_a_bid_over_it_nobody_waits_for_the_right_hand_opponent(self):
        for tree in ("L31", "L32"):
            [outcome] = run(tree, at="rho", rho="acts", comp="later").outcomes
            assert "has acted" in outcome.do, tree


class TestALeadOutOfTurn:
    def test_the_defenders_hear_that_they_may_accept_declarers_lead(self):
        """Laws 55A and 10C1, as 56 for a defender's lead."""
        with override("en"):
            case = Consultation(library(), "L55", given=(("rhoplays", "n"),))
            box = {one.id: one for one in choice_consequences(case)}
        assert set(box) == {"y", "n"}
        assert "The lead stands." in " ".join(box["y"].leads_to)


class TestInformation:
    def test_what_partner_explained_is_named_where_both_infractions_are(self):
        """Law 75A."""
        for match in ("explwrong", "unclear", "noagree"):
            step = run("L75", match=match, dam75="y", used="y")
            assert step.outcomes[0]["info"] == "UI for the caller"
            assert step.outcomes[0]["td"]

    @pytest.mark.parametrize(
        ("tree", "facts"),
        [
            ("L53", "told=y"),
            ("L53", "told=n t13=n propl=y who53=def"),
            ("L47", "why=toldturn"),
            ("L47", "why=proper"),
            ("L47", "why=oppchange"),
            ("L47", "why=misexp after47=n ol47=n"),
            ("L45D", "bothnext=n"),
            ("L58", "who58=one found=n vis58=more side58=decl"),
            ("L58", "who58=one found=n vis58=more side58=def"),
        ],
    )
    def test_the_use_of_a_withdrawn_card_comes_back(self, tree: str, facts: str):
        """Law 16C2."""
        step = run(tree, **dict(fact.split("=") for fact in facts.split()))
        assert "16C2" in {one.check for one in reminders(step.outcomes)}

    def test_a_lead_by_the_declaring_side_is_that_players_own_error(self):
        """Law 54E."""
        for step in (run("L54", declside="y"), run("L41", what="declside")):
            assert step.question is not None
            assert step.question.id == "vis"


def test_where_no_pause_is_required_nothing_was_broken():
    """Law 73D3, 73A2 in 2017."""
    for edition in ("e2017", "e2024"):
        [outcome] = run("L73", Regulation({"edition": edition}), what="pause").outcomes
        assert (outcome["score"], outcome["pp"]) == ("table", "no")
        [outcome] = run("L73", Regulation({"edition": edition, "73D3": "skip"}), what="pause").outcomes
        assert (outcome["score"], outcome["pp"]) == ("adjust?", "may")


def test_a_concession_that_is_cancelled_gives_the_trick_back():
    """Law 71, as 69B does."""
    for trick in ("won", "nolose"):
        [outcome] = run("L71", cp="y", trick71=trick).outcomes
        assert (outcome["tricks"], outcome["score"]) == ("as found", "rescore")
