"""Text that the installation's secret key alone opens: a copy of the database does not give it away."""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


def seal(text: str, purpose: str) -> str:
    return _fernet(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str | None:
    """As it was; None where the secret key has changed since."""
    try:
        return _fernet(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


def _fernet(purpose: str) -> Fernet:
    key = hashlib.sha256(f"tenace.{purpose}:{settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
