"""What `manage.py points` answers, as a pure function of its options."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from points.schemes.awards import PointAward, SessionAwards, award_session, own_steps, shown_points
from points.schemes.errors import PointsError
from points.schemes.evaluation import COMMON, known_keys
from points.schemes.library import edition_on, library, scheme_named
from points.schemes.model import Edition, Scheme
from points.schemes.words import say


@dataclass(frozen=True, slots=True)
class PointsOptions:
    scheme: str | None = None
    facts: tuple[str, ...] = ()
    listing: bool = False
    form: str = "text"


def answer(options: PointsOptions) -> str:
    """The text or JSON for a request; PointsError says in a sentence what cannot be done."""
    if options.listing:
        schemes = list(library().values())
        if options.form == "json":
            return _dumps({"schemes": [scheme_json(scheme) for scheme in schemes]})
        return "\n".join(line for scheme in schemes for line in _scheme_lines(scheme))
    if options.scheme is None:
        raise PointsError("scheme-wanted")
    scheme = scheme_named(options.scheme)
    typed = read_facts(options.facts)
    edition = edition_on(scheme, _day(typed.pop("day", None)))
    session = award_session(edition, typed)
    return _dumps(session_json(session)) if options.form == "json" else session_text(session)


def read_facts(texts: tuple[str, ...]) -> dict[str, str]:
    """Facts by their keys, from texts such as tables=7."""
    facts: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise PointsError("no-pair", text=text)
        if facts.setdefault(name.casefold(), value) != value:
            raise PointsError("twice", name=name, first=facts[name.casefold()], second=value)
    return facts


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise PointsError("bad-day", value=text) from None


def session_json(session: SessionAwards) -> dict[str, object]:
    return {"awards": [award_json(award) for award in session.awards], "steps": list(_sentences(session))}


def award_json(award: PointAward) -> dict[str, object]:
    points = award.units if not award.decimals else float(shown_points(award))
    return {"place": award.place, "points": points, "kind": award.kind}


def session_text(session: SessionAwards) -> str:
    rows = [f"{_place(award):>5}  {shown_points(award):>8}  {award.kind}" for award in session.awards]
    return "\n".join([*rows, *([""] if rows else []), *_sentences(session)])


def _place(award: PointAward) -> str:
    return f"{award.place}=" if award.tied > 1 else str(award.place)


def _sentences(session: SessionAwards) -> Iterator[str]:
    """The session's steps, then those of each place, once for those who share it."""
    yield from map(say, session.steps)
    for award in dict.fromkeys(session.awards):
        yield from map(say, own_steps(award, session))


def scheme_json(scheme: Scheme) -> dict[str, object]:
    return {
        "scheme": scheme.id,
        "also": list(scheme.also),
        "title": scheme.title,
        "editions": [_edition_json(edition) for edition in scheme.editions],
    }


def _edition_json(edition: Edition) -> dict[str, object]:
    return {
        "name": edition.name,
        "from": None if edition.first is None else edition.first.isoformat(),
        "until": None if edition.last is None else edition.last.isoformat(),
        "forms": {form.value: sorted(winners) for form, winners in edition.forms.items()},
        "levels": list(edition.by_level),
        "kinds": list(edition.kinds),
        "keys": list(known_keys(edition)),
        "ranks": [rank.name for rank in edition.ranks],
        "sources": list(edition.sources),
        "open": list(edition.open_points),
    }


def _scheme_lines(scheme: Scheme) -> Iterator[str]:
    yield f"{scheme.id}: {scheme.title}"
    for edition in scheme.editions:
        forms = "; ".join(f"{form} ({'/'.join(map(str, sorted(of)))})" for form, of in edition.forms.items())
        yield f"    {edition.name} ({edition.dates}); forms and winners: {forms}"
        number = f", or a number for {edition.level_figure}" if edition.level_figure else ""
        yield f"    levels: {', '.join(edition.by_level)}{number}; kinds: {', '.join(edition.kinds)}"
        yield f"    further keys: {', '.join(key for key in known_keys(edition) if key not in COMMON)}"
        yield from (f"    open: {point}" for point in edition.open_points)
        yield from (f"    source: {source}" for source in edition.sources)


def _dumps(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
