"""The real settings, with what a test run must not share with anybody: its folder, its queue, its limits."""

import atexit
import os
import shutil
import tempfile

if "TENACE_VAR" not in os.environ:
    os.environ["TENACE_VAR"] = tempfile.mkdtemp(prefix="tenace-test-")
    atexit.register(shutil.rmtree, os.environ["TENACE_VAR"], ignore_errors=True)
# Processes of one parallel run share nothing either.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if WORKER:
    os.environ["TENACE_VAR"] = os.path.join(os.environ["TENACE_VAR"], WORKER)

from config.settings import *  # noqa: E402, F403
from config.settings import (  # noqa: E402
    CACHES,
    DATABASES,
    INSTALLED_APPS,
    REDIS_URL,
    REST_FRAMEWORK,
    STATIC_ROOT,
    STORAGES,
    VAR_DIR,
)

INSTALLED_APPS += ["tests.extra"]
STATIC_ROOT.mkdir(exist_ok=True)
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {"anon": "100000/min", "user": "100000/min"}
FORM_POSTS = 100_000
ROUND_COPIES = ""
# Most tests sign in people of every office as they are; tests of the second step turn it on.
SECOND_STEP_REQUIRED = False
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in service: WAL, immediate transactions and several processes behave as they will there.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    # As for PostgreSQL in tests: a power cut may lose everything, so nothing waits for the disk.
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
if REDIS_URL:
    # Apart from the queue, because tests empty the cache.
    CACHES["default"]["LOCATION"] = f"{REDIS_URL}?db={int(WORKER.removeprefix('gw') or 0) % 15 + 1}"
