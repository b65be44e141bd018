"""How mail leaves this server: set up and tried by whoever runs it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.forms.mail import MailServerForm, TryMailForm
from clubs.mail import set_by_environment
from clubs.models import MailServer
from clubs.services.mail import set_up_mail, stop_mail, try_mail
from clubs.views.bodies import Request
from core.forms import add_errors
from core.permissions import require


@require_http_methods(["GET", "POST"])
@login_required
def mail_server(request: Request) -> HttpResponse:
    require(request.actor, "server.mail")
    assert request.actor.user is not None
    server = MailServer.objects.first()
    asked = next((name for name in ("save", "try", "stop") if name in request.POST), "")
    form = MailServerForm(request.POST if asked == "save" else None, instance=server)
    trial = TryMailForm(request.POST if asked == "try" else None, initial={"to": request.actor.user.email})
    if request.method == "POST" and (done := _act(request, asked, form, trial)):
        messages.success(request, done)
        return redirect("server-mail")
    context = {"form": form, "trial": trial, "server": server, "fixed": set_by_environment()}
    status = 422 if form.errors or trial.errors else 200
    return render(request, "pages/mail_server.html", context, status=status)


def _act(request: Request, asked: str, form: MailServerForm, trial: TryMailForm) -> str:
    """What was done, in words; nothing where something is wrong, which then stands on the form."""
    if asked == "save" and form.is_valid():
        return _done(form, lambda: set_up_mail(actor=request.actor, **form.cleaned_data), _("Saved. Now try it below."))
    if asked == "try" and trial.is_valid():
        said = _("The server has taken the message. Look whether it arrives.")
        return _done(trial, lambda: try_mail(actor=request.actor, **trial.cleaned_data), said)
    if asked == "stop":
        return _done(form, lambda: stop_mail(actor=request.actor), _("No mail leaves any more."))
    return ""


def _done(form: BaseForm, act: object, said: str) -> str:
    try:
        act()  # type: ignore[operator]
    except ValidationError as error:
        add_errors(form, error)
        return ""
    return said
