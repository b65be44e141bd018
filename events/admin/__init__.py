"""Events in the operator's view. What changes state calls the services."""

from events.admin import boards, desk, entries, people, room

__all__ = ["boards", "desk", "entries", "people", "room"]
