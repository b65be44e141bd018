"""A weighted score shares the score out among several results, each with a share (Law 12C1(c))."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from scoring.adjusted.awards import read_value
from scoring.engine.boards import Conditions

BOARD = Conditions.of(1)


@pytest.mark.parametrize("text", ["0 4S= N, 100 4S-1 N", "100 4S-1 N, 0.0 4S= N", "100% 4S-1 N, 0/4 4S= N"])
def test_a_result_without_a_share_is_refused_by_name_with_the_remedy(text: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read_value(text, BOARD)
    [said] = refused.value.messages
    assert said.startswith("4S= N has a weight of 0: that is not a weighted score. Leave it out")


def test_a_small_share_is_a_share() -> None:
    assert len(read_value("0.5 4S= N, 99.5 4S-1 N", BOARD).scores) == 2
