"""What is new in a Bridgemate file, or in what Bridgemate's software sends, goes into a session."""

from __future__ import annotations

from datetime import date, timedelta

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor, system
from core.audit import record
from core.errors import field_error
from core.permissions import require
from events.models import Play, Session
from events.models.sessions import SessionState
from events.services.sessions import call_round, last_round
from events.wording import scoring_error_sentence
from scoring.engine.errors import ScoringError
from scoring.interchange.bridgemate import reader
from scoring.interchange.bridgemate.records import BridgemateFile, day_text
from scoring.models import BoardResult
from scoring.selectors.bridgemate.files import session_guid
from scoring.selectors.table_rounds import plays_without_entry
from scoring.services.bridgemate.deals import take_deals
from scoring.services.bridgemate.people import take_players
from scoring.services.bridgemate.report import BridgemateReport
from scoring.services.bridgemate.results import ResultTaking


def read_session_file(
    *,
    actor: Actor,
    session: Session,
    data: bytes,
    name: str = "",
    with_processed: bool = False,
    with_deals: bool = True,
    of_any_day: bool = False,
) -> BridgemateReport:
    """Take what is new in a `.bws` file into a session in play or over. A file that is none changes nothing.

    Rows that another program has marked as processed are passed over unless `with_processed`; a file whose results are
    of another day is refused unless `of_any_day`.
    """
    require(actor, "session.run", session)
    try:
        file = reader.parse(data, name or _("The file"))
    except ScoringError as error:
        raise ValidationError({"file": scoring_error_sentence(error)}, code="bad_file") from None
    if not of_any_day:
        _refuse_other_day(session, file)
    return take_records(actor=actor, session=session, file=file, with_processed=with_processed, with_deals=with_deals)


def take_records(
    *,
    actor: Actor,
    session: Session,
    file: BridgemateFile,
    with_processed: bool = False,
    with_deals: bool = True,
) -> BridgemateReport:
    """The same for records that come otherwise than in a file. Each result is an act of its own."""
    require(actor, "session.run", session)
    if session.state not in (SessionState.PLAYING, SessionState.FINISHED):
        raise ValidationError(_("This session is not being played. Start it, then read the file."), code="wrong_state")
    report = BridgemateReport()
    take_players(actor, session, file, report)
    if with_deals:
        take_deals(actor, session, file, report)
    ResultTaking(actor, session, file, report).take_all(with_processed=with_processed)
    _follow_rounds(actor, session)
    if report.changes_something:
        with transaction.atomic():
            record(actor=actor, act="bridgemate.read", body=session.club, target=session, after=report.counts)
    return report


def _refuse_other_day(session: Session, file: BridgemateFile) -> None:
    """Last week's file has the same tables and numbers: only its day tells it from this session's."""
    if file.guid == session_guid(session):
        return
    days = {date.fromisoformat(text) for result in file.results if (text := day_text(result.date))}
    played_on = session.club.day(session.starts_at)
    if not days or any(abs(day - played_on) <= timedelta(days=1) for day in days):
        return
    sentence = _(
        "The results in this file are of %(day)s, and this session is of %(own)s. Choose the file of this session;"
        " if only that computer's clock is wrong, tick “Take it although the day is another”."
    )
    gaps = {"day": date_format(max(days), "DATE_FORMAT"), "own": date_format(played_on, "DATE_FORMAT")}
    raise field_error("file", sentence % gaps, "other_day")


def _follow_rounds(actor: Actor, session: Session) -> None:
    """Bridgemates go on by themselves: a round of which everything is in, with results of a later one, is over."""
    while True:
        session.refresh_from_db()
        if session.state != SessionState.PLAYING or session.round >= last_round(session):
            return
        plays = Play.objects.filter(section__session=session)
        if plays_without_entry(plays.filter(round=session.round)).exists():
            return
        if not BoardResult.objects.current().filter(play__in=plays.filter(round__gt=session.round)).exists():
            return
        try:
            call_round(actor=system(actor.at), session=session)
        except ValidationError:
            # The next round is not drawn yet: that is the director's to do.
            return
