"""What a results file holds, told before anything is written: its sessions, who played, the ranking, what is odd."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from scoring.engine.errors import ScoringError
from scoring.interchange import sentences
from scoring.interchange.document import Document, Key, Problem, PublishedStanding
from scoring.interchange.files import LIMIT, read
from scoring.interchange.naming import Names, contestant_keys, document_names, split_names
from scoring.interchange.published import has_handicaps
from scoring.interchange.scored import ScoredFile, ScoringOptions, score_document

_FIGURE = re.compile(r"[+-]?\d{1,7}(?:\.\d{1,8})?")


@dataclass(frozen=True, slots=True)
class RankedContestant:
    rank: str
    contestant: str
    names: tuple[str, ...]
    total: str | None
    percent: str | None

    def as_data(self) -> dict[str, object]:
        return {
            "rank": self.rank,
            "contestant": self.contestant,
            "names": list(self.names),
            "total": self.total,
            "percent": self.percent,
        }


@dataclass(frozen=True, slots=True)
class SessionOutline:
    """What a file ranks together: one session, or all of them where its places are those of all."""

    date: str
    name: str
    ranking: tuple[RankedContestant, ...]

    def as_data(self) -> dict[str, object]:
        return {
            "date": self.date or None,
            "name": self.name,
            "contestants": len(self.ranking),
            "ranking": [place.as_data() for place in self.ranking],
        }


@dataclass(frozen=True, slots=True)
class FileOutline:
    """A file as `manage.py import` tells of it."""

    file: str
    format: str = ""
    program: str = ""
    profile: str = ""
    method: str = ""
    sessions: tuple[SessionOutline, ...] = ()
    problems: tuple[Problem, ...] = ()
    is_refused: bool = False  # nothing of it can be imported; its one problem says why

    def as_data(self) -> dict[str, object]:
        return {
            "file": self.file,
            "format": self.format,
            "program": self.program,
            "profile": self.profile,
            "method": self.method,
            "sessions": [session.as_data() for session in self.sessions],
            "problems": [{"line": problem.line, "message": _message(problem)} for problem in self.problems],
        }


def outline_file(path: Path, options: ScoringOptions, limit: int = LIMIT) -> FileOutline:
    """Never raises for what is in a file: a file can be damaged in more ways than anybody thinks of."""
    try:
        return outline(read(path, limit), options, str(path))
    except ScoringError as error:
        return refused(str(path), Problem(error.sentence, error.gaps))
    except (RecursionError, MemoryError):
        return refused(str(path), Problem(sentences.TOO_DEEP, {"path": path.name}))
    except Exception as error:
        return refused(str(path), Problem(sentences.FAULT, {"path": path.name, "kind": type(error).__name__}))


def refused(file: str, problem: Problem) -> FileOutline:
    return FileOutline(file, problems=(problem,), is_refused=True)


def outline(document: Document, options: ScoringOptions, file: str = "The file") -> FileOutline:
    """Figures worked out from the lines; the published ones where the lines cannot give them, with a sentence."""
    sessions, problems, profile, method = [], list[Problem](), options.profile, options.method or document.method
    for part in _ranked_together(document):
        if not part.rows:
            problems += [*part.problems, Problem(sentences.NO_RESULTS_BUT_A_RANKING)]
            sessions.append(_session(part, _published(part)))
            continue
        scored = score_document(part, options, file)
        profile, method = profile or scored.profile.name, scored.method
        problems += [problem for problem in scored.problems if problem not in problems]
        sessions.append(_session(part, _ranking(part, scored, problems)))
    return FileOutline(
        file,
        document.format.lower(),
        " ".join(filter(None, (document.origin.program, document.origin.version))),
        profile,
        method,
        tuple(sessions),
        tuple(problems),
    )


def _ranked_together(document: Document) -> Iterator[Document]:
    sessions = list(dict.fromkeys(row.session for row in document.rows))
    if len(sessions) < 2 or document.standings or document.matches:
        yield document
        return
    for session in sessions:
        rows = tuple(row for row in document.rows if row.session == session)
        yield replace(document, rows=rows, played_on=document.session_days.get(session, document.played_on))


def _session(document: Document, ranking: list[RankedContestant]) -> SessionOutline:
    return SessionOutline(document.played_on, document.title, tuple(ranking))


# --- From the lines --------------------------------------------------------------------------------------------------
def _ranking(document: Document, scored: ScoredFile, problems: list[Problem]) -> list[RankedContestant]:
    """As scored; as published where everybody has a published place that does not follow from the lines."""
    ours = [problem for problem in scored.problems if problem.sentence == sentences.PUBLISHED_STANDING]
    handicaps = has_handicaps(document)
    if (ours or handicaps) and len(document.standings) >= len(scored.standings):
        published = _published(document)
        if len(published) == len(scored.standings):
            if ours:
                problems.append(Problem(sentences.AS_PUBLISHED))
            return published
    keys = contestant_keys(document, document_names(document))
    places = []
    for standing in scored.standings:
        key = keys.get(standing.contestant, _key_of(document, standing.contestant))
        percent = None if standing.percent is None else scored.profile.percent.show(standing.percent)
        total = scored.show_total(standing.total)
        places.append(RankedContestant(standing.place, standing.contestant, _names(document, key), total, percent))
    return places


def _key_of(document: Document, name: str) -> Key:
    return next((key for key in document.people if key[1] == name), ("", name, ""))


def _names(document: Document, key: Key) -> tuple[str, ...]:
    """Everybody of a contestant; of a team its own name first."""
    contestant, name = document.contestant(*key), document.contestant_name(*key)
    players = tuple(player.name for player in contestant.players if player.name) if contestant else ()
    is_team = bool(document.matches) and name
    if is_team:
        return (name, *(player for player in players if player != name))
    return players or tuple(split_names(name))


# --- As published ----------------------------------------------------------------------------------------------------
def _published(document: Document) -> list[RankedContestant]:
    """The standings that the file gives, by direction where there are two winners and then by place."""
    own = _own_standings(document)
    names = document_names(document)
    called = {key: name for name, key in contestant_keys(document, names).items()}
    places = [
        RankedContestant(
            standing.place or _place(standing, own),
            called.get(key) or _called(key, names, document),
            _names(document, key),
            standing.total or None,
            standing.percent or None,
        )
        for key, standing in own.items()
    ]
    order = {id(place): key[2] for place, key in zip(places, own, strict=True)}
    return sorted(places, key=lambda place: (order[id(place)], _rank(place.rank)))


def _own_standings(document: Document) -> Mapping[Key, PublishedStanding]:
    """Without the pairs of teams, whose cross-IMPs are beside the ranking."""
    pairs_of_teams = {key for key, contestant in document.contestants.items() if contestant.team}
    return {key: standing for key, standing in document.standings.items() if key not in pairs_of_teams}


def _called(key: Key, names: Names, document: Document) -> str:
    section, number, direction = key
    repeated = sum(other[1] == number for other in document.standings) > 1
    section = section if names.with_section or (repeated and section) else ""
    return f"{section}{number}{direction if names.with_direction or (repeated and direction) else ''}"


def _place(standing: PublishedStanding, others: Mapping[Key, PublishedStanding]) -> str:
    """The place that a percentage or total gives where the file has none."""
    value = _value(standing)
    values = [_value(other) for other in others.values()]
    better = sum(other > value for other in values)
    return f"{better + 1}{'=' if values.count(value) > 1 else ''}"


def _value(standing: PublishedStanding) -> Fraction:
    text = (standing.percent or standing.total).strip().replace(",", ".")
    return Fraction(text) if _FIGURE.fullmatch(text) else Fraction(-1)


def _rank(place: str) -> int:
    digits = re.match(r"\d{1,5}", place.strip())
    return int(digits[0]) if digits else 99_999


def _message(problem: Problem) -> str:
    """A sentence that stands alone: with its board, which the list has no place for."""
    board = f"Board {problem.board}: " if problem.board not in (None, "") else ""
    return f"{board}{problem.message}"


def as_text(outlines: list[FileOutline]) -> str:
    """For people: each file with its sessions, places and what has to be looked at."""
    blocks = []
    for told in outlines:
        facts = [told.file, told.format, told.program, told.profile, told.method]
        lines = [" · ".join(filter(None, facts))]
        for session in told.sessions:
            lines.append(f"  {session.date} {session.name}: {len(session.ranking)}".rstrip())
            lines += [
                f"  {place.rank:>5}  {place.contestant:<8}  {place.total or '':>9}  {place.percent or '':>6}  "
                f"{' – '.join(place.names)}".rstrip()
                for place in session.ranking
            ]
        lines += [
            f"  {f'line {problem.line}: ' if problem.line is not None else ''}{_message(problem)}"
            for problem in told.problems
        ]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
