"""How the installation is: for people (`manage.py status`), and for machines (`/health/`).

Every look is bounded in time, so that the answer comes when a part is down: that is when it is wanted.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

import redis
from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.checks import check_pdf_libraries
from clubs.models import AuditChain
from core.audit.chain import has_its_key
from core.release import version
from jobs.models import Job, Queue
from jobs.services import backlog

LOOK_SECONDS = 1.0


@dataclass(frozen=True)
class HealthPart:
    """One part of the installation. `vital`: without it the installation is down."""

    name: str
    ok: bool
    says: str
    vital: bool = True
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class HealthReport:
    at: datetime
    parts: tuple[HealthPart, ...]

    @property
    def ok(self) -> bool:
        return all(part.ok for part in self.parts if part.vital)

    def as_data(self) -> dict[str, Any]:
        return {"ok": self.ok, "at": self.at.isoformat(), "parts": [asdict(part) for part in self.parts]}


def health_report(at: datetime | None = None) -> HealthReport:
    """Everything there is to say."""
    now = at or timezone.now()
    database = look_at_database()
    parts = [look_at_release(), database, look_at_broker(), look_at_cache()]
    if database.ok:
        parts += [look_at_queue(queue, now) for queue in Queue.values]
        parts.append(look_at_audit())
    return HealthReport(now, (*parts, look_at_mail(), look_at_pdf(), look_at_demo()))


def look_at_release() -> HealthPart:
    return HealthPart("release", True, f"Tenace {version()}", vital=False, facts={"version": version()})


def look_at_database() -> HealthPart:
    vendor = connection.vendor
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT sqlite_version()" if vendor == "sqlite" else "SHOW server_version")
            version = cursor.fetchone()[0]
            tables = connection.introspection.table_names(cursor)
    except DatabaseError as error:
        return HealthPart("database", False, f"{connection.display_name} does not answer: {_first_line(error)}")
    facts = {"vendor": vendor, "version": version}
    if Job._meta.db_table not in tables:
        return HealthPart("database", False, f"{connection.display_name} {version} is empty: run migrate", facts=facts)
    return HealthPart("database", True, f"{connection.display_name} {version}", facts=facts)


def look_at_broker() -> HealthPart:
    if not settings.REDIS_URL:
        return _look_at_folder()
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=LOOK_SECONDS,
            socket_timeout=LOOK_SECONDS,
            retry=None,
        ) as client:
            info = client.info("server")
    except (redis.RedisError, OSError) as error:
        return HealthPart("broker", False, f"Redis does not answer: {_first_line(error)}", facts={"kind": "redis"})
    # Valkey says in `redis_version` which Redis it behaves like.
    name = f"Valkey {info['valkey_version']}" if "valkey_version" in info else f"Redis {info['redis_version']}"
    return HealthPart("broker", True, name, facts={"kind": "redis"})


def _look_at_folder() -> HealthPart:
    folder = str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"])
    try:
        with tempfile.TemporaryFile(dir=folder):
            waiting = len(os.listdir(folder))
    except OSError as error:
        says = f"messages cannot be written to files: {_first_line(error)}"
        return HealthPart("broker", False, says, facts={"kind": "filesystem"})
    return HealthPart("broker", True, f"files ({waiting} messages)", facts={"kind": "filesystem"})


def look_at_cache() -> HealthPart:
    """Only what is in use: the cache holds rate limits, and without it the site still works."""
    kind = str(settings.CACHES["default"]["BACKEND"]).rsplit(".", 1)[-1]
    return HealthPart("cache", True, kind, vital=False, facts={"kind": kind})


def look_at_queue(queue: str, now: datetime) -> HealthPart:
    facts = backlog(queue, now)
    facts["answers"] = _answers(queue, facts["last_seen_seconds"], now)
    seen = facts["last_seen_seconds"]
    said = "answers" if facts["answers"] else "does not answer"
    when = "never seen" if seen is None else f"seen {seen:.0f} s ago"
    behind = f"{facts['due']} due, {facts['behind_seconds']:.0f} s behind, {facts['running']} running"
    says = f"{said} ({when}; {behind}, {facts['failed']} failed)"
    return HealthPart(f"worker {queue}", facts["answers"], says, facts=facts)


def _answers(queue: str, seen_seconds: float | None, now: datetime) -> bool:
    """Swept lately, or busy: a worker on a long job sweeps nothing, but renews its lease."""
    allowed = timedelta(seconds=3 * settings.JOB_SWEEP_SECONDS + 5)
    if seen_seconds is not None and seen_seconds <= allowed.total_seconds():
        return True
    return Job.objects.filter(queue=queue, state="running", lease_until__gte=now).exists()


def look_at_audit() -> HealthPart:
    """Whether the newest entry is linked with a key that is here; `manage.py audit verify` walks all of them."""
    chains = AuditChain.objects.count()
    known = has_its_key()
    lost = "; the integrity key is not the one they are linked with: bring the file integrity-key back"
    says = f"{chains} chains{'' if known else lost}"
    return HealthPart("audit", known, says, vital=False, facts={"chains": chains, "key": known})


def look_at_mail() -> HealthPart:
    """Where mail goes; no message is sent and no server is asked."""
    try:
        backend = get_connection()
    except DatabaseError:
        return HealthPart("mail", False, "not known while the database does not answer", vital=False)
    kind = type(getattr(backend, "inner", backend)).__module__.rsplit(".", 1)[-1]
    leaves = kind == "smtp"
    return HealthPart("mail", leaves, f"sent by {kind}" if leaves else f"not sent ({kind})", vital=False)


def look_at_pdf() -> HealthPart:
    problems = check_pdf_libraries()
    return HealthPart("pdf", not problems, problems[0].msg if problems else "libraries found", vital=False)


def look_at_demo() -> HealthPart:
    says = "on: anybody can sign in as its people" if settings.DEMO else "off"
    return HealthPart("demo", True, says, vital=False, facts={"on": settings.DEMO})


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Which parts work, and how far behind the queues are. No versions, no addresses, no messages of errors."""
    report = health_report()
    parts = {part.name: part.ok for part in report.parts if part.vital}
    queues = {
        part.name.removeprefix("worker "): {
            name: part.facts[name] for name in ("due", "running", "failed", "behind_seconds", "last_seen_seconds")
        }
        for part in report.parts
        if part.name.startswith("worker ")
    }
    body = {"ok": report.ok, "at": report.at.isoformat(), "parts": parts, "queues": queues}
    return JsonResponse(body, status=200 if report.ok else 503)
