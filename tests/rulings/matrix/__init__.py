"""Who may open which page of rulings and ask for which action of its API, one module for each part."""

from tests.rulings.matrix import rulings

PARTS = (rulings,)
RULING_PAGES = {name: page for part in PARTS for name, page in part.PAGES.items()}
RULING_ACTIONS = {name: action for part in PARTS for name, action in part.ACTIONS.items()}
