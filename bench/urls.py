"""The site's addresses and one more, for the benches only: a view that does nothing."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as site

BODY = b"x" * 1000


def constant(request: HttpRequest) -> HttpResponse:
    return HttpResponse(BODY)


urlpatterns = [path("bench/constant/", constant), *site]
