"""Signed addresses for the polled: whoever has the link may answer, and nobody can make one up."""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from rulings.models import Poll, PollAnswer

_LINK = signing.Signer(salt="rulings.poll", sep=".")
_SALT = "rulings.poll.guest"


def poll_path(poll: Poll, answer: PollAnswer | None = None) -> str:
    """The shared address, or somebody's own."""
    text = f"{poll.pk}-{answer.pk}" if answer else str(poll.pk)
    return reverse("poll", kwargs={"link": _LINK.sign(text)})


def read_link(text: str) -> tuple[int, int | None] | None:
    """The poll and the person that an address names; None where it is not ours."""
    try:
        poll, _dash, answer = _LINK.unsign(text).partition("-")
    except signing.BadSignature:
        return None
    return int(poll), int(answer) if answer else None


def guest_pass(poll: Poll, *, device: str, name: str) -> str:
    """Says who came by the shared link and that they may see the hand; travels in the address, without a cookie."""
    return signing.dumps([poll.pk, device, name], salt=_SALT)


def read_pass(poll: Poll, text: str) -> tuple[str, str] | None:
    """Device and name; None where the pass is not for this poll."""
    try:
        number, device, name = signing.loads(text, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (str(device), str(name)) if number == poll.pk else None
