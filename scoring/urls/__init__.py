from django.urls import include, path

urlpatterns = [
    path("", include("scoring.urls.table")),
    path("", include("scoring.urls.director")),
    path("", include("scoring.urls.official")),
]
