"""A person's own pages, and the first setup."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST

from clubs.forms.accounts import EraseForm, ProfileForm, SetupForm, TokenForm
from clubs.models import Player
from clubs.selectors.running import running_things_of
from clubs.services.erasing import erase_player
from clubs.services.players import add_own_player, change_own_profile, change_user
from clubs.services.setup import first_setup, is_open
from clubs.services.tokens import make_token, revoke_token
from clubs.views.bodies import Request
from core.permissions import SCOPES
from core.posted import posted
from core.refusals import refusals_on, status_of


@require_http_methods(["GET", "POST"])
@login_required
def profile(request: Request) -> HttpResponse:
    player = own_player(request)
    form = ProfileForm(posted(request), instance=player)
    if request.method == "POST" and form.is_valid():
        # The form's own instance already carries what was typed; the service is given the row as it is stored.
        stored = Player.objects.get(pk=player.pk)
        with refusals_on(form, row=stored):
            change_own_profile(
                actor=request.actor,
                player=stored,
                language=form.cleaned_data["language"],
                version=form.cleaned_data["version"],
                **form.player_fields(),
            )
            messages.success(request, _("Saved."))
            return redirect("profile")
    return render(request, "account/profile.html", {"form": form}, status=status_of(form))


def own_player(request: Request) -> Player:
    """Everyone who signs in is a player; an operator made on the command line becomes one here."""
    if request.actor.player is not None:
        return request.actor.player
    assert request.actor.user is not None
    name = request.actor.user.email.partition("@")[0]
    return add_own_player(actor=request.actor, display_name=name)


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def tokens(request: Request) -> HttpResponse:
    """Keys for programs. The secret of a new one is on this one answer and nowhere else."""
    assert request.actor.user is not None
    running = running_things_of(request.actor)
    form, secret = TokenForm(posted(request), running=running), ""
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            wanted = dict(form.cleaned_data)
            sign_in = request.session.session_key or "" if wanted.pop("ends_with_sign_in") else ""
            _token, secret = make_token(actor=request.actor, sign_in=sign_in, **wanted)
            form = TokenForm(running=running)
    rows = request.actor.user.api_tokens.all()
    listed = [(token, token.is_usable(request.actor.at)) for token in rows]
    context = {"form": form, "secret": secret, "tokens": listed, "scopes": SCOPES}
    return render(request, "account/tokens.html", context, status=status_of(form))


@require_POST
@login_required
def revoke(request: Request, token_id: int) -> HttpResponse:
    assert request.actor.user is not None
    token = get_object_or_404(request.actor.user.api_tokens, pk=token_id)
    revoke_token(actor=request.actor, token=token)
    messages.success(request, _("Revoked: %(name)s stops working now.") % {"name": token.name})
    return redirect("tokens")


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def erase(request: Request) -> HttpResponse:
    form = EraseForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            erase_player(actor=request.actor, player=own_player(request))
            logout(request)
            messages.success(request, _("Your account is gone. Your results stay, without your name."))
            return redirect("home")
    return render(request, "account/erase.html", {"form": form}, status=status_of(form))


@csrf_exempt
@require_POST
def set_language(request: Request) -> HttpResponse:
    """A stranger's choice is only a cookie and needs no token, so that their pages are alike and can be kept."""
    return csrf_protect(_set_language)(request) if request.actor.user else _set_language(request)


def _set_language(request: Request) -> HttpResponse:
    """Remember the language in this browser, and in the account of whoever is signed in."""
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES):
        raise Http404
    if request.actor.user is not None:
        change_user(actor=request.actor, user=request.actor.user, language=language)
    back = request.POST.get("next", "/")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = redirect(back if safe else "/")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=31_536_000,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


@require_http_methods(["GET", "POST"])
def setup(request: Request, token: str) -> HttpResponse:
    """The first federation, club and secretary, through the one-time link that the server prints."""
    if not is_open(token):
        raise Http404
    form = SetupForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, forbidden=True):
            club, user = first_setup(token=token, first_club=form.first_club())
            login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
            messages.success(request, _("Welcome. This is your club's page; its details are under Settings."))
            return redirect(club)
    return render(request, "setup.html", {"form": form}, status=status_of(form))
