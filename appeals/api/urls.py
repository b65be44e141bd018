from django.urls import URLPattern, path

from appeals.api.views.appeals import AppealViewSet, SessionAppealViewSet

urlpatterns: list[URLPattern] = [
    path(
        "v1/sessions/<int:pk>/appeals/",
        SessionAppealViewSet.as_view({"get": "appeals", "post": "ask"}),
        name="api-session-appeals",
    ),
    path("v1/appeals/<int:pk>/", AppealViewSet.as_view({"get": "appeal"}), name="api-appeal"),
    path("v1/appeals/<int:pk>/acts/", AppealViewSet.as_view({"get": "acts", "post": "act"}), name="api-appeal-acts"),
    path("v1/appeals/<int:pk>/decide/", AppealViewSet.as_view({"post": "decide"}), name="api-appeal-decide"),
]
