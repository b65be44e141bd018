"""What a request sends is read alike everywhere."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import RequestFactory

from core.posted import number_in, posted, whole_number, whole_numbers


def test_a_form_that_is_only_opened_has_been_sent_nothing():
    assert posted(RequestFactory().get("/?reason=ill")) is None


def test_a_form_sent_empty_has_been_sent():
    assert posted(RequestFactory().post("/")) == QueryDict()


@pytest.mark.parametrize("text", ["", " ", "-1", "+1", "1.5", "1 2", "²", "x", "9" * 10, "1\x00"])
def test_what_is_no_whole_number_is_none(text: str):
    assert whole_number(text) is None


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("٣", 3), ("9" * 9, 999_999_999)])
def test_a_whole_number_is_read(text: str, number: int):
    assert whole_number(text) == number


def test_a_page_may_allow_fewer_digits():
    assert whole_number("123", digits=3) == 123
    assert whole_number("1234", digits=3) is None


def test_a_field_that_is_missing_holds_no_number():
    sent = QueryDict("round=3&board=&table=A1")
    assert number_in(sent, "round") == 3
    assert [number_in(sent, name) for name in ("board", "table", "section")] == [None, None, None]


def test_what_is_no_number_is_left_out_of_several():
    assert whole_numbers(["3", "", "x", "12"]) == [3, 12]
