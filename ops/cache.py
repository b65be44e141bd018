"""The cache: JSON, never pickles, and the site goes on without it when it does not answer.

Rate limits are in it, and what devices at a table were last told: nothing is lost with it.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from typing import IO, Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache
from django.core.serializers.json import DjangoJSONEncoder
from django_redis.cache import RedisCache
from redis.exceptions import RedisError

from core.circuit_breaker import CircuitBreaker

logger = logging.getLogger(__name__)
# For so long nobody asks again after a question that was not answered.
PAUSE_SECONDS = 5.0


class BriefRedisCache(RedisCache):
    """Where Redis does not answer it knows nothing and keeps nothing. One call waits for it, the others do not."""

    breaker = CircuitBreaker(PAUSE_SECONDS)

    def get(self, key: str, default: Any = None, version: int | None = None, client: Any = None) -> Any:
        return self._briefly(super().get, default, key, default, version, client)

    def get_many(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().get_many, {}, *arguments, **options)

    def set(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().set, False, *arguments, **options)

    def set_many(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().set_many, [], *arguments, **options)

    def add(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().add, False, *arguments, **options)

    def incr(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().incr, None, *arguments, **options)

    def decr(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().decr, None, *arguments, **options)

    def touch(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().touch, False, *arguments, **options)

    def has_key(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().has_key, False, *arguments, **options)

    def delete(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().delete, False, *arguments, **options)

    def delete_many(self, *arguments: Any, **options: Any) -> Any:
        return self._briefly(super().delete_many, None, *arguments, **options)

    def clear(self) -> Any:
        return self._briefly(super().clear, None)

    def _briefly(self, ask: Callable[..., Any], otherwise: Any, *arguments: Any, **options: Any) -> Any:
        if self.breaker.is_open:
            return otherwise
        try:
            return ask(*arguments, **options)
        except (RedisError, OSError) as error:
            self.breaker.failed()
            logger.warning("The cache does not answer; nobody asks it for %g s: %s", PAUSE_SECONDS, error)
            return otherwise


class JSONFileCache(FileBasedCache):
    """Django's cache of files, with two lines of JSON in each: until when, and what."""

    # Django's own, which its types do not know.
    _key_to_file: Callable[[str, int | None], str]
    _delete: Callable[[str], bool]

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        try:
            with open(self._key_to_file(key, version), "rb") as file:
                return default if self._is_expired(file) else json.loads(file.readline())
        except (FileNotFoundError, ValueError):
            return default

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        missing = object()
        value = self.get(key, missing, version)
        if value is missing:
            return False
        self.set(key, value, timeout, version)
        return True

    def _write_content(self, file: IO[bytes], timeout: float | None, value: Any) -> None:
        for part in (self.get_backend_timeout(timeout), value):
            file.write(json.dumps(part, cls=DjangoJSONEncoder).encode() + b"\n")

    def _is_expired(self, file: IO[bytes]) -> bool:
        try:
            until = json.loads(file.readline())
        except ValueError:
            until = 0  # torn, or of a release that wrote otherwise
        if until is None or until >= time.time():
            return False
        file.close()
        self._delete(file.name)
        return True
