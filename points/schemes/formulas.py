"""Formulas of a scheme: arithmetic on named figures, exact where it can be.

`0.02 * weight * tables` is read once and worked out in fractions. `exp`, `log10` and `sqrt` are worked out to forty
digits, so that every machine gives the same award.
"""

import ast
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import ceil, floor

from scoring.engine.numbers import HALF

Value = Fraction | tuple[Fraction, ...]
DIGITS = 40
#: Of exponents and of a formula's length: beyond anything that a scheme needs.
LARGEST, LONGEST = 400, 300


class FormulaError(ValueError):
    """What a formula cannot be or cannot give, in a few words."""


def _transcendental(function: Callable[[Decimal], Decimal]) -> Callable[[Fraction], Fraction]:
    def apply(value: Fraction) -> Fraction:
        with localcontext() as context:
            context.prec, context.Emax, context.Emin = DIGITS, LARGEST, -LARGEST
            try:
                return Fraction(function(Decimal(value.numerator) / Decimal(value.denominator)))
            except ArithmeticError:
                raise FormulaError("a figure in it is too large") from None

    return apply


def _item(values: Value, number: Value, otherwise: Value) -> Value:
    """The value at a place of a list, counted from 1; `otherwise` beyond its end."""
    listed = values if isinstance(values, tuple) else (values,)
    place = int(_number(number))
    return listed[place - 1] if 1 <= place <= len(listed) else otherwise


def _log10(value: Decimal) -> Decimal:
    if value <= 0:
        raise FormulaError("log10 takes a number above nothing")
    return value.log10()


def _sqrt(value: Decimal) -> Decimal:
    if value < 0:
        raise FormulaError("sqrt takes no negative number")
    return value.sqrt()


#: What a formula may call, each with how many arguments it takes (-1: any number).
NUMERIC: dict[str, tuple[int, Callable[..., Fraction | int]]] = {
    "exp": (1, _transcendental(Decimal.exp)),
    "log10": (1, _transcendental(_log10)),
    "sqrt": (1, _transcendental(_sqrt)),
    "floor": (1, floor),
    "ceil": (1, ceil),
    "nearest": (1, lambda value: floor(value + HALF)),
    "min": (-1, min),
    "max": (-1, max),
}
OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was read; equal ones have equal text."""

    text: str

    @property
    def tree(self) -> ast.expr:
        return _parsed(self.text)

    def names(self) -> Iterator[str]:
        """The figures it depends on, in the order in which they stand."""
        called = {node.func for node in ast.walk(self.tree) if isinstance(node, ast.Call)}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and node not in called:
                yield node.id

    def value(self, figure: Callable[[str], Value]) -> Value:
        """What it gives, asking for each figure by its name."""
        return _value(self.tree, figure)

    def filled(self, figure: Callable[[str], str]) -> str:
        """The formula with figures in the place of their names."""
        text = self.text
        places = {(node.col_offset, node.id) for node in ast.walk(self.tree) if isinstance(node, ast.Name)}
        for column, name in sorted(places, reverse=True):
            if not text[column + len(name) :].lstrip().startswith("("):
                text = text[:column] + figure(name) + text[column + len(name) :]
        return text


def read_formula(text: str) -> Formula:
    """The formula in a text; FormulaError says what is wrong with it."""
    if len(text) > LONGEST:
        raise FormulaError(f"it is longer than {LONGEST} characters")
    _check(_parsed(text.strip()))
    return Formula(text.strip())


@cache
def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError("it cannot be read") from None


def _check(node: ast.expr) -> None:
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            return
        case ast.Name():
            return
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            _check(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            _check(left)
            _check(right)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            _check_call(name, len(arguments))
            for argument in arguments:
                _check(argument)
        case _:
            raise FormulaError("it has more than numbers, names, + - * / ( ) and functions")


def _check_call(name: str, given: int) -> None:
    known = {**{key: count for key, (count, _) in NUMERIC.items()}, "item": 3}
    if name not in known:
        raise FormulaError(f"there is no function {name}; there are {', '.join(sorted(known))}")
    if known[name] not in (-1, given) or not given:
        raise FormulaError(f"{name} does not take {given} figures")


def _value(node: ast.expr, figure: Callable[[str], Value]) -> Value:
    match node:
        case ast.Constant(value=int() | float()):
            return Fraction(repr(node.value))
        case ast.Name(id=name):
            return figure(name)
        case ast.UnaryOp(operand=operand):
            return -_number(_value(operand, figure))
        case ast.BinOp(left=left, op=op, right=right):
            first, second = _number(_value(left, figure)), _number(_value(right, figure))
            if isinstance(op, ast.Div) and not second:
                raise FormulaError("it divides by nothing")
            return OPERATORS[type(op)](first, second)
        case ast.Call(func=ast.Name(id="item"), args=[values, number, otherwise]):
            return _item(_value(values, figure), _value(number, figure), _value(otherwise, figure))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return Fraction(NUMERIC[name][1](*(_number(_value(argument, figure)) for argument in arguments)))
    raise FormulaError("it cannot be worked out")


def _number(value: Value) -> Fraction:
    if isinstance(value, tuple):
        raise FormulaError("a list stands where a number is wanted")
    return value
