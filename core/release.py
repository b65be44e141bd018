"""Which release answers: cached pages must not outlive the templates that made them."""

import hashlib
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A short digest of all templates and stylesheets, the same in every worker."""
    digest = hashlib.sha256(static("tenace/tenace.css").encode())
    sheets = (settings.BASE_DIR / "static/tenace").glob("*.css")
    for path in [*sorted((settings.BASE_DIR / "templates").rglob("*.html")), *sorted(sheets)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
