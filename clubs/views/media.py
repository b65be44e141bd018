"""Uploaded files. In the embedded setup no web server stands in front, so they are served from here."""

from __future__ import annotations

from pathlib import PurePosixPath

from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

IMAGE_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}


@require_safe
def media(request: HttpRequest, name: str) -> FileResponse:
    """A club's logo and nothing else: only what is an image by its name, never guessed to be something other."""
    path = PurePosixPath(name)
    kind = IMAGE_TYPES.get(path.suffix.lower())
    if kind is None or path.parts[:-1] != ("logos",):
        raise Http404
    try:
        file = default_storage.open(name)
    except (OSError, SuspiciousFileOperation) as error:
        raise Http404 from error
    response = FileResponse(file, content_type=kind)
    response["Content-Disposition"] = "inline"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    patch_cache_control(response, public=True, max_age=86_400)
    return response
