"""The official score of a session: what is missing, what it rests on, what keeps it from being final."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from events.models import Play, Session
from events.models.plays import PlayState
from events.wording import local_moment
from scoring.models import (
    BoardForms,
    BoardResult,
    ComparisonField,
    Correction,
    LateDeadline,
    MatchTerm,
    OfficialScore,
    Penalty,
    Publication,
    ScoreAdjustment,
    ScoreEntry,
)
from scoring.models.corrections import UNDECIDED, CorrectionState
from scoring.models.fields import PenaltyUnit
from scoring.models.results import EntryState
from scoring.pending import pending_in
from scoring.selectors.desk import table_name
from scoring.selectors.periods import is_over, period_ends
from scoring.selectors.table_rounds import has_no_score

MOST_NAMED = 12


def current_official_score(session: Session) -> OfficialScore | None:
    return OfficialScore.objects.filter(session=session).select_related("final_by__player").first()


def session_publications(session: Session) -> list[Publication]:
    """The newest first."""
    publications = Publication.objects.filter(session=session).select_related("made_by__player").order_by("-number")
    return list(publications.prefetch_related("runs__field"))


@dataclass(frozen=True)
class MissingResult:
    """A board that should have a result at a table and has none."""

    play: int
    table: str
    round: int
    board: int


def missing_results(session: Session) -> list[MissingResult]:
    """Neither a result nor an adjusted score; what is not to be played is not missed."""
    plays = Play.objects.filter(has_no_score(), section__session=session).exclude(state=PlayState.DROPPED)
    sections = list(session.sections.only("pk", "letter"))
    return [
        MissingResult(play.pk, table_name(sections, play.section_id, play.table), play.round, play.board)
        for play in plays.order_by("round", "section__letter", "table", "board")
    ]


def missing_sentence(missing: list[MissingResult]) -> str:
    """“2 results are missing: board 7 at table 3, board 8 at table 3.”"""
    if not missing:
        return ""
    names = [_("board %(board)s at table %(table)s") % asdict(result) for result in missing[:MOST_NAMED]]
    more = len(missing) - len(names)
    if more:
        names.append(ngettext("%(count)s more", "%(count)s more", more) % {"count": more})
    sentence = ngettext(
        "%(count)s result is missing: %(which)s.", "%(count)s results are missing: %(which)s.", len(missing)
    )
    return sentence % {"count": len(missing), "which": ", ".join(names)}


def missing_when_published(publication: Publication) -> list[MissingResult]:
    return [MissingResult(**result) for result in publication.missing]


def score_basis(session: Session) -> dict[str, Any]:
    """Everything that a score rests on, by version: two that are equal say the same."""
    here = {"play__section__session": session, "superseded_at": None}
    results = BoardResult.objects.filter(**here).values_list("play_id", "version")
    adjustments = ScoreAdjustment.objects.filter(**here).values_list("play_id", "pk")
    in_force = Penalty.objects.filter(field__session=session, withdrawn_at=None).exclude(unit=PenaltyUnit.WARNING)
    penalties = in_force.values_list("pk", flat=True)
    dropped = Play.objects.filter(section__session=session, state=PlayState.DROPPED).values_list("pk", flat=True)
    basis: dict[str, Any] = {
        "results": {str(play): version for play, version in sorted(results)},
        "adjustments": {str(play): pk for play, pk in sorted(adjustments)},
        "penalties": sorted(penalties),
        "dropped": sorted(dropped),
    }
    return basis | {name: pks for name, pks in _forms_and_terms(session).items() if pks}


def _forms_and_terms(session: Session) -> dict[str, list[int]]:
    """Forms of a board that are scored apart (Law 87), and what counts in matches beside their boards."""
    forms = BoardForms.objects.current().filter(section__session=session).exclude(forms=[])
    terms = MatchTerm.objects.filter(session=session, withdrawn_at=None)
    return {
        name: sorted(records.values_list("pk", flat=True)) for name, records in (("forms", forms), ("terms", terms))
    }


def seen_tag(session: Session, publications: list[Publication]) -> str:
    """What a page for publishing has shown: which publication was the last, and how far the fields were."""
    number = publications[0].number if publications else 0
    revisions = ComparisonField.objects.filter(session=session).order_by("pk").values_list("revision", flat=True)
    return ".".join(map(str, (number, *revisions)))


def visible_corrections(session: Session, hidden: set[int]) -> QuerySet[Correction]:
    """All of them but those about boards that the reader has yet to play (Law 16D)."""
    corrections = Correction.objects.filter(session=session).exclude(play__board__in=hidden)
    return corrections.select_related(
        *("play__section__session__event__club", "contestant", "asked_by__player", "decided_by__player"),
        *("approved_by__player", "result", "adjustment"),
    ).prefetch_related("contestant__entrants__player")


def count_open_corrections(session: Session, hidden: set[int]) -> int:
    """How many requests wait for the director."""
    corrections = Correction.objects.filter(session=session, state=CorrectionState.OPEN)
    return corrections.exclude(play__board__in=hidden).count()


def open_deadlines(session: Session, at: datetime) -> list[LateDeadline]:
    deadlines = LateDeadline.objects.filter(session=session).select_related("contestant", "told_by__player")
    in_order = deadlines.prefetch_related("contestant__entrants__player").order_by("decided_at", "pk")
    return [deadline for deadline in in_order if deadline.until is None or not is_over(deadline.until, at)]


def finality_obstacles(official: OfficialScore, at: datetime) -> list[str]:
    """Why the score cannot be final yet, a sentence each."""
    session, club = official.session, official.club
    obstacles = [
        _("%(period)s is possible until %(when)s (Law %(law)s).")
        % {"period": end.label, "when": local_moment(club, end.until), "law": end.law}
        for end in period_ends(official, at)
        if not end.is_over
    ]
    obstacles += _undecided_sentences(session)
    for deadline in open_deadlines(session, at):
        if deadline.until is None:
            obstacles.append(
                _("%(who)s have not been told yet: %(title)s.") % {"who": deadline.contestant, "title": deadline.title}
            )
        else:
            sentence = _("%(who)s may appeal until %(when)s: %(title)s.")
            obstacles.append(
                sentence
                % {"who": deadline.contestant, "when": local_moment(club, deadline.until), "title": deadline.title}
            )
    obstacles += [pending.sentence for pending in pending_in(session)]
    if is_changed_since_published(session):
        obstacles.append(_("Something has changed that is not published yet. Publish it again."))
    return obstacles


def is_changed_since_published(session: Session) -> bool:
    """What counts is not what was published last: it is to be published again."""
    last = Publication.objects.filter(session=session).order_by("-number").first()
    return last is None or bool(last.basis != score_basis(session))


def _undecided_sentences(session: Session) -> list[str]:
    states = list(Correction.objects.filter(session=session, state__in=UNDECIDED).values_list("state", flat=True))
    open_corrections, waiting = states.count(CorrectionState.OPEN), states.count(CorrectionState.APPROVAL)
    claims = ScoreEntry.objects.filter(play__section__session=session, state=EntryState.DISPUTED).count()
    obstacles = []
    if open_corrections:
        sentence = ngettext(
            "%(count)s request for a correction is to be decided.",
            "%(count)s requests for corrections are to be decided.",
            open_corrections,
        )
        obstacles.append(sentence % {"count": open_corrections})
    if waiting:
        sentence = ngettext(
            "%(count)s correction waits for the organizer’s approval.",
            "%(count)s corrections wait for the organizer’s approval.",
            waiting,
        )
        obstacles.append(sentence % {"count": waiting})
    if claims:
        sentence = ngettext(
            "%(count)s claim from a table is to be decided at the desk.",
            "%(count)s claims from the tables are to be decided at the desk.",
            claims,
        )
        obstacles.append(sentence % {"count": claims})
    return obstacles
