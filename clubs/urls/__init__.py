from django.urls import include, path

urlpatterns = [
    path("", include("clubs.urls.pages")),
    path("", include("clubs.urls.office")),
    path("account/", include("clubs.urls.account")),
]
