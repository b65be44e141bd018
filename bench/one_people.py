"""Time a federation's register of persons against its bare SQL: `python -m bench.one_people PERSONS TIMES`.

It fills an empty database, and prints for each search the two medians in seconds, what was found and the number of
queries as JSON. Both must find the same people in the same order, and count the same.
"""

import json
import sys
from typing import Any

import django

django.setup()

from django.core.paginator import Paginator  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from bench.measure import medians, timed  # noqa: E402
from clubs.models import Federation, Membership, Player  # noqa: E402
from clubs.selectors.register import search_register, with_clubs  # noqa: E402
from core.names import fold  # noqa: E402
from tests.cast import make_cast  # noqa: E402

PAGE = 50
FIRST = ("Žanis", "Ilze", "Anna", "Jānis", "Mārtiņš", "Øystein", "Łukasz", "Zoë", "Chloé", "Jürgen")
LAST = ("Ozols", "Bērziņš", "Kalniņš", "Liepiņa", "Nowak", "Østby", "Müller", "García", "Smith", "Dupont")
SEARCHES = {"all": "", "a name": "ozols zanis", "a rare name": "ozols7 oystein", "a number": "17171", "nobody": "xyzzy"}


def fill(count: int) -> Federation:
    cast = make_cast()
    players = Player.objects.bulk_create(
        (
            Player(
                display_name=f"{FIRST[at % 10]} {LAST[at // 10 % 10]}{at % 97}",
                federation=cast.nation,
                federation_number=str(at),
                home_club=(cast.harbour, cast.hillside)[at % 2],
            )
            for at in range(1, count + 1)
        ),
        batch_size=2000,
    )
    Membership.objects.bulk_create(
        (
            Membership(player=player, club=(cast.harbour, cast.hillside)[at % 2], starts="2020-01-01")
            for at, player in enumerate(players)
        ),
        batch_size=2000,
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return cast.nation


def ours(nation: Federation, words: str) -> tuple[int, list[int]]:
    """What the view reads."""
    page = Paginator(search_register(nation, words=words).select_related("home_club"), PAGE).get_page(1)
    entries = with_clubs(list(page.object_list))
    return page.paginator.count, [entry.player.pk for entry in entries]


def bare(nation: Federation, words: str) -> tuple[int, list[int]]:
    """The same by hand: the count, the page with home clubs, the memberships of those on it."""
    keys = [f"%{word}%" for word in fold(words).split()]
    where = "p.federation_id = %s AND p.erased_at IS NULL AND p.merged_into_id IS NULL"
    where += " AND p.search_key LIKE %s" * len(keys)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM clubs_player p WHERE {where}", [nation.pk, *keys])
        count = cursor.fetchone()[0]
        cursor.execute(
            f"SELECT p.*, c.* FROM clubs_player p LEFT JOIN clubs_club c ON c.id = p.home_club_id WHERE {where}"
            " ORDER BY p.display_name, p.id LIMIT 50",
            [nation.pk, *keys],
        )
        ids = [row[0] for row in cursor.fetchall()]
        if ids:
            marks = ", ".join(["%s"] * len(ids))
            cursor.execute(
                "SELECT m.*, c.* FROM clubs_membership m JOIN clubs_club c ON c.id = m.club_id"
                f" WHERE m.player_id IN ({marks}) ORDER BY m.starts DESC",
                ids,
            )
            cursor.fetchall()
    return count, ids


def main(count: int, times: int) -> None:
    nation = fill(count)
    results: dict[str, Any] = {}
    for name, words in SEARCHES.items():
        with CaptureQueriesContext(connection) as caught:
            found = ours(nation, words)
        assert found == bare(nation, words), name
        took, floor = medians(
            timed(lambda words=words: ours(nation, words)), timed(lambda words=words: bare(nation, words)), times=times
        )
        results[name] = {"ours": took, "bare": floor, "rows": found[0], "queries": len(caught)}
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
