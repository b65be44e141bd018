"""A slip of one letter in a name is known as such."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.names import is_one_letter_off


@given(st.text("abcd", min_size=1, max_size=8), st.data())
def test_every_slip_of_one_letter_is_one_letter_off(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    slips = [word[:at] + word[at + 1 :], word[:at] + "x" + word[at:], word[:at] + "x" + word[at + 1 :]]
    if at + 1 < len(word) and word[at] != word[at + 1]:
        slips.append(word[:at] + word[at + 1] + word[at] + word[at + 2 :])
    assert all(is_one_letter_off(word, slip) and is_one_letter_off(slip, word) for slip in slips)
    assert not is_one_letter_off(word, word)
    assert not is_one_letter_off(word, word + "xy")
