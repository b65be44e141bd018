"""What is on record about oneself, and one's own side of it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from clubs.views.bodies import Request
from core.posted import number_in
from core.refusals import collect_refusals, status_of
from rulings.models import Report
from rulings.selectors.reports import own_record
from rulings.services.reports import respond


@login_required
def own(request: Request) -> HttpResponse:
    player = request.actor.player
    rows = own_record(player) if player else Report.objects.none()
    problems: list[str] = []
    if request.method == "POST":
        report = get_object_or_404(rows, pk=number_in(request.POST, "report"))
        with collect_refusals() as problems:
            respond(actor=request.actor, report=report, text=request.POST.get("text", ""))
            messages.success(request, _("Your answer is in the file."))
            return redirect("own-record")
    context = {"reports": rows, "problems": problems, "sent": request.POST}
    return render(request, "rulings/own_record.html", context, status=status_of(problems))
