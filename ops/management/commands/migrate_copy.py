"""`manage.py migrate_copy`: for `restore`, which runs it on the copy of an older release's database."""

from __future__ import annotations

import json
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class Command(BaseCommand):
    help = "Used by restore: migrate the database of DATABASE_URL to this release, or to the migrations named."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", default="", help="JSON: the last migration of each application")

    def handle(self, *args: Any, to: str, **options: Any) -> None:
        if to:
            MigrationExecutor(connection).migrate([(app, name) for app, name in json.loads(to)])
        else:
            call_command("migrate", interactive=False, verbosity=0)
