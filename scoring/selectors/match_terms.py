"""What counts in matches beside their boards: IMPs brought in, penalties, byes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from clubs.regulations import effective
from events.models import Place, Section, Session
from events.movements.drawing import certain_rounds
from events.selectors.conditions import bye_regulation
from scoring.engine.numbers import ZERO
from scoring.engine.sheet import CarryOver
from scoring.models.matches import MatchTerm, TermKind

Key = tuple[int, str, str]


@dataclass(frozen=True)
class Terms:
    """`home_carry` is negative where the away team brings the IMPs."""

    home_carry: Fraction = ZERO
    home_penalty: Fraction = ZERO
    away_penalty: Fraction = ZERO


def terms_in(session: Session) -> dict[Key, Terms]:
    found: dict[Key, Terms] = {}
    for row in MatchTerm.objects.filter(session=session, withdrawn_at=None).exclude(kind=TermKind.WINNER):
        key = (row.round, str(row.home_id), str(row.away_id))
        found[key] = _with(found.get(key, Terms()), row)
    return found


def _with(terms: Terms, row: MatchTerm) -> Terms:
    imps, is_home = Fraction(row.imps), row.team_id == row.home_id
    if row.kind == TermKind.CARRY:
        return Terms(terms.home_carry + (imps if is_home else -imps), terms.home_penalty, terms.away_penalty)
    if is_home:
        return Terms(terms.home_carry, terms.home_penalty + imps, terms.away_penalty)
    return Terms(terms.home_carry, terms.home_penalty, terms.away_penalty + imps)


def bye_score(session: Session) -> Fraction:
    """What the club's regulations give for a round of a Swiss without opponents."""
    return Fraction(effective(key=bye_regulation(session.event), body=session.club).value)


def byes_in(session: Session, sections: Iterable[Section]) -> Iterator[tuple[int, CarryOver]]:
    """Of a Swiss: each round that has begun, with what it gives to whoever had no opponents in it."""
    if not session.event.has_matches:
        return
    out: list[tuple[int, int, int]] = []
    for section in sections:
        movement = section.movement
        if movement is None or not movement.kind.traits.is_drawn:
            continue
        for number, round_ in enumerate(movement.rounds[: min(session.round, certain_rounds(movement))], start=1):
            out += [(number, section.pk, seat) for seat in round_.sitting_out if seat not in movement.withdrawn]
    if not out:
        return
    amount = bye_score(session)
    rows = Place.objects.filter(section__in={section for _, section, _ in out})
    who = {(place.section_id, place.number): place.contestant_id for place in rows}
    for number, section_id, seat in out:
        if (section_id, seat) in who:
            yield number, CarryOver(str(who[section_id, seat]), amount)
