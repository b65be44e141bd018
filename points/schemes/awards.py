"""Awards by place: what each place gets, shared where it is tied, rounded, and every step of it told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from points.schemes.errors import PointsError
from points.schemes.evaluation import Evaluation, show
from points.schemes.model import Edition, Form, PointRounding, RoundingUp, Ties
from points.schemes.typed import Placing, read_places
from points.schemes.words import Note
from scoring.engine.numbers import ZERO, show_units

HOW = {RoundingUp.HALF_UP: "a half up", RoundingUp.UP: "every fraction up"}


@dataclass(frozen=True, slots=True)
class PointAward:
    """What each player of a contestant gets, in `units` of the last decimal, and why."""

    place: int
    tied: int
    units: int
    decimals: int
    kind: str
    scheme: str
    edition: str
    steps: tuple[Note, ...] = ()

    @property
    def points(self) -> Fraction:
        return Fraction(self.units, 10**self.decimals)

    def as_json(self) -> dict[str, object]:
        """The award as a ledger keeps it; `award_from_json` reads it back."""
        return {
            "place": self.place,
            "tied": self.tied,
            "units": self.units,
            "decimals": self.decimals,
            "kind": self.kind,
            "scheme": self.scheme,
            "edition": self.edition,
            "steps": [step.as_json() for step in self.steps],
        }


@dataclass(frozen=True, slots=True)
class SessionAwards:
    """The awards of a ranking, and the steps that they have in common."""

    awards: tuple[PointAward, ...]
    steps: tuple[Note, ...]


def shown_points(award: PointAward) -> str:
    return show_units(award.units, award.decimals)


def award_from_json(data: Mapping[str, object]) -> PointAward:
    """The award that `PointAward.as_json` wrote."""
    steps = data["steps"]
    assert isinstance(steps, Sequence)
    fields = {name: value for name, value in data.items() if name != "steps"}
    return PointAward(**fields, steps=tuple(Note.from_json(step) for step in steps))  # type: ignore[arg-type]


def award_session(edition: Edition, typed: Mapping[str, str]) -> SessionAwards:
    """The awards for facts as they are typed; with `places` for these, else for every place that has an award."""
    session = Evaluation(edition, typed)
    placings = read_places(typed["places"]) if "places" in typed else None
    if placings is not None and placings[-1].last > session.field.ranked and session.field.form is not Form.MATCH:
        raise PointsError("too-many-places", value=typed["places"], ranked=session.field.ranked)
    too_small = _too_small(session)
    if placings is None:
        placings = () if too_small else _every_place(session)
    awards = [award for placing in placings for award in [award_place(session, placing, too_small)] * placing.tied]
    head = Note.of("scheme", name=edition.scheme, edition=edition.name)
    extra = (too_small,) if too_small else ()
    return SessionAwards(tuple(awards), (head, *session.steps, *extra))


def _every_place(session: Evaluation) -> tuple[Placing, ...]:
    count = min(int(session.number("awards")), session.field.ranked)
    return tuple(Placing(place) for place in range(1, count + 1))


def _too_small(session: Evaluation) -> Note | None:
    """Why a field is below what the scheme asks for; None where it is large enough."""
    for requirement in session.edition.requirements:
        if session.holds(requirement.when) and (value := session.number(requirement.of)) < requirement.least:
            of = requirement.of.replace("_", " ")
            return Note.of("too-small", of=of, least=show(requirement.least), value=show(value))
    return None


def award_place(
    session: Evaluation, placing: Placing, too_small: Note | None = None, members: int | None = None
) -> PointAward:
    """What each player of a contestant on this place gets. `members` is the size of its team, where it is known."""
    edition = session.edition
    steps: list[Note] = []
    value = ZERO
    if too_small is None:
        value = _shared(session, placing, steps)
        if value:
            value = _for_each_member(session, value, members, steps)
    rounding = _rounding(session)
    rounded = _round(rounding, value, steps)
    text = show_units(int(rounded * 10**rounding.decimals), rounding.decimals)
    if rounded:
        steps.append(Note.of("award", place=_place_text(placing), value=text, kind=session.level.kind))
    elif too_small is None:
        steps.append(Note.of("no-award", place=_place_text(placing), awards=show(session.value("awards"))))
    head = Note.of("scheme", name=edition.scheme, edition=edition.name)
    common = (head, *session.steps, *((too_small,) if too_small else ()))
    return PointAward(
        placing.place,
        placing.tied,
        int(rounded * 10**rounding.decimals),
        rounding.decimals,
        session.level.kind,
        edition.scheme,
        edition.name,
        (*common, *steps),
    )


def own_steps(award: PointAward, session: SessionAwards) -> tuple[Note, ...]:
    """The steps of an award beyond those that the session has in common."""
    return tuple(step for step in award.steps if step not in session.steps)


def _place_text(placing: Placing) -> str:
    return f"{placing.place}=" if placing.tied > 1 else str(placing.place)


def _rounding(session: Evaluation) -> PointRounding:
    rounding = session.edition.rounding
    if "decimals" in session.edition.inputs:
        return replace(rounding, decimals=int(session.number("decimals")))
    return rounding


def _shared(session: Evaluation, placing: Placing, steps: list[Note]) -> Fraction:
    """The award of a place, or what those who are tied have of theirs; never less than the scheme's minimum."""
    values = [_place_value(session, place, steps) for place in range(placing.place, placing.last + 1)]
    if placing.tied == 1:
        return values[0]
    inside = sum(value > 0 for value in values)
    divided = placing.tied if session.edition.ties is Ties.SHARE else max(inside, 1)
    total = sum(values, ZERO)
    value = total / divided
    if total:
        code = "tie" if inside == placing.tied else "tie-over-the-edge"
        figures = {"place": placing.place, "last": placing.last, "tied": placing.tied, "inside": inside}
        steps.append(Note.of(code, **figures, sum=show(total), divided=divided, value=show(value)))
    return _at_least(session, value, steps)


def _place_value(session: Evaluation, place: int, steps: list[Note]) -> Fraction:
    if not _has_award(session, place):
        return ZERO
    at_place = session.at(place=Fraction(place))
    value = at_place.number("award")
    steps += at_place.steps
    if session.edition.round_each:
        value = _round(_rounding(session), value, steps)
    return _at_least(session, value, steps)


def _round(rounding: PointRounding, value: Fraction, steps: list[Note]) -> Fraction:
    rounded = rounding.apply(value)
    if rounded != value:
        text = show_units(int(rounded * 10**rounding.decimals), rounding.decimals)
        steps.append(Note.of("rounded", decimals=rounding.decimals, how=HOW[rounding.how], value=text))
    return rounded


def _has_award(session: Evaluation, place: int) -> bool:
    """Whether a place is among those with an award. The first is, even where their number is not known."""
    if place == 1 and session.is_asked("awards"):
        return True
    return place <= session.number("awards")


def _at_least(session: Evaluation, value: Fraction, steps: list[Note]) -> Fraction:
    if "minimum" not in session.edition.figures or not value:
        return value
    minimum = session.number("minimum")
    if value < minimum:
        steps.append(Note.of("minimum", minimum=show(minimum), value=show(minimum)))
    return max(value, minimum)


def _for_each_member(session: Evaluation, value: Fraction, members: int | None, steps: list[Note]) -> Fraction:
    if "team_share" not in session.edition.figures or session.field.form is not Form.TEAMS:
        return value
    number = session.number("members") if members is None else Fraction(members)
    share = session.at(members=number).number("team_share")
    if share != 1:
        value *= share
        steps.append(Note.of("members", members=show(number), share=show(share), value=show(value)))
    return value
