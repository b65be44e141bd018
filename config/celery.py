"""The Celery application: a way to wake workers, never the place where work is kept (see docs/architecture.md)."""

import os

from celery import Celery
from kombu.transport.virtual import Channel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tenace")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# When Redis goes away, kombu would put unacknowledged messages back through the very connection that was lost, and
# the worker would die of it instead of waiting for Redis to return. A lost message loses nothing here: the sweep
# finds its job.
Channel.do_restore = False
