"""Schemes from their files: TOML read into values, and refused with a sentence where something is not as it must be."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from points.schemes.errors import SchemeError
from points.schemes.formulas import Formula, FormulaError, read_formula
from points.schemes.model import (
    Case,
    Conditions,
    Conversion,
    Edition,
    Example,
    Figure,
    Form,
    Input,
    PointRounding,
    PointsLevel,
    Range,
    Rank,
    Requirement,
    RoundingUp,
    Scheme,
    Ties,
)

SCHEME_KEYS = ("title", "also", "edition")
EDITION_KEYS = (
    "name", "from", "until", "sources", "open_points", "kinds", "decimals", "rounding", "ties", "round_each",
    "level_figure", "default_level", "forms", "also_forms", "level", "inputs", "requirement", "figure", "rank",
    "conversion", "example",
)  # fmt: skip
WINNERS = (1, 2, 4)
INPUT_KEYS = ("help", "range", "whole", "many", "default", "not_in_sources")
_RANGE = re.compile(r"(\d+(?:\.\d+)?)?(-)?(\d+(?:\.\d+)?)?")


class SchemeReader:
    """One scheme's file. Every refusal names the scheme and the place in it."""

    def __init__(self, scheme: str) -> None:
        self.scheme = scheme

    def scheme_from(self, text: str) -> Scheme:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise SchemeError("unreadable", scheme=self.scheme, why=str(error)) from error
        try:
            return self._scheme(data)
        except SchemeError:
            raise
        except (ValueError, TypeError, AttributeError, ArithmeticError) as error:
            raise SchemeError("unreadable", scheme=self.scheme, why=str(error)) from error

    def _scheme(self, data: Mapping[str, Any]) -> Scheme:
        self._only(data, SCHEME_KEYS, "the file")
        editions = tuple(self._edition(part) for part in self._list(data, "edition", "the file"))
        return Scheme(self.scheme, str(self._need(data, "title", "the file")), self._texts(data, "also"), editions)

    def _edition(self, data: Mapping[str, Any]) -> Edition:
        name = str(self._need(data, "name", "an edition"))
        self._only(data, EDITION_KEYS, name)
        levels = tuple(self._level(part) for part in self._list(data, "level", name))
        inputs = {key: self._input(key, part) for key, part in data.get("inputs", {}).items()}
        figures = [self._figure(part) for part in self._list(data, "figure", name)]
        return Edition(
            scheme=self.scheme,
            name=name,
            first=self._day(data, "from"),
            last=self._day(data, "until"),
            sources=self._texts(data, "sources"),
            forms=self._forms(self._need(data, "forms", name), name),
            also_forms={key: self._choice(Form, of, name) for key, of in data.get("also_forms", {}).items()},
            kinds=self._texts(data, "kinds"),
            levels=levels,
            inputs=inputs,
            figures={figure.name: figure for figure in figures},
            requirements=tuple(self._requirement(part) for part in data.get("requirement", ())),
            rounding=PointRounding(
                int(self._need(data, "decimals", name)),
                self._choice(RoundingUp, self._need(data, "rounding", name), name),
            ),
            ties=self._choice(Ties, self._need(data, "ties", name), name),
            round_each=bool(data.get("round_each", False)),
            level_figure=str(data.get("level_figure", "")),
            default_level=str(data.get("default_level", "")),
            open_points=self._texts(data, "open_points"),
            ranks=tuple(self._rank(part) for part in data.get("rank", ())),
            conversions=tuple(self._conversion(part) for part in data.get("conversion", ())),
            examples=tuple(self._example(part) for part in data.get("example", ())),
        )

    def _forms(self, data: Mapping[str, Any], where: str) -> dict[Form, frozenset[int]]:
        for key, winners in data.items():
            if not isinstance(winners, list) or not winners or any(count not in WINNERS for count in winners):
                raise SchemeError(
                    "bad-value", scheme=self.scheme, where=key, value=winners, key="list of winners", known=WINNERS
                )
        return {self._choice(Form, key, where): frozenset(winners) for key, winners in data.items()}

    def _texts(self, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
        texts = data.get(key, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise SchemeError(
                "bad-value", scheme=self.scheme, where=key, value=texts, key="list of texts", known='["…"]'
            )
        return tuple(texts)

    def _level(self, data: Mapping[str, Any]) -> PointsLevel:
        name = str(self._need(data, "name", "a level"))
        fixes: dict[str, Fraction] = {}
        leaves_open: dict[str, Range] = {}
        for key, value in data.items():
            if key in ("name", "kind"):
                continue
            given = self._range(str(value), name)
            if given.least is not None and given.least == given.most:
                fixes[key] = given.least
            else:
                leaves_open[key] = given
        kind = str(self._need(data, "kind", name))
        return PointsLevel(name, kind, tuple(fixes.items()), tuple(leaves_open.items()))

    def _input(self, name: str, data: Mapping[str, Any]) -> Input:
        self._only(data, INPUT_KEYS, name)
        many, default = bool(data.get("many", False)), data.get("default")
        values = None if default is None else tuple(Fraction(part.strip()) for part in str(default).split(","))
        return Input(
            name,
            str(self._need(data, "help", name)),
            self._range(str(data["range"]), name) if "range" in data else Range(Fraction(0)),
            bool(data.get("whole", False)),
            many,
            values if many or values is None else values[0],
            bool(data.get("not_in_sources", False)),
        )

    def _figure(self, data: Mapping[str, Any]) -> Figure:
        name = str(self._need(data, "name", "a figure"))
        self._only(data, ("name", "says", "typed", "cases"), name)
        cases = tuple(self._case(part, name) for part in self._need(data, "cases", name))
        typed = bool(data.get("typed", False))
        if not typed and any(case.gives is None for case in cases):
            raise SchemeError("lacks", scheme=self.scheme, where=name, key="typed = true")
        return Figure(name, str(self._need(data, "says", name)), cases, typed)

    def _case(self, data: Mapping[str, Any], where: str) -> Case:
        self._only(data, ("when", "gives", "asked"), where)
        asked = data.get("asked", False)
        gives = None if asked else self._formula(str(self._need(data, "gives", where)), where)
        return Case(self._conditions(data.get("when", {}), where), gives)

    def _formula(self, text: str, where: str) -> Formula:
        try:
            return read_formula(text)
        except FormulaError as error:
            raise SchemeError("bad-formula", scheme=self.scheme, where=where, formula=text, why=str(error)) from error

    def _conditions(self, data: Mapping[str, Any], where: str) -> Conditions:
        return tuple(
            (name, frozenset(map(str, wanted)) if isinstance(wanted, list) else self._range(str(wanted), where))
            for name, wanted in data.items()
        )

    def _requirement(self, data: Mapping[str, Any]) -> Requirement:
        where = "a requirement"
        self._only(data, ("when", "of", "least"), where)
        of = str(self._need(data, "of", where))
        return Requirement(self._conditions(data.get("when", {}), where), of, Fraction(self._need(data, "least", of)))

    def _rank(self, data: Mapping[str, Any]) -> Rank:
        name = str(self._need(data, "name", "a rank"))
        self._only(data, ("name", "ways", "note"), name)
        ways = self._need(data, "ways", name)
        read = tuple(tuple((kind, Fraction(str(least))) for kind, least in way.items()) for way in ways)
        return Rank(name, read, str(data.get("note", "")))

    def _conversion(self, data: Mapping[str, Any]) -> Conversion:
        where = "a conversion"
        self._only(data, ("kind", "at", "into", "worth", "whole"), where)
        at, worth = Fraction(self._need(data, "at", where)), Fraction(data.get("worth", 1))
        kind, into = str(self._need(data, "kind", where)), str(self._need(data, "into", where))
        return Conversion(kind, at, into, worth, bool(data.get("whole", True)))

    def _example(self, data: Mapping[str, Any]) -> Example:
        where = "an example"
        self._only(data, ("facts", "points", "source"), where)
        facts = tuple((key, str(value)) for key, value in self._need(data, "facts", where).items())
        points = tuple(map(str, self._need(data, "points", where)))
        return Example(facts, points, str(self._need(data, "source", where)))

    def _range(self, text: str, where: str) -> Range:
        match = _RANGE.fullmatch(text)
        if match is None or not (match[1] or match[3]):
            raise SchemeError("bad-range", scheme=self.scheme, where=where, value=text)
        least = Fraction(match[1]) if match[1] else None
        most = Fraction(match[3]) if match[3] else None
        least, most = (least, least) if not match[2] else (least, most)
        if least is not None and most is not None and least > most:
            raise SchemeError("bad-range", scheme=self.scheme, where=where, value=text)
        return Range(least, most)

    def _day(self, data: Mapping[str, Any], key: str) -> date | None:
        value = data.get(key)
        if value is not None and type(value) is not date:
            raise SchemeError("bad-value", scheme=self.scheme, where=key, value=value, key="day", known="2026-11-18")
        return value

    def _choice(self, kind: Any, value: str, where: str) -> Any:
        if value not in [choice.value for choice in kind]:
            known = tuple(choice.value for choice in kind)
            raise SchemeError("bad-value", scheme=self.scheme, where=where, value=value, key=kind.__name__, known=known)
        return kind(value)

    def _need(self, data: Mapping[str, Any], key: str, where: str) -> Any:
        if key not in data:
            raise SchemeError("lacks", scheme=self.scheme, where=where, key=key)
        return data[key]

    def _list(self, data: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
        return list(self._need(data, key, where))

    def _only(self, data: Mapping[str, Any], known: Iterable[str], where: str) -> None:
        for key in data:
            if key not in known:
                raise SchemeError("unknown", scheme=self.scheme, where=where, key=key, known=tuple(known))
