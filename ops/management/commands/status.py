"""`manage.py status`: what is in use, and whether it works."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ops.health import health_report


class Command(BaseCommand):
    help = "Say which database, queue and cache are in use, whether the workers answer and how far behind they are."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        report = health_report()
        if options["json"]:
            self.stdout.write(json.dumps(report.as_data(), indent=2, ensure_ascii=False))
        else:
            for part in report.parts:
                mark = "ok" if part.ok else ("DOWN" if part.vital else "note")
                self.stdout.write(f"{mark:<5}{part.name:<14}{part.says}")
        if not report.ok:
            raise SystemExit(1)
