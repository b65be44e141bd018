"""Results that come in one piece: a file of another program as a finished session, or many results at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from enum import Enum
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from core import transaction
from core.actors import Actor
from core.audit import Deed, record, record_all
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from events.models import BoardSet, Contestant, Event, Play, Session
from events.models.conditions import Form
from events.models.plays import PlayState
from events.movements.catalogue import MOST_BOARDS
from events.selectors.boards import board_ranges
from events.services.board_use import name_for
from events.services.boards import keep_boards
from events.services.events import make_played_event, supersede_event
from events.wording import local_moment
from events.wording import scoring_sentence as in_words
from scoring.engine import methods
from scoring.interchange import sentences
from scoring.interchange.deals import BoardDeal
from scoring.interchange.document import Document, Marking, Problem
from scoring.interchange.naming import document_names
from scoring.interchange.scored import ScoringOptions, relevant_problems, score_reading
from scoring.interchange.sheets import Reading, SheetEntry, read_document
from scoring.models import BoardResult, ComparisonField, ImportedFile
from scoring.models.results import Outcome, ResultSource, TableScore
from scoring.runs.field_scores import FieldScore, score_field
from scoring.runs.sheets import FieldSheet, read_field_sheet, scoring_profile
from scoring.services.bulk import insert_rows
from scoring.services.comparison_fields import check_lock_and_rescore, make_field, session_fields
from scoring.services.import_figures import contradicted_figures
from scoring.services.import_session import SessionLoader, is_artificial, score_fields
from scoring.services.runs import write_run

Fields = dict[str, Any]
EBU_SCALE = "ebu"
USUAL_START = time(19)
FIRST_YEAR = 1925


class RepeatedImport(Enum):
    """What becomes of results that are here already."""

    REFUSE = "refuse"
    REPLACE = "replace"  # the event that has them is called off for the new one
    KEEP_BOTH = "keep both"


@dataclass(frozen=True)
class ImportedScore:
    """What counts for a play: the fields of its score."""

    play: Play
    fields: Fields
    at: datetime | None = None


@transaction.atomic
def take_results(
    *,
    actor: Actor,
    session: Session,
    results: Iterable[ImportedScore],
    source: str = ResultSource.IMPORT,
    reason: str = "",
) -> int:
    """Many first results of a session in one act. A play that has a result keeps it."""
    require(actor, "session.run", session)
    session = locked(session)
    plays_with_result = set(
        BoardResult.objects.current().filter(play__section__session=session).values_list("play_id", flat=True)
    )
    new = [imported for imported in results if imported.play.pk not in plays_with_result]
    for at in sorted({imported.at or actor.at for imported in new}):
        play_fields = ((imported.play.pk, imported.fields) for imported in new if (imported.at or actor.at) == at)
        _insert_results(actor, play_fields, source=source, reason=reason, at=at)
    played = [imported.play.pk for imported in new if imported.fields["outcome"] != Outcome.NOT_PLAYED]
    Play.objects.filter(pk__in=played).update(state=PlayState.DONE)
    _rescore_and_record(actor, session, len(new), reason)
    return len(new)


def _insert_results(
    actor: Actor, play_fields: Iterable[tuple[int, Fields]], *, source: str, reason: str, at: datetime
) -> None:
    template = BoardResult(version=1, source=source, reason=reason, made_at=at, made_by=actor.user)
    names = TableScore.SCORE_FIELDS
    insert_rows(
        template, ("play_id", *names), ((play, *(fields[name] for name in names)) for play, fields in play_fields)
    )


def _rescore_and_record(actor: Actor, session: Session, count: int, reason: str) -> None:
    """The standings are out of date, and the act is on record."""
    for section in session.sections.all():
        check_lock_and_rescore(section, at=actor.at)
    record(actor=actor, act="result.import", body=session.club, target=session, after={"results": count}, reason=reason)


def score_now(*, session: Session, at: datetime) -> None:
    """The session's fields scored at once, for whoever does not wait for the next job."""
    for comparison_field in session_fields(session):
        _score(comparison_field, at)


def _score(comparison_field: ComparisonField, at: datetime) -> tuple[FieldSheet, FieldScore]:
    field_sheet = read_field_sheet(comparison_field.pk)
    field_score = score_field(field_sheet)
    write_run(field_sheet=field_sheet, field_score=field_score, at=at)
    return field_sheet, field_score


@dataclass
class Imported:
    event: Event
    sessions: list[Session] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@transaction.atomic
def import_results(
    *,
    actor: Actor,
    club: Club,
    document: Document,
    starts_at: datetime | None = None,
    name: str = "",
    profile: str = "",
    method: str = "",
    file_name: str = "",
    twice: RepeatedImport = RepeatedImport.REFUSE,
    players: Mapping[str, Player] | None = None,
) -> Imported:
    """A file as an event that has been played: its sessions, contestants, results, artificial scores and hands.

    `method` goes before what the file says. The same results a second time are refused unless `twice` says otherwise.
    `players` are people of the records by the key of their name in the file; the others are named as the file does.
    """
    require(actor, "session.run", club)
    played_at = starts_at or _played_at(actor, club, document)
    _refuse_implausible(actor, club, played_at)
    document = replace(document, method=method or document.method)
    mark = fingerprint(document, starts_at)
    earlier_imports = imports_that_stand(club, mark)
    if earlier_imports and twice is RepeatedImport.REFUSE:
        raise _imported_already_error(club, earlier_imports[0])
    reading = read_document(document)
    # Its sessions are not planned, which could only be done for days to come.
    conditions = _event_conditions(document, name, profile)
    event, deeds = make_played_event(actor=actor, club=club, takes_entries=False, **conditions)
    _record_imported_file(actor, event, mark, file_name, earlier_imports, twice)
    options = ScoringOptions(method=method)
    imported = Imported(event, problems=list(relevant_problems(reading, options)))
    contestants: dict[str, Contestant] = {}
    figures: list[Problem] | None = None
    for number, key in enumerate(dict.fromkeys(row.session for row in document.rows), start=1):
        session = Session.objects.create(event=event, number=number, starts_at=played_at)
        imported.sessions.append(session)
        loader = SessionLoader(actor, document, reading.names, session, contestants, players or {})
        figures = _import_session(actor, loader, key, reading, imported.problems, deeds)
    record_all(actor=actor, body=club, deeds=deeds)
    if document.has_figures:
        if figures is None or len(imported.sessions) > 1:
            figures = _contradicted_in_whole_file(document, reading, event, options)
        imported.problems += figures
    return imported


def _import_session(
    actor: Actor,
    loader: SessionLoader,
    key: str,
    reading: Reading,
    problems: list[Problem],
    deeds: list[Deed],
) -> list[Problem] | None:
    """Write one session of the file and score it; gives the published figures that do not follow, None where unknown.

    `problems` and `deeds` grow by what the session adds to them.
    """
    session, document = loader.session, loader.document
    entries = _numbered(entry for rows in reading.entries.values() for entry in rows if entry.row.session == key)
    hands = _hands(actor, session, document, entries, problems, deeds)
    plays = loader.load(entries, hands)
    results = [(play, score_fields(entry.line)) for play, entry in plays if not is_artificial(entry.line)]
    _insert_results(actor, results, source=ResultSource.IMPORT, reason="", at=actor.at)
    deeds.append(Deed("result.import", session, after={"results": len(results)}))
    field_sheet, field_score = _score(make_field(session, loader.sections.values()), actor.at)
    if not document.has_figures:
        return None
    names = {str(contestant.pk): who for who, contestant in loader.contestants.items()}
    return contradicted_figures(document, reading, field_sheet, field_score, dict(plays), names)


def _numbered(entries: Iterable[SheetEntry]) -> list[tuple[int, SheetEntry]]:
    numbered = [(_board(entry.row.board), entry) for entry in entries]
    if not numbered:
        raise ValidationError(_("The file has no result that can be read."), code="no_results")
    return numbered


def _board(text: str) -> int:
    number = text.strip()
    if number.isdecimal() and number.isascii() and 0 < int(number) < 10_000:
        return int(number)
    sentence = _("The board “%(board)s” has no number of its own. Number it in the file, then import it again.")
    raise ValidationError(sentence % {"board": number}, code="bad_board")


def _contradicted_in_whole_file(
    document: Document, reading: Reading, event: Event, options: ScoringOptions
) -> list[Problem]:
    """The published figures that do not follow, where the file does not rank what is one field here."""
    if not any(board.counting for board in reading.sheet.boards):
        return []
    scored_file = score_reading(document, reading, replace(options, profile=scoring_profile(event).name))
    return list(scored_file.problems[len(relevant_problems(reading, options)) :])


def _hands(
    actor: Actor,
    session: Session,
    document: Document,
    numbered_entries: list[tuple[int, SheetEntry]],
    problems: list[Problem],
    deeds: list[Deed],
) -> BoardSet | None:
    """The hands that came with the file, where it has those of every board that was played."""
    if not document.hands:
        return None
    if missing := {number for number, _entry in numbered_entries} - set(document.hands):
        problems.append(Problem(sentences.SOME_HANDS, {"numbers": board_ranges(missing)}))
        return None
    boards = [_with_markings(BoardDeal.of(number, deal), document) for number, deal in document.hands.items()]
    return keep_boards(actor=actor, club=session.club, name=name_for(session), boards=boards, deeds=deeds)


def _with_markings(board: BoardDeal, document: Document) -> BoardDeal:
    marking = document.markings.get(str(board.number), Marking())
    dealer, vulnerability = marking.dealer or board.dealer, marking.vulnerability or board.vulnerability
    return replace(board, dealer=dealer, vulnerability=vulnerability)


# --- The same results again ----------------------------------------------------------------------------------------
def fingerprint(document: Document, starts_at: datetime | None = None) -> str:
    """What the same evening is known by: its day, who played, and who met whom on which board.

    Scores may have been corrected since. Where nobody says which day it was, they tell two evenings apart.
    """
    day = starts_at.date().isoformat() if starts_at else document.played_on
    rows = sorted(
        (row.session, row.section, row.board, row.ns, row.ew, *(() if day else (row.score, row.contract, row.tricks)))
        for row in document.rows
    )
    people = sorted((*key, name) for key, name in document.people.items())
    return hashlib.sha256(json.dumps([day, people, rows]).encode()).hexdigest()


def imports_that_stand(club: Club, mark: str) -> list[ImportedFile]:
    """The imports of the same results that still stand, the latest first."""
    imports = ImportedFile.objects.filter(club=club, fingerprint=mark, replaced_at=None)
    return list(imports.filter(event__cancelled_at=None).select_related("event__club").order_by("-copy"))


def _imported_already_error(club: Club, earlier_import: ImportedFile) -> ValidationError:
    sentence = _(
        "These results are here already: “%(event)s”, imported on %(moment)s. Replace it, or say that you want both."
    )
    values = {"event": earlier_import.event, "moment": local_moment(club, earlier_import.imported_at)}
    return ValidationError(sentence % values, code="imported_already")


def _record_imported_file(
    actor: Actor, event: Event, mark: str, file_name: str, earlier_imports: list[ImportedFile], twice: RepeatedImport
) -> None:
    """Write down where the event came from, and call off what it replaces."""
    if twice is RepeatedImport.REPLACE:
        for earlier in earlier_imports:
            supersede_event(actor=actor, event=earlier.event, by=event)
    cancelled_imports = ImportedFile.objects.filter(club=event.club, fingerprint=mark, replaced_at=None)
    cancelled_imports.filter(event__cancelled_at__isnull=False).update(replaced_at=actor.at)
    copy = max((earlier.copy for earlier in earlier_imports), default=0) + 1 if twice is RepeatedImport.KEEP_BOTH else 1
    try:
        with transaction.atomic():
            ImportedFile.objects.create(
                club=event.club,
                event=event,
                file_name=file_name[:200],
                fingerprint=mark,
                copy=copy,
                imported_at=actor.at,
                imported_by=actor.user,
            )
    except IntegrityError:
        # Two people import the same file at the same moment.
        sentence = _("Somebody has just imported these results. Look at them first.")
        raise ValidationError(sentence, code="imported_already") from None


def _event_conditions(document: Document, name: str, profile: str) -> Fields:
    boards = len({(row.session, row.board) for row in document.rows})
    fields: Fields = {
        "name": (name or document.title or _("Imported results"))[:120],
        "profile": profile,
        "boards": min(MOST_BOARDS, max(2, boards)),
        "sessions_planned": max(1, min(60, len({row.session for row in document.rows}))),
    }
    team = methods.team_scoring_named(document.method)
    method = methods.TEAMS if team else methods.method_named(document.method or methods.USUAL_METHOD)
    if document.matches and method.in_matches:
        converted = document.victory_points and team is None
        scoring = methods.VICTORY if converted else methods.scored_in_matches(team or methods.IMPS)
        return fields | {"form": Form.TEAMS, "scoring": scoring.name, "vp_scale": EBU_SCALE if converted else ""}
    fields["scoring"] = (methods.CROSS_IMPS if method.in_matches else method).kind
    if document.individual:
        return fields | {"form": Form.INDIVIDUAL, "winners": 1}
    two = document.winners == 2 or (document.winners == 0 and document_names(document).with_direction)
    return fields | {"form": Form.PAIRS, "winners": 2 if two else 1}


def _played_at(actor: Actor, club: Club, document: Document) -> datetime:
    """In the evening of the day that the file names; where it names none, now."""
    try:
        day = parse_date(document.played_on)
    except ValueError:
        day = None
    return datetime.combine(day, USUAL_START, ZoneInfo(club.timezone)) if day else actor.at


def _refuse_implausible(actor: Actor, club: Club, played_at: datetime) -> None:
    if played_at.year >= FIRST_YEAR and played_at <= actor.at + timedelta(days=1):
        return
    sentence = _("%(moment)s cannot be when these boards were played. Say when it was.")
    raise field_error("starts_at", sentence % {"moment": local_moment(club, played_at)}, "implausible")


def problem_sentences(problems: Iterable[Problem]) -> list[str]:
    return [in_words(problem.sentence, problem.gaps) for problem in problems]
