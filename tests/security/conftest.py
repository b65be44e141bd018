"""The worlds that attacks are tried on."""

from tests.appeals.conftest import world

__all__ = ["world"]
