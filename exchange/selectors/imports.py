"""What the pages and the API show of imports of results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from clubs.models import Club, Membership, Player
from core.names import name_key
from events.selectors.people import people_here
from events.wording import scoring_sentence
from exchange.models import ImportedName, ImportFile, ResultsImport
from exchange.models.results_imports import Answer, ImportState
from exchange.uploads import UploadReader
from jobs.models import Job
from scoring.engine.cards import Side
from scoring.engine.errors import ScoringError
from scoring.interchange.document import Document
from scoring.interchange.files import parse
from scoring.interchange.report import as_data
from scoring.interchange.scored import ScoringOptions, score_reading
from scoring.interchange.sheets import Reading, read_document

CANDIDATES = 6


def imports_of(club: Club) -> list[ResultsImport]:
    """The newest imports that were not dropped."""
    rows = ResultsImport.objects.filter(club=club).exclude(state=ImportState.DROPPED).select_related("made_by__player")
    return list(rows[:20])


def job_of(results_import: ResultsImport) -> Job | None:
    return Job.objects.filter(key=results_import.key, club=results_import.club).order_by("-pk").first()


@dataclass(frozen=True)
class FigureRow:
    """A contestant as the file's own program published it, and as its lines give it here."""

    contestant: str
    title: str
    ranking: str
    place: str
    total: str
    percent: str
    published_place: str
    published_total: str
    published_percent: str

    @property
    def is_published(self) -> bool:
        return bool(self.published_place or self.published_total or self.published_percent)

    @property
    def differs(self) -> bool:
        """Whether what was published says something else, as far as both are numbers."""
        pairs = (
            (self.published_percent, self.percent),
            (self.published_place.rstrip("="), self.place.rstrip("=")),
        )
        return any(_number(first) != _number(second) for first, second in pairs if first and second)


@dataclass(frozen=True)
class FilePreview:
    """A file as it would be imported: the ranking beside the published one, and what is to be looked at."""

    rows: list[FigureRow]
    problems: list[dict[str, object]]
    error: str = ""

    @property
    def has_published(self) -> bool:
        return any(row.is_published for row in self.rows)

    @property
    def differing(self) -> int:
        return sum(row.differs for row in self.rows)


def preview_file(file: ImportFile) -> FilePreview | None:
    """None where the file is not kept any more."""
    stored = file.archive.upload if file.archive is not None else file.upload
    if not stored:
        return None
    try:
        with UploadReader() as uploads:
            document = parse(uploads.read(file), file.name)
        profile = file.profile or file.outline.get("profile") or "exact"
        reading = read_document(document)
        scored = score_reading(document, reading, ScoringOptions(method=file.method, profile=profile), file.name)
    except ScoringError as error:
        return FilePreview([], [], scoring_sentence(error.sentence, error.gaps))
    except (ValidationError, OSError) as error:
        return FilePreview([], [], " ".join(getattr(error, "messages", [str(error)])))
    problems: list[dict[str, object]] = [
        {"board": one.board, "line": one.line, "message": scoring_sentence(one.sentence, one.gaps)}
        for one in scored.problems
    ]
    return FilePreview(figure_rows(document, reading, as_data(scored)), problems)


def figure_rows(document: Document, reading: Reading, data: dict[str, object]) -> list[FigureRow]:
    """The ranking as scored, each contestant with what the file published of it."""
    keys = _keys(document, reading)
    rows = []
    ranking: Iterable[dict[str, str | None]] = data["ranking"]  # type: ignore[assignment]
    for standing in ranking:
        name = str(standing["contestant"])
        key = keys.get(name, ("", name, ""))
        published = document.published(*key)
        rows.append(
            FigureRow(
                contestant=name,
                title=document.contestant_name(*key),
                ranking=key[2] if reading.sheet.rankings else "",
                place=str(standing["rank"]),
                total=str(standing["total"]),
                percent=standing["percent"] or "",
                published_place=published.place if published else "",
                published_total=published.total if published else "",
                published_percent=published.percent if published else "",
            )
        )
    return rows


def _keys(document: Document, reading: Reading) -> dict[str, tuple[str, str, str]]:
    """Section, number and direction of each contestant, by what it is called on the scoresheet."""
    if document.matches:
        return {}
    keys = {}
    for row in document.rows:
        for side in Side:
            number = row.ns if side is Side.NS else row.ew
            for name in reading.names.members(reading.names.side_name(row, side)):
                keys[name] = (row.section, name if document.individual else number, side.value)
    return keys


def _number(text: str) -> float | str:
    try:
        return round(float(text.replace(",", ".").rstrip("%")), 2)
    except ValueError:
        return text


@dataclass(frozen=True)
class Candidate:
    """Somebody here who may be meant, with what tells them from others."""

    player: Player
    number: str

    @property
    def label(self) -> str:
        return f"{self.player.display_name} ({self.number})" if self.number else self.player.display_name


def candidates_for(club: Club, names: list[ImportedName]) -> dict[int, list[Candidate]]:
    """Who may be meant by each name: those it is answered with, of the same name, or with a word of it alike."""
    words = {word for name in names for word in name_key(name.name).split() if len(word) > 2}
    rows = people_here(club).only("display_name", "name_key", "federation_number")
    pool = [player for player in rows.iterator() if words & set(player.name_key.split())]
    chosen = {name.player_id for name in names if name.player_id} - {player.pk for player in pool}
    pool += list(Player.objects.filter(pk__in=chosen))
    members = Membership.objects.filter(club=club, player__in=pool).order_by("starts").values_list("player", "number")
    numbers = dict(members)
    found = {}
    for name in names:
        likely = sorted((player for player in pool if _likeness(name, player)), key=lambda one: -_likeness(name, one))
        found[name.pk] = [
            Candidate(player, numbers.get(player.pk) or player.federation_number) for player in likely[:CANDIDATES]
        ]
    return found


def _likeness(name: ImportedName, player: Player) -> int:
    if player.pk == name.player_id:
        return 100
    same_words = len(set(name.name_key.split()) & set(player.name_key.split()))
    return 50 if player.name_key == name.name_key else same_words


def names_to_review(results_import: ResultsImport, *, shown: str) -> list[ImportedName]:
    """The names of an import, the doubtful ones first; `shown` narrows them to one answer."""
    names = results_import.names.select_related("player")
    if shown in Answer.values:
        names = names.filter(answer=shown)
    return sorted(names, key=lambda name: (name.answer != Answer.OPEN, name.name_key))
