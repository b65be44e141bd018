"""Who may open which page of scoring and ask for which action of its API, one module for each part."""

from tests.scoring.matrix import bridgemate, director, official, results, table, teams

PARTS = (table, director, bridgemate, official, results, teams)
SCORING_PAGES = {name: page for part in PARTS for name, page in part.PAGES.items()}
SCORING_ACTIONS = {name: action for part in PARTS for name, action in part.ACTIONS.items()}
