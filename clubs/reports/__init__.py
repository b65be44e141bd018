"""What is printed of a club: registered by being imported."""

from clubs.reports import members, sources

__all__ = ["members", "sources"]
