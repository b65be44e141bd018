"""Programs elsewhere that are told of news, and the log of what they were told."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.models import Club
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from exchange.forms.webhooks import WebhookForm
from exchange.models import Delivery, Webhook
from exchange.services.webhooks import add_webhook, stop_webhook, try_webhook

LOG = 30


@require_http_methods(["GET", "POST"])
@body_page("webhook.manage")
def webhooks(request: Request, body: Club) -> HttpResponse:
    """The addresses of a club; the secret of a new one is shown on the page that answers, and never again."""
    form, secret = WebhookForm(posted(request)), ""
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            _webhook, secret = add_webhook(actor=request.actor, club=body, **form.cleaned_data)
            form = WebhookForm()
    rows = [
        {
            "webhook": webhook,
            "stop": body_url(body, "stop-webhook", webhook_id=webhook.pk),
            "try": body_url(body, "try-webhook", webhook_id=webhook.pk),
        }
        for webhook in Webhook.objects.filter(club=body, stopped_at=None)
    ]
    log = Delivery.objects.filter(webhook__club=body).select_related("webhook")[:LOG]
    context = {"form": form, "secret": secret, "rows": rows, "log": log}
    return render_body(request, body, "exchange/webhooks.html", context, status=status_of(form))


@require_POST
@body_page("webhook.manage")
def stop(request: Request, body: Club, webhook_id: int) -> HttpResponse:
    stop_webhook(actor=request.actor, webhook=_find(body, webhook_id))
    messages.success(request, _("Stopped: nothing is sent there any more."))
    return redirect(body_url(body, "webhooks"))


@require_POST
@body_page("webhook.manage")
def try_one(request: Request, body: Club, webhook_id: int) -> HttpResponse:
    with refusals_as_messages(request):
        try_webhook(actor=request.actor, webhook=_find(body, webhook_id))
        messages.success(request, _("A trial message is on its way; the log says what came of it."))
    return redirect(body_url(body, "webhooks"))


def _find(club: Club, webhook_id: int) -> Webhook:
    return get_object_or_404(Webhook.objects.select_related("club__federation"), pk=webhook_id, club=club)
