"""Which release answers: cached pages must not outlive the templates that made them."""

import hashlib
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A short digest of all templates and of the stylesheet's address, the same in every worker."""
    digest = hashlib.sha256(static("tenace/tenace.css").encode())
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
