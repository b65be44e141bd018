from clubs.urls.bodies import club_pages
from events.views import board_sets, boards, deal_files, session_boards

SET = "boards/<int:set_id>/"
SESSION = "sessions/<int:session_id>/boards/"
urlpatterns = club_pages(
    [
        ("boards/", board_sets.board_sets, "board-sets"),
        ("boards/new/", board_sets.new, "new-boards"),
        (SET, boards.board_set, "board-set"),
        (f"{SET}open/", boards.open_boards, "open-boards"),
        (f"{SET}release/", boards.release, "release-boards"),
        (f"{SET}seal-again/", boards.seal_again, "seal-boards-again"),
        (f"{SET}analyse/", boards.analyse, "analyse-boards"),
        (f"{SET}export/<str:notation>/", boards.export, "export-boards"),
        (f"{SET}file/", deal_files.deal_file, "deal-file"),
        (f"{SET}file/take/<str:notation>/", deal_files.take, "take-deal-file"),
        (f"{SET}file/<int:file_id>/withdraw/", deal_files.withdraw, "withdraw-deal-file"),
        (f"{SET}<int:number>/redeal/", boards.redeal_board, "redeal-board"),
        (SESSION, session_boards.session_boards, "session-boards"),
        (f"{SESSION}deal/", session_boards.deal, "session-deal"),
        (f"{SESSION}<int:section_id>/complete/", session_boards.complete, "session-complete-boards"),
    ]
)
