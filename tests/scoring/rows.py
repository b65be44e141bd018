"""One more row of every model of scoring, for the tests that walk through the admin."""

from __future__ import annotations

from django.db import models

from events.models import Play, Session
from scoring.models import (
    Announcement,
    BoardForms,
    BoardResult,
    ClubTableRules,
    ComparisonField,
    ContactNote,
    Correction,
    DirectorCall,
    Knockout,
    LateDeadline,
    MatchAgreement,
    MatchTerm,
    OfficialScore,
    Penalty,
    Publication,
    RoundDraw,
    ScoreAdjustment,
    ScoreEntry,
    ScoringRun,
    TableRules,
)
from scoring.selectors.periods import minutes_for
from tests.cast import Cast
from tests.events.evening import EVENING

# All of them: what counts is changed at the tables and at the director's desk.
SCORES_ONLY_SHOWN: set[type[models.Model]] = {
    *(
        Announcement,
        BoardForms,
        BoardResult,
        DirectorCall,
        ComparisonField,
        Penalty,
        ScoreAdjustment,
        ScoreEntry,
        ScoringRun,
    ),
    *(ContactNote, Correction, LateDeadline, OfficialScore, Publication, TableRules),
    *(ClubTableRules, Knockout, MatchAgreement, MatchTerm, RoundDraw),
}


def add_scoring_rows(cast: Cast, start: int) -> None:
    """On the session that the rows of events have made last."""
    session = Session.objects.filter(event__club=cast.hillside).latest("pk")
    section = session.sections.get()
    play = Play.objects.filter(section=section)[0]
    played = {"contract": "4S", "declarer": "N", "tricks": 10, "score": 420}
    entry = ScoreEntry.objects.create(play=play, key=f"row-{start}", source="table", received_at=EVENING, **played)
    BoardResult.objects.create(play=play, version=1, entry=entry, source="table", made_at=EVENING, **played)
    ScoreAdjustment.objects.create(play=play, kind="artificial", reason=f"Row {start}", made_at=EVENING)
    field = ComparisonField.objects.create(session=session)
    field.sections.set([section])
    ScoringRun.objects.create(field=field, revision=0, method="vp", profile="exact", scored_at=EVENING)
    Penalty.objects.create(
        field=field, contestant=play.north, amount=1, unit="points", reason=f"Row {start}", made_at=EVENING
    )
    DirectorCall.objects.create(section=section, table=1, round=1, called_at=EVENING)
    Announcement.objects.create(session=session, text=f"Row {start}", made_at=EVENING)
    TableRules.objects.create(section=section)
    ClubTableRules.objects.get_or_create(club=cast.hillside)
    BoardForms.objects.create(section=section, board=play.board, reason=f"Row {start}", made_at=EVENING)
    match = {"session": session, "round": 1, "home": play.north, "away": play.east, "team": play.north}
    MatchAgreement.objects.create(**match, made_at=EVENING, digest=f"row-{start}")
    MatchTerm.objects.create(**match, kind="penalty", imps=1, reason=f"Row {start}", made_at=EVENING)
    RoundDraw.objects.create(section=section, round=2, basis="standings", made_at=EVENING)
    Knockout.objects.create(event=session.event, seeds=[play.north_id], made_at=EVENING)
    _add_official_rows(session, play, cast, start)


def _add_official_rows(session: Session, play: Play, cast: Cast, start: int) -> None:
    OfficialScore.objects.create(session=session, available_at=EVENING, minutes=minutes_for(session.event))
    Publication.objects.create(session=session, number=1, made_at=EVENING)
    asked = {"session": session, "play": play, "contestant": play.north}
    Correction.objects.create(claimed="4S-1 N", words=f"Row {start}", asked_at=EVENING, **asked)
    LateDeadline.objects.create(
        session=session, contestant=play.north, about="row", title=f"Row {start}", minutes=30, decided_at=EVENING
    )
    ContactNote.objects.create(contestant=play.north, text=f"Row {start}")
