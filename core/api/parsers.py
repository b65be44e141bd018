"""Reading a request's body."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from core.api.problems import TooLarge


class StrictJSONParser(JSONParser):
    """JSON in UTF-8, of a bounded size and depth, without halves of characters that no database keeps."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        context = dict(parser_context or {}, encoding="utf-8")
        if _length(context.get("request")) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise TooLarge
        try:
            data = super().parse(stream, media_type, context)
            json.dumps(data, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError from error
        return data


def _length(request: Any) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except (AttributeError, ValueError):
        return 0
