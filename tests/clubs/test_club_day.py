"""A day begins when it begins at the club."""

from datetime import UTC, date, datetime

import pytest

from core import actors


@pytest.mark.parametrize(
    ("zone", "is_member"), [("Pacific/Auckland", True), ("UTC", False), ("America/Los_Angeles", False)]
)
def test_a_membership_that_starts_tomorrow_runs_where_tomorrow_has_begun(cast, zone, is_member):
    type(cast.harbour).objects.filter(pk=cast.harbour.pk).update(timezone=zone)
    type(cast.membership).objects.filter(pk=cast.membership.pk).update(starts=date(2026, 11, 3))
    actor = actors.of_user(cast.member, at=datetime(2026, 11, 2, 22, 30, tzinfo=UTC))
    assert (cast.harbour.pk in actor.member_of) is is_member
