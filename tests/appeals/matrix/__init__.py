"""Who may open which page of appeals and ask for which action of its API."""

from tests.appeals.matrix import appeals

APPEAL_PAGES = appeals.PAGES
APPEAL_ACTIONS = appeals.ACTIONS
