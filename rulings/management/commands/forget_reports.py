"""`manage.py forget_reports`: what a worker does every day, done now."""

from typing import Any

from django.core.management.base import BaseCommand

from core.actors import system
from rulings.services.erasure import forget_what_is_over


class Command(BaseCommand):
    help = "Remove the words of reports to the recorder that have been kept for as long as the regulations say."

    def handle(self, *args: Any, **options: Any) -> None:
        count = forget_what_is_over(actor=system())
        self.stdout.write(f"{count} reports forgotten.")
