"""What an installation finds by itself: secret key, queue and database in its own folder, and its extensions."""

import os
import secrets
import sqlite3
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

# What one question to the cache may take.
CACHE_SECONDS = 0.3


def make_private(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """The key kept in `folder`, made on first use and readable by its owner only."""
    path = make_private(folder) / "secret-key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(60))
    return path.read_text().strip()


def integrity_keys(folder: Path) -> list[str]:
    """The keys kept in `folder`, a line each, the one in use last; the first is made where there is none.

    Whoever writes to the database does not have them: audit entries are linked and backups authenticated with them.
    """
    path = make_private(folder) / "integrity-key"
    if not path.exists():
        fresh = path.with_name(f"integrity-key.{os.getpid()}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"{secrets.token_urlsafe(48)}\n")
        # Two processes that start together: the first file to get the name stays.
        with suppress(FileExistsError):
            os.link(fresh, path)
        fresh.unlink()
    return [line.strip() for line in path.read_text().splitlines() if line.strip()]


def redis_url(folder: Path) -> str:
    """Where script/server said its private Valkey listens; empty where none was started."""
    path = folder / "redis-url"
    return path.read_text().strip() if path.exists() else ""


def broker_url(redis: str) -> str:
    """Celery's spelling of a Redis address; kombu's filesystem transport where there is no Redis."""
    if not redis:
        return "filesystem://"
    return redis.replace("unix://", "redis+socket://", 1)


def cache_options() -> dict[str, object]:
    """How the cache asks Redis: once, shortly, and in JSON."""
    return {
        "SERIALIZER": "django_redis.serializers.json.JSONSerializer",
        "SOCKET_CONNECT_TIMEOUT": CACHE_SECONDS,
        "SOCKET_TIMEOUT": CACHE_SECONDS,
        "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 0)},
    }


def filesystem_transport(folder: Path) -> dict[str, object]:
    """Options for kombu's filesystem transport: one folder, because every process reads and writes it."""
    queue = make_private(folder / "queue")
    return {
        "data_folder_in": str(queue),
        "data_folder_out": str(queue),
        "control_folder": str(make_private(folder / "queue-control")),
        "store_processed": False,
    }


def use_whole_statements(connection: Any, **_: Any) -> None:
    """Let many rows go in one statement. Django 5.2 still cuts at 999 values, as SQLite did before 2020."""
    if connection.vendor == "sqlite":
        connection.features.max_query_params = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)


def url_host(url: str) -> str:
    """The host of an address as a browser sends it: no port, brackets around IPv6."""
    name = urlsplit(url if "://" in url else f"//{url}").hostname or ""
    return f"[{name}]" if ":" in name else name


def demo_marker(folder: Path) -> Path:
    """There while `script/server` serves the demo out of this folder (it says so) or is loading it (it is empty)."""
    return folder / "demo"


def extensions(names: list[str]) -> list[str]:
    """The applications added to this installation; ImproperlyConfigured names one that is not there."""
    for name in names:
        if find_spec(name.partition(".")[0]) is None:
            raise ImproperlyConfigured(
                f"TENACE_EXTENSIONS names {name}, which Python does not find: install it with pip, "
                "or name the folder in which it lies in PYTHONPATH."
            )
    return names
