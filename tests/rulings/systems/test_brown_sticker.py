"""Section 2.5 of the Systems Policy: each clause, each exception and each note, for one method at a time."""

from __future__ import annotations

import pytest

from rulings.laws.systems import BROWN, classify, policy
from rulings.laws.systems.classify import Method

OPENING = {"against": "n", "type": "open", "low": "y", "known4": "n", "weak4": "n", "multi": "n"}
OVERCALL = {"against": "n", "type": "over", "known4": "n", "ntover": "n", "cue": "n"}
TWO_SUITS = {"against": "n", "type": "two", "low": "y", "three": "y"}

STICKERS = {
    "two diamonds, weak with either minor": (OPENING, "2.5(a)", "sticker.opening"),
    "an overcall of any shape": (OVERCALL, "2.5(b)", "sticker.overcall"),
    "two spades, weak with five spades and a minor of three": (TWO_SUITS, "2.5(c)", "sticker.two"),
}
ALLOWED = {
    "two clubs, weak with diamonds or 13 points": ({**OPENING, "weak4": "y"}, "2.5(a) exception 1", "no.weak"),
    "the multi": ({**OPENING, "multi": "y"}, "2.5(a) exception 2", "no.multi"),
    "one notrump for take-out": ({**OVERCALL, "ntover": "y"}, "2.5(b) exception 1", "no.notrump"),
    "a strong cue-bid, or one for a stopper": ({**OVERCALL, "cue": "y"}, "2.5(b) exception 2", "no.cue"),
    "anything over a strong club": ({**OVERCALL, "against": "y"}, "2.5 note I", "no.defence"),
    "an artificial opening that is never weak": ({**OPENING, "low": "n"}, "2.5(a)", "no.strong"),
    "two hearts, weak with hearts": ({**OPENING, "known4": "y"}, "2.5(a)", "no.known"),
    "two hearts with two suits of four": ({**TWO_SUITS, "three": "n"}, "2.5(c)", "no.both"),
    "a response": ({"against": "n", "type": "none"}, "2.5", "no.other"),
}


def method(facts: dict[str, str], name: str = "2D") -> Method:
    found = classify({f"{name}.{key}": answer for key, answer in facts.items()})
    return found.methods[0]


@pytest.mark.parametrize("kind", STICKERS)
def test_a_clause_makes_a_method_brown_sticker(kind: str) -> None:
    facts, paragraph, finding = STICKERS[kind]
    tried = method(facts)
    assert tried.is_sticker is True
    assert [(each.id, each.paragraphs[0]) for each in tried.findings] == [(finding, paragraph)]


@pytest.mark.parametrize("kind", ALLOWED)
def test_an_exception_or_a_known_suit_does_not(kind: str) -> None:
    facts, paragraph, finding = ALLOWED[kind]
    tried = method(facts)
    assert tried.is_sticker is False
    assert [(each.id, each.paragraphs[0]) for each in tried.findings] == [(finding, paragraph)]


def test_every_finding_has_its_example_here() -> None:
    assert {finding for _facts, _paragraph, finding in (*STICKERS.values(), *ALLOWED.values())} == set(
        policy()[BROWN].findings
    )


def test_a_short_natural_minor_is_overcalled_as_a_natural_one() -> None:
    """Note II is cited with clause (b)."""
    assert "2.5 note II" in policy()[BROWN].findings["sticker.overcall"].paragraphs


def test_several_methods_are_tried_each_for_itself_and_beside_the_colour() -> None:
    """Note III: the sticker does not change the colour."""
    facts = {f"2D.{name}": answer for name, answer in OPENING.items()}
    facts |= {f"2H.{name}": answer for name, answer in {**OPENING, "known4": "y"}.items()}
    found = classify({**facts, "committee": "y"})
    assert found.colour == "YELLOW"
    assert [each.name for each in found.brown_sticker] == ["2D"]
    assert [(reason.method, reason.paragraph) for reason in found.why] == [
        ("", "2.3.2"),
        ("2D", "2.5(a)"),
        ("2H", "2.5(a)"),
        ("2H", "2.5(b)"),
    ]


def test_what_cannot_be_a_sticker_any_more_is_not_asked_about() -> None:
    assert method({"type": "none"}).is_sticker is False
    assert method({"type": "open", "known4": "y"}).is_sticker is False
    assert method({"type": "open", "low": "y", "known4": "n"}).is_sticker is None
