from clubs.urls.bodies import club_pages
from events.views import lineups, money, officials, substitutes

SESSION = "sessions/<int:session_id>/"
urlpatterns = club_pages(
    [
        (f"{SESSION}money/", money.money, "session-money"),
        (f"{SESSION}money/take/", money.take, "session-take-money"),
        (f"{SESSION}money/withdraw/", money.withdraw, "session-withdraw-money"),
        (f"{SESSION}money/export/", money.export, "session-export-money"),
        (f"{SESSION}money/players/<int:player_id>/", money.settle, "session-settle-money"),
        (f"{SESSION}officials/", officials.officials, "session-officials"),
        (f"{SESSION}officials/<int:official_id>/deputy/", officials.deputy, "session-deputy"),
        (f"{SESSION}officials/<int:official_id>/charge/", officials.charge, "session-charge"),
        (f"{SESSION}officials/<int:official_id>/remove/", officials.remove, "session-remove-official"),
        (f"{SESSION}substitutes/", substitutes.substitutes, "session-substitutes"),
        (f"{SESSION}substitutes/<int:substitution_id>/end/", substitutes.end, "session-end-substitute"),
        (f"{SESSION}substitutes/<int:substitution_id>/withdraw/", substitutes.withdraw, "session-withdraw-substitute"),
        (f"{SESSION}line-ups/", lineups.line_ups, "session-line-ups"),
        (f"{SESSION}line-ups/<int:place_id>/", lineups.line_up, "session-line-up"),
    ]
)
