"""What the kernel knows of federations and clubs, which `clubs` keeps."""

from __future__ import annotations

from typing import Any, Protocol


class Body(Protocol):
    """A federation (Regulating Authority) or a club (Tournament Organizer)."""

    @property
    def kind(self) -> str:
        """`federation` or `club`."""

    @property
    def pk(self) -> Any: ...

    @property
    def label(self) -> str:
        """How the audit and the jobs name this body."""

    @property
    def line(self) -> list[int]:
        """Ids of the federations that reach the body, the root first, itself included where it is one."""
