"""What people were told about cases, among all their notices."""

from __future__ import annotations

from django.db.models import QuerySet

from appeals.models import Appeal
from clubs.models import User
from office.models import Notice

ABOUT = "appeal"


def case_notices(appeal: Appeal) -> QuerySet[Notice]:
    return Notice.objects.filter(about_kind=ABOUT, about_id=appeal.pk)


def cases_told_of(user: User | None) -> QuerySet[Notice]:
    """The ids of the cases of which somebody was told."""
    return Notice.objects.filter(user=user, about_kind=ABOUT).values("about_id")  # type: ignore[return-value]
