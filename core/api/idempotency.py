"""`Idempotency-Key`: a program that did not hear the answer sends the request again, and nothing is done twice.

Only what succeeded is remembered: a refusal changed nothing, so the same key may be sent again, put right.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from core import transaction
from core.idempotency import AnsweredBefore, IdempotencyKey, claim_key, keep_answer

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
SHAPE = re.compile(r"[\x21-\x7e]{1,255}")


class IdempotencyMixin:
    """Carries a request with a key out in one transaction with the row that remembers its answer."""

    # Off where the answer holds a secret that is kept nowhere else.
    keeps_answers = True
    _row: IdempotencyKey | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if request.method in SAFE_METHODS or HEADER not in request.headers:
            return super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        response: Any = None
        try:
            with transaction.atomic():
                response = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
                self._remember(response)
        except DatabaseError as error:
            # A statement was refused and has ended the transaction: nothing was done, and nothing is kept.
            if response is None or response.status_code < 400:
                refusal = self.handle_exception(error)
                return self.finalize_response(self.request, refusal, *args, **kwargs)  # type: ignore[attr-defined]
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)  # type: ignore[misc]
        key = request.headers.get(HEADER)
        if key is None or request.method in SAFE_METHODS or not request.user.is_authenticated:
            return
        if not SHAPE.fullmatch(key):
            sentence = _("Write 1 to 255 letters, digits and signs, without spaces; a UUID does well.")
            raise ValidationError({HEADER: sentence})
        actor = request.actor  # type: ignore[attr-defined]
        self._row = claim_key(user=request.user, key=key, fingerprint=fingerprint(request), at=actor.at)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, AnsweredBefore) and exc.row.keeps_answer:
            return _repeat_answer(exc.row)
        return super().handle_exception(exc)  # type: ignore[misc, no-any-return]

    def _remember(self, response: Any) -> None:
        row = self._row
        if row is None:
            return
        if not 200 <= response.status_code < 300:
            row.delete()
            return
        response.render()
        keep_answer(
            row=row,
            status=response.status_code,
            location=response.get("Location", ""),
            body=response.content.decode(),
            keeps_answer=self.keeps_answers,
        )


def fingerprint(request: Request) -> str:
    """Of everything that decides what is done."""
    parts = (request.method, request.get_full_path(), request.headers.get("If-Match", ""))
    return hashlib.sha256("\n".join(map(str, parts)).encode() + b"\n" + request._request.body).hexdigest()


def _repeat_answer(answered: IdempotencyKey) -> Response:
    headers = {REPLAYED: "true"} | ({"Location": answered.location} if answered.location else {})
    return Response(json.loads(answered.body) if answered.body else None, status=answered.status, headers=headers)
