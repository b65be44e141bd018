from django.urls import include, path

urlpatterns = [
    # Asked for most, by hundreds of phones during a game.
    path("", include("scoring.urls.table")),
    path("", include("scoring.urls.results")),
    path("", include("scoring.urls.director")),
    path("", include("scoring.urls.official")),
    path("", include("scoring.urls.teams")),
]
