"""Days as files write them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.interchange.dates import iso_day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("01/02/2026", "2026-02-01"),
        ("1/2/26", "2026-02-01"),
        ("12/31/2025", "2025-12-31"),
        ("31.12.1998", "1998-12-31"),
        ("1-Feb-99", "1999-02-01"),
        ("Sunday 1 February 2026", "2026-02-01"),
        ("February 1st, 2026", "2026-02-01"),
        ("20160831", "2016-08-31"),
        ("2016.08.31", "2016-08-31"),
        ("2018-01-31T19:15:00", "2018-01-31"),
        ("29/02/2023", ""),
        ("2026-13-01", ""),
        ("last Monday", ""),
        ("????.??.??", ""),
        ("", ""),
    ],
)
def test_a_day_is_read_the_day_first_where_both_could_be(text: str, day: str) -> None:
    assert iso_day(text) == day


@given(day=st.dates(min_value=date(1000, 1, 1)))
def test_every_day_is_read_back(day: date) -> None:
    assert iso_day(day.isoformat()) == iso_day(f"{day:%d/%m}/{day.year}") == day.isoformat()
