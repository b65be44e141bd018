"""Who wants results by mail, and the link in each mail that stops them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from clubs.views.bodies import Request
from core.posted import posted
from scoring.forms.official import MailForm
from scoring.models import MailWish
from scoring.services.mails import set_mail_wish, stop_mail, user_from_token


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def wishes(request: Request) -> HttpResponse:
    assert request.actor.user is not None
    wish = MailWish.objects.filter(user=request.actor.user).first()
    form = MailForm(posted(request), initial={"results": wish is not None and wish.results})
    if form.is_valid():
        set_mail_wish(actor=request.actor, user=request.actor.user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("mail-wishes")
    return render(request, "account/mail.html", {"form": form, "address": request.actor.user.email})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: Request, token: str) -> HttpResponse:
    """The signed address is the right to it: mail programs post here without a page in between."""
    if user_from_token(token) is None:
        raise Http404
    done = request.method == "POST" and stop_mail(token=token, at=request.actor.at)
    return render(request, "scoring/mail_stop.html", {"done": done})
