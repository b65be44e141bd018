from django.urls import path

from clubs.views import media, own_data, pages
from clubs.views.styleguide import styleguide

urlpatterns = [
    path("", pages.home, name="home"),
    path("clubs/", pages.clubs, name="clubs"),
    path("clubs/<slug:slug>/", pages.club, name="club"),
    path("federations/<slug:slug>/", pages.federation, name="federation"),
    path("privacy/", own_data.privacy, name="privacy"),
    path("media/<path:name>", media.media, name="media"),
    path("styleguide/", styleguide, name="styleguide"),
]
