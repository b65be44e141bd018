"""Looking at the files of an import: what each is, whether it is here already, whom it names."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _

from core import transaction
from core.locks import lock_row
from core.names import name_key
from events.wording import scoring_sentence
from exchange.models import ImportedName, ImportFile, ResultsImport
from exchange.models.results_imports import Choice, Fate, ImportState
from exchange.services.import_base import fate_counts, language_of, load_import, locked_import, refusal_in_words
from exchange.services.import_names import match_names
from exchange.uploads import UploadReader
from jobs.registry import Finish, ProgressReport
from scoring.engine.errors import ScoringError
from scoring.engine.sheet import Outcomes
from scoring.interchange import sentences
from scoring.interchange.document import Document, Problem
from scoring.interchange.files import parse
from scoring.interchange.people import people_in
from scoring.interchange.scored import ScoredFile, ScoringOptions, score_reading
from scoring.interchange.sheets import Reading, read_document
from scoring.services.imports import fingerprint, imports_that_stand

BATCH = 50
USUAL_PROFILE = "exact"
#: So many things to be looked at are kept of a file.
MOST_PROBLEMS = 200


def check_files(import_id: int, report: ProgressReport) -> Finish:
    """Read every file that waits to be; then say whom the names mean, as far as that is known."""
    results_import = load_import(import_id)
    if results_import.state != ImportState.CHECKING:
        return lambda: fate_counts(results_import)
    waiting = results_import.files.filter(fate=Fate.WAITING, is_archive=False).select_related("archive").order_by("pk")
    total = results_import.files.filter(is_archive=False).count()
    with UploadReader() as uploads, translation.override(language_of(results_import)):
        while batch := list(waiting[:BATCH]):
            report(total - waiting.count(), total)
            for file in batch:
                _check_file(results_import, file, uploads)
        match_names(results_import)
    return lambda: _finish(import_id)


def document_of(file: ImportFile, data: bytes) -> Document:
    """The file as it is to be read: on the day that somebody has named, where they have."""
    document = parse(data, file.name)
    day = file.outline.get("day", "")
    return replace(document, played_on=day) if day else document


def scored_file(file: ImportFile, document: Document, reading: Reading, profile: str) -> ScoredFile:
    return score_reading(document, reading, ScoringOptions(method=file.method, profile=profile), file.name)


def _finish(import_id: int) -> dict[str, int]:
    results_import = locked_import(load_import(import_id))
    if results_import.state == ImportState.CHECKING:
        results_import.state = ImportState.READY
        results_import.save(update_fields=["state"])
    return fate_counts(results_import)


@transaction.atomic
def _check_file(results_import: ResultsImport, seen: ImportFile, uploads: UploadReader) -> None:
    file = lock_row(seen)
    file.archive, file.results_import = seen.archive, results_import
    if file.fate != Fate.WAITING:
        return
    try:
        _judge(file, document_of(file, uploads.read(file)))
    except (ValidationError, ScoringError) as error:
        file.fate, file.note, file.problems = Fate.ERROR, refusal_in_words(error), []
    file.save()


def _judge(file: ImportFile, document: Document) -> None:
    """Write down what the file is and whether it is here already."""
    reading, is_first_time = read_document(document), not file.digest
    scored, profile = _best_scored(file, document, reading)
    file.outline = _outline(document, reading, scored) | {"profile": profile, "day": file.outline.get("day", "")}
    file.problems = [_problem(problem) for problem in scored.problems[:MOST_PROBLEMS]]
    file.fingerprint, file.digest = fingerprint(document), score_digest(reading)
    _find_earlier(file)
    if file.fate == Fate.NEW and file.choice not in (Choice.TAKE, Choice.LEAVE):
        file.choice = Choice.TAKE
    if file.fate in (Fate.SAME, Fate.CHANGED) and file.choice == Choice.TAKE:
        file.choice = Choice.LEAVE
    if is_first_time:
        _note_names(file, document)


def _best_scored(file: ImportFile, document: Document, reading: Reading) -> tuple[ScoredFile, str]:
    """Scored under the profile that somebody chose, else the one that gives the published figures; with its name.

    Where the file publishes nothing, the club's own profile will hold, and the name is empty.
    """
    scored = scored_file(file, document, reading, file.profile or USUAL_PROFILE)
    if file.profile or not document.has_figures:
        return scored, ""
    fitting = next((p.gaps["published"] for p in scored.problems if p.sentence == sentences.OTHER_PROFILE), None)
    if fitting is None:
        return scored, USUAL_PROFILE
    return scored_file(file, document, reading, str(fitting)), str(fitting)


def _outline(document: Document, reading: Reading, scored: ScoredFile) -> dict[str, object]:
    return {
        "format": document.format,
        "program": f"{document.origin.program} {document.origin.version}".strip()[:80],
        "title": document.title[:200],
        "played_on": document.played_on[:10],
        "method": scored.method,
        "boards": len(reading.sheet.boards),
        "results": sum(len(entries) for entries in reading.entries.values()),
        "contestants": len(scored.standings),
        "sessions": len({row.session for row in document.rows}),
        "sections": len({row.section for row in document.rows}),
        "hands": len(document.hands),
        "has_figures": document.has_figures,
    }


def _problem(problem: Problem) -> dict[str, object]:
    message = scoring_sentence(problem.sentence, problem.gaps)
    return {"board": problem.board, "line": problem.line, "message": message}


def score_digest(reading: Reading) -> str:
    """What happened on which board between which numbers, however the program that wrote it lays it out."""
    rows = sorted(
        [entry.row.board.strip(), entry.row.ns, entry.row.ew, _value(entry.line.ns_value), _value(entry.line.ew_value)]
        for entries in reading.entries.values()
        for entry in entries
    )
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def _value(value: object) -> str:
    return str(value.single) if isinstance(value, Outcomes) and value.single is not None else str(value)


def _find_earlier(file: ImportFile) -> None:
    """Whether the same results are here, or further up in the same import."""
    club = file.results_import.club
    file.note = ""
    if twin := _twin(file):
        file.fate = Fate.TWICE
        same = twin.digest == file.digest
        sentence = (
            _("The same results as in “%(name)s”.")
            if same
            else _("“%(name)s” has the same evening with other scores. Leave one of the two out of the next import.")
        )
        file.note = sentence % {"name": twin.name}
        return
    if stands := imports_that_stand(club, file.fingerprint):
        before = ImportFile.objects.filter(event=stands[0].event, fate=Fate.IMPORTED).exclude(digest="").first()
        changed = before is not None and before.digest != file.digest
        file.fate = Fate.CHANGED if changed else Fate.SAME
        file.note = _("Here as “%(event)s”.") % {"event": stands[0].event}
        return
    imported = ImportFile.objects.filter(results_import__club=club, digest=file.digest, fate=Fate.IMPORTED)
    other = imported.filter(event__cancelled_at=None).select_related("event").first()
    file.fate = Fate.SAME if other else Fate.NEW
    if other is not None:
        sentence = _("“%(event)s” has the very same scores; it came from “%(name)s”.")
        file.note = sentence % {"event": other.event, "name": other.name}


def _twin(file: ImportFile) -> ImportFile | None:
    others = ImportFile.objects.filter(results_import=file.results_import, fingerprint=file.fingerprint, pk__lt=file.pk)
    return others.exclude(fate__in=(Fate.ERROR, Fate.WAITING)).order_by("pk").first()


def _note_names(file: ImportFile, document: Document) -> None:
    """Whom the file names; somebody whom other files name too is the same."""
    people = {key: person for person in people_in(document) if (key := name_key(person.name))}
    known = ImportedName.objects.filter(results_import=file.results_import, name_key__in=people)
    before = set(known.values_list("name_key", flat=True))
    known.update(files=F("files") + 1)
    ImportedName.objects.bulk_create(
        ImportedName(
            results_import=file.results_import,
            name=person.name[:120],
            name_key=key,
            number=(person.national_id or person.club_id)[:20],
        )
        for key, person in people.items()
        if key not in before
    )
