from django.urls import URLPattern, path

from clubs.urls.bodies import club_pages
from scoring.views import results, results_lists

RESULTS = "sessions/<int:session_id>/results/"
PAGES = [
    (RESULTS, results.ranking, "session-results"),
    (f"{RESULTS}boards/", results.boards, "session-results-boards"),
    (f"{RESULTS}boards/<int:number>/", results.board, "session-results-board"),
    (f"{RESULTS}scorecards/", results.cards, "session-results-cards"),
    (f"{RESULTS}scorecards/<int:contestant_id>/", results.card, "session-results-card"),
    (f"{RESULTS}scorecards/<int:contestant_id>/why/", results.why_place, "session-results-why-place"),
    (f"{RESULTS}plays/<int:play_id>/why/<str:side>/", results.why_score, "session-results-why-score"),
    (f"{RESULTS}hands/", results.hands, "session-results-hands"),
    ("results/", results_lists.results, "results"),
    ("results/players/<int:player_id>/", results_lists.player, "player-results"),
]
urlpatterns: list[URLPattern] = [
    *club_pages(PAGES),
    path("account/results/", results_lists.own, name="own-results"),
]
