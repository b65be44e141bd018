"""The embedded settings as they are, with the benches' addresses."""

from config.settings import *  # noqa: F403
from config.settings import STORAGES

ROOT_URLCONF = "bench.urls"
# Compressing every static file takes a minute and is not measured here.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
