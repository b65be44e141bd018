"""Earlier rulings: found by law, irregularity, outcome, event and director; nameless outside the club."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from clubs.models import Club
from clubs.permissions import OFFICIALS
from clubs.selectors.visible import clubs_with_role, sees_everything
from core.actors import Actor
from events.models.sessions import SessionState
from rulings.appeal_status import AppealStatus, appeal_statuses
from rulings.laws import library
from rulings.laws.paragraphs import is_paragraph
from rulings.models import Ruling
from rulings.models.rulings import STANDING
from rulings.wording import translated_text

# Sessions that go on: what was ruled there may tell of boards that somebody has yet to play (Law 16D).
UNFINISHED = (SessionState.DRAFT, SessionState.SEATING, SessionState.PLAYING)
MOST_COMPARED = 60


@dataclass(frozen=True)
class PrecedentQuery:
    law: str = ""
    tree: str = ""
    outcome: str = ""
    event: str = ""
    director: str = ""
    adjusted: bool = False


@dataclass(frozen=True)
class Precedent:
    """An earlier ruling. What names somebody is there only for the club's own people."""

    id: int
    tree: str
    title: str
    laws: tuple[str, ...]
    outcomes: tuple[tuple[str, str], ...]
    given_on: date
    score: tuple[str, str]
    waived: bool
    is_own: bool
    fate: AppealStatus | None = None
    session: int | None = None
    event: str = ""
    director: str = ""
    url: str = ""


def rulings_that_stand() -> QuerySet[Ruling]:
    """Rulings that stand, of sessions that are over."""
    rows = Ruling.objects.filter(state__in=STANDING).exclude(session__state__in=UNFINISHED)
    return rows.select_related("session__event__club__federation", "director__player")


def precedents(actor: Actor, query: PrecedentQuery) -> QuerySet[Ruling]:
    """Within the national federations of the actor's clubs. Event and director are asked of one's own clubs only."""
    rows = filter_precedents(_reach(actor), query)
    if query.event or query.director:
        rows = rows.filter(session__event__club__in=own_clubs(actor))
    if query.event:
        rows = rows.filter(session__event__name__mentions=query.event)
    if query.director:
        rows = rows.filter(director__player__display_name__mentions=query.director)
    return rows.order_by("-given_at", "-pk")


def own_clubs(actor: Actor) -> QuerySet[Club]:
    """The clubs whose rulings this person may read with all their names."""
    return Club.objects.all() if sees_everything(actor) else clubs_with_role(actor, OFFICIALS)


def _reach(actor: Actor) -> QuerySet[Ruling]:
    if sees_everything(actor):
        return rulings_that_stand()
    roots = {grant.body.line[0] for grant in actor.grants}
    return rulings_that_stand().filter(_under(roots))


def _under(roots: Iterable[int]) -> Q:
    condition = Q(pk__in=[])
    for root in roots:
        condition |= Q(session__event__club__federation__path__startswith=f"/{root}/")
    return condition


def filter_precedents(rows: QuerySet[Ruling], query: PrecedentQuery) -> QuerySet[Ruling]:
    if query.tree:
        rows = rows.filter(tree=query.tree)
    if query.law:
        rows = rows.annotate(laws_text=Cast("law_refs", TextField())).filter(_rests_on([query.law]))
    if query.outcome:
        # Lists are kept as text on one of the databases: the quotes keep L27.B1 apart from L27.B1a.
        rows = rows.annotate(outcomes_text=Cast("outcome_ids", TextField()))
        rows = rows.filter(outcomes_text__contains=f'"{query.outcome}"')
    if query.adjusted:
        rows = rows.exclude(score_ns="")
    return rows


def _rests_on(laws: Iterable[str]) -> Q:
    """A paragraph or one below it: 27 finds 27B1(a), and 2 does not find 27."""
    condition = Q(pk__in=[])
    for law in laws:
        if is_paragraph(law):
            escaped = law.replace("(", r"\(").replace(")", r"\)")
            condition |= Q(laws_text__regex=rf'"{escaped}("|[A-H]|\()' if law.isdigit() else rf'"{escaped}("|[0-9]|\()')
    return condition


def similar_rulings(
    tree: str, laws: Sequence[str], *, actor: Actor, leave_out: int | None = None, limit: int = 5
) -> list[Precedent]:
    """What was ruled before in the like case: the same irregularity first, then by the paragraphs in common."""
    rows = _reach(actor).annotate(laws_text=Cast("law_refs", TextField()))
    alike = Q(tree=tree) if tree else Q(pk__in=[])
    if laws:
        alike |= _rests_on(laws[:1])
    candidates = rows.filter(alike).exclude(pk=leave_out or 0).order_by("-given_at", "-pk")[:MOST_COMPARED]
    ranked = sorted(candidates, key=lambda ruling: (ruling.tree != tree, -len({*laws} & {*map(str, ruling.law_refs)})))
    return precedent_lines(actor, ranked[:limit])


def precedent_lines(actor: Actor, rulings: Iterable[Ruling]) -> list[Precedent]:
    own_ids = set(own_clubs(actor).values_list("pk", flat=True))
    rows = list(rulings)
    statuses = appeal_statuses([ruling.pk for ruling in rows])
    return [
        _precedent(ruling, statuses.get(ruling.pk), is_own=ruling.session.event.club_id in own_ids) for ruling in rows
    ]


def _precedent(ruling: Ruling, fate: AppealStatus | None, *, is_own: bool) -> Precedent:
    """The director's own words are left out for strangers: they may name somebody."""
    given_at = ruling.given_at
    assert given_at is not None, "the database lets no ruling stand without its moment"
    names: dict[str, Any] = {}
    if is_own:
        director = getattr(ruling.director, "player", None)
        names = {
            "session": ruling.session_id,
            "event": ruling.session.event.name,
            "director": director.display_name if director else "",
            "url": ruling_url(ruling),
        }
    return Precedent(
        id=ruling.pk,
        tree=ruling.tree,
        title=ruling.title if is_own and ruling.title else menu_title(ruling.tree),
        laws=tuple(map(str, ruling.law_refs)),
        outcomes=tuple(outcome_words(ruling.outcome_ids)),
        given_on=given_at.date(),
        score=(ruling.score_ns, ruling.score_ew),
        waived=ruling.waived,
        is_own=is_own,
        fate=fate,
        **names,
    )


def ruling_url(ruling: Ruling) -> str:
    from django.urls import NoReverseMatch

    try:
        return ruling.get_absolute_url()
    except NoReverseMatch:
        return ""


def menu_title(tree: str) -> str:
    """What the menu calls it."""
    named_tree = library().trees.get(tree)
    if named_tree is None:
        return ""
    return translated_text(next((entry.label for entry in library().menu if entry.tree == tree), named_tree.title))


def outcome_words(ids: Iterable[object]) -> list[tuple[str, str]]:
    outcomes = library().outcomes
    return [(str(key), translated_text(outcomes[str(key)].do)) for key in ids if str(key) in outcomes]
