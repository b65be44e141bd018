"""Results by mail, to those who want them: one mail a publication and person, never two."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from smtplib import SMTPServerDisconnected
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.mail import mail_leaves
from clubs.models import User
from core import transaction
from core.actors import Actor, system
from core.audit import record
from core.locks import lock
from core.text_direction import isolate_html, isolate_text
from events.models import Session
from events.selectors.seats import session_places
from jobs import services as jobs
from jobs.registry import Finish, ProgressReport
from scoring.models import MailWish, Publication, ResultsMail
from scoring.models.mail import MailState
from scoring.selectors.published_cards import PublishedCards

MAIL = "results.mail"
SALT = "scoring.mail.stop"


@transaction.atomic
def set_mail_wish(*, actor: Actor, user: User, results: bool) -> MailWish:
    """Record whether somebody wants results by mail; refused for anybody but oneself."""
    if actor.user_id != user.pk and not actor.is_system:
        raise ValueError("only one's own mail")
    wish = lock(MailWish.objects).filter(user=user).first()
    if wish is not None and wish.results == results:
        return wish
    before = {"results": wish.results} if wish else {}
    wish, _made = MailWish.objects.update_or_create(user=user, defaults={"results": results, "changed_at": actor.at})
    record(actor=actor, act="mail.wish", body=None, target=user, before=before, after={"results": results})
    return wish


def stop_token(user: User) -> str:
    """For the link in each mail: whoever has the mail may stop them, without signing in."""
    return signing.dumps(user.pk, salt=SALT)


def user_from_token(token: str) -> User | None:
    try:
        return User.objects.filter(pk=signing.loads(token, salt=SALT)).first()
    except signing.BadSignature:
        return None


def stop_mail(*, token: str, at: datetime) -> bool:
    user = user_from_token(token)
    if user is not None:
        set_mail_wish(actor=system(at), user=user, results=False)
    return user is not None


def ask_for_mails(*, publication: Publication, at: datetime) -> None:
    """In the transaction of the publication: who is to have it, and the job that sends it."""
    if not mail_leaves():
        return
    mails = [
        ResultsMail(publication=publication, user_id=user, contestant_id=contestant, changed_at=at)
        for user, contestant in _recipients(publication.session)
    ]
    if not mails:
        return
    ResultsMail.objects.bulk_create(mails)
    jobs.ask(
        kind=MAIL,
        key=f"mail:{publication.pk}",
        at=at,
        arguments={"publication": publication.pk},
        club_id=publication.session.event.club_id,
    )


def _recipients(session: Session) -> Iterator[tuple[int, int]]:
    """Those who played and want it, at an address that they have confirmed, each once."""
    playing: dict[int, int] = {}
    for place in session_places(session).defer("section__movement_data"):
        people = [entrant.player for entrant in place.contestant.entrants.all()]
        people += [substitution.player for substitution in place.substitutions.all()]
        for player in people:
            if player is not None and player.person.user_id is not None:
                playing.setdefault(player.person.user_id, place.contestant_id)
    confirmed = EmailAddress.objects.filter(verified=True, primary=True).values("user")
    wanting = User.objects.filter(pk__in=playing, is_active=True, is_demo=False, mail_wish__results=True)
    for pk in wanting.filter(pk__in=confirmed).order_by("pk").values_list("pk", flat=True):
        yield pk, playing[pk]


def send_mails(publication_id: int, report: ProgressReport) -> Finish:
    """Send what is left to send. A mail counts as handed over before the server is asked: it never goes out twice."""
    publications = Publication.objects.select_related("session__event__club")
    publication = publications.get(pk=publication_id)
    waiting = ResultsMail.objects.filter(publication=publication, state=MailState.WAITING)
    total = publication.mails.count()
    if waiting.exists():
        cards = PublishedCards(publication)
        connection = get_connection()
        # A server that does not answer is the job's affair: nothing was handed over, and it is tried again later.
        connection.open()
        try:
            for mail in waiting.select_related("user__mail_wish", "user__player"):
                _send(mail, cards, connection)
                report(total - waiting.count(), total)
        finally:
            connection.close()
    return lambda: {"words": _outcome_sentence(publication)}


def _send(mail: ResultsMail, cards: PublishedCards, connection: Any) -> None:
    mine = ResultsMail.objects.filter(pk=mail.pk, state=MailState.WAITING)
    state = MailState.SENDING if mail.user.mail_wish.results else MailState.SKIPPED
    if not mine.update(state=state, changed_at=timezone.now()) or state == MailState.SKIPPED:
        return
    try:
        message_for(mail, cards, connection).send()
    except SMTPServerDisconnected:
        # Whether this one went out nobody knows, so it stays as it is; the job goes on with the others later.
        raise
    except Exception as error:
        # An address that is refused, or a message that cannot be made, is no reason to keep the others waiting.
        _set_state(mail, MailState.FAILED, f"{type(error).__name__}: {error}")
    else:
        _set_state(mail, MailState.SENT)


def _set_state(mail: ResultsMail, state: str, error: str = "") -> None:
    ResultsMail.objects.filter(pk=mail.pk).update(state=state, error=error[:300], changed_at=timezone.now())


def _outcome_sentence(publication: Publication) -> str:
    states = list(publication.mails.values_list("state", flat=True))
    sent, failed = states.count(MailState.SENT), states.count(MailState.FAILED)
    words = ngettext("%(count)s mail sent.", "%(count)s mails sent.", sent) % {"count": sent}
    if failed:
        words += " " + ngettext("%(count)s was refused.", "%(count)s were refused.", failed) % {"count": failed}
    return words


def message_for(mail: ResultsMail, cards: PublishedCards, connection: Any = None) -> EmailMultiAlternatives:
    """In the language of whoever reads it, by the club's clock."""
    session = mail.publication.session
    club = session.event.club
    language = mail.user.language or club.language
    language_code = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    stop = settings.PUBLIC_URL + reverse("mail-stop", kwargs={"token": stop_token(mail.user)})
    official_path = reverse("club-session-official", kwargs={"slug": club.slug, "session_id": session.pk})
    with translation.override(language_code), timezone.override(ZoneInfo(club.timezone)):
        context = {
            "mail": mail,
            "name": mail.user.player.display_name if hasattr(mail.user, "player") else "",
            "publication": mail.publication,
            "session": session,
            "event": session.event,
            "club": club,
            "card": cards.card(mail.contestant_id),
            "matches": session.event.has_matches,
            "official_url": settings.PUBLIC_URL + official_path,
            "stop_url": stop,
            "language": language_code,
        }
        subject = (
            _("%(event)s: the official score") if mail.publication.number == 1 else _("%(event)s: corrected score")
        )
        message = EmailMultiAlternatives(
            isolate_text(subject % {"event": session.event.name}),
            isolate_text(render_to_string("scoring/mail/results.txt", context)),
            to=[mail.user.email],
            connection=connection,
            headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
        )
        html = render_to_string("scoring/mail/results.html", context)
        message.attach_alternative(isolate_html(html), "text/html")
    return message
