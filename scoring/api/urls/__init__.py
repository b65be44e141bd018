from django.urls import include, path

urlpatterns = [
    path("", include("scoring.api.urls.table")),
    path("", include("scoring.api.urls.director")),
    path("", include("scoring.api.urls.official")),
]
