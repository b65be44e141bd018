from django.urls import include, path

urlpatterns = [
    path("", include("events.api.urls.desk")),
    path("", include("events.api.urls.entries")),
    path("", include("events.api.urls.boards")),
    path("", include("events.api.urls.room")),
    path("", include("events.api.urls.people")),
]
