from django.db import models
from django.utils.translation import gettext_lazy as _


class Queue(models.TextChoices):
    LIVE = "live", _("Live")
    LONG = "long", _("Long")


class JobState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
