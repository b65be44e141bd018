"""The directors of a session: those named for it, and those who hold the role in the club."""

from __future__ import annotations

from datetime import datetime

from clubs.models import Role, RoleGrant, User
from clubs.models.keys import person_users
from events.models import Session, SessionOfficial
from events.models.sessions import Duty


def session_directors(session: Session, *, at: datetime) -> list[User]:
    named = SessionOfficial.objects.filter(session=session, duty=Duty.DIRECTOR)
    roles = RoleGrant.objects.in_force(at).filter(club=session.club, role=Role.DIRECTOR)
    ids = {*named.values_list(person_users(), flat=True), *roles.values_list("user_id", flat=True)}
    return list(User.objects.filter(pk__in=ids - {None}, is_active=True).select_related("player").order_by("pk"))
