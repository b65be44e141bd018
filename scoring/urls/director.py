from django.urls import URLPattern

from clubs.urls.bodies import club_pages
from scoring.views import acts, boards, bridgemate, desk, paper, penalties, plays, rounds, table_rules, travellers

SESSION = "sessions/<int:session_id>/"
DESK = f"{SESSION}desk/"
PLAY = f"{DESK}plays/<int:play_id>/"
urlpatterns: list[URLPattern] = club_pages(
    [
        (DESK, desk.desk, "session-desk"),
        (f"{DESK}live/", desk.live, "session-desk-live"),
        (f"{DESK}calls/<int:call_id>/", acts.call, "session-call"),
        (f"{DESK}announce/", acts.announce, "session-announce"),
        (f"{DESK}announcements/<int:announcement_id>/", acts.withdraw_announcement, "session-withdraw-announcement"),
        (f"{DESK}entries/<int:entry_id>/", acts.settle, "session-settle-entry"),
        (f"{DESK}odd/", acts.odd, "session-odd-results"),
        (PLAY, plays.play, "session-play"),
        (f"{PLAY}result/", plays.set_result, "session-set-result"),
        (f"{PLAY}step/", plays.step, "session-step-board"),
        (f"{PLAY}turn/", plays.turn, "session-turn-result"),
        (f"{PLAY}adjust/", plays.adjust, "session-adjust"),
        (f"{PLAY}unadjust/", plays.unadjust, "session-unadjust"),
        (f"{DESK}travellers/", travellers.travellers, "session-travellers"),
        (f"{DESK}sections/<int:section_id>/boards/<int:number>/", boards.board, "session-board-results"),
        (f"{DESK}sections/<int:section_id>/boards/<int:number>/forms/", boards.set_forms, "session-board-forms"),
        (f"{DESK}round/", rounds.finish_round, "session-finish-round"),
        (f"{DESK}repairs/", rounds.repairs, "session-repairs"),
        (f"{DESK}rules/<int:section_id>/", table_rules.section_rules_page, "session-rules"),
        (f"{DESK}penalties/", penalties.penalties, "session-penalties"),
        (f"{DESK}penalties/<int:penalty_id>/withdraw/", penalties.withdraw, "session-withdraw-penalty"),
        (f"{SESSION}bridgemate/", bridgemate.bridgemate, "session-bridgemate"),
        (f"{SESSION}bridgemate/file/", bridgemate.take_file, "session-bridgemate-file"),
        (f"{SESSION}bridgemate/companion/", bridgemate.companion, "session-bridgemate-companion"),
        ("table-rules/", table_rules.club_rules_page, "table-rules"),
        (f"{SESSION}state-of-play/", paper.state_of_play, "session-state-of-play"),
        (f"{SESSION}pick-up-slips/", paper.slips, "session-slips"),
    ]
)
