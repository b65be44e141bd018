"""Reports to the recorder: filed, corrected, classified, opened to those concerned, closed, removed."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.regulations import effective
from core import transaction
from core.actors import Actor
from core.audit import record, values
from core.changes import change, locked, reject_unknown_fields
from core.errors import field_error
from core.permissions import require
from events.models import Session
from rulings.laws.paragraphs import is_paragraph
from rulings.models import Report, ReportNote, ReportSubject, Ruling
from rulings.models.reports import HELD_BACK, Colour, HandType, NoteKind, ReportKind, SubjectRole
from rulings.selectors.reports import own_record

#: What a report says, and what of it the audit may keep: secretaries read the audit.
WRITTEN = {
    *("happened_on", "board", "reporter", "description", "law_refs"),
    *("hand_type", "call", "seat", "vulnerable", "hand", "auction", "partner_action", "outcome"),
}
AUDITED = ("kind",)
WORDS = {
    *("reporter", "description", "call", "seat", "vulnerable", "hand", "auction"),
    *("partner_action", "outcome", "colour_reason"),
}
OF_A_HAND = ("hand_type", "call", "seat", "vulnerable", "hand", "auction", "partner_action", "outcome")


@dataclass(frozen=True)
class About:
    """Whom and what a report is about."""

    kind: str
    subjects: Sequence[Player]
    partners: Sequence[Player] = field(default_factory=tuple)
    session: Session | None = None
    ruling: Ruling | None = None


@transaction.atomic
def file_report(*, actor: Actor, club: Club, about: About, **fields: Any) -> Report:
    if about.session is not None and about.session.club != club:
        raise field_error("session", _("This session is not one of the club’s."), "elsewhere")
    require(actor, "report.file", about.session or club)
    reject_unknown_fields(fields, WRITTEN)
    _check_kind(about)
    if about.kind == ReportKind.MEMO:
        require(actor, "report.keep", club)
    report = Report(
        club=club,
        kind=about.kind,
        session=about.session,
        ruling=about.ruling,
        filed_at=actor.at,
        filed_by=actor.user,
        keep_until=_keep_until(club, club.day(actor.at)),
        shown_at=None if about.kind in HELD_BACK else actor.at,
        **{"happened_on": club.day(actor.at), **fields},
    )
    _check(report)
    report.save()
    people = [(player, SubjectRole.SUBJECT) for player in about.subjects]
    people += [(player, SubjectRole.PARTNER) for player in about.partners if player not in about.subjects]
    ReportSubject.objects.bulk_create(ReportSubject(report=report, player=player, role=role) for player, role in people)
    record(actor=actor, act="report.file", body=club, target=report, after=values(report, AUDITED))
    return report


def _check_kind(about: About) -> None:
    if about.kind not in ReportKind.values:
        raise field_error("kind", _("Choose what the report is about."), "required")
    if not about.subjects:
        raise field_error("subjects", _("Say whom the report is about."), "required")


def _check(report: Report) -> None:
    """What a report of its kind has to say."""
    if report.kind == ReportKind.SYSTEM:
        _require_fields(report, {"hand_type": _("Choose what it was."), "call": _("Say which call it was.")})
    else:
        for name in OF_A_HAND:
            setattr(report, name, "")
        _require_fields(report, {"description": _("Say what happened.")})
    if report.happened_on > report.club.day(report.filed_at):
        raise field_error("happened_on", _("This day is still to come. Look at the date again."), "future")
    for law in report.law_refs:
        if not is_paragraph(str(law)):
            sentence = _("There is no paragraph %(law)s in the Laws. Write them like 40C1, 74A2.")
            raise field_error("law_refs", sentence % {"law": law}, "no_paragraph")
    report.full_clean(exclude={"club", "session", "ruling", "filed_by", "classified_by"}, validate_constraints=False)


def _require_fields(report: Report, sentences: dict[str, str]) -> None:
    missing = {name: sentence for name, sentence in sentences.items() if not str(getattr(report, name)).strip()}
    if missing:
        raise ValidationError({name: ValidationError(sentence, code="required") for name, sentence in missing.items()})


def _keep_until(club: Club, day: date) -> date:
    months = int(Decimal(effective(key="records.months", body=club).value))
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _refuse_removed(report: Report) -> Report:
    if report.erased_at is not None:
        raise ValidationError(_("The words of this report have been removed; nothing can be added."), code="removed")
    return report


@transaction.atomic
def correct_report(*, actor: Actor, report: Report, version: int | None = None, **fields: Any) -> Report:
    """Whoever filed it puts it right until it is classified; after that only the recorder does."""
    reject_unknown_fields(fields, WRITTEN)
    require(actor, "report.read", report)
    _refuse_removed(report)
    if report.classified_at is not None or report.closed_at is not None:
        require(actor, "report.keep", report)
    return change(
        actor=actor, act="report.change", obj=report, body=report.club, fields=fields, version=version, check=_check
    )


@transaction.atomic
def classify(*, actor: Actor, report: Report, colour: str, reason: str, version: int | None = None) -> Report:
    """Red, amber, green or none: for the recorder, with a reason that those concerned can read."""
    require(actor, "report.keep", report)
    _refuse_removed(report)
    if report.kind != ReportKind.SYSTEM or report.hand_type != HandType.PSYCHE:
        raise ValidationError(_("Only a psychic call has a class."), code="no_psyche")
    if colour not in Colour.values:
        raise field_error("colour", _("Choose red, amber, green or no psychic call."), "required")
    if not reason.strip():
        raise field_error("colour_reason", _("Say why: those concerned may read it."), "required")
    fields = {"colour": colour, "colour_reason": reason.strip()[:500], "classified_at": actor.at}
    fields["classified_by"] = actor.user
    return change(actor=actor, act="report.classify", obj=report, body=report.club, fields=fields, version=version)


@transaction.atomic
def add_note(*, actor: Actor, report: Report, text: str) -> ReportNote:
    """The recorder's own notes; nobody concerned reads them."""
    require(actor, "report.keep", report)
    return _add_note_of_kind(actor, _refuse_removed(locked(report)), NoteKind.NOTE, text)


@transaction.atomic
def respond(*, actor: Actor, report: Report, text: str) -> ReportNote:
    """Somebody concerned says their side of it."""
    if actor.player is None or not own_record(actor.player).filter(pk=report.pk).exists():
        raise ValidationError(_("There is no such report on your record."), code="not_yours")
    return _add_note_of_kind(actor, _refuse_removed(locked(report)), NoteKind.RESPONSE, text)


def _add_note_of_kind(actor: Actor, report: Report, kind: str, text: str) -> ReportNote:
    if not text.strip():
        raise field_error("text", _("Write something first."), "required")
    note = ReportNote.objects.create(
        report=report, kind=kind, text=text.strip()[:2000], made_at=actor.at, made_by=actor.user
    )
    record(actor=actor, act="report.note", body=report.club, target=report, after={"kind": kind})
    return note


@transaction.atomic
def show_to_subjects(*, actor: Actor, report: Report, version: int | None = None) -> Report:
    """From now on those concerned read it on their own page. It cannot be taken back: they may have read it."""
    require(actor, "report.keep", report)
    _refuse_removed(report)
    fields = {"shown_at": report.shown_at or actor.at}
    return change(actor=actor, act="report.show", obj=report, body=report.club, fields=fields, version=version)


@transaction.atomic
def close_report(*, actor: Actor, report: Report, version: int | None = None) -> Report:
    """Nothing more is to be done. If somebody concerned has been erased meanwhile, the words go now."""
    require(actor, "report.keep", report)
    _refuse_removed(report)
    fields = {"closed_at": report.closed_at or actor.at}
    report = change(actor=actor, act="report.close", obj=report, body=report.club, fields=fields, version=version)
    if report.subjects.filter(player__erased_at__isnull=False).exists():
        return erase_report_words(actor=actor, report=report, reason=_("Somebody concerned was erased"))
    return report


@transaction.atomic
def reopen_report(*, actor: Actor, report: Report, version: int | None = None) -> Report:
    require(actor, "report.keep", report)
    _refuse_removed(report)
    fields = {"closed_at": None}
    return change(actor=actor, act="report.reopen", obj=report, body=report.club, fields=fields, version=version)


@transaction.atomic
def remove_report(*, actor: Actor, report: Report, reason: str, version: int | None = None) -> Report:
    """Take the words and the names out, before their time: what was wrong, or should not have been kept."""
    require(actor, "report.keep", report)
    if not reason.strip():
        raise field_error("reason", _("Say why it is removed."), "required")
    report = locked(report, version=version)
    return erase_report_words(actor=actor, report=_refuse_removed(report), reason=reason.strip()[:200])


def erase_report_words(*, actor: Actor, report: Report, reason: str = "") -> Report:
    """What is left is that there was a report of this kind. Inside the transaction of the act."""
    for name in WORDS:
        setattr(report, name, "")
    report.erased_at, report.filed_by = actor.at, None
    report.version += 1
    report.save()
    report.subjects.all().delete()
    report.notes.all().delete()
    record(actor=actor, act="report.remove", body=report.club, target=report, reason=reason)
    return report
