"""A results file, scored: the pure part of the command `score`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from scoring.engine import methods, victory
from scoring.engine.individual import individual_standings, players_by_side
from scoring.engine.methods import USUAL_METHOD, Average, Method, method_named, team_scoring_named
from scoring.engine.numbers import exact
from scoring.engine.profiles import Profile, profile_named
from scoring.engine.results import ScoredStanding, SessionScore
from scoring.engine.session import score_session
from scoring.engine.sheet import Penalty, Scoresheet
from scoring.engine.teams import MatchScore, TeamRules, score_match, team_standings
from scoring.interchange import sentences, swiss_pairs
from scoring.interchange.document import Document, FileError, Problem
from scoring.interchange.files import LIMIT, read
from scoring.interchange.naming import contestant_keys
from scoring.interchange.programs import profiles_to_try
from scoring.interchange.published import contradictions, direct_contradictions
from scoring.interchange.sections_apart import has_sections, read_sections_apart, sections_apart
from scoring.interchange.sheets import Reading, read_document, without_rankings

_ADJUSTMENT = re.compile(r"[+-]?\d{1,4}(?:\.\d{1,4})?")


@dataclass(frozen=True, slots=True)
class ScoringOptions:
    """What the person who runs the command may ask for; empty leaves it to the file."""

    method: str = ""
    profile: str = "exact"  # empty: the one of the program that wrote the file, or the one that its figures follow
    winners: int = 0
    scale: str = ""  # victory points: a name of victory.SCALES, or none
    trim: str = ""  # Butler: none, one, or so many percent
    cap: int | None = None


@dataclass(frozen=True)
class ScoredFile:
    """Everything that a report shows."""

    title: str
    method: str
    session: SessionScore
    matches: tuple[MatchScore, ...]
    standings: tuple[ScoredStanding, ...]
    problems: tuple[Problem, ...]
    decimals: int | None = None  # of team totals; None: the profile's

    @property
    def profile(self) -> Profile:
        return self.session.profile

    def show_total(self, total: Fraction) -> str:
        rounding = self.profile.total
        return (rounding if self.decimals is None else replace(rounding, decimals=self.decimals)).show(total)


def score_file(path: Path, options: ScoringOptions, limit: int = LIMIT) -> ScoredFile:
    if options.profile:
        profile_named(options.profile)  # a slip in an option is said before a large file is read
    return score_document(read(path, limit), options, path.name)


def score_document(document: Document, options: ScoringOptions, name: str = "The file") -> ScoredFile:
    return score_reading(document, read_document(document, options.winners), options, name)


def score_reading(document: Document, reading: Reading, options: ScoringOptions, name: str = "The file") -> ScoredFile:
    """What was read of a document, scored and held against the figures that it has itself."""
    if not any(board.counting for board in reading.sheet.boards):
        first = reading.problems[0].message if reading.problems else sentences.NO_RESULT
        raise FileError(sentences.NO_RESULTS, path=name, first=first)
    if options.profile:
        return _scored(document, reading, options, profile_named(options.profile), contradictions)
    return _scored_as_published(document, reading, options)


Contradictions = Callable[..., list[Problem]]


def _scored(
    document: Document, reading: Reading, options: ScoringOptions, profile: Profile, compare: Contradictions
) -> ScoredFile:
    method_name = options.method or document.method or USUAL_METHOD
    is_team = _is_team(method_name)
    if reading.matches and is_team:
        return _teams(document, reading, options, method_name, profile, compare)
    unfit: tuple[Problem, ...] = ()
    if is_team and team_scoring_named(method_name):  # only teams can be scored so, and the file has no matches
        unfit = (Problem(sentences.UNKNOWN_SCORING, {"said": method_name, "method": USUAL_METHOD}),)
        method_name = USUAL_METHOD
    method = _method(method_name, options)
    session = score_session(with_adjustments(reading, document), method, profile)
    standings = session.standings
    decimals = None
    if document.individual:
        standings = individual_standings(session, players_by_side(session))
    elif document.pair_matches and (in_vps := swiss_pairs.standings(document, reading, session)):
        standings, decimals = in_vps
    problems = (*relevant_problems(reading, options), *unfit, *compare(document, reading, session, standings))
    return ScoredFile(document.title, method.name, session, (), standings, problems, decimals)


def _scored_as_published(document: Document, reading: Reading, options: ScoringOptions) -> ScoredFile:
    """By the profile of the file's own program; where its figures follow another one, by that, and nothing is said."""
    told = len(relevant_problems(reading, options))
    best = _best(document, reading, options)
    if len(best.problems) <= told or reading.matches or not has_sections(document):
        return best
    apart = sections_apart(document)
    by_section = _best(apart, read_sections_apart(apart, options.winners), options)
    return by_section if len(by_section.problems) <= told else best


def _best(document: Document, reading: Reading, options: ScoringOptions) -> ScoredFile:
    """The first that explains every figure of the file, else the one that explains most."""
    best: ScoredFile | None = None
    for variant in _variants(document, reading, options):
        for profile in profiles_to_try(document):
            scored = _scored(document, reading, variant, profile, direct_contradictions)
            if best is None or len(scored.problems) < len(best.problems):
                best = scored
            if len(best.problems) <= len(relevant_problems(reading, options)):
                return best
    assert best is not None
    return best


def _variants(document: Document, reading: Reading, options: ScoringOptions) -> Iterator[ScoringOptions]:
    """What the file may mean by its method: as it is told first."""
    yield options
    method_name = options.method or document.method
    if reading.matches and not options.scale and document.victory_points:
        for scale in ("wbf", "wbf-discrete", "none"):
            yield replace(options, scale=scale)
    elif method_name == "cross-imps" and not options.method and document.has_figures:
        yield replace(options, method="cross-imps-sum")
    elif method_name == "butler" and not options.trim and document.has_figures:
        yield replace(options, trim="none")


def with_adjustments(reading: Reading, document: Document) -> Scoresheet:
    """The sheet with the penalties and bonuses that the file has for contestants."""
    penalties = []
    for name, key in contestant_keys(document, reading.names).items():
        contestant = document.contestant(*key)
        text = contestant.adjustment.strip().replace(",", ".") if contestant else ""
        if _ADJUSTMENT.fullmatch(text) and Fraction(text):
            penalties.append(Penalty(name, -Fraction(text)))
    return replace(reading.sheet, penalties=tuple(penalties)) if penalties else reading.sheet


def relevant_problems(reading: Reading, options: ScoringOptions) -> tuple[Problem, ...]:
    """Who names a method need not be told that the file names an unknown one."""
    unknown = sentences.UNKNOWN_SCORING if options.method else None
    return tuple(problem for problem in reading.problems if problem.sentence != unknown)


def _is_team(method_name: str) -> bool:
    return team_scoring_named(method_name) is not None or method_named(method_name).in_matches


def _method(method_name: str, options: ScoringOptions) -> Method:
    method = method_named(method_name)
    if method.in_matches:
        method = methods.CROSS_IMPS  # IMPs without matches: every result against every other
    return replace(method, cap=options.cap, trim=_trim(options.trim) if options.trim else method.trim)


def _trim(text: str) -> methods.Trim:
    word = text.strip().lower()
    if word in ("none", "one"):
        return methods.Trim(results=int(word == "one"))
    return methods.Trim(percent=exact(word.removesuffix("%")))


def _teams(
    document: Document,
    reading: Reading,
    options: ScoringOptions,
    method_name: str,
    profile: Profile,
    compare: Contradictions,
) -> ScoredFile:
    """Matches between teams, and beside them every pair's cross-IMPs over the whole field."""
    rules = TeamRules(team_scoring_named(method_name) or methods.IMPS, options.cap)
    in_imps = rules.scoring.average is Average.IMPS
    scale = options.scale or ("ebu" if document.victory_points and in_imps else "none")
    matches, decimals = [], 0
    for match in reading.matches:
        played = sum(1 for board in match.boards if board.scored is not None)
        points = victory.scale(scale, played) if scale != "none" and played else None
        decimals = max(decimals, points.decimals if points else 0)
        matches.append(score_match(match, rules, points))
    session = score_session(without_rankings(reading.sheet), replace(methods.CROSS_IMPS, cap=options.cap), profile)
    standings = team_standings(matches)
    fractional = any(standing.total * 10**decimals % 1 for standing in standings)
    shown_decimals = None if fractional else decimals
    problems = (*relevant_problems(reading, options), *compare(document, reading, session, standings, matches))
    return ScoredFile(document.title, rules.scoring.name, session, tuple(matches), standings, problems, shown_decimals)
