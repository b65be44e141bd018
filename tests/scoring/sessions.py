"""Random sessions for hypothesis: ties, unequal plays, rulings of every kind, fouled boards."""

import os
from fractions import Fraction

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scoring.engine.cards import Side
from scoring.engine.sheet import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    Board,
    Line,
    Outcomes,
    Penalty,
    Scoresheet,
    SelfInflicted,
    Unit,
)

F = Fraction
EXAMPLES = 500 if os.environ.get("TENACE_LONG") == "1" else 50
many = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

scores = st.sampled_from([420, 450, 170, -50, -100, 620, -420, 0, 1430])
weights = st.sampled_from([F(1, 2), F(1, 3), F(3, 10), F(4, 5), F(1), F(0)])
awards = st.sampled_from([AVERAGE_PLUS, AVERAGE, AVERAGE_MINUS, Award(percent=F(70)), Award(percent=F(0))])


@st.composite
def outcomes(draw) -> Outcomes:
    first, second, weight = draw(scores), draw(scores), draw(weights)
    return Outcomes(((first, weight), (second, 1 - weight)))


@st.composite
def plain_lines(draw, ns: str, ew: str, group: str = "") -> Line:
    return Line.played(ns, ew, draw(scores), group=group)


@st.composite
def lines(draw, ns: str, ew: str, group: str = "") -> Line:
    """Mostly results, now and then a ruling."""
    rulings = ["weighted", "artificial", "split", "half", "self", "unplayed"]
    kind = draw(st.sampled_from(["result"] * 6 + rulings))
    if kind == "weighted":
        return Line.assigned(ns, ew, draw(outcomes()), group=group)
    if kind == "artificial":
        return Line(ns, ew, draw(awards), draw(awards), group=group)
    if kind == "split":
        return Line.split(ns, ew, draw(outcomes()), draw(outcomes()), group=group)
    if kind == "half":
        return Line.split(ns, ew, draw(outcomes()), draw(awards), group=group)
    if kind == "unplayed":
        return Line.not_played(ns, ew)
    if kind == "self":
        parts = [draw(outcomes()) for _ in range(3)]
        return Line.self_damage(ns, ew, SelfInflicted(draw(st.sampled_from(Side)), *parts), group=group)
    return draw(plain_lines(ns, ew, group))


@st.composite
def sheets(draw, line=lines, groups: bool = True, penalties: bool = True) -> Scoresheet:
    """A Mitchell of up to seven tables with arrow switches, and boards that were not played."""
    tables, boards = draw(st.integers(2, 7)), draw(st.integers(1, 4))
    found = []
    for number in range(1, boards + 1):
        forms = draw(st.sampled_from([[""], [""], ["", "b"], ["", "b", "c"]])) if groups else [""]
        present = draw(st.sets(st.integers(0, tables - 1), min_size=1))
        rows = []
        for table in sorted(present):
            seats = [f"N{table}", f"E{(table + number) % tables}"]
            if draw(st.booleans()):
                seats.reverse()
            rows.append(draw(line(*seats, draw(st.sampled_from(forms)))))
        found.append(Board(number, tuple(rows)))
    charged = ()
    if penalties and draw(st.booleans()):
        unit = draw(st.sampled_from([Unit.POINTS, Unit.TOP_PERCENT]))
        charged = (Penalty(found[0].lines[0].ns, F(draw(st.integers(1, 50))), unit),)
    return Scoresheet(tuple(found), penalties=charged)


plain_sheets = sheets(line=plain_lines, groups=False, penalties=False)
