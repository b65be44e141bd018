"""The Celery application: a way to wake workers, never the place where work is kept (see docs/architecture.md)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tenace")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
