"""By whose authority a score stands: what a ruling or a decision gave is changed there, not from behind.

Applications above register how to find theirs; an authority is written `ruling:7`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError


@dataclass(frozen=True)
class Holder:
    """What a score stands by: its name, its page, and a sentence that says where it is changed."""

    name: str
    url: str
    sentence: str


# Given ids, those that are there.
Find = Callable[[Collection[int]], dict[int, Holder]]
# The kind of authority, how it is found, and the kinds that may take its place.
HOLDERS: dict[str, tuple[Find, frozenset[str]]] = {}


def holds(kind: str, *, gives_way_to: frozenset[str]) -> Callable[[Find], Find]:
    def register(find: Find) -> Find:
        HOLDERS[kind] = (find, gives_way_to)
        return find

    return register


def holders_of(authorities: Iterable[str]) -> dict[str, Holder]:
    """By authority. Not there: what a director simply said, and what nobody answers for."""
    asked: dict[str, set[int]] = defaultdict(set)
    for authority in authorities:
        kind, _colon, ident = authority.partition(":")
        if kind in HOLDERS and ident.isdecimal():
            asked[kind].add(int(ident))
    return {
        f"{kind}:{ident}": holder
        for kind, idents in asked.items()
        for ident, holder in HOLDERS[kind][0](idents).items()
    }


def refuse_without_authority(standing: str, by: str) -> None:
    """Refuse to change what stands by one authority without another that may take its place."""
    kind = standing.partition(":")[0]
    if kind not in HOLDERS or by == standing or by.partition(":")[0] in HOLDERS[kind][1]:
        return
    for holder in holders_of([standing]).values():
        raise ValidationError(holder.sentence, code="held")
