"""What is printed of events and sessions: registered by being imported."""

from events.reports import desk, money, room, sources

__all__ = ["desk", "money", "room", "sources"]
