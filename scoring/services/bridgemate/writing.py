"""A Bridgemate file of a session."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core import transaction
from core.actors import Actor
from core.audit import record
from core.permissions import require
from events.models import Session
from events.wording import scoring_error_sentence
from scoring.engine.errors import ScoringError
from scoring.interchange.bridgemate import writer
from scoring.selectors.bridgemate.clock import file_days
from scoring.selectors.bridgemate.files import session_file, session_guid


@transaction.atomic
def write_session_file(
    *,
    actor: Actor,
    session: Session,
    computer: str = "",
    with_hands: bool = True,
    with_results: bool | None = None,
) -> bytes:
    """A `.bws` file of a session for Bridgemates; results are in it when the session is over, or where asked for.

    Deals that are sealed for whoever asks are not in it.
    """
    require(actor, "session.run", session)
    results = session.is_over if with_results is None else with_results
    content = session_file(actor=actor, session=session, with_results=results, with_hands=with_hands)
    if not content.file.rounds:
        sentence = _("This session has no movement yet. Seat the players, then take the file.")
        raise ValidationError(sentence, code="no_movement")
    new = writer.NewFile(
        made_at=file_days(session.starts_at, session.club),
        name=session.event.name,
        guid=session_guid(session),
        computer=computer.strip(),
        tricks=content.tricks,
    )
    try:
        data = writer.write(content.file, new)
    except ScoringError as error:
        raise ValidationError(scoring_error_sentence(error), code="not_written") from None
    after = {"hands": len(content.file.hands), "results": len(content.file.results)}
    record(actor=actor, act="bridgemate.write", body=session.club, target=session, after=after)
    return data


def file_name(session: Session) -> str:
    """What the file of a session is called: the event and the day."""
    day = session.starts_at.astimezone(ZoneInfo(session.club.timezone)).date().isoformat()
    return f"{slugify(session.event.name) or 'session'}-{day}.bws"
