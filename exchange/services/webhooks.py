"""Telling programs elsewhere what happens to a club's results: signed, tried again, written down."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from appeals.models import Appeal
from clubs.models import Club
from core import transaction
from core.actors import Actor
from core.audit import record
from core.changes import locked
from core.errors import field_error
from core.permissions import require
from core.qr import full_address
from events.models import Session
from exchange.models import Delivery, Webhook
from exchange.models.webhooks import DeliveryState, News
from exchange.outbound import NotSent, address_problem, post
from jobs import services as jobs

SEND = "webhook.send"
#: Over about half an hour.
TRIES = 9
MOST_WEBHOOKS = 10
PING = "ping"


@transaction.atomic
def add_webhook(*, actor: Actor, club: Club, url: str, news: Iterable[str]) -> tuple[Webhook, str]:
    """An address to be told of these news, and the secret with which messages are signed: it is shown once."""
    require(actor, "webhook.manage", club)
    chosen = sorted(set(news))
    if problem := address_problem(url):
        raise field_error("url", problem, "bad_address")
    if not chosen or not set(chosen) <= set(News.values):
        raise field_error("news", _("Choose at least one of those that are offered."), "unknown")
    if Webhook.objects.filter(club=club, stopped_at=None).count() >= MOST_WEBHOOKS:
        sentence = _("A club has at most %(most)s webhooks. Stop one that is not used any more.")
        raise ValidationError(sentence % {"most": MOST_WEBHOOKS}, code="too_many")
    webhook = Webhook(club=club, url=url, news=chosen, made_at=actor.at, made_by=actor.user)
    webhook.secret = secret = secrets.token_urlsafe(32)
    webhook.full_clean()
    webhook.save()
    record(actor=actor, act="webhook.add", body=club, target=webhook, after={"url": url, "news": chosen})
    return webhook, secret


@transaction.atomic
def stop_webhook(*, actor: Actor, webhook: Webhook) -> Webhook:
    """Nothing is sent to it any more, not even what waits. Stopped already, it stays so."""
    require(actor, "webhook.manage", webhook.club)
    webhook = locked(webhook)
    if webhook.stopped_at is None:
        webhook.stopped_at, webhook.version = actor.at, webhook.version + 1
        webhook.save(update_fields=["stopped_at", "version"])
        record(actor=actor, act="webhook.stop", body=webhook.club, target=webhook)
    return webhook


@transaction.atomic
def try_webhook(*, actor: Actor, webhook: Webhook) -> Delivery:
    """Send a message that says nothing but that it is one."""
    require(actor, "webhook.manage", webhook.club)
    webhook = locked(webhook)
    if webhook.stopped_at:
        raise ValidationError(_("This webhook is stopped. Add it again to use it."), code="stopped")
    delivery = _deliver(webhook, PING, {}, actor)
    record(actor=actor, act="webhook.try", body=webhook.club, target=webhook)
    return delivery


# --- What happened ---------------------------------------------------------------------------------------------------
def tell_of_score(*, session: Session, news: str, actor: Actor) -> None:
    _tell(session, f"results.{news}", actor)


def tell_of_decision(*, appeal: Appeal, actor: Actor) -> None:
    _tell(appeal.session, News.DECIDED, actor)


def _tell(session: Session, news: str, actor: Actor) -> None:
    """A message to each address that wants it, in the transaction of the act. It names no person."""
    webhooks = [one for one in Webhook.objects.filter(club=session.club, stopped_at=None) if news in one.news]
    for webhook in webhooks:
        _deliver(webhook, news, {"session": _session(session)}, actor)


def _session(session: Session) -> dict[str, Any]:
    place = {"slug": session.club.slug, "session_id": session.pk}
    return {
        "id": session.pk,
        "event": session.event.name,
        "number": session.number,
        "starts_at": session.starts_at.isoformat(),
        "page": full_address(reverse("club-session-results", kwargs=place)),
        "api": full_address(f"/api/v1/sessions/{session.pk}/ranking/"),
    }


def _deliver(webhook: Webhook, news: str, what: dict[str, Any], actor: Actor) -> Delivery:
    uuid = uuid4()
    message = {"news": str(news), "delivery": str(uuid), "at": actor.at.isoformat(), "club": webhook.club.slug} | what
    body = json.dumps(message, ensure_ascii=False)
    delivery = Delivery.objects.create(webhook=webhook, uuid=uuid, news=news, body=body, made_at=actor.at)
    jobs.ask(kind=SEND, at=actor.at, arguments={"delivery": delivery.pk}, club_id=webhook.club_id)
    return delivery


# --- In the background -----------------------------------------------------------------------------------------------
def send_delivery(delivery_id: int) -> DeliveryState:
    """Send it now; raises where nobody took it and it is to be tried again."""
    delivery = Delivery.objects.select_related("webhook__club").get(pk=delivery_id)
    if delivery.state != DeliveryState.WAITING or delivery.webhook.stopped_at:
        return DeliveryState(delivery.state)
    body, now = delivery.body.encode(), timezone.now()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Tenace",
        "Tenace-News": delivery.news,
        "Tenace-Delivery": str(delivery.uuid),
        "Tenace-Signature": signature(delivery.webhook.secret, body, int(now.timestamp())),
    }
    try:
        status = post(delivery.webhook.url, body, headers)
    except NotSent as error:
        tries = delivery.tries + 1
        state = DeliveryState.FAILED if tries >= TRIES else DeliveryState.WAITING
        Delivery.objects.filter(pk=delivery_id).update(tries=tries, tried_at=now, state=state, answer=str(error)[:300])
        raise
    done = {"state": DeliveryState.SENT, "tries": delivery.tries + 1, "tried_at": now, "answer": str(status)}
    Delivery.objects.filter(pk=delivery_id).update(**done)
    return DeliveryState.SENT


def signature(secret: str, body: bytes, at: int) -> str:
    """HMAC-SHA256 over the moment, a dot and the body: whoever has the secret can tell that it is ours, and when."""
    signed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={signed}"
