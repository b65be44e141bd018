import gc
import os

from django.core.wsgi import get_wsgi_application
from django.db import connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Whoever looks at a page is told to wait when PostgreSQL hangs; background work waits by itself.
if connections.settings["default"]["ENGINE"] == "ops.postgresql":
    connections.settings["default"]["OPTIONS"]["answer_seconds"] = 10.0

# What is loaded now stays: whoever looks for garbage need not look through it again, while somebody waits.
gc.collect()
gc.freeze()
