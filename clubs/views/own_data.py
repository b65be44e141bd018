"""What is held about oneself, and who reads whose name."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.selectors.own_data import own_data, plain_value
from clubs.views.account import own_player
from clubs.views.bodies import Request


@require_safe
@never_cache
@login_required
def held(request: Request) -> HttpResponse:
    """Everything held about oneself, to be read; `?as=json` is the file."""
    parts = own_data(own_player(request))
    if request.GET.get("as") != "json":
        return render(request, "account/own_data.html", {"parts": parts})
    rows = {
        part.name: [{name: plain_value(value) for name, value in row.items()} for row in part.rows] for part in parts
    }
    answer = JsonResponse(rows, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer.headers["Content-Disposition"] = 'attachment; filename="tenace-my-data.json"'
    return answer


@require_safe
def privacy(request: Request) -> HttpResponse:
    """Who reads whose name, in words."""
    return render(request, "pages/privacy.html")
