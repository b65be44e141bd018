"""A table goes on to the next round by itself, where the rules let it."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor, system
from core.changes import locked
from events.models import Play, Section, Session, TableCode, TableRound
from events.models.sessions import SessionState
from events.selectors.table_rounds import tables_ahead
from events.services.sessions import call_round, last_round
from scoring.selectors.table_rounds import advances_by_itself, next_round_obstacles, plays_without_entry, round_at
from scoring.services.table_codes import refuse_other_table


@transaction.atomic
def begin_next_round(*, actor: Actor, code: TableCode, number: int) -> int:
    """Those at a table begin round `number`. Asked twice it is begun once.

    Refused, with what is missing, unless everything of the round before is in here, those who come have everything in
    where they were, and nobody has the boards any more. When the last table has gone on, the session's round follows.
    """
    refuse_other_table(code, code.section_id, code.table)
    session = locked(code.section.session)
    section = Section.objects.select_related("session__event__club__federation").get(pk=code.section_id)
    section.session = session
    current = round_at(section, code.table)
    if session.state == SessionState.PLAYING and number <= current:
        return current
    _refuse_next_round(section, number, current)
    coming = list(Play.objects.filter(section=section, table=code.table, round=number).order_by("board"))
    if not coming:
        raise ValidationError(_("Nobody plays at this table in round %(round)s.") % {"round": number}, code="nobody")
    if missing := next_round_obstacles(section, code.table, current, coming):
        raise ValidationError(missing, code="not_yet")
    TableRound.objects.update_or_create(
        section=section, table=code.table, defaults={"round": number, "begun_at": actor.at}
    )
    _call_round_when_all_ahead(session, actor)
    return number


def _refuse_next_round(section: Section, number: int, current: int) -> None:
    session = section.session
    if session.state != SessionState.PLAYING:
        raise ValidationError(_("This session is not being played."), code="wrong_state")
    if not advances_by_itself(section):
        raise ValidationError(_("The director calls the next round."), code="called")
    if number != current + 1:
        sentence = _("This table plays round %(round)s. Load the page again.")
        raise ValidationError(sentence % {"round": current}, code="other_round")


def _call_round_when_all_ahead(session: Session, actor: Actor) -> None:
    """The session plays the round of its slowest table; where a section is called, the director calls it."""
    following = session.round + 1
    sections = list(session.sections.select_related("session__event__club__federation"))
    if following > last_round(session) or not all(advances_by_itself(section) for section in sections):
        return
    if plays_without_entry(Play.objects.filter(section__session=session, round=session.round)).exists():
        return
    ahead = tables_ahead(session)
    plays = Play.objects.filter(section__session=session, round=following)
    if all(where in ahead for where in plays.order_by().values_list("section_id", "table").distinct()):
        call_round(actor=system(actor.at), session=session)
