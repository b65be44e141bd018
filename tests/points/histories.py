"""Small random histories for grading: sessions of pairs, some with a field of their own."""

from datetime import date, timedelta

from hypothesis import strategies as st

from points.grading.model import GradedSession, PairResult

PLAYERS = [f"player {number}" for number in range(12)]


@st.composite
def graded_sessions(draw: st.DrawFn, number: int) -> GradedSession:
    names = draw(st.permutations(PLAYERS))
    count = draw(st.integers(2, 6))
    boards = draw(st.integers(1, 60))
    percents = [draw(st.integers(2000, 8000)) / 100 for _ in range(count)]
    pairs = [tuple(names[2 * index : 2 * index + 2]) for index in range(count)]
    results = [PairResult(pair, percent, boards) for pair, percent in zip(pairs, percents, strict=True)]
    if draw(st.booleans()):  # a match between the first two
        results[0] = PairResult(pairs[0], percents[0], boards, against=(1,))
        results[1] = PairResult(pairs[1], 100 - percents[0], boards, against=(0,))
    day = date(2024, 1, 1) + timedelta(days=draw(st.integers(0, 1500)))
    return GradedSession(number, day, tuple(results), draw(st.sampled_from([1.0, 2.0])))


@st.composite
def histories(draw: st.DrawFn, most: int = 8) -> list[GradedSession]:
    return [draw(graded_sessions(number)) for number in range(1, draw(st.integers(1, most)) + 1)]
