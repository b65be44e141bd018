from django.urls import include, path

urlpatterns = [
    path("", include("events.urls.desk")),
    path("", include("events.urls.entries")),
    path("", include("events.urls.boards")),
    path("", include("events.urls.room")),
    path("", include("events.urls.people")),
]
