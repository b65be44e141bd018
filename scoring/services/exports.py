"""A session as a file for other programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from core.actors import Actor
from core.permissions import require
from events.models import Session
from scoring import hooks
from scoring.engine.errors import ScoringError
from scoring.hooks import SessionExport
from scoring.interchange import csv_writer
from scoring.interchange.document import Document
from scoring.interchange.pbn import writer as pbn
from scoring.interchange.usebio import writer as usebio
from scoring.selectors.session_document import session_document
from scoring.services.bridgemate.writing import write_session_file


def _from_document(write: Callable[[Document], bytes]) -> Callable[[Actor, Session], bytes]:
    """Everybody in full, for whoever runs the session; a session without results is refused."""

    def write_session(actor: Actor, session: Session) -> bytes:
        require(actor, "session.run", session)
        document = session_document(session)
        if not document.rows:
            sentence = _("This session has no results yet. Enter some, then export it.")
            raise ValidationError(sentence, code="no_results")
        return write(document)

    return write_session


_OWN = (
    SessionExport(
        "usebio", gettext_lazy("For federations (USEBIO 1.2)"), "xml", "application/xml", _from_document(usebio.write)
    ),
    SessionExport(
        "usebio13",
        gettext_lazy("For federations (USEBIO 1.3)"),
        "xml",
        "application/xml",
        _from_document(lambda document: usebio.write(document, version="1.3")),
    ),
    SessionExport("pbn", gettext_lazy("Results and hands (PBN)"), "pbn", "text/x-pbn", _from_document(pbn.write)),
    SessionExport(
        "csv", gettext_lazy("Results for a spreadsheet (CSV)"), "csv", "text/csv", _from_document(csv_writer.write)
    ),
)
BRIDGEMATE = SessionExport(
    "bws",
    gettext_lazy("Bridgemate’s file (.bws)"),
    "bws",
    "application/x-msaccess",
    lambda actor, session: write_session_file(actor=actor, session=session, with_results=True),
)


def session_export_kinds() -> Mapping[str, SessionExport]:
    """Every kind of file, by the name that people choose it by."""
    return {export.name: export for export in (*_OWN, *hooks.session_exports)}


def export_session(*, actor: Actor, session: Session, kind: str) -> bytes:
    """The session as a file of that kind; asked by whoever runs it."""
    kinds = session_export_kinds()
    if kind not in kinds:
        sentence = _("There is no kind of file “%(kind)s”; there are %(known)s.")
        raise ValidationError(sentence % {"kind": kind, "known": ", ".join(kinds)}, code="unknown_kind")
    try:
        return kinds[kind].write(actor, session)
    except ScoringError as error:
        raise ValidationError(gettext(error.sentence) % error.gaps, code="not_exported") from error
