"""Formulas of schemes: exact arithmetic on names, and nothing else."""

from fractions import Fraction
from math import exp, log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from points.schemes.formulas import FormulaError, read_formula


def value(text: str, **figures: Fraction | int | tuple):
    return read_formula(text).value(
        lambda name: figures[name] if isinstance(figures[name], tuple) else Fraction(figures[name])
    )


def test_decimals_are_exact():
    assert value("0.1 + 0.2") == Fraction(3, 10)
    assert value("0.02 * weight * tables", weight=Fraction("1.5"), tables=19) == Fraction(57, 100)


def test_functions():
    assert value("floor(7 / 2)") == 3
    assert value("ceil(7 / 2)") == 4
    assert value("nearest(5 / 2)") == 3
    assert value("min(3, 2, 5) + max(1, 4)") == 6
    assert value("-exp(0) + log10(100) + sqrt(49)") == 8


@given(st.integers(1, 500))
def test_curves_agree_with_floating_point(tables: int):
    assert float(value("exp(-tables / 32)", tables=tables)) == pytest.approx(exp(-tables / 32))
    assert float(value("log10(tables / 4)", tables=tables)) == pytest.approx(log10(tables / 4))
    assert float(value("sqrt(tables / 25)", tables=tables)) == pytest.approx(sqrt(tables / 25))


def test_a_list_has_an_end():
    ratios = (Fraction(70), Fraction(50))
    assert value("item(ratios, 2, 9)", ratios=ratios) == 50
    assert value("item(ratios, 3, 9)", ratios=ratios) == 9
    assert value("item(ratios, 0, 9)", ratios=ratios) == 9


def test_the_names_it_needs_and_the_figures_in_their_place():
    formula = read_formula("first / (place - 1) + ceil(first)")
    assert set(formula.names()) == {"first", "place"}
    assert formula.filled({"first": "0.6", "place": "3"}.__getitem__) == "0.6 / (3 - 1) + ceil(0.6)"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 +", "it cannot be read"),
        ("tables ** 2", "it has more than numbers, names"),
        ("__import__('os')", "there is no function __import__"),
        ("tables.real", "it has more than numbers, names"),
        ("'text'", "it has more than numbers, names"),
        ("True", "it has more than numbers, names"),
        ("[1][0]", "it has more than numbers, names"),
        ("floor(1, 2)", "floor does not take 2 figures"),
        ("min()", "min does not take 0 figures"),
        ("round(1)", "there is no function round; there are ceil, exp"),
    ],
)
def test_anything_else_is_refused(text: str, why: str):
    with pytest.raises(FormulaError, match=why.replace("(", r"\(")):
        read_formula(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / 0", "divides by nothing"),
        ("log10(0)", "above nothing"),
        ("sqrt(-1)", "no negative"),
        ("ratios + 1", "a list"),
    ],
)
def test_what_cannot_be_worked_out(text: str, why: str):
    with pytest.raises(FormulaError, match=why):
        value(text, ratios=(Fraction(1),))


@pytest.mark.parametrize("text", ["exp(100000)", "exp(exp(10))"])
def test_figures_without_end_are_refused(text: str):
    with pytest.raises(FormulaError, match="too large"):
        value(text)


@pytest.mark.parametrize("text", ["(" * 250 + "1" + ")" * 250, "1" + " + 1" * 100])
def test_formulas_without_end_are_refused(text: str):
    with pytest.raises(FormulaError):
        read_formula(text)
