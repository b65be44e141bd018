from django.urls import include, path

urlpatterns = [
    path("", include("scoring.api.urls.table")),
    path("", include("scoring.api.urls.director")),
    path("", include("scoring.api.urls.bridgemate")),
    path("", include("scoring.api.urls.official")),
    path("", include("scoring.api.urls.teams")),
    path("", include("scoring.api.urls.results")),
]
