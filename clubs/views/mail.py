"""How mail leaves this server: set up and tried by whoever runs it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.forms.mail import MailServerForm, TryMailForm
from clubs.mail import set_by_environment
from clubs.models import MailServer
from clubs.services.mail import set_up_mail, stop_mail, try_mail
from clubs.views.bodies import Request
from core.permissions import require
from core.refusals import refusals_on, status_of


@require_http_methods(["GET", "POST"])
@login_required
def mail_server(request: Request) -> HttpResponse:
    require(request.actor, "server.mail")
    assert request.actor.user is not None
    server = MailServer.objects.first()
    act = next((name for name in ("save", "try", "stop") if name in request.POST), "")
    form = MailServerForm(request.POST if act == "save" else None, instance=server)
    trial = TryMailForm(request.POST if act == "try" else None, initial={"to": request.actor.user.email})
    if request.method == "POST" and (message := _run(request, act, form, trial)):
        messages.success(request, message)
        return redirect("server-mail")
    context = {"form": form, "trial": trial, "server": server, "fixed": set_by_environment()}
    return render(request, "pages/mail_server.html", context, status=status_of(form, trial))


def _run(request: Request, act: str, form: MailServerForm, trial: TryMailForm) -> str:
    """What was done, in words; nothing where something is wrong, which then stands on the form."""
    with refusals_on(trial if act == "try" else form):
        if act == "save" and form.is_valid():
            set_up_mail(actor=request.actor, **form.cleaned_data)
            return _("Saved. Now try it below.")
        if act == "try" and trial.is_valid():
            try_mail(actor=request.actor, **trial.cleaned_data)
            return _("The server has taken the message. Look whether it arrives.")
        if act == "stop":
            stop_mail(actor=request.actor)
            return _("No mail leaves any more.")
    return ""
