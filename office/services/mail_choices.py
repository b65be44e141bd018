"""What somebody wants by mail: chosen on their page, or stopped by the link in a mail without signing in."""

from __future__ import annotations

from datetime import datetime

from core import transaction
from core.actors import Actor, system
from core.audit import record
from core.permissions import require
from office.models import MailChoice
from office.notice_kinds import Category
from office.selectors.recipients import own_choices
from office.selectors.stop_links import Stop, stop_in


@transaction.atomic
def choose_mail(*, actor: Actor, wanted: dict[str, bool]) -> None:
    """Set which categories come by mail; what stays as it was is not written again."""
    require(actor, "notice.choose")
    assert actor.user is not None, "the rule asks for somebody who is signed in"
    current = own_choices(actor.user)
    for category, is_wanted in wanted.items():
        if current[Category(category)] != is_wanted:
            _choose(actor, MailChoice(user=actor.user, category=category, wanted=is_wanted, made_at=actor.at))


@transaction.atomic
def stop_mail(*, token: str, at: datetime) -> Stop | None:
    """Whoever has the mail may stop them; None where the link is not ours."""
    stop = stop_in(token)
    if stop is not None:
        choice = MailChoice(
            user_id=stop.user_id, player_id=stop.player_id, category=stop.category, wanted=False, made_at=at
        )
        _choose(system(at), choice)
    return stop


def _choose(actor: Actor, choice: MailChoice) -> None:
    choice.save()
    target = choice.user or choice.player
    assert target is not None, "the database lets no choice be nobody's"
    after = {"category": choice.category, "wanted": choice.wanted}
    record(actor=actor, act="mail.choose", body=None, target=target, after=after)
