"""How the web server and the workers are started, wherever somebody starts them."""

from __future__ import annotations

import sys
from pathlib import Path


def web_server(descriptor: int) -> list[str]:
    """On a socket that listens already."""
    shared_memory = ["--worker-tmp-dir", "/dev/shm"] if Path("/dev/shm").is_dir() else []  # noqa: S108
    return [
        *(sys.executable, "-m", "gunicorn", "config.wsgi:application", "--bind", f"fd://{descriptor}"),
        *("--no-control-socket", "--worker-class", "ops.web_worker.WebWorker"),
        *("--workers", "2", "--threads", "4"),
        # Devices at the tables ask every few seconds: longer than that, or each would connect anew every time.
        *("--timeout", "60", "--graceful-timeout", "5", "--keep-alive", "15", *shared_memory),
    ]


def worker(queue: str, *extra: str) -> list[str]:
    """Politely: whoever waits for an answer goes before work in the background."""
    return [
        *("nice", "-n", "5", sys.executable, "-m", "celery", "-A", "config", "worker"),
        *("-Q", queue, "-n", f"{queue}@%h", "-l", "INFO"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat", *extra),
    ]
