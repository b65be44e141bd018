"""What one is told, what of it one wants by mail, and the link that stops mails."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.mail import mail_leaves
from clubs.models.bodies import Body
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.office import body_url
from core.posted import number_in, posted
from core.refusals import refusals_as_messages, refusals_on, status_of
from office.forms.mails import GroupMailForm, MailChoicesForm, ReturnedForm
from office.models import GroupMail, Notice
from office.selectors.group_mails import group_choices, sent_mails, visible_group_mails
from office.selectors.notice_words import own_notices
from office.selectors.recipients import own_choices
from office.selectors.stop_links import stop_in
from office.selectors.undelivered import undelivered_notices
from office.services.group_mails import send_group_mail
from office.services.mail_choices import choose_mail, stop_mail
from office.services.notices import note_returned, read_notices, send_again, settle_undelivered


@require_safe
@login_required
def own(request: Request) -> HttpResponse:
    lines = own_notices(request.actor)
    unread = any(line.notice.read_at is None for line in lines)
    return render(request, "office/notices.html", {"lines": lines, "unread": unread})


@require_POST
@login_required
def read(request: Request) -> HttpResponse:
    read_notices(actor=request.actor)
    return redirect("notices")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def choices(request: Request) -> HttpResponse:
    assert request.actor.user is not None
    form = MailChoicesForm(posted(request), initial=own_choices(request.actor.user))
    if form.is_valid():
        choose_mail(actor=request.actor, wanted=form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("mail-wishes")
    context = {"form": form, "address": request.actor.user.email, "mail_leaves": mail_leaves()}
    return render(request, "account/mail.html", context)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: Request, token: str) -> HttpResponse:
    """The signed address is the right to it: mail programs post here without a page in between."""
    found = stop_in(token)
    if found is None:
        raise Http404
    done = request.method == "POST" and stop_mail(token=token, at=request.actor.at) is not None
    return render(request, "office/mail_stop.html", {"done": done, "category": found.label})


@require_safe
@body_page("group_mail.view")
def group_mails(request: Request, body: Body) -> HttpResponse:
    context = {
        "mails": sent_mails(body),
        "write_url": body_url(body, "write-group-mail"),
        "undelivered_url": body_url(body, "undelivered"),
    }
    return render_body(request, body, "office/group_mails.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("group_mail.send")
def write(request: Request, body: Body) -> HttpResponse:
    """What is typed is looked over first: how many get it, and how it reads."""
    choices = group_choices(body, request.actor.at)
    sizes = [(choice.group.key, f"{choice.group.label} ({choice.people})") for choice in choices if choice.people]
    form = GroupMailForm(posted(request), groups=sizes)
    looked_over = None
    if form.is_valid():
        if "send" in request.POST:
            with refusals_on(form):
                send_group_mail(actor=request.actor, body=body, **form.cleaned_data)
                messages.success(request, _("Sent. Those who want such mails get it within minutes."))
                return redirect(body_url(body, "group-mails"))
        else:
            looked_over = next(choice for choice in choices if choice.group.key == form.cleaned_data["group"])
    context = {"form": form, "choice": looked_over, "mail_leaves": mail_leaves()}
    return render_body(request, body, "office/group_mail_write.html", context, status=status_of(form))


@require_safe
@login_required
def group_mail(request: Request, mail_id: int) -> HttpResponse:
    """For those to whom it went, and for those who may write from there."""
    mail: GroupMail = get_object_or_404(visible_group_mails(request.actor), pk=mail_id)
    return render(request, "office/group_mail.html", {"mail": mail, "body": mail.body})


@require_http_methods(["GET", "HEAD", "POST"])
@body_page("undelivered.view")
def undelivered(request: Request, body: Body) -> HttpResponse:
    """What the mail server refused; what came back later is noted here by its address."""
    form = ReturnedForm(posted(request))
    if form.is_valid():
        with refusals_on(form):
            note_returned(actor=request.actor, body=body, **form.cleaned_data)
            messages.success(request, _("Noted below: they have not got it."))
            return redirect(body_url(body, "undelivered"))
    context = {
        "lines": undelivered_notices(body),
        "settle_url": body_url(body, "settle-undelivered"),
        "form": form,
    }
    return render_body(request, body, "office/undelivered.html", context, status=status_of(form))


@require_POST
@body_page("undelivered.settle")
def settle(request: Request, body: Body) -> HttpResponse:
    rows = Notice.objects.filter(**{body.kind: body}).select_related("club__federation", "federation")
    notice = get_object_or_404(rows, pk=number_in(request.POST, "notice"))
    with refusals_as_messages(request):
        if "again" in request.POST:
            send_again(actor=request.actor, notice=notice)
            messages.success(request, _("It is tried once more."))
        else:
            settle_undelivered(actor=request.actor, notice=notice)
    return redirect(body_url(body, "undelivered"))
