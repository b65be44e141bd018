"""An invented federation to try everything on. Who signs in to it stands here, apart from every model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

# Known to everybody on purpose: the accounts work only while the demo is on.
PASSWORD = "seven-notrump"  # noqa: S105


@dataclass(frozen=True)
class SignIn:
    email: str
    label: Any


SIGN_INS: list[SignIn] = [
    SignIn("secretary@harbour.example.org", _("Club secretary, Harbour Bridge Club")),
    SignIn("director@harbour.example.org", _("Director, Harbour Bridge Club")),
    SignIn("scorer@harbour.example.org", _("Scorer, Harbour Bridge Club")),
    SignIn("member@harbour.example.org", _("Member, Harbour Bridge Club")),
    SignIn("secretary@hillside.example.org", _("Club secretary, Hillside Bridge Club")),
    SignIn("director@hillside.example.org", _("Director, Hillside Bridge Club")),
    SignIn("secretary@lantern.example.org", _("Club secretary, Lantern Bridge Club")),
    SignIn("director@lantern.example.org", _("Director, Lantern Bridge Club")),
    SignIn("chair@dummyland.example.org", _("Appeals chair, Bridge Federation of Dummyland")),
    SignIn("panel@dummyland.example.org", _("Appeals member, Bridge Federation of Dummyland")),
    SignIn("jury@dummyland.example.org", _("Appeals member, Harbour Bridge Club")),
    SignIn("recorder@dummyland.example.org", _("Recorder, Bridge Federation of Dummyland")),
    SignIn("officer@dummyland.example.org", _("Federation officer, Bridge Federation of Dummyland")),
    SignIn("officer@coast.example.org", _("Federation officer, Coast Region")),
    SignIn("officer@highlands.example.org", _("Federation officer, Highlands Region")),
    SignIn("operator@dummyland.example.org", _("Operator of this installation (admin)")),
]
