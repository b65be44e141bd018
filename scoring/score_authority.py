"""By whose authority a score stands: what a ruling or a decision gave is changed there, not from behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Self

from django.core.exceptions import ValidationError

from scoring import hooks


class Authority(str):
    """A row that gives or changes a score, as it is stored: its kind and its id, `ruling:7`. Empty: the desk's own."""

    __slots__ = ()

    @classmethod
    def of(cls, kind: str, ident: int) -> Self:
        return cls(f"{kind}:{ident}")

    @property
    def kind(self) -> str:
        return self.partition(":")[0]

    @property
    def ident(self) -> int:
        """The row's id; 0, which no row has, where it is not written as one."""
        ident = self.partition(":")[2]
        return int(ident) if ident.isdecimal() else 0


#: The desk's own: whoever acts needs the right to run the session.
OF_THE_DESK = Authority()


@dataclass(frozen=True)
class Holder:
    """What a score stands by: its name, its page, and a sentence that says where it is changed."""

    name: str
    url: str
    sentence: str


# Given ids, those that are there.
FindHolders = Callable[[Collection[int]], dict[int, Holder]]
# Given the session's id, the id of the authority, and whether the score is final.
AllowsLateChange = Callable[[int, int, bool], bool]


@dataclass(frozen=True)
class AuthorityKind:
    """What is to be known of one kind of authority; `scoring.hooks.authority_kinds` has them all.

    What stands by it changes only with it or a kind that it gives way to, where `find_holders` is given. With
    `allows_late_change` it may change a score that is final, or whose periods are over.
    """

    kind: str
    gives_way_to: frozenset[str] = frozenset()
    find_holders: FindHolders | None = None
    allows_late_change: AllowsLateChange | None = None


def authority_kind(authority: Authority) -> AuthorityKind | None:
    return next((kind for kind in hooks.authority_kinds if kind.kind == authority.kind), None)


def holders_by_authority(authorities: Iterable[str]) -> dict[str, Holder]:
    """Not there: what a director simply said, and what nobody answers for."""
    authorities_by_finder: dict[FindHolders, dict[int, Authority]] = defaultdict(dict)
    for authority in map(Authority, authorities):
        kind, ident = authority_kind(authority), authority.ident
        if kind is not None and kind.find_holders is not None and ident:
            authorities_by_finder[kind.find_holders][ident] = authority
    return {
        by_ident[ident]: holder
        for find_holders, by_ident in authorities_by_finder.items()
        for ident, holder in find_holders(by_ident.keys()).items()
    }


def refuse_without_authority(standing: str, by: Authority) -> None:
    """Refuse to change what stands by one authority without another that may take its place."""
    kind = authority_kind(Authority(standing))
    if kind is None or by == standing or by.kind in kind.gives_way_to:
        return
    for holder in holders_by_authority([standing]).values():
        raise ValidationError(holder.sentence, code="held")
