"""The questionnaire asks until everything is known, its files are proven, and the command prints what it says."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from rulings.laws.errors import DataError, LawsError
from rulings.laws.files import read
from rulings.laws.messages import messages
from rulings.laws.systems import BROWN, SYS, classify, policy
from rulings.laws.systems.policy import VERDICTS, build, paragraphs

COLOUR = read("systems", "colour.txt")


def ways(facts: dict[str, str]) -> Iterator[dict[str, str]]:
    """Every way through the questionnaire, question by question."""
    following = classify(facts).next
    if following is None:
        yield facts
        return
    for answer, _label in following.question.answers:
        yield from ways({**facts, following.fact: answer})


def test_every_way_through_it_ends_with_a_colour_and_all_of_them_are_reached() -> None:
    ends = [classify(facts) for facts in ways({"type": "none"})]
    assert {end.colour for end in ends} == set(VERDICTS[SYS])
    assert all(end.why for end in ends)
    methods = [classify(facts) for facts in ways({"committee": "y"})]
    assert {end.methods[0].is_sticker for end in methods} == {True, False}
    clauses = {finding.paragraphs[0] for end in methods for each in end.brown_sticker for finding in each.findings}
    assert clauses == {"2.5(a)", "2.5(b)", "2.5(c)"}


ANSWERS = {
    question.id: [answer for answer, _label in question.answers]
    for questionnaire in (policy()[SYS], policy()[BROWN])
    for question in questionnaire.tree.questions
}


@given(st.fixed_dictionaries({}, optional={name: st.sampled_from(answers) for name, answers in ANSWERS.items()}))
def test_more_answers_never_change_what_was_certain(facts: dict[str, str]) -> None:
    whole = classify(facts)
    for name in facts:
        part = classify({other: answer for other, answer in facts.items() if other != name})
        assert part.colour in ("", whole.colour)
        if part.methods and whole.methods and part.methods[0].is_sticker is not None:
            assert part.methods[0].is_sticker is whole.methods[0].is_sticker


def test_after_the_colour_a_method_is_asked_about_and_none_ends_it() -> None:
    found = classify({"committee": "y"})
    assert found.next is not None
    assert (found.next.tree, found.next.question.id) == (BROWN, "type")
    assert classify({"committee": "y", "type": "none"}).next is None


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"colour": "GREEN"}, "colour: this is not asked about a system"),
        ({"natural": "maybe"}, "natural=maybe: choose one of y, n."),
        ({"2D.natural": "y"}, "2D.natural: a method goes with what is asked about one, such as 2D.type=open."),
        ({".type": "open"}, "such as 2D.type=open"),
        ({"2D.type": "nothing"}, "choose one of open, over, two, none"),
    ],
)
def test_what_nobody_asks_is_refused_with_a_sentence(facts: dict[str, str], words: str) -> None:
    with pytest.raises(LawsError) as error:
        classify(facts)
    assert words in str(error.value)


# --- The files -------------------------------------------------------------------------------------------------------
def test_every_paragraph_that_may_be_cited_is_cited() -> None:
    cited = {
        paragraph
        for questionnaire in policy().values()
        for paragraph in itertools.chain(
            questionnaire.tree.laws, *(finding.paragraphs for finding in questionnaire.findings.values())
        )
    }
    assert cited == paragraphs()


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("paragraph: 2.3.2", "paragraph: 2.3.9", "there is no paragraph 2.3.9 in the Systems Policy"),
        ("verdict: BLUE", "verdict: PINK", "PINK is no verdict of that tree"),
        ("natural=y -> green", "natural=y -> gone", "a rule gives gone, which is no outcome"),
        ("  varies=y -> red.varies\n", "", "no rule gives red.varies"),
        ("  otherwise -> red.artificial\n", "  committee=y -> red.artificial\n", "leads nowhere"),
        ("varies=y -> red.varies", "committee=y -> red.varies", "can never be the first true one"),
        ("natural=y -> green", "natural=perhaps -> green", "natural=perhaps is neither an answer"),
        ("question majnt, if natural=n", "question majnt, if other=n", "depends on other, which is not asked before"),
        ("finding green", "findings green", "cannot be read"),
        ("  says: Every one-level opening is natural and may be passed.\n", "", "lacks says"),
        ("tree SYS", "tree OTHER", "begin with 'tree' and its id"),
        ("finding blue", "finding green", "green is there twice"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused_when_it_is_read(old: str, new: str, words: str) -> None:
    assert old in COLOUR
    with pytest.raises(DataError) as error:
        build(COLOUR.replace(old, new), "colour.txt", paragraphs())
    assert words in str(error.value)


def test_its_prose_can_be_translated() -> None:
    texts = set(messages())
    for questionnaire in policy().values():
        assert {question.text for question in questionnaire.tree.questions} <= texts
        assert {finding.text for finding in questionnaire.findings.values()} <= texts


# --- The command -----------------------------------------------------------------------------------------------------
def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("system", *arguments)
    return capsys.readouterr().out


def test_the_command_says_colour_stickers_reasons_and_what_is_next(capsys: pytest.CaptureFixture[str]) -> None:
    facts = ["committee=y", "type=over", "against=n", "known4=n", "ntover=n"]
    said = json.loads(output(capsys, *facts, "--format", "json"))
    assert said["colour"] == "YELLOW"
    assert said["brown_sticker"] == []
    assert said["why"] == [
        {"paragraph": "2.3.2", "text": "The Systems Committee has named it a Highly Unusual Method."}
    ]
    assert (said["next"]["tree"], said["next"]["question"]) == ("BROWN", "cue")
    assert said["next"]["answers"] == {"y": "Yes", "n": "No"}
    ended = json.loads(output(capsys, *facts, "cue=n", "--format", "json"))
    assert ended["next"] is None
    assert [item["paragraph"] for item in ended["brown_sticker"]] == ["2.5(b)"]


def test_the_command_speaks_plainly_and_lists_its_questions(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "committee=n")
    assert text.startswith("Colour: open\n")
    assert "  passopen=y  Yes" in text
    decided = output(capsys, "committee=y", "2D.type=two", "2D.against=n", "2D.low=y", "2D.three=y")
    assert "Colour: YELLOW\nBrown Sticker: 2D\n" in decided
    assert "2D: A weak two-suited bid in which one suit may have three cards or fewer. (2.5(c))" in decided
    listed = json.loads(output(capsys, "--list", "--format", "json"))
    assert [tree["tree"] for tree in listed["trees"]] == ["SYS", "BROWN", "ALWAYS", "ALERT", "PSYCH"]
    assert {question["id"] for tree in listed["trees"][:2] for question in tree["questions"]} == set(ANSWERS)
    assert "natural (y|n)" in output(capsys, "--list")


def test_the_command_refuses_with_exit_code_2() -> None:
    with pytest.raises(CommandError) as error:
        call_command("system", "natural")
    assert error.value.returncode == 2
