"""Days as files write them."""

import re

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR_FIRST = re.compile(r"(\d{4})\D?(\d{1,2})\D?(\d{1,2})(?!\d)")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[\s./-]+([A-Za-z]{3,9}|\d{1,2})\.?[\s,./-]+(\d{4}|\d{2})(?!\d)")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_CENTURY = 80  # two digits from here on are of the twentieth


def iso_day(text: str) -> str:
    """Year-month-day of a date, the day before the month where both could be; empty where it is none."""
    tidy = re.sub(r"^[A-Za-z]+day,?\s+", "", text.strip())
    if match := _YEAR_FIRST.match(tidy):
        return _day(match[1], match[2], match[3])
    if match := _MONTH_FIRST.match(tidy):
        return _day(match[3], match[1], match[2])
    if match := _DAY_FIRST.match(tidy):
        return _day(match[3], match[2], match[1]) or _day(match[3], match[1], match[2])
    return ""


def _day(year: str, month: str, day: str) -> str:
    name = month[:3].lower()
    number = _MONTHS.index(name) + 1 if name in _MONTHS else int(month) if month.isdecimal() else 0
    full_year = int(year) + ((1900 if int(year) >= _CENTURY else 2000) if len(year) == 2 else 0)
    if not (full_year and 1 <= number <= 12 and 1 <= int(day) <= _days(full_year, number)):
        return ""
    return f"{full_year:04d}-{number:02d}-{int(day):02d}"


def _days(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else _DAYS[month - 1]
