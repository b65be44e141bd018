from django.urls import URLPattern

from clubs.urls.bodies import club_pages
from scoring.views import draws, event_results, grouping, knockouts, match_acts, matches

SESSION = "sessions/<int:session_id>/"
MATCHES = f"{SESSION}matches/"
MATCH = f"{MATCHES}<int:round_number>/<int:home>/<int:away>/"
EVENT = "events/<int:event_id>/"
urlpatterns: list[URLPattern] = club_pages(
    [
        (MATCHES, matches.matches, "session-matches"),
        (f"{MATCHES}mine/", matches.go_to_own_match, "session-score-up"),
        (f"{MATCHES}butler/", matches.butler, "session-butler"),
        (MATCH, matches.match, "session-match"),
        (f"{MATCH}agree/", match_acts.agree, "session-match-agree"),
        (f"{MATCH}witness/", match_acts.witness, "session-match-witness"),
        (f"{MATCH}disagree/", match_acts.disagree, "session-match-disagree"),
        (f"{MATCH}terms/", match_acts.term, "session-match-term"),
        (f"{MATCH}terms/<int:term_id>/withdraw/", match_acts.withdraw, "session-match-withdraw-term"),
        (f"{SESSION}desk/draw/<int:section_id>/", draws.draw, "session-draw-round"),
        (f"{SESSION}desk/fields/", grouping.fields, "session-fields"),
        (f"{EVENT}results/", event_results.results, "event-results"),
        (f"{EVENT}qualify/", event_results.qualify, "event-qualify"),
        (f"{EVENT}qualify/undo/", event_results.take_back, "event-qualify-undo"),
        (f"{EVENT}knock-out/", knockouts.sheet, "event-knockout"),
        (f"{EVENT}knock-out/act/", knockouts.act, "event-knockout-act"),
    ]
)
