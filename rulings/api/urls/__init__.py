from django.urls import include, path

urlpatterns = [
    path("", include("rulings.api.urls.rulings")),
    path("", include("rulings.api.urls.lawbook")),
    path("", include("rulings.api.urls.polls")),
    path("", include("rulings.api.urls.reports")),
    path("", include("rulings.api.urls.precedents")),
]
