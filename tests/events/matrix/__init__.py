"""Who may open which page of events and ask for which action of their API, one module for each part."""

from tests.events.matrix import boards, desk, entries, people, room

PARTS = (desk, entries, boards, people, room)
EVENT_PAGES = {name: page for part in PARTS for name, page in part.PAGES.items()}
EVENT_ACTIONS = {name: action for part in PARTS for name, action in part.ACTIONS.items()}
