from django.urls import path

from clubs.views import media, pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("clubs/", pages.clubs, name="clubs"),
    path("clubs/<slug:slug>/", pages.club, name="club"),
    path("federations/<slug:slug>/", pages.federation, name="federation"),
    path("language/", pages.language, name="language"),
    path("media/logos/<str:name>", media.logo, name="logo"),
    path("styleguide/", pages.styleguide, name="styleguide"),
]
