"""The settings as they are, for the server of a rehearsal: nobody sees its pages, so no static file is collected."""

from config.settings import *  # noqa: F403
from config.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
