"""The awards that other programs published for real sessions come out of the shipped schemes."""

from collections import defaultdict

import pytest

from points.schemes.awards import award_session, shown_points
from points.schemes.library import scheme_named
from tests.scoring.golden import needs_golden, text, tree

#: Each file with the scheme, the facts that it does not say itself, and whether awards are written in hundredths.
FILES = {
    "brian-no-neuberg.xml": ("ebu", {"form": "pairs", "winners": "1", "boards": "24"}),
    "compscore-butler-howell.xml": ("abf", {"form": "pairs", "winners": "1", "level": "green", "weight": "1.5"}),
    "compscore-cross-imp-howell.xml": ("abf", {"form": "pairs", "winners": "1", "level": "green", "weight": "1.5"}),
    "compscore-howell.xml": ("abf", {"form": "pairs", "winners": "1", "level": "red", "weight": "2.5"}),
    "compscore-mitchell.xml": ("abf", {"form": "pairs", "winners": "2", "level": "green", "weight": "1.5"}),
    "ebuscore-two-sections.xml": ("ebu", {"form": "pairs", "winners": "1", "boards": "18"}),
    "teamsscorer-multiple-teams.xml": ("ebu", {"form": "teams", "boards": "24"}),
}


def published(name: str) -> dict[str, list[tuple[int, str, str]]]:
    """For each ranking: place, award in hundredths of a point or in points, and kind; a missing award is nothing."""
    rankings = defaultdict(list)
    root = tree(name)
    for contestant in [*root.iter("PAIR"), *root.iter("TEAM")]:
        if place := text(contestant, "PLACE"):
            points = contestant.find(".//MASTER_POINTS_AWARDED")
            award = (points.text or "0").strip() if points is not None else "0"
            kind = (contestant.findtext(".//MASTER_POINT_TYPE") or "").lower()
            rankings[text(contestant, "DIRECTION")].append((int(place.rstrip("=")), award, kind))
    return {ranking: sorted(rows) for ranking, rows in rankings.items()}


def typed_places(rows: list[tuple[int, str, str]]) -> str:
    numbers = [place for place, _, _ in rows]
    return ",".join(f"{place}=" if numbers.count(place) > 1 else str(place) for place in numbers)


@needs_golden
@pytest.mark.parametrize("name", FILES)
def test_published_awards(name: str):
    scheme, facts = FILES[name]
    rankings = published(name)
    count = "teams" if facts["form"] == "teams" else "pairs"
    typed = {**facts, count: str(sum(map(len, rankings.values())))}
    assert any(award != "0" for rows in rankings.values() for _, award, _ in rows)
    for rows in rankings.values():
        found = award_session(scheme_named(scheme).newest, {**typed, "places": typed_places(rows)}).awards
        in_units = [shown_points(award).replace(".", "").lstrip("0") or "0" for award in found]
        assert list(zip([award.place for award in found], in_units, strict=True)) == [row[:2] for row in rows]
        for award, (_, points, kind) in zip(found, rows, strict=True):
            assert kind in ("", award.kind) or points == "0"
