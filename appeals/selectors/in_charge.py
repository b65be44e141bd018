"""Who acts as the director in charge in a case (Laws 81D, 93A and 93B)."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from appeals.models import Appeal
from appeals.selectors.audience import director_users
from appeals.selectors.deadlines import rules_in
from clubs.models import Player
from events.selectors.officials import director_in_charge
from rulings.models import RulingVersion
from rulings.selectors.directors import session_directors


def in_charge_users(appeal: Appeal, at: datetime) -> set[int]:
    """The director in charge; where there is none, or they are a side of the case, every director who is not."""
    return _leading(appeal, director_users(appeal, at), at)


def hearing_users(appeal: Appeal, at: datetime) -> set[int]:
    """Who hears it where no committee does: the director in charge, but by regulation not of a ruling of their own."""
    directors = director_users(appeal, at)
    if rules_in(appeal.session).not_who_ruled:
        directors = (directors & _directed(appeal, at)) - ruled_by(appeal) or directors
    return _leading(appeal, directors, at)


def why_not_to_hear(appeal: Appeal, user: int | None, at: datetime) -> str:
    """Why a director of the session does not hear a case in a committee's place; empty for whoever does or is none."""
    directors, hearing = director_users(appeal, at), hearing_users(appeal, at)
    if user is None or user not in directors or user in hearing:
        return ""
    players = Player.objects.filter(user__in=hearing).order_by("display_name")
    names = ", ".join(players.values_list("display_name", flat=True))
    if rules_in(appeal.session).not_who_ruled and user in ruled_by(appeal):
        sentence = _("You gave the ruling: by regulation another director hears the appeal against it, %(names)s.")
    elif user not in _directed(appeal, at):
        sentence = _("You became a director after the session had ended: %(names)s hears it.")
    else:
        sentence = _("You are not the director in charge of this session: %(names)s hears it (Law 93A).")
    return sentence % {"names": names}


def _directed(appeal: Appeal, at: datetime) -> set[int]:
    """Those who were directors when the session ended: nobody is appointed into a case afterwards."""
    return {user.pk for user in session_directors(appeal.session, at=appeal.session.finished_at or at)}


def _leading(appeal: Appeal, directors: set[int], at: datetime) -> set[int]:
    director = director_in_charge(appeal.session, at)
    return {director.user_id} if director is not None and director.user_id in directors else directors


def ruled_by(appeal: Appeal) -> set[int]:
    """Who gave or amended the ruling."""
    wrote = RulingVersion.objects.filter(ruling=appeal.ruling_id).values_list("made_by", flat=True)
    return {pk for pk in (appeal.ruling.director_id, *wrote) if pk is not None}
