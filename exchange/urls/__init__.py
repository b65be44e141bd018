from django.urls import path

from clubs.urls.bodies import club_pages
from exchange.views import feeds, imports, sessions, side_by_side, webhooks

IMPORT = "results/import/<int:import_id>/"
urlpatterns = [
    path("s/<uuid:uuid>/", sessions.by_uuid, name="session-by-uuid"),
    *club_pages(
        [
            ("results/import/session/", sessions.arrive, "arrive-session"),
            ("sessions/<int:session_id>/results/ranking.<slug:format>", feeds.ranking, "ranking-feed"),
            ("sessions/<int:session_id>/results/embedded/", feeds.embedded, "embedded-ranking"),
            ("sessions/<int:session_id>/results/beside/", side_by_side.side_by_side, "side-by-side"),
            ("sessions/<int:session_id>/results/hands.pbn", feeds.hands, "hands-feed"),
            ("settings/webhooks/", webhooks.webhooks, "webhooks"),
            ("settings/webhooks/<int:webhook_id>/stop/", webhooks.stop, "stop-webhook"),
            ("settings/webhooks/<int:webhook_id>/try/", webhooks.try_one, "try-webhook"),
            ("calendar.ics", feeds.calendar, "calendar-feed"),
            ("results/feed.atom", feeds.results_feed, "results-feed"),
            ("sessions/<int:session_id>/export/<slug:file_kind>/", sessions.export, "session-export"),
            ("results/import/", imports.imports, "results-imports"),
            (IMPORT, imports.one_import, "results-import"),
            (f"{IMPORT}names/", imports.names, "results-import-names"),
            (f"{IMPORT}visitors/", imports.visitors, "results-import-visitors"),
            (f"{IMPORT}confirm/", imports.confirm, "confirm-results-import"),
            (f"{IMPORT}drop/", imports.drop, "drop-results-import"),
            (f"{IMPORT}undo/", imports.undo, "undo-results-import"),
            (f"{IMPORT}files/<int:file_id>/", imports.import_file, "results-import-file"),
            (f"{IMPORT}files/<int:file_id>/undo/", imports.undo_one, "undo-results-file"),
        ]
    ),
]
