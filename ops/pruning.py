"""What is removed by rule, once a day: nothing that anybody is shown, owns or could be asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session as SignIn
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import ApiToken
from jobs.models import Job, JobState
from scoring.models import ScoringRun

# Few enough that nobody who writes waits long for the rows of one step.
STEP = 500


def ended_jobs(now: datetime) -> QuerySet[Any]:
    """Done or failed, and long over."""
    old = now - timedelta(days=settings.KEEP_JOBS_DAYS)
    return Job.objects.filter(state__in=(JobState.DONE, JobState.FAILED), finished_at__lt=old)


def expired_sign_ins(now: datetime) -> QuerySet[Any]:
    return SignIn.objects.filter(expire_date__lt=now)


def ended_devices(now: datetime) -> QuerySet[Any]:
    """What the page “Where you are signed in” keeps of sessions that are gone."""
    signed_in = SignIn.objects.filter(session_key=OuterRef("session_key"))
    gone: QuerySet[Any] = UserSession.objects.filter(~Exists(signed_in))
    return gone


def ended_tokens(now: datetime) -> QuerySet[Any]:
    """Expired or revoked, and long so."""
    old = now - timedelta(days=settings.KEEP_TOKENS_DAYS)
    return ApiToken.objects.filter(Q(expires_at__lt=old) | Q(revoked_at__lt=old))


def superseded_runs(now: datetime) -> QuerySet[Any]:
    """Scored once, never published, and scored again since."""
    newer = ScoringRun.objects.filter(field=OuterRef("field"), revision__gt=OuterRef("revision"))
    return ScoringRun.objects.filter(Exists(newer), is_published=False, publications=None)


RULES: dict[str, Callable[[datetime], QuerySet[Any]]] = {
    "jobs": ended_jobs,
    "sign_ins": expired_sign_ins,
    "devices": ended_devices,
    "tokens": ended_tokens,
    "runs": superseded_runs,
}


def prune(now: datetime) -> Iterator[tuple[str, int]]:
    """Remove by every rule, a few rows at a time; says after each step by which rule, and how many."""
    for name, rule in RULES.items():
        while found := list(rule(now).order_by("pk").values_list("pk", flat=True)[:STEP]):
            rule(now).model._default_manager.filter(pk__in=found).delete()
            yield name, len(found)
