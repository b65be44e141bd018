"""What the players hear: statements and choices, and never an order to the director."""

import pytest
from django.utils.translation import override

from rulings.laws.errors import DataError
from rulings.laws.evaluator import Consultation, evaluate
from rulings.laws.library import build_library, library
from rulings.laws.orders import order_in
from rulings.laws.phrases import phrases
from rulings.selectors.assistant import choice_consequences
from rulings.selectors.words import OutcomeWords
from tests.rulings.test_loader import SOUND

OUTCOMES = list(library().outcomes.values())


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def heard(tree: str, **facts: str) -> str:
    outcomes = evaluate(library(), tree, facts).outcomes
    return " ".join(line for outcome in outcomes for line in OutcomeWords.of(outcome).heard)


@pytest.mark.parametrize(
    "text",
    [
        "Warn the contestant or give a procedural penalty.",
        "The partner has called, so award an adjusted score.",
        "The call is cancelled. If it was artificial, look at the denominations.",
        "Write down which cards were seen.",
        "It is too late; let play go on.",
    ],
)
def test_an_order_is_recognized(text: str):
    assert order_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "The player must call the Director now and correct the explanation.",
        "Auction and play go on.",
        "Declarer may correct the slip. The wrong card goes back.",
        "Play goes on, and its result stands.",
        "Declarer chooses: accept, or refuse.",
    ],
)
def test_a_statement_is_no_order(text: str):
    assert not order_in(text)


def test_what_is_read_aloud_holds_no_order_to_the_director():
    for outcome in OUTCOMES:
        for line in OutcomeWords.of(outcome).heard:
            assert not order_in(line), (outcome.id, line)
            assert "The Director chooses" not in line, outcome.id
    for (key, short), full in phrases().items():
        assert key in ("score", "pp") or short.startswith("TD - ") or not order_in(full), full


def test_the_loader_refuses_an_order_in_the_words_for_the_players():
    with pytest.raises(DataError, match=r"L1\.A: 'Award .* is an order to the Director"):
        build_library({"trees.txt": SOUND.replace("do: Do it.", "do: Award an adjusted score.", 1)})
    kept = SOUND.replace("do: Do it.", "do: It is done.\n  td: Award an adjusted score.", 1)
    assert build_library({"trees.txt": kept}).outcomes["L1.A"]["td"] == "Award an adjusted score."


def test_orders_are_kept_for_the_director():
    [late] = evaluate(library(), "L90", {"off90": "late", "blame": "n"}).outcomes
    words = OutcomeWords.of(late)
    assert "Warn the contestant" in " ".join(text for _, text in words.aside)
    assert "Warn" not in " ".join(words.heard)


def test_the_directors_own_choices_are_not_read_to_the_players():
    [outcome] = evaluate(library(), "L16D", {"called16": "n", "likely": "y"}).outcomes
    words = OutcomeWords.of(outcome)
    assert words.choice == ""
    assert "change seats" in " ".join(text for _, text in words.aside)


def test_a_minor_penalty_card_is_explained():
    """Law 50C: no other card below honour rank of the suit before it; the partner is free."""
    told = heard("L49", normal="n", seen49="y", current="no", how49="accident")
    assert "Before it that player may not play another card below honour rank" in told
    assert "partner's leads are free" in told


def test_a_major_penalty_card_is_played_at_the_first_legal_opportunity():
    """Law 50D1."""
    told = heard("L49", normal="n", seen49="y", current="no", how49="honour")
    assert "at the first legal opportunity" in told


@pytest.mark.parametrize(
    ("tree", "facts"),
    [
        ("L30", {"at": "partner", "comp": "later"}),
        ("L30", {"at": "lho", "prev": "n", "comp": "later"}),
        ("L31", {"at": "rho", "rho": "acts", "comp": "later"}),
        ("L31", {"at": "partner", "comp": "later"}),
        ("L32", {"at": "rho", "rho": "acts", "comp": "later"}),
        ("L32", {"at": "partner", "comp": "later"}),
    ],
)
def test_the_player_hears_the_choices_after_a_refused_call_out_of_turn(tree: str, facts: dict[str, str]):
    told = heard(tree, **facts)
    assert "comparable" in told
    assert "partner must pass" in told


def test_the_call_is_repeated_after_a_pass():
    """Law 31A1: known before the right-hand opponent calls."""
    told = heard("L31", at="rho", rho="wait")
    assert "repeat" in told
    box = options("L31", at="rho")
    assert "must repeat the call" in box["pass"]
    assert "partner must pass at the next turn" in box["acts"]


def options(tree: str, **facts: str) -> dict[str, str]:
    case = Consultation(library(), tree, given=tuple(facts.items()))
    return {
        one.id: " ".join([*one.leads_to, *(line for further in one.further for line in further.lines)])
        for one in choice_consequences(case)
    }


def test_whoever_may_accept_hears_what_both_answers_lead_to():
    """Laws 27A1 and 29A, although after a refusal more is to be asked."""
    box = options("L27", rot="y")
    assert set(box) == {"y", "n"}
    assert "treated as legal" in box["y"]
    assert "without further rectification" in box["n"]
    assert "must pass at every turn" in box["n"]
    box = options("L29", simul="n", rhobound="n", proper="n", kind29="bid")
    assert set(box) == {"y", "n"}
    assert "accepted" in box["y"]
    assert "cancelled" in box["n"]
    assert "must repeat the call" in box["n"]


def test_declarer_hears_what_each_of_the_four_choices_after_a_premature_play_leads_to():
    """Law 57A, and 57B where the partner cannot comply."""
    box = options("L57", kind57="before", both57="n", dum57="n")
    assert set(box) == {"high", "low", "suit", "ban"}
    assert "highest card held of the suit led" in box["high"]
    assert "lowest card held of the suit led" in box["low"]
    assert "must play a card of the other suit that declarer names" in box["suit"]
    assert "may not play a card of the other suit that declarer names" in box["ban"]
    assert all("cannot comply" in told and "major penalty card" in told for told in box.values())


def test_a_choice_not_yet_made_is_no_option():
    box = options("L54", declside="n", spread54="n", sawdummy="n")
    assert set(box) == {"become", "accept", "refuse"}


CHOICES = {
    "L25.accept", "L27.acc", "L27.repl", "L27.acc2", "L29.accept", "L31.rho", "L32.rho", "L50.choice", "L51.choice51",
    "L52.dacc", "L54.choice54", "L55.split55", "L55.refuse55", "L56.acc56", "L57.choice57", "L68.playon",
}  # fmt: skip


def test_the_box_stands_on_every_choice_of_a_player_and_on_no_question_of_fact():
    marked = {f"{tree.id}.{one.id}" for tree in library().trees.values() for one in tree.questions if one.choice}
    assert marked >= CHOICES
    assert options("L24") == {}
    assert options("L56") != {}
    facts = {"L45.slip", "L62.by62", "L12.damage", "L30.comp", "L16C.viol", "L21.infl", "L57.comply"}
    assert not marked & facts


def test_a_question_about_what_a_player_chooses_is_marked():
    """The proof of the loader."""
    asked = SOUND.replace("Which of them?", "What does declarer choose?")
    with pytest.raises(DataError, match="L1: two asks what a player chooses"):
        build_library({"trees.txt": asked})
    assert build_library({"trees.txt": asked.replace("question two, if", "question two, choice, if")})


def test_what_falls_due_at_a_lead_is_not_promised_for_the_end_of_play():
    """Law 26B is on the director's screen until the lead."""
    [outcome] = evaluate(library(), "L27", {"rot": "y", "acc": "n", "repl": "bid"}).outcomes
    assert "26B" not in dict(OutcomeWords.of(outcome).checks)


def test_what_follows_alike_is_told_once():
    """After a refused bid out of turn the same follows from a call that is not comparable, whoever's turn it was."""
    case = Consultation(library(), "L29", given=(("simul", "n"), ("rhobound", "n"), ("proper", "n"), ("kind29", "bid")))
    refused = next(one for one in choice_consequences(case) if one.id == "n")
    stands = [further for further in refused.further if "The offender's call stands." in further.lines]
    assert len(stands) == 1
    assert len(stands[0].cases) == 3
