"""`manage.py setup_link`: the one-time link of an empty installation."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from clubs.models import Federation
from clubs.services.setup import setup_token


class Command(BaseCommand):
    help = "Print the link that makes the first federation, club and secretary."

    def handle(self, *args: Any, **options: Any) -> None:
        if Federation.objects.exists():
            raise CommandError("This installation is set up; there is no link any more.")
        self.stdout.write(f"{settings.PUBLIC_URL}/setup/{setup_token()}/")
