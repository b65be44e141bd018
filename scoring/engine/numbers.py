"""Exact numbers and the one place where they are rounded."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import Enum
from fractions import Fraction

from scoring.engine.errors import BAD_NUMBER, NotationError

ZERO = Fraction(0)
ONE = Fraction(1)
HALF = Fraction(1, 2)


class Mode(Enum):
    """What happens to an exact half."""

    HALF_UP = "half-up"  # away from zero, so that the two sides of a board mirror each other
    HALF_EVEN = "half-even"


@dataclass(frozen=True, slots=True)
class Rounding:
    """So many decimals, and what to do with an exact half."""

    decimals: int
    mode: Mode = Mode.HALF_UP

    def apply(self, value: Fraction) -> Fraction:
        units = self.units(value)
        return Fraction(units, 10**self.decimals) if self.decimals >= 0 else Fraction(units * 10**-self.decimals)

    def units(self, value: Fraction) -> int:
        """The rounded value counted in its last decimal (in tens, where `decimals` is -1)."""
        above, below = abs(value.numerator), value.denominator
        if self.decimals >= 0:
            above *= 10**self.decimals
        else:
            below *= 10**-self.decimals
        whole, remainder = divmod(above, below)
        up = 2 * remainder > below or (2 * remainder == below and (self.mode is Mode.HALF_UP or whole % 2 == 1))
        return (whole + up) if value >= 0 else -(whole + up)

    def show(self, value: Fraction) -> str:
        return show_units(self.units(value), self.decimals)


def show_units(units: int, decimals: int) -> str:
    """`show_units(-1234, 2)` is '-12.34'."""
    digits = str(abs(units)).rjust(decimals + 1, "0")
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}" if decimals else sign + digits


def exact(text: str | int | Fraction | Decimal) -> Fraction:
    """A typed number (`62.5`, `1/3`, `33 1/3` is not one) without loss."""
    if isinstance(text, int | Fraction | Decimal):
        return Fraction(text)
    cleaned = text.strip().replace(",", ".")
    try:
        value = Fraction(cleaned) if "/" in cleaned else Fraction(Decimal(cleaned))
    except (ValueError, InvalidOperation, ZeroDivisionError, OverflowError):
        raise NotationError(BAD_NUMBER, text=text) from None
    return value


def plain(value: Fraction) -> str:
    """The shortest exact way to write a number: an integer, a decimal that ends, or a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    denominator = value.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator == 1:
        return str(Decimal(value.numerator) / Decimal(value.denominator))
    return f"{value.numerator}/{value.denominator}"
