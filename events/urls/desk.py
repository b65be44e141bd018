from clubs.urls.bodies import club_pages
from events.views import desk, desk_acts, places

SESSION = "sessions/<int:session_id>/"
urlpatterns = club_pages(
    [
        (SESSION, desk.desk, "session"),
        (f"{SESSION}find/", desk.find, "session-find"),
        (f"{SESSION}seat/", desk_acts.seat, "session-seat"),
        (f"{SESSION}seat-all/", desk_acts.seat_everybody, "session-seat-all"),
        (f"{SESSION}singles/", desk_acts.singles, "session-singles"),
        (f"{SESSION}unknown/", desk_acts.unknown, "session-unknown"),
        (f"{SESSION}swap/", desk_acts.swap, "session-swap"),
        (f"{SESSION}arrange/", desk_acts.arrange, "session-arrange"),
        (f"{SESSION}movement/choose/", desk_acts.movement, "session-choose-movement"),
        (f"{SESSION}first-board/", desk_acts.first_board, "session-first-board"),
        (f"{SESSION}sections/add/", desk_acts.add_section, "session-add-section"),
        (f"{SESSION}sections/remove/", desk_acts.remove_section, "session-remove-section"),
        (f"{SESSION}open/", desk_acts.open_seating, "session-open"),
        (f"{SESSION}start/", desk_acts.start, "session-start"),
        (f"{SESSION}played/", desk_acts.enter_played, "session-played"),
        (f"{SESSION}played/take-back/", desk_acts.take_back_played, "session-take-back-played"),
        (f"{SESSION}start/take-back/", desk_acts.take_back_start, "session-take-back-start"),
        (f"{SESSION}rounds/next/", desk_acts.next_round, "session-next-round"),
        (f"{SESSION}rounds/recall/", desk_acts.recall_round, "session-recall-round"),
        (f"{SESSION}finish/", desk_acts.finish, "session-finish"),
        (f"{SESSION}reopen/", desk_acts.reopen, "session-reopen"),
        (f"{SESSION}places/<int:place_id>/", places.place, "session-place"),
        (f"{SESSION}places/<int:place_id>/unseat/", desk_acts.unseat, "session-unseat"),
        (f"{SESSION}places/<int:place_id>/section/", desk_acts.to_section, "session-to-section"),
        (f"{SESSION}places/<int:place_id>/leave/", places.leave, "session-leave"),
        (f"{SESSION}places/<int:place_id>/come-back/", places.come_back, "session-come-back"),
    ]
)
