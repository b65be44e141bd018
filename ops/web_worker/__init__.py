"""gunicorn's worker as a room full of phones needs it: whoever is slow keeps no thread (docs/decisions/0012)."""

from ops.web_worker.worker import WebWorker

__all__ = ["WebWorker"]
