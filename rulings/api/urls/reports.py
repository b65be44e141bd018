from django.urls import URLPattern, path

from rulings.api.views.reports import ReportViewSet

REPORTS = "v1/clubs/<slug:slug>/reports/"
urlpatterns: list[URLPattern] = [
    path(REPORTS, ReportViewSet.as_view({"get": "list", "post": "file"}), name="api-club-reports"),
    path(f"{REPORTS}<int:pk>/", ReportViewSet.as_view({"get": "retrieve"}), name="api-club-report"),
    path(f"{REPORTS}<int:pk>/classify/", ReportViewSet.as_view({"post": "classify"}), name="api-classify-report"),
    path(f"{REPORTS}<int:pk>/notes/", ReportViewSet.as_view({"post": "note"}), name="api-note-report"),
    path(f"{REPORTS}<int:pk>/close/", ReportViewSet.as_view({"post": "close"}), name="api-close-report"),
]
