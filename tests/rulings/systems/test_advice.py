"""What is always forbidden, what is alerted, and what a psychic call is: each rule with its paragraph."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command

from rulings.laws.errors import LawsError
from rulings.laws.systems import ALERT, ALWAYS, PSYCH, advise, policy
from rulings.laws.systems.policy import VERDICTS

NATURAL = dict.fromkeys(("art", "special", "nfjump", "nfnew", "doubt"), "n")
ALERTS = {
    "a Stayman two clubs": ({"art": "y"}, "ALERT", "Alerting 2(i)", "alert.artificial"),
    "a double with a meaning of its own": ({"special": "y"}, "ALERT", "Alerting 2(ii)", "alert.special"),
    "one club, two hearts, not forcing": ({"nfjump": "y"}, "ALERT", "Alerting 2(iii)", "alert.jump"),
    "one spade, two hearts, not forcing": ({"nfnew": "y"}, "ALERT", "Alerting 2(iii)", "alert.new"),
    "in doubt": ({"doubt": "y"}, "ALERT", "Alerting 1.4", "alert.doubt"),
    "a strong one notrump": ({}, "NONE", "Alerting 2(i)", "natural"),
}
PSYCHICS = {
    "expected in third hand": ({"agreed": "y"}, "BANNED", "Psychic bidding 1", "psych.banned"),
    "out of the blue": ({"agreed": "n", "freq": "n"}, "LEGAL", "Psychic bidding 3", "psych.legal"),
    "often, and on the card": (
        {"agreed": "n", "freq": "y", "foresee": "y", "listed": "y"},
        *("DISCLOSED", "Psychic bidding 2", "psych.disclosed"),
    ),
    "often, and on no card": (
        {"agreed": "n", "freq": "y", "foresee": "y", "listed": "n"},
        *("CONCEALED", "Psychic bidding 2", "psych.concealed"),
    ),
    "often, of no kind that can be foreseen": (
        {"agreed": "n", "freq": "y", "foresee": "n"},
        *("UNDERSTANDING", "Psychic bidding", "psych.understanding"),
    ),
}


FREE = {"signals": "y", "key": "n", "random": "n", "same": "y"}
FORBIDDEN = {
    "signals without a meaning": ({"signals": "n"}, "FORBIDDEN", "2.6(a)", "undefined.signals"),
    "encrypted signals": ({"key": "y"}, "FORBIDDEN", "2.6(b)", "hidden.signals"),
    "openings on anything": ({"random": "y", "humopen": "n"}, "FORBIDDEN", "2.7", "random.opening"),
    "each a system of their own": ({"same": "n"}, "FORBIDDEN", "7", "two.systems"),
    "a light opening of a Highly Unusual Method": ({"random": "y", "humopen": "y"}, "FREE", "2.6", "nothing"),
}


@pytest.mark.parametrize("agreement", FORBIDDEN)
def test_what_is_forbidden_in_every_event(agreement: str) -> None:
    facts, verdict, paragraph, finding = FORBIDDEN[agreement]
    advice = advise(ALWAYS, {**FREE, **facts})
    assert (advice.verdict, advice.why[0].paragraph, advice.next) == (verdict, paragraph, None)
    assert advice.why[0].text == policy()[ALWAYS].findings[finding].text


def test_everything_that_is_forbidden_is_told_at_once() -> None:
    advice = advise(ALWAYS, {"same": "n", "key": "y"})
    assert [reason.paragraph for reason in advice.why] == ["2.6(b)", "7"]


@pytest.mark.parametrize("call", ALERTS)
def test_what_is_alerted_by_which_paragraph(call: str) -> None:
    facts, verdict, paragraph, finding = ALERTS[call]
    advice = advise(ALERT, {**NATURAL, **facts})
    assert (advice.verdict, advice.why[0].paragraph, advice.next) == (verdict, paragraph, None)
    assert advice.why[0].text == policy()[ALERT].findings[finding].text


@pytest.mark.parametrize("call", PSYCHICS)
def test_when_a_psychic_call_is_an_understanding(call: str) -> None:
    facts, verdict, paragraph, finding = PSYCHICS[call]
    advice = advise(PSYCH, facts)
    assert (advice.verdict, advice.why[0].paragraph, advice.next) == (verdict, paragraph, None)
    assert advice.why[0].text == policy()[PSYCH].findings[finding].text


def test_every_finding_and_verdict_has_its_example_here() -> None:
    for name, examples in ((ALWAYS, FORBIDDEN), (ALERT, ALERTS), (PSYCH, PSYCHICS)):
        assert {finding for _facts, _verdict, _paragraph, finding in examples.values()} == set(policy()[name].findings)
        assert {verdict for _facts, verdict, _paragraph, _finding in examples.values()} == set(VERDICTS[name])


def test_it_asks_for_what_is_missing_and_refuses_what_is_not_asked() -> None:
    following = advise(PSYCH, {"agreed": "n"}).next
    assert following is not None
    assert following.fact == "freq"
    with pytest.raises(LawsError, match="this is not asked"):
        advise(ALERT, {"freq": "y"})
    with pytest.raises(LawsError, match="choose one of y, n"):
        advise(ALERT, {"art": "maybe"})


def test_the_command_advises_too(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("system", "alert", "art=y", "--format", "json")
    said = json.loads(capsys.readouterr().out)
    assert said == {
        "verdict": "ALERT",
        "why": [{"paragraph": "Alerting 2(i)", "text": "An artificial bid is alerted."}],
        "next": None,
    }
    call_command("system", "PSYCH")
    assert capsys.readouterr().out.startswith("open\n\nWas it agreed")
