from typing import Any

from django.urls import path

from events.api.views.boards import BoardSetViewSet, ClubBoardSetViewSet, SessionBoardsViewSet

CLUB = "v1/clubs/<slug:slug>/board-sets/"
SET = "v1/board-sets/<int:pk>/"
SESSION = "v1/sessions/<int:pk>/boards/"
ADDRESSES: list[tuple[str, Any, dict[str, Any], str]] = [
    (CLUB, ClubBoardSetViewSet, {"get": "list", "post": "create"}, "club-board-sets"),
    (f"{CLUB}import/", ClubBoardSetViewSet, {"post": "bring"}, "club-board-sets-import"),
    (SET, BoardSetViewSet, {"get": "retrieve"}, "board-set"),
    (f"{SET}open/", BoardSetViewSet, {"post": "open"}, "board-set-open"),
    (f"{SET}release/", BoardSetViewSet, {"post": "release"}, "board-set-release"),
    (f"{SET}seal-again/", BoardSetViewSet, {"post": "seal_again"}, "board-set-seal-again"),
    (f"{SET}analyse/", BoardSetViewSet, {"post": "analyse"}, "board-set-analyse"),
    (f"{SET}export/<str:notation>/", BoardSetViewSet, {"get": "export"}, "board-set-export"),
    (f"{SET}recipients/", BoardSetViewSet, {"get": "recipients", "post": "name_recipient"}, "board-set-recipients"),
    (f"{SET}recipients/<int:file_id>/", BoardSetViewSet, {"delete": "withdraw_recipient"}, "board-set-recipient"),
    (f"{SET}file/<str:notation>/", BoardSetViewSet, {"post": "take_file"}, "board-set-file"),
    (f"{SET}boards/<int:number>/redeal/", BoardSetViewSet, {"post": "redeal"}, "board-set-redeal"),
    (SESSION, SessionBoardsViewSet, {"get": "sections"}, "session-boards"),
    (f"{SESSION}deal/", SessionBoardsViewSet, {"post": "deal"}, "session-deal"),
    (f"{SESSION}<str:letter>/", SessionBoardsViewSet, {"put": "use"}, "session-section-boards"),
    (f"{SESSION}<str:letter>/complete/", SessionBoardsViewSet, {"post": "complete"}, "session-complete-boards"),
]
urlpatterns = [path(route, view.as_view(actions), name=f"api-{name}") for route, view, actions, name in ADDRESSES]
