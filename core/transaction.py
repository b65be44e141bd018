"""Transactions as every act needs them: Django's, and what an act records is written when all else is done.

The chain of a club is one row that all of its acts wait for. Taken last it is held for a moment, and nobody who holds
it waits for anything else: so it is never part of a deadlock (docs/decisions/0014).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeVar, overload

from django.db import transaction
from django.db.transaction import on_commit

from core.audit.record import written_last

__all__ = ["atomic", "join_or_begin", "on_commit"]
F = TypeVar("F", bound=Callable[..., Any])


@overload
def atomic() -> AbstractContextManager[None]: ...
@overload
def atomic(act: F) -> F: ...
def atomic(act: Any = None) -> Any:
    """All of it or nothing, as a decorator or in a `with`; the audit is written when the outermost one ends."""
    return _atomic() if act is None else _atomic()(act)


@contextmanager
def _atomic() -> Iterator[None]:
    with transaction.atomic(), written_last():
        yield


def join_or_begin() -> AbstractContextManager[None]:
    """The transaction of the caller, at no cost; one of its own where the caller has none."""
    return transaction.atomic(savepoint=False)
