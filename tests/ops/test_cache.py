"""The cache keeps JSON: whoever writes into it makes nobody run anything."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache.backends.base import BaseCache

from ops.cache import BriefRedisCache, JSONFileCache
from ops.embedded import cache_options
from tests.services import redis_server


class Harm:
    """What a pickle can do when it is read."""

    done = False

    def __reduce__(self) -> Any:
        return (setattr, (Harm, "done", True))


@pytest.fixture(params=["files", "redis"])
def cache(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BaseCache]:
    if request.param == "files":
        yield JSONFileCache(str(tmp_path / "cache"), {})
        return
    with redis_server() as server:
        BriefRedisCache.breaker.answered()
        yield BriefRedisCache(server.url, {"OPTIONS": cache_options()})


def test_plain_values_come_back_as_they_were(cache: BaseCache) -> None:
    for value in (0, 1, 2.5, "é", True, None, [1, "a"], {"a": {"b": [1]}}):
        cache.set("x", value, 60)
        assert cache.get("x", "default") == value
        assert cache.get_many(["x", "y"]) == {"x": value}
    assert cache.get("y", "default") == "default"


def test_counting_adding_touching_and_forgetting(cache: BaseCache) -> None:
    assert (cache.add("n", 1, 60), cache.add("n", 5, 60)) == (True, False)
    assert (cache.incr("n"), cache.incr("n", 3), cache.decr("n")) == (2, 5, 4)
    assert (cache.touch("n", 60), cache.touch("m", 60)) == (True, False)
    assert cache.get("n") == 4
    cache.set("gone", 1, 0)
    assert cache.get("gone") is None
    cache.delete("n")
    assert "n" not in cache
    cache.set_many({"a": 1, "b": 2})
    cache.clear()
    assert cache.get_many(["a", "b"]) == {}


def test_what_is_no_plain_value_is_refused(cache: BaseCache) -> None:
    with pytest.raises(TypeError):
        cache.set("x", Harm())


def test_a_pickle_in_a_file_is_not_read(tmp_path: Path) -> None:
    cache = JSONFileCache(str(tmp_path), {})
    cache.set("x", 1)
    Path(cache._key_to_file("x", None)).write_bytes(pickle.dumps(time.time() + 60) + pickle.dumps(Harm()))
    assert cache.get("x", "default") == "default"
    assert not Harm.done
