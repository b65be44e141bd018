"""Which boards the sections of a session play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.views.bodies import Request
from clubs.views.office import body_url
from core.posted import number_in
from core.refusals import refusals_as_messages, refusals_on, status_of
from events.forms.boards import UseForm
from events.models import Play, Section, Session
from events.models.boards import BoardSource
from events.models.plays import PlayState
from events.selectors.boards import board_ranges, boards_in_play, missing_in
from events.selectors.seal import Seal, board_set_seals
from events.selectors.seats import session_sections
from events.services.board_use import complete_boards, deal_for_session, needed_by, use_boards
from events.views.base import render_session, session_page, session_url
from events.views.board_sets import seal_badge


@dataclass(frozen=True)
class SectionRow:
    section: Section
    form: UseForm
    in_play: str
    missing: str
    seal: Seal | None
    badge: tuple[str, str] | None
    set_url: str
    complete_url: str

    @property
    def may_complete(self) -> bool:
        board_set = self.section.board_set
        return bool(self.missing) and board_set is not None and board_set.source == BoardSource.DEALT


@require_http_methods(["GET", "POST"])
@session_page("deal.make")
def session_boards(request: Request, session: Session) -> HttpResponse:
    sections = session_sections(session)
    played = _sections_with_plays(session)
    forms = {section.pk: _form(request, section, section.pk in played) for section in sections}
    if request.method == "POST":
        section = get_object_or_404(
            session.sections.select_related("session__event__club"), pk=number_in(request.POST, "section")
        )
        form = forms[section.pk]
        if form.is_valid():
            with refusals_on(form, row=section):
                use_boards(actor=request.actor, section=section, **form.cleaned_data)
                messages.success(request, _("Section %(letter)s: saved.") % {"letter": section.letter})
                return redirect(session_url(session, "session-boards"))
    seals = board_set_seals(
        {section.board_set.pk: section.board_set for section in sections if section.board_set}.values()
    )
    without = [section for section in sections if section.board_set is None]
    context: dict[str, Any] = {
        "rows": [_row(session, section, forms[section.pk], seals) for section in sections],
        "without": without,
        "to_deal": board_ranges(number for section in without for number in needed_by(section)),
        "deal_url": session_url(session, "session-deal"),
        "all_sets": body_url(session.club, "board-sets"),
        "new_url": body_url(session.club, "new-boards"),
    }
    return render_session(request, session, "events/session_boards.html", context, status=status_of(*forms.values()))


@require_POST
@session_page("deal.make")
def deal(request: Request, session: Session) -> HttpResponse:
    """Fresh boards for the whole session, once somebody has said that these cards are put on the tables."""
    if not request.POST.get("on_tables"):
        sentence = _("Tick that the cards are put on the tables as they are dealt here, or do without.")
        messages.error(request, sentence)
        return redirect(session_url(session, "session-boards"))
    with refusals_as_messages(request):
        board_set = deal_for_session(actor=request.actor, session=session)
        sentence = _("Dealt and sealed: %(name)s. Put these cards on the tables before round 1.")
        messages.success(request, sentence % {"name": board_set.name})
    return redirect(session_url(session, "session-boards"))


@require_POST
@session_page("deal.make")
def complete(request: Request, session: Session, section_id: int) -> HttpResponse:
    """The boards that a longer movement needs."""
    section = get_object_or_404(session.sections.select_related("session__event__club"), pk=section_id)
    with refusals_as_messages(request):
        complete_boards(actor=request.actor, section=section)
        messages.success(request, _("The missing boards are dealt. Put these cards on the tables."))
    return redirect(session_url(session, "session-boards"))


def _form(request: Request, section: Section, needs_reason: bool) -> UseForm:
    mine = request.method == "POST" and number_in(request.POST, "section") == section.pk
    return UseForm(request.POST if mine else None, section=section, needs_reason=needs_reason)


def _sections_with_plays(session: Session) -> set[int]:
    """Sections in which boards have been played out of a set: another set takes a reason there."""
    plays = Play.objects.filter(section__session=session, section__board_set__isnull=False, state=PlayState.DONE)
    return set(plays.order_by().values_list("section_id", flat=True).distinct())


def _row(session: Session, section: Section, form: UseForm, seals: dict[int, Seal]) -> SectionRow:
    numbers = boards_in_play(section)
    board_set = section.board_set
    seal = seals[board_set.pk] if board_set else None
    return SectionRow(
        section=section,
        form=form,
        in_play=board_ranges(numbers),
        missing=board_ranges(missing_in(board_set, numbers)) if board_set else "",
        seal=seal,
        badge=seal_badge(seal) if seal else None,
        set_url=body_url(session.club, "board-set", set_id=board_set.pk) if board_set else "",
        complete_url=session_url(session, "session-complete-boards", section_id=section.pk),
    )
