"""The Celery application: a way to wake workers, never the place where work is kept (see docs/architecture.md)."""

import gc
import os

from celery import Celery
from celery.signals import worker_process_init
from kombu.transport.virtual import Channel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tenace")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# When Redis goes away, kombu would put unacknowledged messages back through the very connection that was lost, and
# the worker would die of it instead of waiting for Redis to return. A lost message loses nothing here: the sweep
# finds its job.
Channel.do_restore = False


@worker_process_init.connect  # type: ignore[untyped-decorator]
def keep_what_is_loaded(**_: object) -> None:
    """As in `config.wsgi`: a rescore makes many objects, and the search for garbage would go through all of Django."""
    gc.collect()
    gc.freeze()
