from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("clubs.urls")),
    path("account/", include("allauth.urls")),
    path("api/", include("clubs.api.urls")),
    path("admin/", admin.site.urls),
]
