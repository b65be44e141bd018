"""Make a report as a PDF, or say which there are."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core.actors import system
from printing.documents import make_document, speaking, style_of
from printing.models import Paper
from printing.registry import REPORTS, SOURCES, PrintedReport
from printing.rendering import PrintingFailed, missing_fonts_sentence, render_pdf
from printing.services import checked_period, stranger


class Command(BaseCommand):
    help = "Make a report as a PDF: manage.py report ranking --session 12 --out ranking.pdf"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help="One report, or several for one file.")
        parser.add_argument("--list", action="store_true", help="Only name the reports there are.")
        parser.add_argument("--out", metavar="FILE", help="Where the file goes.")
        parser.add_argument("--club", metavar="SLUG", help="What a report about a club is made from.")
        for kind in sorted(SOURCES):
            if kind != "club":
                parser.add_argument(f"--{kind}", type=int, metavar="ID", help=f"The {kind} it is about.")
        parser.add_argument("--period", default="", help="2026 or 2026-11, where the report is of a year or a month.")
        parser.add_argument("--paper", choices=Paper.values, help="Else as the club prints.")
        parser.add_argument("--language", help="Else the club's.")
        parser.add_argument("--public", action="store_true", help="With names as strangers may read them.")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            self._list()
            return
        reports = [self._report(name) for name in options["names"]]
        if not reports or not options["out"]:
            raise CommandError(_("Name a report and a file: report ranking --session 12 --out ranking.pdf"))
        source = self._source(reports, options)
        try:
            self._make(reports, source, options)
        except (PrintingFailed, ValidationError) as failure:
            words = " ".join(failure.messages) if isinstance(failure, ValidationError) else str(failure)
            raise CommandError(words) from None

    def _list(self) -> None:
        width = max(map(len, REPORTS))
        for name, report in sorted(REPORTS.items(), key=lambda item: (item[1].source, item[1].group, item[0])):
            self.stdout.write(f"{name:{width}}  --{report.source:8}  {report.title}")

    def _report(self, name: str) -> PrintedReport:
        if name not in REPORTS:
            raise CommandError(_("There is no report called “%(name)s”. “report --list” names them.") % {"name": name})
        return REPORTS[name]

    def _source(self, reports: list[PrintedReport], options: dict[str, Any]) -> Any:
        kinds = {report.source for report in reports}
        if len(kinds) > 1:
            raise CommandError(_("Reports in one file are about the same thing: %(kinds)s.") % {"kinds": kinds})
        kind = kinds.pop()
        given = options.get(kind)
        if given is None:
            raise CommandError(_("Say what it is about: --%(kind)s.") % {"kind": kind})
        if kind == "club":
            club = apps.get_model("clubs", "Club").objects.select_related("federation").filter(slug=given).first()
            found: Any = club
        else:
            found = SOURCES[kind].find(given)
        if found is None:
            raise CommandError(_("There is no %(kind)s %(given)s.") % {"kind": kind, "given": given})
        return found

    def _make(self, reports: list[PrintedReport], source: Any, options: dict[str, Any]) -> None:
        body = SOURCES[reports[0].source].body(source)
        style = style_of(body)
        if options["paper"]:
            style = type(style)(options["paper"], style.letters)
        now = timezone.now()
        actor = stranger(now) if options["public"] else system(now)
        language = options["language"] or (body.language if body.language in dict(settings.LANGUAGES) else "")
        with speaking(language or translation.get_language() or settings.LANGUAGE_CODE, body.timezone):
            period = checked_period(options["period"], reports)
            document = make_document(actor=actor, reports=reports, source=source, period=period, style=style)
            rendered = render_pdf(document.html)
            Path(options["out"]).write_bytes(rendered.content)
            for remark in (*document.remarks, missing_fonts_sentence(rendered.missing)):
                if remark:
                    self.stderr.write(remark)
        self.stdout.write(_("%(file)s: %(title)s") % {"file": options["out"], "title": document.title})
