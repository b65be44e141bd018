"""What an entry and a rescore ask of the database does not grow with the tables."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from bench.statements import statements_for
from tests.cast import Cast

# The statements are the same on every database.
pytestmark = [pytest.mark.django_db, pytest.mark.walk]


def test_statements_are_the_same_for_five_tables_and_for_a_hundred(cast: Cast, client: Client) -> None:
    cache.clear()
    few, many = (statements_for(cast.harbour, tables, client) for tables in (5, 100))
    assert few == many
    # Each of them, and why, is listed in docs/reliability.md.
    assert few.entry <= 19
    # One of them for the club's regulations (Laws 12C2(d) and 87B).
    assert few.rescore <= 21
    assert few.unchanged == 1
