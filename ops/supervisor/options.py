"""What the person who starts the server may choose, and what follows from it."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import ipaddress
import socket
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from ops.supervisor.children import Failure

SIOCGIFADDR = 0x8915


@dataclass(frozen=True)
class ServerOptions:
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    empty: bool = False


def parse(arguments: Sequence[str] | None = None) -> ServerOptions:
    parser = argparse.ArgumentParser(prog="script/server", description="Run Tenace on this machine until Ctrl-C.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (0.0.0.0: all of them)")
    parser.add_argument("--port", type=_port, default=8000, help="0 takes any that is free")
    parser.add_argument("--public-url", default="", help="the address people type; printed in QR codes and mail")
    parser.add_argument("--empty", action="store_true", help="start without the demo and print a setup link")
    return ServerOptions(**vars(parser.parse_args(arguments)))


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"“{text}” is no port: use a number up to 65535")
    return int(text)


def bind_port(host: str, port: int) -> socket.socket:
    """Take the port now and hand it to the web server later, so that nobody can slip in between."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise Failure(f"“{host}” is no address of this machine; use --host 127.0.0.1 or --host 0.0.0.0.") from error
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise Failure(_why_not(host, port, error)) from error
    return listener


def _why_not(host: str, port: int, error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == 98:
        return f"Port {port} on {host} is in use: stop the other program, or choose another with --port."
    if isinstance(error, PermissionError):
        return f"Port {port} needs more rights than you have: choose one above 1023 with --port."
    return f"Cannot listen on {host} port {port}: {error}."


def is_loopback(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return host == "localhost"


def own_address(host: str) -> str:
    """The address under which this machine reaches a server of its own that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def own_names(host: str) -> list[str]:
    """Names and addresses under which others may reach this machine."""
    name = socket.gethostname()
    wanted = [] if host in ("0.0.0.0", "::") else [host]  # noqa: S104
    return list(dict.fromkeys([*wanted, *own_addresses(), name, f"{name.split('.')[0]}.local"]))


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine's interfaces, without the loopback."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as query:
        for _, interface in socket.if_nameindex():
            request = struct.pack("256s", interface.encode()[:15])
            with contextlib.suppress(OSError):
                packed = fcntl.ioctl(query.fileno(), SIOCGIFADDR, request)[20:24]
                found.append(socket.inet_ntoa(packed))
    return [address for address in found if not is_loopback(address)]


def browser_address(host: str, port: int) -> str:
    """The address to print: one that works in a browser."""
    shown = host
    if host in ("0.0.0.0", "::"):  # noqa: S104
        shown = next(iter(own_addresses()), "127.0.0.1")
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http://{shown}:{port}"
