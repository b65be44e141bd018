"""One's own cases, what one is told, what one declares, and when one cannot be asked."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from appeals.forms.bodies import OwnAwayForm, TieForm
from appeals.models import DeclaredTie, PoolMember
from appeals.selectors.notices import ABOUT
from appeals.selectors.session_page import own_appeals
from appeals.selectors.waiting import open_cases
from appeals.services.pool import change_pool, declare_tie, end_tie
from clubs.models import Player
from clubs.views.bodies import Request
from core.errors import field_error
from core.names import name_key
from core.posted import number_in
from core.refusals import refusals_on
from office.services.notices import read_notices


def render_mine(request: Request, **forms: Any) -> HttpResponse:
    user = request.actor.user
    pools = PoolMember.objects.filter(user=user, left_at=None).select_related("club", "federation")
    own_context = {
        "waiting": open_cases(request.actor),
        "appeals": own_appeals(request.actor),
        "ties": DeclaredTie.objects.filter(user=user, ended_at=None).select_related("player"),
        "tie_form": forms.get("tie_form") or TieForm(),
        "pools": [
            (member, forms.get(f"away_{member.pk}") or OwnAwayForm(instance=member, prefix=f"p{member.pk}"))
            for member in pools
        ],
    }
    return render(request, "appeals/mine.html", own_context, status=422 if forms else 200)


@require_safe
@login_required
def mine(request: Request) -> HttpResponse:
    return render_mine(request)


@require_POST
@login_required
def read(request: Request) -> HttpResponse:
    read_notices(actor=request.actor, about_kind=ABOUT)
    return redirect("my-appeals")


@require_POST
@login_required
def tie(request: Request) -> HttpResponse:
    """Declare one, or end one."""
    if (ends := number_in(request.POST, "end")) is not None:
        end_tie(actor=request.actor, tie=get_object_or_404(DeclaredTie, pk=ends, user=request.actor.user))
        return redirect("my-appeals")
    form = TieForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            declare_tie(
                actor=request.actor, player=_player(form.cleaned_data["player"]), kind=form.cleaned_data["kind"]
            )
            messages.success(request, _("Declared. You are not asked to hear cases with this player."))
            return redirect("my-appeals")
    return render_mine(request, tie_form=form)


def _player(text: str) -> Player:
    name = text.strip()
    rows = Player.objects.findable()
    players = list(rows.filter(federation_number=name)[:2]) or list(rows.filter(name_key=name_key(name))[:2])
    if len(players) != 1:
        sentence = _("Write the whole name as on the score, or the federation number, of one player.")
        raise field_error("player", sentence, "unknown")
    return players[0]


@require_POST
@login_required
def away(request: Request, member_id: int) -> HttpResponse:
    member = get_object_or_404(PoolMember, pk=member_id, user=request.actor.user, left_at=None)
    form = OwnAwayForm(request.POST, instance=member, prefix=f"p{member.pk}")
    if form.is_valid():
        with refusals_on(form):
            change_pool(actor=request.actor, member=PoolMember.objects.get(pk=member.pk), **form.cleaned_data)
            messages.success(request, _("Noted. You are not asked in that time."))
            return redirect("my-appeals")
    return render_mine(request, **{f"away_{member.pk}": form})
