"""The operator's view of everything. Nothing here changes state by itself: saving and actions call the services."""

from clubs.admin import (  # noqa: F401  (they register themselves)
    audit,
    bodies,
    imports,
    joining,
    mail,
    people,
    persons,
    printing,
    regulations,
    roles,
    signing_in,
    tokens,
    users,
    work,
)
