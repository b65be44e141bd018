"""A request that the database has broken off is carried out once more.

Where two transactions wait for each other, PostgreSQL ends one of them: nothing of it has happened, and done again it
succeeds. The whole view is called again, so that it reads everything anew; unless anything of it has been committed
already, which would then be done twice. Background work has attempts of its own (`jobs.services`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, HttpResponse

from core.database_away import was_broken_off

logger = logging.getLogger(__name__)
WRITES = ("INSERT", "UPDATE", "DELETE")
READING = ("GET", "HEAD", "OPTIONS")


class KeptWrites:
    """Whether anything that was written since is there to stay; wraps every statement."""

    def __init__(self) -> None:
        self.is_any = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if sql.lstrip()[:6].upper() in WRITES:
            self._note()
        return result

    def _note(self) -> None:
        if not connection.in_atomic_block:
            self.is_any = True
        else:
            # At each write: what was asked for in a part that is rolled back is forgotten with it.
            transaction.on_commit(self._note_commit)

    def _note_commit(self) -> None:
        self.is_any = True


@dataclass(frozen=True)
class FirstTry:
    """What is called again, and what has been written meanwhile."""

    view: Callable[..., HttpResponse]
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    writes: KeptWrites


class OnceMoreMiddleware:
    """The last one before the view: the first to hear what it raises. The other middleware hears the rest, as ever."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            self._stop_watching(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if request.method in READING:
            return
        keep_body(request)
        first = FirstTry(view, args, kwargs, KeptWrites())
        request.first_try = first  # type: ignore[attr-defined]
        connection.execute_wrappers.append(first.writes)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        first = self._stop_watching(request)
        if first is None or not isinstance(error, DatabaseError) or not was_broken_off(error) or first.writes.is_any:
            return None
        logger.warning("The database broke a request off; it is carried out once more: %s", error)
        rewind_files(request)
        return first.view(request, *first.arguments, **first.named)

    @staticmethod
    def _stop_watching(request: HttpRequest) -> FirstTry | None:
        first: FirstTry | None = request.__dict__.pop("first_try", None)
        if first is not None and first.writes in connection.execute_wrappers:
            connection.execute_wrappers.remove(first.writes)
        return first


def keep_body(request: HttpRequest) -> None:
    """A body that is no form is read by whoever parses it, and is gone then; forms are kept with the request."""
    length = int(request.META.get("CONTENT_LENGTH") or 0)
    is_form = request.content_type in ("multipart/form-data", "application/x-www-form-urlencoded")
    if not is_form and 0 < length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        _ = request.body


def rewind_files(request: HttpRequest) -> None:
    for files in getattr(request, "_files", {}).values():
        files.seek(0)
