"""Where a member answers an invitation to renew: with its link, without an account."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.middleware import speak_for
from clubs.views.bodies import Request
from core.refusals import collect_refusals, status_of
from office import hooks
from office.models.dues import Answer
from office.selectors.renewal_links import renewal_of
from office.selectors.renewal_mails import fee_lines
from office.selectors.renewals import renewal_line, renewals_in
from office.services.invitations import answer_by_link

ANSWERS = (Answer.RENEWS.value, Answer.LEAVES.value)


@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: Request, token: str) -> HttpResponse:
    found = renewal_of(token)
    if found is None:
        raise Http404
    year, club = found.year, found.year.club
    speak_for(request, language=club.language, zone=club.timezone)
    problems: list[str] = []
    if request.method == "POST" and request.POST.get("answer") in ANSWERS:
        with collect_refusals() as problems:
            answer_by_link(token=token, answer=request.POST["answer"], at=request.actor.at)
            return redirect("renewal-answer", token=token)
    row = renewals_in(year).get(pk=found.pk)
    context = {
        "line": renewal_line(row, year, club.day(request.actor.at)),
        "renewal": row,
        "year": year,
        "body": club,
        "lines": fee_lines(row, year),
        "payments": row.payments.filter(withdrawn_at=None).order_by("receipt"),
        "ways_to_pay": [way for way in hooks.ways_to_pay.call(row) if way is not None],
        "problems": problems,
    }
    return render(request, "office/renewal_answer.html", context, status=status_of(problems))
