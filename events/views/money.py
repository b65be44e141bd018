"""Table money of a session: one tap for each player, pair or table, and the sheet for the cash box."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.selectors.roles import person_name
from clubs.views.bodies import Request
from core.names import name_key
from core.permissions import may
from core.posted import number_in, posted
from core.refusals import collect_refusals, refusals_on, status_of
from core.sheets import csv_answer
from events.forms.money import BillFilter, MoneyForm
from events.hooks import money_parts
from events.models import Session
from events.models.money import Settled
from events.selectors.money import Account, PlayerBalance, TableBill, session_account
from events.services.money import correct_money, take_money, withdraw_money
from events.views.base import render_session, session_page, session_url

SEARCH_FROM = 4


@require_safe
@session_page("money.view")
def money(request: Request, session: Session) -> HttpResponse:
    return _render_page(request, session, session_account(session))


@require_POST
@session_page("money.take")
def take(request: Request, session: Session) -> HttpResponse:
    """One of the buttons: a player, a pair, a table, or all the rest."""
    if not request.POST.keys() & {"player", "party", "table", "rest"}:
        return _render_refusal(request, session, None, [_("Say whose money it is: tap one of the buttons.")])
    lines, bill = _balances_meant(request, session_account(session))
    with collect_refusals() as errors:
        taken = take_money(
            actor=request.actor,
            session=session,
            players=[line.player for line in lines if line.player],
            expected=_sum_seen(request),
        )
        if bill is None:
            sentence = ngettext("%(count)s player has paid.", "%(count)s players have paid.", len(taken.payments))
            messages.success(request, sentence % {"count": len(taken.payments)})
        return _after_change(request, session, bill)
    return _render_refusal(request, session, bill, errors)


@require_POST
@session_page("money.take")
def withdraw(request: Request, session: Session) -> HttpResponse:
    payment = get_object_or_404(session.money, pk=number_in(request.POST, "money"))
    bill = session_account(session).bill_with(payment.player.person_id)
    with collect_refusals() as errors:
        withdraw_money(actor=request.actor, money=payment)
        return _after_change(request, session, bill)
    return _render_refusal(request, session, bill, errors)


@require_http_methods(["GET", "POST"])
@session_page("money.take")
def settle(request: Request, session: Session, player_id: int) -> HttpResponse:
    """Another amount, another way of paying, or playing free."""
    account = session_account(session)
    bill = account.bill_with(player_id)
    line = next(
        (candidate for candidate in account.lines if candidate.player and candidate.player.person_id == player_id), None
    )
    if line is None or bill is None:
        raise Http404
    form = MoneyForm(posted(request), line=line)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            _settle(request, session, line, form.cleaned_data)
            return _after_change(request, session, bill)
    account = session_account(session)
    if not request.htmx:  # type: ignore[attr-defined]
        return _render_page(request, session, account, status=status_of(form), settling=player_id, form=form)
    return _render_part(request, session, account, bill.key, status=status_of(form), settling=player_id, form=form)


def _settle(request: Request, session: Session, line: PlayerBalance, fields: dict[str, Any]) -> None:
    if line.money is not None and not line.is_open:
        correct_money(actor=request.actor, money=line.money, **fields)
    elif line.player is not None:
        take_money(actor=request.actor, session=session, players=[line.player], **fields)


@require_safe
@session_page("money.view")
def export(request: Request, session: Session) -> HttpResponseBase:
    day = session.club.day(session.starts_at)
    return csv_answer(list(_sheet(session_account(session))), f"{session.club.slug}-{_('table-money')}-{day}.csv")


def _balances_meant(request: Request, account: Account) -> tuple[list[PlayerBalance], TableBill | None]:
    """Whose money a button means, and the card on which it stands. Who has paid stays in, to be told so."""
    name = next((name for name in ("player", "party", "table") if request.POST.get(name)), None)
    if name is None:
        return account.payers, None
    for bill in account.bills:
        if lines := _balances_for(bill, name, request.POST[name]):
            return [line for line in lines if line.may_pay] or lines, bill
    raise Http404


def _balances_for(bill: TableBill, name: str, value: str) -> list[PlayerBalance]:
    lines = [(party, line) for party in bill.parties for line in party.lines if line.player]
    key: Callable[[Any, Any], str] = {
        "player": lambda party, line: str(line.player.pk),
        "party": lambda party, line: str(party.place.pk),
        "table": lambda party, line: bill.key,
    }[name]
    return [line for party, line in lines if key(party, line) == value]


def _sum_seen(request: Request) -> Decimal | None:
    """The sum on the button; one that no page of ours shows is as good as none."""
    try:
        return Decimal(request.POST["due"]) if request.POST.get("due") else None
    except InvalidOperation:
        return None


# --- Answers --------------------------------------------------------------------------------------------------------
def _after_change(request: Request, session: Session, bill: TableBill | None) -> HttpResponse:
    if bill is None or not request.htmx:  # type: ignore[attr-defined]
        return redirect(session_url(session, "session-money") + (f"#bill-{bill.key}" if bill else ""))
    return _render_part(request, session, session_account(session), bill.key)


def _render_refusal(request: Request, session: Session, bill: TableBill | None, errors: list[str]) -> HttpResponse:
    """What a service refused, above the page as it is now: usually somebody else was faster."""
    account = session_account(session)
    if bill is None or not request.htmx:  # type: ignore[attr-defined]
        return _render_page(request, session, account, status=422, errors=errors)
    for error in errors:
        messages.error(request, error)
    return _render_part(request, session, account, bill.key, status=422)


def _render_part(
    request: Request, session: Session, account: Account, key: str, status: int = 200, **more: Any
) -> HttpResponse:
    """One card and the totals."""
    bill = account.bill(key)
    if bill is None:
        return redirect(session_url(session, "session-money"))
    context = {"bill": bill, "totals": account.totals, "payers": account.payers, "session": session, "may_take": True}
    context |= {"body": session.club, "is_part": True, "has_fees": _has_fees(session)} | more
    return render(request, "events/money_part.html", context, status=status)


def _render_page(request: Request, session: Session, account: Account, status: int = 200, **more: Any) -> HttpResponse:
    search = BillFilter(request.GET)
    search.is_valid()
    context = {
        "search": search,
        "bills": [bill for bill in account.bills if _matches_search(bill, search.cleaned_data)],
        "anybody": bool(account.bills),
        # A room that fits on two screens needs no search.
        "is_long": len(account.bills) > SEARCH_FROM or search.has_changed(),
        "gone": account.gone,
        "totals": account.totals,
        "payers": account.payers,
        "due": account.totals.open_sum,
        "may_take": may(request.actor, "money.take", session),
        "has_fees": _has_fees(session),
        "parts": [(part.template, content) for part in money_parts if (content := part.shown(request.actor, session))],
    }
    return render_session(request, session, "events/money.html", context | more, status=status)


def _has_fees(session: Session) -> bool:
    return bool(session.event.fee or session.event.visitor_fee)


def _matches_search(bill: TableBill, filters: dict[str, Any]) -> bool:
    words = name_key(filters.get("q", "")).split()
    names = [name_key(line.name) for party in bill.parties for line in party.lines]
    matches = not words or any(all(word in name for word in words) for name in names)
    return matches and (bill.is_open or not filters.get("only_open"))


def _sheet(account: Account) -> Iterator[list[Any]]:
    yield [
        _("Name"),
        _("Where"),
        _("Member"),
        _("Owed"),
        _("Paid"),
        _("How"),
        _("Reason"),
        _("When"),
        _("Taken by"),
        _("Open"),
    ]
    for line in account.lines:
        who = [line.name, line.where, _("yes") if line.is_member else _("no"), line.owed]
        for payment in line.payments:
            moment = timezone.localtime(payment.taken_at).strftime("%Y-%m-%d %H:%M")
            taker = person_name(payment.taken_by) if payment.taken_by else ""
            still = line.rest if payment == line.money else None
            yield [*who, payment.amount, Settled(payment.how).label, payment.reason, moment, taker, still]
        if not line.payments:
            yield [*who, *[None] * 5, line.rest]
