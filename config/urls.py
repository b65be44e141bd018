from django.contrib import admin
from django.urls import include, path

from ops.health import health

urlpatterns = [
    # What a whole room asks for every two seconds comes first.
    path("", include("scoring.urls")),
    path("", include("exchange.urls")),
    path("", include("appeals.urls")),
    path("", include("rulings.urls")),
    path("", include("events.urls")),
    path("", include("office.urls")),
    path("", include("clubs.urls")),
    path("account/", include("allauth.urls")),
    path("api/", include("exchange.api.urls")),
    path("api/", include("appeals.api.urls")),
    path("api/", include("rulings.api.urls")),
    path("api/", include("scoring.api.urls")),
    path("api/", include("events.api.urls")),
    path("api/", include("office.api.urls")),
    path("api/", include("clubs.api.urls")),
    path("health/", health, name="health"),
    path("admin/", admin.site.urls),
]

handler500 = "core.error_pages.server_error"
