from django.urls import URLPattern, path

from clubs.urls.bodies import club_pages
from events.views import clock, lists, room, standing_codes, table, tables, where_next

SESSION = "sessions/<int:session_id>/"
urlpatterns: list[URLPattern] = [
    *club_pages(
        [
            (f"{SESSION}room/", room.projector, "session-room"),
            (f"{SESSION}print/", room.papers, "session-papers"),
            (f"{SESSION}clock/", clock.control, "session-clock"),
            (f"{SESSION}clock/state/", room.state, "session-clock-state"),
            (f"{SESSION}clock/turn/", clock.turn, "session-clock-turn"),
            (f"{SESSION}clock/lengths/", clock.lengths, "session-clock-lengths"),
            (f"{SESSION}seating-list/", lists.seating_list, "session-seating-list"),
            (f"{SESSION}movement/", lists.movement, "session-movement"),
            (f"{SESSION}movement/sheets/", lists.sheets, "session-movement-sheets"),
            (f"{SESSION}table-cards/", lists.table_cards, "session-table-cards"),
            (f"{SESSION}where-next/", where_next.where_next, "session-where-next"),
            (f"{SESSION}tables/", tables.tables, "session-tables"),
            (f"{SESSION}tables/codes/", tables.add_codes, "session-table-codes"),
            (f"{SESSION}tables/<int:code_id>/revoke/", tables.revoke, "session-revoke-code"),
            (f"{SESSION}claims/<int:claim_id>/", tables.settle, "session-settle-claim"),
            ("table-codes/", standing_codes.standing_codes, "standing-codes"),
            ("table-codes/cards/", standing_codes.cards, "standing-cards"),
            ("table-codes/stop/", standing_codes.stop, "stop-standing-codes"),
            ("table-codes/<int:code_id>/renew/", standing_codes.renew, "renew-standing-code"),
        ]
    ),
    path("t/", table.enter, name="table-enter"),
    path("t/<str:code>/names/", table.names, name="table-names"),
]
