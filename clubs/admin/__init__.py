"""The operator's view of everything. Nothing here changes state by itself: saving and actions call the services."""

from clubs.admin import (
    audit,
    bodies,
    imports,
    joining,
    mail,
    people,
    regulations,
    roles,
    signing_in,
    tokens,
    users,
    work,
)

__all__ = [
    "audit",
    "bodies",
    "imports",
    "joining",
    "mail",
    "people",
    "regulations",
    "roles",
    "signing_in",
    "tokens",
    "users",
    "work",
]
