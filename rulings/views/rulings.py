"""One ruling: to read, to print, to consult about, to withdraw."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.views.bodies import Request
from core.permissions import may
from core.posted import number_in
from core.refusals import collect_refusals, refusals_as_messages, status_of
from events.models import Session
from events.selectors.hand_records import STRAINS, Suit
from events.views.base import render_session
from rulings.models import Ruling
from rulings.reviews import reviews_by_ruling, why_fixed
from rulings.selectors.assistant import suggested_repairs
from rulings.selectors.directors import session_directors
from rulings.selectors.page import load_ruling_page
from rulings.selectors.reach import director_reach
from rulings.services import giving, opinions
from rulings.views.base import find_case, find_ruling, ruling_page, ruling_url


@require_safe
@ruling_page("ruling.list")
def ruling(request: Request, session: Session, ruling_id: int) -> HttpResponse:
    reach = director_reach(request.actor, session)
    shown_ruling = find_ruling(request, session, ruling_id, reach)
    page = load_ruling_page(actor=request.actor, ruling=shown_ruling, reach=reach)
    others = [user for user in session_directors(session, at=request.actor.at) if user != request.actor.user]
    reviews = reviews_by_ruling(request.actor, [shown_ruling]).get(shown_ruling.pk, [])
    context = {
        "page": page,
        "ruling": shown_ruling,
        "reviews": reviews,
        "reviewed": any(review.is_changed for review in reviews),
        "appealed": any(review.is_lodged for review in reviews),
        "strains": [Suit.of(strain) for strain in STRAINS],
        "repairs": suggested_repairs(request.actor, shown_ruling) if page.may_rule else [],
        "directors": others if page.may_rule else [],
        "sees_notes": page.staff and may(request.actor, "ruling.make", session),
        "at_desk": may(request.actor, "session.run", session),
        "may_report": page.may_rule and may(request.actor, "report.file", session),
    }
    return render_session(request, session, "rulings/ruling.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@ruling_page("ruling.make")
def withdraw(request: Request, session: Session, ruling_id: int) -> HttpResponse:
    ruling, _reach = find_case(request, session, ruling_id)
    errors: list[str] = []
    if request.method == "POST":
        with collect_refusals() as errors:
            giving.withdraw(
                actor=request.actor,
                ruling=ruling,
                reason=request.POST.get("reason", ""),
                directors_error=bool(request.POST.get("directors_error")),
                version=number_in(request.POST, "version"),
            )
            messages.success(request, _("The ruling is withdrawn; what it gave is taken back."))
            return redirect(ruling_url(ruling))
        ruling = Ruling.objects.select_related("session__event__club__federation").get(pk=ruling.pk)
    context = {
        "ruling": ruling,
        "errors": errors,
        "why_fixed": why_fixed(request.actor, ruling),
        "reason": request.POST.get("reason", ""),
        "directors_error": bool(request.POST.get("directors_error")),
    }
    return render_session(request, session, "rulings/withdraw.html", context, status=status_of(errors))


@require_POST
@ruling_page("ruling.make")
def consult(request: Request, session: Session, ruling_id: int) -> HttpResponse:
    """Ask a colleague; the question stands on that director's screen."""
    ruling, _reach = find_case(request, session, ruling_id)
    directors = {user.pk: user for user in session_directors(session, at=request.actor.at)}
    colleague = directors.get(number_in(request.POST, "asked") or 0)
    with refusals_as_messages(request):
        if colleague is None:
            raise ValidationError(_("Choose another director of this session."))
        opinions.consult(
            actor=request.actor, ruling=ruling, colleague=colleague, question=request.POST.get("question", "")
        )
        messages.success(request, _("%(name)s is asked.") % {"name": colleague.player.display_name})
    return redirect(ruling_url(ruling, "ruling-assistant" if ruling.is_draft and ruling.tree else "ruling"))
