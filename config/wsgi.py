import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# What is loaded now stays: whoever looks for garbage need not look through it again, while somebody waits.
gc.collect()
gc.freeze()
