"""`manage.py operator ADDRESS`: somebody with an account runs this installation from now on, or no longer."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.services.users import change_account
from core import actors
from core.errors import Forbidden


class Command(BaseCommand):
    help = "Let somebody who has an account run this installation: every club, every account, the mail server."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the address they sign in with")
        parser.add_argument("--end", action="store_true", help="they no longer do")

    def handle(self, *args: Any, email: str, end: bool, **options: Any) -> None:
        user = User.objects.filter(email__iexact=email).first()
        if user is None:
            raise CommandError(_("Nobody signs in with %(email)s.") % {"email": email})
        try:
            change_account(actor=actors.system(), user=user, is_staff=not end, is_superuser=not end)
        except (ValidationError, Forbidden) as error:
            raise CommandError(str(error)) from error
        said = _("%(email)s no longer runs this installation.") if end else _("%(email)s runs this installation now.")
        self.stdout.write(said % {"email": user.email})
