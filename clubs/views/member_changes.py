"""Adding and changing a club's members."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.forms.members import EndForm, MemberForm, MembershipForm, NewMemberForm, RemoveForm, RenewForm
from clubs.models import Club, Membership, Player
from clubs.selectors.members import MembershipStanding, find_players, likely_same, memberships_that_count
from clubs.selectors.visible import visible_players
from clubs.services.memberships import (
    add_known_member,
    add_membership,
    add_new_member,
    change_member,
    end_membership,
    renew_membership,
)
from clubs.services.removing import remove_membership
from clubs.views.bodies import Request, body_page, render_body
from clubs.views.members import find_membership
from clubs.views.office import body_url
from core.posted import number_in, posted
from core.refusals import refusals_on, status_of


@require_http_methods(["GET", "POST"])
@body_page("membership.add")
def add(request: Request, body: Club) -> HttpResponse:
    """Somebody already in the records (`?player=`), or a new person."""
    player = _chosen_player(request)
    if player is not None:
        return _add_known_player(request, body, player)
    form = NewMemberForm(posted(request), initial={"starts": body.day(request.actor.at)})
    alike: list[Player] = []
    if request.method == "POST":
        if form.is_valid():
            alike = likely_same(
                actor=request.actor,
                club=body,
                name=form.cleaned_data["display_name"],
                federation_number=form.cleaned_data["federation_number"],
            )
            form.offer([(str(player.pk), _description(player)) for player in alike])
        membership = _add_new_person(request, body, form, alike)
        if membership is not None:
            return _redirect_to_member(request, membership)
    words = request.GET.get("q", "").strip()[:100]
    context = {"form": form, "alike": alike, "words": words, "matches": _found_players(request, body, words)}
    return render_body(request, body, "clubs/member_add.html", context, status=status_of(form))


def _chosen_player(request: Request) -> Player | None:
    """The person picked from those this secretary knows; one they do not know is not there."""
    if not request.GET.get("player"):
        return None
    return get_object_or_404(visible_players(request.actor).findable(), pk=number_in(request.GET, "player"))


def _add_known_player(request: Request, club: Club, player: Player) -> HttpResponse:
    form = MembershipForm(posted(request), initial={"starts": club.day(request.actor.at)})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            membership = add_membership(actor=request.actor, club=club, player=player, **form.membership())
            return _redirect_to_member(request, membership)
    context = {"form": form, "player": player, "known": True}
    return render_body(request, club, "clubs/member_add.html", context, status=status_of(form))


def _add_new_person(request: Request, club: Club, form: NewMemberForm, alike: list[Player]) -> Membership | None:
    """The membership made, or None while something is wrong or it is not yet said who it is."""
    if form.errors:
        return None
    answer = form.cleaned_data["who"]
    picked = next((player for player in alike if str(player.pk) == answer), None)
    if picked is None and answer not in ("", "new"):
        form.add_error("who", _("Say again who it is."))
        return None
    if alike and not answer:
        return None
    with refusals_on(form):
        if picked is not None:
            return add_known_member(
                actor=request.actor, club=club, player=picked, person=form.typed_details(), **form.membership()
            )
        return add_new_member(actor=request.actor, club=club, person=form.person(), **form.membership())
    return None


def _redirect_to_member(request: Request, membership: Membership) -> HttpResponse:
    messages.success(request, _("%(name)s is a member.") % {"name": membership.player.display_name})
    return redirect(body_url(membership.club, "member", membership_id=membership.pk))


def _description(player: Player) -> str:
    sentence = _("It is this person: %(name)s, federation number %(number)s")
    return sentence % {"name": player.display_name, "number": player.federation_number or "—"}


def _found_players(request: Request, club: Club, words: str) -> list[dict[str, Any]]:
    """People known to this secretary, each with how they stand in the club."""
    players = find_players(actor=request.actor, words=words)
    memberships = memberships_that_count(club, players, day=club.day(request.actor.at)) if players else {}
    return [{"player": player, **_standing_here(club, memberships.get(player.pk))} for player in players]


def _standing_here(club: Club, membership: Membership | None) -> dict[str, Any]:
    if membership is None:
        return {}
    standing = MembershipStanding(membership.standing)  # type: ignore[attr-defined]
    return {"standing": standing.label, "url": body_url(club, "member", membership_id=membership.pk)}


@require_http_methods(["GET", "POST"])
@body_page("membership.change")
def edit(request: Request, body: Club, membership_id: int) -> HttpResponse:
    membership = find_membership(body, membership_id)
    form = MemberForm(posted(request), instance=membership)
    # The form's own instance carries what was typed.
    stored = find_membership(body, membership_id)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=stored):
            change_member(
                actor=request.actor,
                membership=stored,
                person=form.person(),
                person_version=form.cleaned_data["person_version"],
                version=form.cleaned_data["version"],
                **form.membership(),
            )
            messages.success(request, _("Saved."))
            return redirect(body_url(body, "member", membership_id=membership_id))
        stored = find_membership(body, membership_id)
    context = {"form": form, "membership": stored, "back": body_url(body, "member", membership_id=membership_id)}
    return render_body(request, body, "clubs/member_edit.html", context, status=status_of(form))


@require_http_methods(["GET", "POST"])
@body_page("membership.add")
def renew(request: Request, body: Club, membership_id: int) -> HttpResponse:
    membership = find_membership(body, membership_id)
    form = RenewForm(posted(request), previous=membership)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            renewed = renew_membership(actor=request.actor, membership=membership, **form.cleaned_data)
            messages.success(request, _("Renewed."))
            return redirect(body_url(body, "member", membership_id=renewed.pk))
    return _render_form(request, body, membership, form, "clubs/member_renew.html")


@require_http_methods(["GET", "POST"])
@body_page("membership.change")
def end(request: Request, body: Club, membership_id: int) -> HttpResponse:
    membership = find_membership(body, membership_id)
    initial = {"last_day": body.day(request.actor.at), "version": membership.version}
    form = EndForm(posted(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=membership):
            end_membership(actor=request.actor, membership=membership, **form.cleaned_data)
            messages.success(request, _("The membership ends on the day you chose."))
            return redirect(body_url(body, "member", membership_id=membership_id))
    return _render_form(request, body, membership, form, "clubs/member_end.html")


@require_http_methods(["GET", "POST"])
@body_page("membership.change")
def remove(request: Request, body: Club, membership_id: int) -> HttpResponse:
    """For what was typed by mistake; who leaves the club is not removed: the membership ends."""
    membership = find_membership(body, membership_id)
    form = RemoveForm(posted(request), initial={"version": membership.version})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, row=membership):
            remove_membership(actor=request.actor, membership=membership, **form.cleaned_data)
            messages.success(request, _("Removed: %(name)s.") % {"name": membership.player.display_name})
            return redirect(body_url(body, "members"))
    return _render_form(request, body, membership, form, "clubs/member_remove.html")


def _render_form(request: Request, club: Club, membership: Membership, form: Any, template: str) -> HttpResponse:
    back = body_url(club, "member", membership_id=membership.pk)
    context = {"form": form, "membership": membership, "back": back}
    return render_body(request, club, template, context, status=status_of(form))
