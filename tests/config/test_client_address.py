"""Whose address counts: the visitor's behind our proxy, and never one that a visitor makes up."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from core.middleware import ClientAddressMiddleware


def seen(forwarded: str | None) -> tuple[str, bool]:
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded is not None else {}
    request = RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", **headers)
    ClientAddressMiddleware(lambda _: HttpResponse())(request)
    return request.META["REMOTE_ADDR"], "HTTP_X_FORWARDED_FOR" in request.META


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("203.0.113.9, 192.0.2.7", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::7"),
        ("me", "127.0.0.1"),
        ("", "127.0.0.1"),
        (None, "127.0.0.1"),
    ],
)
def test_behind_a_trusted_proxy_the_last_hop_counts(settings, forwarded, address):
    settings.TRUST_PROXY = True
    assert seen(forwarded) == (address, False)


def test_without_one_what_a_visitor_claims_is_dropped(settings):
    settings.TRUST_PROXY = False
    assert seen("192.0.2.7") == ("127.0.0.1", False)
