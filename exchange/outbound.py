"""Sending to addresses that somebody has typed: over TLS, never into the network that the server stands in."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

TIMEOUT = 10
READ = 2_000
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class NotSent(Exception):
    """Nobody has taken the message; the sentence says why."""


def address_problem(url: str) -> str:
    """What is wrong with an address as typed; empty where nothing is. Its host is looked up when it is sent to."""
    parts = urlsplit(url)
    schemes = ("https", "http") if settings.WEBHOOKS_TO_PRIVATE_ADDRESSES else ("https",)
    if parts.scheme not in schemes or not parts.hostname:
        return _("Give an address that begins with https://.")
    if parts.username or parts.password:
        return _("Leave user name and password out of the address: messages are signed.")
    return ""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send and give the status of the answer. The host is looked up once, and the address that was checked is the one
    that is connected to; no redirection is followed."""
    if problem := address_problem(url):
        raise NotSent(problem)
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    host = parts.hostname or ""
    connection = _Pinned(host, port, _allowed_address(host, port), is_tls=parts.scheme == "https")
    path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    try:
        connection.request("POST", path, body, dict(headers))
        answer = connection.getresponse()
        answer.read(READ)
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(str(error) or type(error).__name__) from error
    finally:
        connection.close()
    if not 200 <= answer.status < 300:
        raise NotSent(_("The other side answered %(status)s.") % {"status": answer.status})
    return answer.status


def _allowed_address(host: str, port: int) -> str:
    """The address of a host; refused where any of those it has lies in a private network."""
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError) as error:
        raise NotSent(_("There is no host “%(host)s”.") % {"host": host}) from error
    if not settings.WEBHOOKS_TO_PRIVATE_ADDRESSES and any(_is_private(address) for address in found):
        raise NotSent(_("“%(host)s” lies in a private network; the operator has not allowed that.") % {"host": host})
    # IPv4 first: not every server has a way out by IPv6.
    return min(found, key=lambda address: (":" in address, address))


def _is_private(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        embedded = _embedded(address)
        if embedded is not None:
            return _is_private(str(embedded))
        if address.is_site_local:
            return True
    return not address.is_global or address.is_multicast or address.is_reserved


def _embedded(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that a network on the way takes this one for: mapped, 6to4, Teredo, NAT64."""
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


class _Pinned(http.client.HTTPConnection):
    """Connects to the address that was checked; the certificate is that of the host's name."""

    def __init__(self, host: str, port: int, address: str, *, is_tls: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self._address, self._is_tls = address, is_tls
        if is_tls:
            self.default_port = 443

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), TIMEOUT)
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(plain, server_hostname=self.host) if self._is_tls else plain
