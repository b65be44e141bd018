"""Asking for printouts, making them, keeping them, and how a club prints."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import IntegrityError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor, ActorKind, of_user
from core.audit import record, values
from core.errors import Conflict, Forbidden, field_error
from core.locks import lock_row
from core.permissions import require
from jobs import services as jobs
from jobs.models import Job, JobState
from jobs.registry import Finish, ProgressReport
from printing.documents import Document, Style, document_title, make_document, speaking, style_of
from printing.models import Form, Letters, Paper, Printout, PrintSettings
from printing.registry import PUBLIC, REPORTS, SOURCES, Group, PrintedReport, find_source, readers_of, source_label
from printing.rendering import PrintingFailed, RenderedPdf, missing_fonts_sentence, render_pdf

MAKE, MAIL = "printing.make", "printing.mail"
# What one person may have made at the same time.
MOST_AT_ONCE = 12


# --- Asking ------------------------------------------------------------------------------------------------------
def ask_for_printout(
    *,
    actor: Actor,
    reports: Iterable[str],
    source: Any,
    language: str,
    period: str = "",
    paper: str = "",
    form: str = Form.PDF,
    for_public: bool = False,
    by_mail: bool = False,
) -> Printout:
    """The printout of these reports for those who read the same as the actor; made unless it is being made already."""
    chosen = _chosen_reports(actor, list(reports), source)
    if actor.user is None:
        raise Forbidden(_("Sign in to have something printed."))
    kind = SOURCES[chosen[0].source]
    body = kind.body(source)
    has_results = any(report.group == Group.RESULTS for report in chosen)
    for_public = for_public or (has_results and kind.results_are_public(source))
    fields = {
        "reports": [report.name for report in chosen],
        "source": source_label(kind.kind, source.pk),
        "period": checked_period(period, chosen),
        "readers": readers_of(actor, chosen, source, for_public=for_public),
        "language": language,
        "paper": paper if paper in Paper.values else style_of(body).paper,
        "form": form if len(chosen) > 1 and form in Form.values else Form.PDF,
    }
    key = hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()
    title = document_title(chosen, source, kind.head(source))[:300]
    with transaction.atomic():
        printout = lock_row(_row(key, fields | {"title": title, body.kind: body}, actor))
        if by_mail and actor.user_id not in printout.mail_to:
            printout.mail_to = [*printout.mail_to, actor.user_id]
        if not printout.is_being_made:
            _refuse_too_many(actor)
            printout.asked_by, printout.asked_at, printout.failure, printout.title = actor.user, actor.at, "", title
            printout.job = jobs.ask(
                kind=MAKE,
                key=f"printout:{printout.pk}",
                at=actor.at,
                arguments={"printout": printout.pk},
                asked_by_id=actor.user_id,
                **{f"{body.kind}_id": body.pk},
            )
        printout.save()
    return printout


def _chosen_reports(actor: Actor, names: list[str], source: Any) -> list[PrintedReport]:
    if not names:
        raise ValidationError(_("Tick what is to be printed."))
    if unknown := [name for name in names if name not in REPORTS]:
        raise ValidationError(_("There is no report called “%(name)s”.") % {"name": ", ".join(unknown)})
    chosen = [REPORTS[name] for name in dict.fromkeys(names)]
    if not all(report.may_ask(actor, source) for report in chosen):
        raise Forbidden
    return chosen


def checked_period(period: str, reports: list[PrintedReport]) -> str:
    """A year or a month where one of the reports is of a period."""
    kinds = {report.period for report in reports} - {""}
    if not kinds or not period:
        return ""
    try:
        datetime.strptime(period, "%Y-%m" if "month" in kinds else "%Y")  # noqa: DTZ007
    except ValueError:
        example = "2026-11" if "month" in kinds else "2026"
        sentence = _("“%(period)s” is no period. Write it like %(example)s.")
        raise field_error("period", sentence % {"period": period[:20], "example": example}) from None
    return period


def _row(key: str, fields: dict[str, Any], actor: Actor) -> Printout:
    printout = Printout.objects.filter(key=key).first()
    if printout is not None:
        return printout
    try:
        with transaction.atomic():
            return Printout.objects.create(key=key, asked_by=actor.user, asked_at=actor.at, **fields)
    except IntegrityError:
        return Printout.objects.get(key=key)  # somebody asked for the same at the same moment


def _refuse_too_many(actor: Actor) -> None:
    waiting = Job.objects.filter(
        kind=MAKE, asked_by_id=actor.user_id, state__in=(JobState.WAITING, JobState.RUNNING)
    ).count()
    if waiting >= MOST_AT_ONCE:
        raise Conflict(_("%(count)s of your papers are still being made. Wait for them.") % {"count": waiting})


# --- Making ------------------------------------------------------------------------------------------------------
def make_printout(job: Job, report: ProgressReport) -> Finish:
    """What the job does: read, set, render. What cannot be printed is said, and not tried over and over."""
    printout = Printout.objects.select_related("asked_by", "club__federation", "federation").get(
        pk=job.arguments["printout"]
    )
    try:
        return _made(printout, report)
    except PrintingFailed as failure:
        sentence = str(failure)
        return lambda: _keep_failure(printout.pk, sentence)


def _made(printout: Printout, report: ProgressReport) -> Finish:
    actor, source, reports = _checked(printout)
    style = Style(printout.paper, style_of(printout.body).letters)
    with speaking(printout.language, printout.body.timezone):
        if printout.form == Form.ZIP:
            content, document, remarks = _zip(actor, reports, source, printout, style, report)
        else:
            document = make_document(
                actor=actor, reports=reports, source=source, period=printout.period, style=style, progress=report
            )
            if _is_same(printout, document):
                return lambda: _keep_same(printout.pk)
            rendered = render_pdf(document.html, still_wanted=lambda: report(len(reports), len(reports) + 1))
            content, remarks = rendered.content, _remarks(document, rendered)
        name = f"{slugify(document.title) or 'printout'}"[:100]
    stored = default_storage.save(f"printouts/{printout.pk}/{name}.{printout.form}", ContentFile(content))
    return lambda: _keep_file(printout.pk, stored, document, remarks)


def _checked(printout: Printout) -> tuple[Actor, Any, list[PrintedReport]]:
    """As whom it is read, of what, and which reports: all of it asked anew, as it may have changed since."""
    found = find_source(printout.source)
    reports = [REPORTS[name] for name in printout.reports if name in REPORTS]
    if found is None or len(reports) != len(printout.reports):
        raise PrintingFailed(_("What this was to be printed from is no longer there."))
    _source_kind, source = found
    if printout.asked_by is None or not printout.asked_by.is_active:
        raise PrintingFailed(_("Whoever asked for this has no account any more."))
    asker = of_user(printout.asked_by)
    if not all(report.may_ask(asker, source) for report in reports):
        raise PrintingFailed(_("Whoever asked for this may no longer read it."))
    if printout.readers == PUBLIC:
        return stranger(asker.at), source, reports
    if readers_of(asker, reports, source, for_public=False) != printout.readers:
        raise PrintingFailed(_("Whoever asked for this reads something else by now. Ask for it again."))
    return asker, source, reports


def stranger(at: datetime) -> Actor:
    """Somebody who is not signed in: what is handed to everybody is read as by them."""
    return Actor(kind=ActorKind.USER, at=at)


def _zip(
    actor: Actor, reports: list[PrintedReport], source: Any, printout: Printout, style: Style, report: ProgressReport
) -> tuple[bytes, Document, str]:
    """Each report as a file of its own."""
    packed, remarks, documents = io.BytesIO(), [], []
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        for number, one in enumerate(reports):
            report(number, len(reports))
            try:
                document = make_document(actor=actor, reports=[one], source=source, period=printout.period, style=style)
            except PrintingFailed as failure:
                remarks.append(str(failure))
                continue
            rendered = render_pdf(document.html, still_wanted=lambda at=number: report(at, len(reports)))  # type: ignore[misc]
            documents.append(document)
            remarks.append(_remarks(document, rendered))
            files.writestr(f"{number + 1:02d}-{one.name}.pdf", rendered.content)
    if not documents:
        raise PrintingFailed("\n".join(remarks))
    title = document_title(reports, source, SOURCES[reports[0].source].head(source))
    digest = hashlib.sha256("".join(document.digest for document in documents).encode()).hexdigest()
    whole = Document(title, "", digest, documents[0].made_from)
    return packed.getvalue(), whole, "\n".join(filter(None, remarks))


def _remarks(document: Document, rendered: RenderedPdf) -> str:
    return "\n".join(filter(None, (*document.remarks, missing_fonts_sentence(rendered.missing))))


def _is_same(printout: Printout, document: Document) -> bool:
    name = printout.file.name
    return bool(name) and printout.digest == document.digest and default_storage.exists(str(name))


def _keep_failure(pk: int, sentence: str) -> dict[str, Any]:
    """A file of before goes: what it was made of may be nobody's to read any more."""
    printout = lock_row(Printout(pk=pk))
    earlier = printout.file.name
    printout.file, printout.digest, printout.made_at, printout.failure = "", "", None, sentence
    printout.save()
    if earlier:
        transaction.on_commit(lambda: default_storage.delete(earlier))
    return {"failed": True}


def _keep_same(pk: int) -> dict[str, Any]:
    """Nothing has changed since the file was made."""
    printout = lock_row(Printout(pk=pk))
    printout.failure = ""
    _send_off(printout)
    printout.save()
    return {"made": False}


def _keep_file(pk: int, stored: str, document: Document, remarks: str) -> dict[str, Any]:
    printout = lock_row(Printout(pk=pk))
    earlier = printout.file.name
    printout.file, printout.digest, printout.made_from = stored, document.digest, document.made_from[:200]
    printout.made_at, printout.remark, printout.failure = printout.asked_at, remarks, ""
    _send_off(printout)
    printout.save()
    if earlier and earlier != stored:
        transaction.on_commit(lambda: default_storage.delete(earlier))
    return {"made": True}


def _send_off(printout: Printout) -> None:
    """Whoever wanted the file by mail gets it by a job of its own."""
    for user_id in printout.mail_to:
        arguments = {"printout": printout.pk, "user": user_id}
        jobs.ask(kind=MAIL, at=printout.asked_at, arguments=arguments, club_id=printout.club_id)
    printout.mail_to = []


# --- Keeping -----------------------------------------------------------------------------------------------------
def old_printouts(now: datetime) -> Any:
    """Asked for long ago: whoever wants it again has it made again."""
    return Printout.objects.filter(asked_at__lt=now - timedelta(days=settings.KEEP_PRINTOUTS_DAYS))


def remove_old_printouts(now: datetime) -> int:
    """Throw away old printouts with their files, and files that no printout has."""
    old = list(old_printouts(now)[:200])
    for printout in old:
        remove_printout(printout)
    return len(old)


def remove_printout(printout: Printout) -> None:
    name = printout.file.name
    with transaction.atomic():
        printout.delete()
        if name:
            transaction.on_commit(lambda: default_storage.delete(name))


def forget_printouts() -> None:
    """Somebody is erased: whatever has been printed may name them."""
    for printout in Printout.objects.all():
        remove_printout(printout)


def forget_public_printouts() -> None:
    """Somebody is called otherwise in public from now on: what everybody may have is made anew when it is asked for."""
    for printout in Printout.objects.filter(readers=PUBLIC):
        remove_printout(printout)


# --- How a club prints -------------------------------------------------------------------------------------------
def change_print_settings(
    *, actor: Actor, club: Any, version: int, paper: str, letters: str, tonight: list[str], wall: list[str]
) -> PrintSettings:
    """What a club prints on, and what belongs to its two sets; refused where somebody changed it meanwhile."""
    require(actor, "printing.change", club)
    if paper not in Paper.values or letters not in Letters.values:
        raise ValidationError(_("Choose one of the papers and letters there are."))
    unknown = [name for name in (*tonight, *wall) if name not in REPORTS]
    if unknown:
        raise ValidationError(_("There is no report called “%(name)s”.") % {"name": unknown[0]})
    with transaction.atomic():
        PrintSettings.objects.get_or_create(club=club)
        row = lock_row(PrintSettings.objects.get(club=club))
        if row.version != version:
            raise Conflict(_("Somebody has changed this meanwhile. Look at it and save again."))
        names = ("paper", "letters", "tonight", "wall")
        before = values(row, names)
        row.paper, row.letters, row.tonight, row.wall = paper, letters, tonight, wall
        row.version += 1
        row.save()
        record(actor=actor, act="printing.change", body=club, target=row, before=before, after=values(row, names))
    return row
