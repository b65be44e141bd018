"""Load the demo: an invented federation with its clubs, players and officers."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.demo import PASSWORD, SIGN_INS
from clubs.demo.load import OccupiedError, load


class Command(BaseCommand):
    help = "Load the demo (an invented federation, three clubs, about 400 players) and print who can sign in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--sign-ins", action="store_true", help="Only print who can sign in.")
        parser.add_argument("--force", action="store_true", help="Load beside federations that are not the demo's.")

    def handle(self, *args: Any, sign_ins: bool = False, force: bool = False, **options: Any) -> None:
        if not sign_ins:
            self.stdout.write(self._summary(self._load(force)))
        self._print_sign_ins()

    def _load(self, force: bool) -> Counter[str]:
        try:
            return load(at=timezone.now(), force=force)
        except OccupiedError:
            raise CommandError(
                _(
                    "There are federations here that the demo did not make. Nothing was changed."
                    " Add --force if you want its invented people beside them all the same."
                )
            ) from None
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None

    @staticmethod
    def _summary(added: Counter[str]) -> str:
        if not added:
            return _("The demo is already there. Nothing was changed.")
        return _("The demo is loaded: %(added)s.") % {
            "added": ", ".join(f"{count} {_label(kind)}" for kind, count in added.items())
        }

    def _print_sign_ins(self) -> None:
        width = max(len(sign_in.email) for sign_in in SIGN_INS)
        self.stdout.write(_("Everybody's password is: %(password)s") % {"password": PASSWORD})
        for sign_in in SIGN_INS:
            self.stdout.write(f"  {sign_in.email:{width}}  {sign_in.label}")
        if not settings.DEMO:
            self.stdout.write(_("These accounts are off. Set TENACE_DEMO=1 and start again to use them."))


def _label(kind: str) -> str:
    return {
        "federations": _("federations"),
        "clubs": _("clubs"),
        "users": _("users"),
        "roles": _("roles"),
        "players": _("players"),
        "memberships": _("memberships"),
        "regulations": _("regulations"),
        "series": _("series"),
        "events": _("events"),
        "sessions": _("sessions"),
        "results": _("results"),
        "rulings": _("rulings"),
        "polls": _("polls of peers"),
        "reports": _("reports to the recorder"),
        "calls": _("calls for the director"),
        "appeals": _("appeals"),
        "cases": _("cases of the casebook"),
        "publications": _("official scores"),
        "corrections": _("requests for corrections"),
    }[kind]
