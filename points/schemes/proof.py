"""What must hold of a scheme: no gaps, no overlaps, sources named, every name known, every example true."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from fractions import Fraction
from itertools import combinations, pairwise, product

from points.schemes.awards import award_session, shown_points
from points.schemes.dependence import direct_names
from points.schemes.errors import PointsError, SchemeError
from points.schemes.evaluation import OTHER
from points.schemes.field import FIGURES
from points.schemes.model import Edition, Figure, Form, Range, Scheme

#: Facts that are counted in halves; all others are whole.
HALVES = {"tables"}
LEAST = {"place": Fraction(1), "sessions": Fraction(1), "boards": Fraction(1), "tables": Fraction(2)}
REQUIRED = ("awards", "award")


def prove(scheme: Scheme) -> None:
    """SchemeError names the first thing that does not hold."""
    if not scheme.editions:
        raise SchemeError("lacks", scheme=scheme.id, where="the file", key="edition")
    _dates(scheme)
    for edition in scheme.editions:
        _sources(edition)
        _levels(edition)
        _names(edition)
        _circles(edition)
        for figure in edition.figures.values():
            _cases(edition, figure)
        _ranks(edition)
        _examples(edition)


def _dates(scheme: Scheme) -> None:
    """One edition ends on the day before the next begins; only the first begins and the last ends at no date."""
    for edition in scheme.editions:
        if edition.first and edition.last and edition.last < edition.first:
            raise SchemeError("backwards", scheme=scheme.id, first=edition.first, last=edition.last)
    for before, after in pairwise(scheme.editions):
        if before.last is None:
            raise SchemeError("open-date", scheme=scheme.id, which="last", key="until")
        if after.first is None:
            raise SchemeError("open-date", scheme=scheme.id, which="first", key="from")
        next_day = before.last + timedelta(days=1)
        if after.first > next_day:
            last = after.first - timedelta(days=1)
            raise SchemeError("date-gap", scheme=scheme.id, first=next_day, last=last)
        if after.first < next_day:
            raise SchemeError("date-overlap", scheme=scheme.id, first=after.first)


def _sources(edition: Edition) -> None:
    if not edition.sources or not all(source.strip() for source in edition.sources):
        raise SchemeError("no-source", scheme=edition.scheme, where=edition.name)
    for example in edition.examples:
        if not example.source.strip():
            raise SchemeError("no-source", scheme=edition.scheme, where="an example")


def _levels(edition: Edition) -> None:
    known = tuple(edition.inputs)
    for level in edition.levels:
        if level.kind not in edition.kinds:
            raise SchemeError(
                "bad-value", scheme=edition.scheme, where=level.name, value=level.kind, key="kind", known=edition.kinds
            )
        for name, _ in (*level.fixes, *level.leaves_open):
            if name not in edition.inputs:
                raise SchemeError("unknown-name", scheme=edition.scheme, where=level.name, name=name, known=known)
    if edition.default_level and edition.default_level not in edition.by_level:
        names = tuple(edition.by_level)
        raise SchemeError(
            "unknown-name", scheme=edition.scheme, where="default_level", name=edition.default_level, known=names
        )


def known_names(edition: Edition) -> tuple[str, ...]:
    """Everything that a formula of the edition may name."""
    return (*FIGURES, *OTHER, "place", *edition.inputs, *edition.figures)


def _names(edition: Edition) -> None:
    known = known_names(edition)
    for name in REQUIRED:
        if name not in edition.figures:
            raise SchemeError("lacks", scheme=edition.scheme, where=edition.name, key=f"the figure {name}")
    for figure in edition.figures.values():
        for name in direct_names(figure):
            if name not in (*known, "form"):
                raise SchemeError("unknown-name", scheme=edition.scheme, where=figure.name, name=name, known=known)
    for requirement in edition.requirements:
        for name in (requirement.of, *(name for name, _ in requirement.when)):
            if name not in (*known, "form"):
                raise SchemeError("unknown-name", scheme=edition.scheme, where="a requirement", name=name, known=known)


def _circles(edition: Edition) -> None:
    def follow(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            raise SchemeError("circle", scheme=edition.scheme, name=name, way=" → ".join((*way, name)))
        if name in edition.figures:
            for further in direct_names(edition.figures[name]):
                follow(further, (*way, name))

    for name in edition.figures:
        follow(name, ())


def _cases(edition: Edition, figure: Figure) -> None:
    """Every session finds one case, and one only: shown at every corner of the ranges that the cases name."""
    names = list(dict.fromkeys(name for case in figure.cases for name, _ in case.when))
    for facts in _corners(edition, figure, names):
        fitting = sum(all(facts[name] in wanted for name, wanted in case.when) for case in figure.cases)
        if fitting != 1:
            told = ", ".join(f"{name}={value}" for name, value in facts.items()) or "any session"
            raise SchemeError("overlap" if fitting else "gap", scheme=edition.scheme, name=figure.name, facts=told)


def _corners(edition: Edition, figure: Figure, names: list[str]) -> Iterator[dict[str, Fraction | str]]:
    for form, winners in edition.forms.items():
        choices = [_points(edition, figure, form, winners, name) for name in names]
        for values in product(*choices):
            yield dict(zip(names, values, strict=True))


def _points(edition: Edition, figure: Figure, form: Form, winners: Iterable[int], name: str) -> list[Fraction | str]:
    """The values at which the answer of a figure can change, for one fact."""
    if name == "form":
        return [form.value]
    if name == "winners":
        return [Fraction(count) for count in sorted(winners)]
    ranges = [wanted for case in figure.cases for fact, wanted in case.when if fact == name]
    allowed = edition.inputs[name].range if name in edition.inputs else Range(LEAST.get(name, Fraction(0)))
    step = Fraction(1, 2) if name in HALVES else Fraction(1)
    ends = [end for one in ranges if isinstance(one, Range) for end in (one.least, one.most) if end is not None]
    values = {value for end in ends for value in (end - step, end, end + step)} | {allowed.least or Fraction(0)}
    return sorted(value for value in values if value in allowed)


def _ranks(edition: Edition) -> None:
    """A later rank is never reached by less than an earlier one of the same kinds of points."""
    for before, after in combinations(edition.ranks, 2):
        if any(_no_more(way, earlier) for way in after.ways for earlier in before.ways):
            raise SchemeError("ranks-fall", scheme=edition.scheme, rank=after.name, before=before.name)


def _no_more(way: tuple[tuple[str, Fraction], ...], earlier: tuple[tuple[str, Fraction], ...]) -> bool:
    needs = dict(earlier)
    return all(kind in needs and least <= needs[kind] for kind, least in way)


def _examples(edition: Edition) -> None:
    for example in edition.examples:
        try:
            found = tuple(shown_points(award) for award in award_session(edition, dict(example.facts)).awards)
        except PointsError as error:
            raise SchemeError(
                "no-example", scheme=edition.scheme, found=str(error), expected=", ".join(example.points)
            ) from error
        if [Fraction(points) for points in found] != [Fraction(points) for points in example.points]:
            raise SchemeError("no-example", scheme=edition.scheme, found=found, expected=example.points)
