from django.urls import include, path

urlpatterns = [
    path("", include("rulings.urls.rulings")),
    path("", include("rulings.urls.lawbook")),
    path("", include("rulings.urls.polls")),
    path("", include("rulings.urls.reports")),
    path("", include("rulings.urls.precedents")),
]
