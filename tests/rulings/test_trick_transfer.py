"""Tricks that the Laws transfer (Law 64A) reach the result of the board with one tap, and only once."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from clubs.models import AuditEntry
from core.errors import Conflict, Forbidden
from events.models import Play
from rulings.laws.library import library
from rulings.laws.tricks import transferred_tricks
from rulings.models import Ruling
from rulings.services.giving import give, withdraw
from rulings.services.trick_transfer import count_tricks, tricks_are_counted
from scoring.models import BoardResult
from scoring.result_input import ResultInput
from scoring.services.results import set_result
from tests.cast import Cast
from tests.rulings.night import begin, enter

pytestmark = pytest.mark.django_db
ONE_TRICK = {"exempt": "none", "won": "partner", "later": "some", "equity": "n"}
TWO_TRICKS = {"exempt": "none", "won": "player", "later": "some", "equity": "n"}


def current(play: Play) -> BoardResult:
    return BoardResult.objects.current().get(play=play)


def revoke(cast: Cast, play: Play, facts: dict[str, str] = ONE_TRICK, to: str = "") -> Ruling:
    return give(actor=cast.actor("director"), ruling=begin(cast, play, "L64", facts), tricks_to=to)


@pytest.mark.parametrize(
    ("facts", "entered", "to", "after"),
    [
        (ONE_TRICK, "4S= N", "EW", "4S-1 N"),
        (ONE_TRICK, "4S= N", "NS", "4S+1 N"),
        (TWO_TRICKS, "3NT+1 E", "NS", "3NT-1 E"),
        (TWO_TRICKS, "3NTX-2 E", "EW", "3NTX= E"),
    ],
)
def test_giving_the_ruling_changes_the_result(
    cast: Cast, play: Play, facts: dict[str, str], entered: str, to: str, after: str
) -> None:
    enter(cast, play, entered)
    made = revoke(cast, play, facts, to)
    result = current(play)
    assert (result.text, result.version) == (after, 2)
    assert f"Ruling {made.pk}" in result.reason
    assert made.tricks_result == result
    assert AuditEntry.objects.filter(act="ruling.count_tricks").count() == 1


def test_the_ruling_says_what_the_table_had_and_what_counts_now(cast: Cast, play: Play, client: Client) -> None:
    enter(cast, play, "3S-1 N")
    made = revoke(cast, play, to="NS")
    client.force_login(cast.director)
    page = re.sub(r"</?span[^>]*>", "", client.get(made.get_absolute_url()).content.decode())
    text = " ".join(re.sub(r"<[^>]*>", " ", page).split())
    assert "Result at the table 3♠-1 N" in text
    assert "With the tricks transferred 3♠= N" in text
    assert made.offending == "EW"


def test_before_the_result_is_in_the_tricks_wait_for_it(cast: Cast, play: Play, client: Client) -> None:
    made = revoke(cast, play, to="EW")
    client.force_login(cast.director)
    home = f"/clubs/harbour/sessions/{made.session_id}/rulings/"
    assert "One trick is transferred" not in client.get(home).content.decode()
    enter(cast, play, "4S= N")
    for page in (home, f"/clubs/harbour/sessions/{made.session_id}/desk/", f"{home}{made.pk}/"):
        text = client.get(page).content.decode()
        assert "One trick is transferred. The table entered 4S= N." in text
        assert "Make it 4S-1 N: one trick to East-West" in text
    client.post(f"{home}{made.pk}/tricks/", {"to": "EW", "version": made.version})
    assert current(play).text == "4S-1 N"
    assert "One trick is transferred" not in client.get(home).content.decode()


def test_the_assistant_offers_each_side_with_what_the_result_will_be(cast: Cast, play: Play, client: Client) -> None:
    enter(cast, play, "4S= N")
    ruling = begin(cast, play, "L64", ONE_TRICK)
    client.force_login(cast.director)
    path = f"/clubs/harbour/sessions/{ruling.session_id}/rulings/{ruling.pk}/assistant/"
    text = client.get(path).content.decode()
    assert "Rule so: one trick to North-South, 4S+1 N" in text
    assert "Rule so: one trick to East-West, 4S-1 N" in text
    client.post(path, {"act": "give-EW", "version": ruling.version, "seen": ""})
    assert current(play).text == "4S-1 N"


def test_what_the_table_has_counted_is_not_counted_again(cast: Cast, play: Play) -> None:
    made = revoke(cast, play)
    enter(cast, play, "4S-1 N")
    made = tricks_are_counted(actor=cast.actor("director"), ruling=made)
    assert (current(play).version, made.tricks_result) == (1, None)
    with pytest.raises(ValidationError, match="no tricks left to count"):
        count_tricks(actor=cast.actor("director"), ruling=made, to="EW")


def test_of_two_directors_one_counts(cast: Cast, play: Play) -> None:
    enter(cast, play, "4S= N")
    made = revoke(cast, play)
    count_tricks(actor=cast.actor("director"), ruling=made, to="EW", version=made.version)
    with pytest.raises(Conflict):
        count_tricks(actor=cast.actor("officer"), ruling=made, to="EW", version=made.version)
    assert current(play).text == "4S-1 N"


@pytest.mark.parametrize(("entered", "to"), [("1C-7 N", "EW"), ("7NT= N", "NS")])
def test_tricks_that_nobody_won_are_not_transferred(cast: Cast, play: Play, entered: str, to: str) -> None:
    enter(cast, play, entered)
    made = revoke(cast, play)
    with pytest.raises(ValidationError, match="leaves no such tricks") as error:
        count_tricks(actor=cast.actor("director"), ruling=made, to=to)
    assert "tricks_to" in error.value.error_dict


def test_withdrawing_the_ruling_gives_the_tricks_back(cast: Cast, play: Play) -> None:
    enter(cast, play, "4S= N")
    made = revoke(cast, play, to="EW")
    withdraw(actor=cast.actor("director"), ruling=made, reason="It was no revoke")
    assert current(play).text == "4S= N"


def test_a_result_that_was_changed_since_stays_when_the_ruling_goes(cast: Cast, play: Play) -> None:
    enter(cast, play, "4S= N")
    made = revoke(cast, play, to="EW")
    set_result(actor=cast.actor("director"), play=play, result=ResultInput.parse("4S-2 N"), reason="counted again")
    withdraw(actor=cast.actor("director"), ruling=made, reason="It was no revoke")
    assert current(play).text == "4S-2 N"


def test_an_adjusted_score_takes_the_place_of_the_tricks(cast: Cast, play: Play) -> None:
    enter(cast, play, "4S= N")
    ruling = begin(cast, play, "L64", ONE_TRICK)
    assert give(actor=cast.actor("director"), ruling=ruling, score_ns="60", tricks_to="EW").tricks == 0
    assert current(play).text == "4S= N"


def test_only_directors_count_tricks(cast: Cast, play: Play) -> None:
    enter(cast, play, "4S= N")
    made = revoke(cast, play)
    with pytest.raises(Forbidden):
        count_tricks(actor=cast.actor("scorer"), ruling=made, to="EW")


def test_the_numbers_of_tricks_in_the_trees_are_counted() -> None:
    counted = {outcome["tricks"]: transferred_tricks([outcome]) for outcome in library().outcomes.values()}
    assert {text: counted[text] for text in ("0", "1", "2", None)} == {"0": 0, "1": 1, "2": 2, None: 0}
