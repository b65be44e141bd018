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
    terms: dict[Key, Terms] = {}
    for term in MatchTerm.objects.filter(session=session, withdrawn_at=None).exclude(kind=TermKind.WINNER):
        key = (term.round, str(term.home_id), str(term.away_id))
        terms[key] = _add_term(terms.get(key, Terms()), term)
    return terms


def _add_term(terms: Terms, term: MatchTerm) -> Terms:
    imps, is_home = Fraction(term.imps), term.team_id == term.home_id
    if term.kind == TermKind.CARRY:
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
    sitting_out: list[tuple[int, int, int]] = []
    for section in sections:
        movement = section.movement
        if movement is None or not movement.kind.traits.is_drawn:
            continue
        for number, round_ in enumerate(movement.rounds[: min(session.round, certain_rounds(movement))], start=1):
            sitting_out += [(number, section.pk, seat) for seat in round_.sitting_out if seat not in movement.withdrawn]
    if not sitting_out:
        return
    amount = bye_score(session)
    places = Place.objects.filter(section__in={section for _, section, _ in sitting_out})
    contestant_ids = {(place.section_id, place.number): place.contestant_id for place in places}
    for number, section_id, seat in sitting_out:
        if (section_id, seat) in contestant_ids:
            yield number, CarryOver(str(contestant_ids[section_id, seat]), amount)
