"""Which release answers: its version, and a mark for cached pages, which must not outlive their templates."""

import hashlib
import tomllib
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static


@lru_cache(maxsize=1)
def version() -> str:
    """The version in pyproject.toml, which CHANGELOG.md tells of."""
    return str(tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text("utf-8"))["project"]["version"])


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A short digest of all templates and stylesheets, the same in every worker."""
    digest = hashlib.sha256(static("tenace/tenace.css").encode())
    sheets = (settings.BASE_DIR / "static/tenace").glob("*.css")
    for path in [*sorted((settings.BASE_DIR / "templates").rglob("*.html")), *sorted(sheets)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
