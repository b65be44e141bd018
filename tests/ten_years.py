"""Ten years of a club: evenings with all that is left of them, written straight into the database."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta

from appeals.models import Appeal
from clubs.models import AuditEntry, Club, Player
from core.audit.models import AuditChain
from events.models import BoardSet, Contestant, Entrant, Event, Place, Section, Session, SessionOfficial, TableMoney
from jobs.models import Job
from office.models import Notice
from rulings.models import Report, ReportSubject, Ruling
from scoring.models import ComparisonField, OfficialScore, Publication, ScoringRun, Standing
from scoring.models.official import Period
from tests.cast import Cast
from tests.events.evening import EVENING, make_players

PAIRS, OTHERS = 4, 50


def add_evenings(cast: Cast, first: int, last: int) -> None:
    """Evenings of four pairs, so many weeks ago. The member plays and the director rules in all of them."""
    club, days = cast.harbour, [EVENING - timedelta(days=7 * number + 1) for number in range(first, last)]
    sets = BoardSet.objects.bulk_create(
        BoardSet(club=club, name=f"{day:%x}", source="dealt", made_at=day) for day in days
    )
    given = {"club": club, "name": "Tuesday pairs", "boards": 24}
    events = Event.objects.bulk_create(Event(**given, made_at=day, published_at=day) for day in days)
    sessions = Session.objects.bulk_create(
        Session(event=event, host=club, starts_at=day, state="finished", round=1, finished_at=day)
        for event, day in zip(events, days, strict=True)
    )
    sections = Section.objects.bulk_create(
        Section(session=session, board_set=boards) for session, boards in zip(sessions, sets, strict=True)
    )
    pairs = Contestant.objects.bulk_create(
        Contestant(event=event, name=f"Pair {number}", entered_at=EVENING)
        for event in events
        for number in range(PAIRS)
    )
    Place.objects.bulk_create(
        Place(session=sessions[at // PAIRS], section=sections[at // PAIRS], contestant=pair, number=at % PAIRS + 1)
        for at, pair in enumerate(pairs)
    )
    others = list(Player.objects.filter(display_name__startswith="Other 0")) or make_players(OTHERS, "Other")
    Entrant.objects.bulk_create(
        Entrant(
            event=pair.event,
            contestant=pair,
            player=others[at % OTHERS] if at % PAIRS else cast.member.player,
            position=1,
            last_played=days[at // PAIRS],
        )
        for at, pair in enumerate(pairs)
    )
    _add_scores(sessions, sections, pairs)
    _add_people(cast, sessions)
    _add_rulings(cast, sessions, pairs[::PAIRS])
    _add_records(club, days, first)


def _add_scores(sessions: list[Session], sections: list[Section], pairs: list[Contestant]) -> None:
    fields = ComparisonField.objects.bulk_create(
        ComparisonField(session=session, revision=1, scored_revision=1) for session in sessions
    )
    through = ComparisonField.sections.through
    through.objects.bulk_create(
        through(comparisonfield=field, section=section) for field, section in zip(fields, sections, strict=True)
    )
    runs = ScoringRun.objects.bulk_create(
        ScoringRun(field=field, revision=1, method="matchpoints", profile="exact", scored_at=EVENING)
        for field in fields
    )
    Standing.objects.bulk_create(
        Standing(
            run=runs[at // PAIRS],
            contestant=pair,
            rank=at % PAIRS + 1,
            boards=24,
            total="60",
            percent="50",
            shown_total="60.00",
            shown_percent="50.00",
        )
        for at, pair in enumerate(pairs)
    )
    OfficialScore.objects.bulk_create(
        OfficialScore(
            session=row,
            state="final",
            available_at=row.starts_at,
            minutes=dict.fromkeys(Period.values, 30),
            final_at=row.starts_at,
        )
        for row in sessions
    )
    Publication.objects.bulk_create(Publication(session=row, number=1, made_at=row.starts_at) for row in sessions)


def _add_people(cast: Cast, sessions: list[Session]) -> None:
    SessionOfficial.objects.bulk_create(
        SessionOfficial(session=row, player=cast.director.player, duty="director") for row in sessions
    )
    TableMoney.objects.bulk_create(
        TableMoney(session=row, player=cast.member.player, how="cash", amount=5, taken_at=row.starts_at)
        for row in sessions
    )


def _add_rulings(cast: Cast, sessions: list[Session], appellants: list[Contestant]) -> None:
    """One each evening, and a report; of the ruling the member's side has appealed and gone home with an answer."""
    rulings = Ruling.objects.bulk_create(
        Ruling(
            session=row,
            title="Insufficient bid",
            tree="L27",
            board=1,
            director=cast.director,
            state="given",
            opened_at=row.starts_at,
            given_at=row.starts_at,
        )
        for row in sessions
    )
    reports = Report.objects.bulk_create(
        Report(
            club=cast.harbour,
            kind="misconduct",
            session=row,
            happened_on=row.starts_at.date(),
            filed_at=row.starts_at,
            filed_by=cast.director,
            reporter="Olga Director",
            description="Rude at the table.",
            keep_until=(EVENING + timedelta(days=3650)).date(),
        )
        for row in sessions
    )
    others = Player.objects.filter(display_name__startswith="Other 0").order_by("pk")
    ReportSubject.objects.bulk_create(
        ReportSubject(report=report, player=player)
        for report, player in zip(reports, itertools.cycle(others), strict=False)
    )
    appeals = Appeal.objects.bulk_create(
        Appeal(
            year=row.session.starts_at.year,
            number=row.pk,
            ruling=row,
            session=row.session,
            club=cast.harbour,
            side="NS",
            contestant=contestant,
            director=cast.director,
            grounds="We think otherwise.",
            state="closed",
            hears="committee",
            concurring=1,
            verdict="stands",
            **dict.fromkeys(("requested_at", "lodged_at", "decided_at", "closed_at"), row.session.starts_at),
        )
        for row, contestant in zip(rulings, appellants, strict=True)
    )
    Notice.objects.bulk_create(
        Notice(
            club=row.club,
            user=user,
            kind="appeal.decided",
            about_kind="appeal",
            about_id=row.pk,
            gaps={"case": str(row)},
            made_at=row.requested_at,
            read_at=row.requested_at,
            state="sent",
        )
        for row in appeals
        for user in (cast.member, cast.chair)
    )


def _add_records(club: Club, days: list[datetime], first: int) -> None:
    chain, _made = AuditChain.objects.get_or_create(label=f"club:{club.pk}")
    last = AuditEntry.objects.filter(chain=chain).order_by("-number").values_list("number", flat=True).first() or 0
    AuditEntry.objects.bulk_create(
        AuditEntry(
            chain=chain,
            number=last + at + 1,
            at=day,
            actor_kind="system",
            act="session.finish",
            target_kind="events.session",
            target_id=str(first + at),
            hash=f"{first + at:064}",
        )
        for at, day in enumerate(days)
    )
    Job.objects.bulk_create(
        Job(kind="score", queue="live", state="done", club=club, asked_at=day, run_after=day, finished_at=day)
        for day in days
    )
