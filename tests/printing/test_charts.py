"""Charts: whatever the figures, they have a title, a description and no style of their own."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from printing.charts import bar_chart, histogram, line_chart

figures = st.lists(st.floats(-1000, 1000), max_size=60)


@given(figures)
def test_every_chart_is_sound_and_says_what_it_is(values):
    points = [(str(place), value) for place, value in enumerate(values)]
    for chart in (bar_chart("A <title>", "What & where", histogram(values, width=50)), line_chart("T", "D", points)):
        svg = ET.fromstring(chart)
        assert svg[0].tag.endswith("title")
        assert svg[1].tag.endswith("desc")
        assert "style" not in chart
        for x in (float(text.get("x")) for text in svg.iter("{http://www.w3.org/2000/svg}text")):
            assert 0 <= x <= 640


@given(st.lists(st.floats(0, 100), min_size=1, max_size=200))
def test_a_histogram_counts_everybody_once(values):
    assert sum(number for _step, number in histogram(values)) == len(values)


def test_the_same_chart_has_the_same_name_each_time():
    assert bar_chart("A", "B", [("x", 1.0)]) == bar_chart("A", "B", [("x", 1.0)])
    assert bar_chart("A", "B", [("x", 1.0)]) != bar_chart("A", "B", [("x", 2.0)])
