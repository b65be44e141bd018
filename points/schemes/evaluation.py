"""A scheme applied to one session: each figure worked out once, when something asks for it, with its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from points.schemes.dependence import depends_on
from points.schemes.errors import PointsError
from points.schemes.field import FIGURES, PlayedField, read_field
from points.schemes.formulas import FormulaError, Value
from points.schemes.model import Case, Conditions, Edition, Figure, PointsLevel
from points.schemes.typed import number, read_input, whole
from points.schemes.words import Note
from scoring.engine.numbers import plain

#: What anybody may type for any scheme.
COMMON = (
    "form", "winners", "tables", "pairs", "teams", "players", "ranked", "boards", "sessions", "level", "kind", "places",
    "day",
)  # fmt: skip
#: Facts of the session that are no size of the field, with what is taken where they are not typed.
OTHER = {"boards": None, "sessions": Fraction(1)}
HELP = {"boards": "boards that each contestant plays"}


def show(value: Value) -> str:
    """A figure as it is read: exact where that is short (0.57, 2/3), else to four decimals."""
    if isinstance(value, tuple):
        return ", ".join(map(show, value))
    text = plain(value) if value.denominator < 10**6 else ""
    if text and len(text) <= 8 and ("/" not in text or value.denominator <= 12):
        return text
    with localcontext() as context:
        context.prec = 40
        rounded = round(Decimal(value.numerator) / Decimal(value.denominator), 4)
    return f"{rounded:f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class ChosenLevel:
    """The level of a session: its name as typed, the kind of its points, and the figures it fixes."""

    name: str
    kind: str
    figures: Mapping[str, Fraction]
    level: PointsLevel | None = None


class Evaluation:
    """The figures of one session by an edition of a scheme. `steps` grows as figures are asked for."""

    def __init__(self, edition: Edition, typed: Mapping[str, str]) -> None:
        check_keys(edition, typed)
        self.edition = edition
        self.typed = typed
        self.field: PlayedField = read_field(edition, typed)
        self.level = read_level(edition, typed)
        self.steps: list[Note] = []
        self._sizes = self.field.figures()
        self._known: dict[str, Value] = {}

    def at(self, **over: Fraction) -> Evaluation:
        """The same session with further facts, such as a place; what does not depend on them is not done again."""
        return _Within(self, over)

    def value(self, name: str) -> Value:
        if name not in self._known:
            self._known[name] = self._work_out(name)
        return self._known[name]

    def number(self, name: str) -> Fraction:
        value = self.value(name)
        if isinstance(value, tuple):
            raise PointsError("no-number", name=name, value=show(value))
        return value

    def holds(self, when: Conditions) -> bool:
        return all((self.field.form if name == "form" else self.value(name)) in wanted for name, wanted in when)

    def is_asked(self, name: str) -> bool:
        """Whether a figure has to be typed for this session, and was not."""
        figure = self.edition.figures.get(name)
        return figure is not None and name not in self.typed and self._case(figure).gives is None

    def _work_out(self, name: str) -> Value:
        if name in self.edition.figures:
            return self._figure(self.edition.figures[name])
        if name in FIGURES:
            return self._size(name)
        if name in OTHER:
            return self._other(name)
        return self._input(name)

    def _size(self, name: str) -> Fraction:
        value = self._sizes[name]
        self.steps.append(Note.of("given", name=name, value=show(value)))
        return value

    def _other(self, name: str) -> Fraction:
        if name in self.typed:
            value = Fraction(whole(name, self.typed[name], least=1))
            self.steps.append(Note.of("given", name=name, value=show(value)))
            return value
        usual = OTHER[name]
        if usual is None:
            raise PointsError("missing", name=name, help=HELP[name])
        return usual

    def _input(self, name: str) -> Value:
        asked = self.edition.inputs[name]
        if name in self.typed:
            value = read_input(asked, self.typed[name])
            self._check_open(name, value)
        elif name in self.level.figures:
            value = self.level.figures[name]
            self.steps.append(Note.of("level", name=name, value=show(value), level=self.level.name))
            return value
        elif asked.default is not None:
            value = asked.default
        else:
            raise self._missing(name)
        self.steps.append(Note.of("given", name=name, value=show(value)))
        return value

    def _check_open(self, name: str, value: Value) -> None:
        """A figure that the level leaves open stays within the level's range."""
        allowed = dict(self.level.level.leaves_open if self.level.level else ()).get(name)
        if allowed is None or value in allowed:
            return
        if allowed.least is not None and isinstance(value, Fraction) and value < allowed.least:
            raise PointsError("too-little", name=name, value=show(value), least=show(allowed.least))
        raise PointsError("too-much", name=name, value=show(value), most=show(allowed.most or Fraction(0)))

    def _missing(self, name: str) -> PointsError:
        asked = self.edition.inputs[name]
        allowed = dict(self.level.level.leaves_open if self.level.level else ()).get(name)
        if allowed is not None and allowed.least is not None and allowed.most is not None:
            ends = {"least": show(allowed.least), "most": show(allowed.most)}
            return PointsError("missing-range", name=name, level=self.level.name, help=asked.help, **ends)
        code = "missing-open" if asked.not_in_sources else "missing"
        return PointsError(code, name=name, help=asked.help, scheme=self.edition.scheme)

    def _figure(self, figure: Figure) -> Value:
        if figure.typed and figure.name in self.typed:
            value: Value = number(figure.name, self.typed[figure.name])
            self.steps.append(Note.of("typed", says=figure.says, value=show(value)))
            return value
        formula = self._case(figure).gives
        if formula is None:
            raise PointsError("missing-open", name=figure.name, help=figure.says, scheme=self.edition.scheme)
        try:
            value = formula.value(self.value)
        except FormulaError as error:
            raise PointsError(
                "bad-formula", scheme=self.edition.scheme, where=figure.name, formula=formula.text, why=str(error)
            ) from error
        self.steps.append(self._told(figure, formula.text, formula.filled(self._in_place), value))
        return value

    def _in_place(self, name: str) -> str:
        """What stands for a name in a formula that is told; a list, which was told before, keeps its name."""
        value = self.value(name)
        return name if isinstance(value, tuple) else show(value)

    def _told(self, figure: Figure, formula: str, filled: str, value: Value) -> Note:
        if filled in (formula, show(value)):
            return Note.of("plain-figure", says=figure.says, value=show(value))
        return Note.of("figure", says=figure.says, formula=formula, filled=filled, value=show(value))

    def _case(self, figure: Figure) -> Case:
        """The case that holds; the loader has proven that there is one, and one only."""
        return next(case for case in figure.cases if self.holds(case.when))


class _Within(Evaluation):
    """A session with further facts: it works out what depends on them and asks the session for the rest."""

    def __init__(self, session: Evaluation, over: Mapping[str, Fraction]) -> None:
        self.edition, self.typed, self.field, self.level = session.edition, session.typed, session.field, session.level
        self.steps = []
        self._session = session
        self._known = dict(over)
        self._over = frozenset(over)

    def _work_out(self, name: str) -> Value:
        if name in self.edition.figures and depends_on(self.edition, name, self._over):
            return self._figure(self.edition.figures[name])
        return self._session.value(name)


def check_keys(edition: Edition, typed: Mapping[str, str]) -> None:
    """Refuses what the edition does not ask, with what it does."""
    known = known_keys(edition)
    for name in typed:
        if name not in known:
            raise PointsError("unknown-key", name=name, scheme=edition.scheme, known=known)


def known_keys(edition: Edition) -> tuple[str, ...]:
    """What may be typed for an edition."""
    return (*COMMON, *edition.inputs, *(name for name, figure in edition.figures.items() if figure.typed))


def read_level(edition: Edition, typed: Mapping[str, str]) -> ChosenLevel:
    """The level that was typed, by its name or by the number that stands for it."""
    figure = edition.level_figure
    name = typed.get("level", "" if figure and figure in typed else edition.default_level)
    level = edition.by_level.get(name.casefold())
    if level is not None:
        return ChosenLevel(level.name, _typed_kind(edition, typed) or level.kind, dict(level.fixes), level)
    if not name and figure in typed:
        name = typed[figure]
    if not name:
        raise PointsError("missing", name="level", help=f"one of {', '.join(edition.by_level)}")
    if not figure or not name[:1].isdigit():
        known = [*edition.by_level, *([f"a number for {figure}"] if figure else [])]
        raise PointsError("no-choice", name="level", value=name, known=known)
    value = number("level", name)
    return ChosenLevel(name, _typed_kind(edition, typed) or _kind_by_number(edition, value), {figure: value})


def _typed_kind(edition: Edition, typed: Mapping[str, str]) -> str:
    kind = typed.get("kind", "")
    if kind and kind not in edition.kinds:
        raise PointsError("no-choice", name="kind", value=kind, known=edition.kinds)
    return kind


def _kind_by_number(edition: Edition, value: Fraction) -> str:
    """The kind of the levels that this number would do for; of all, where no level has it."""
    figure = edition.level_figure
    fitting = {
        level.kind
        for level in edition.levels
        if dict(level.fixes).get(figure) == value or value in dict(level.leaves_open).get(figure, ())
    }
    kinds = fitting or set(edition.kinds)
    if len(kinds) > 1:
        raise PointsError("no-levels-kind", level=show(value), known=sorted(kinds))
    return kinds.pop()
