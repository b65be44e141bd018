"""Views of what belongs to one federation or club."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from clubs.models import Club, Federation
from clubs.selectors.visible import visible_bodies
from core.api.views import BaseViewSet, PrivateMixin
from core.permissions import is_allowed


class OnBodyViewSet(PrivateMixin, BaseViewSet):
    """What belongs to one federation or club; `kind` says which of the two the address names."""

    kind: str = Club.kind
    body: Federation | Club

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.body = get_object_or_404(visible_bodies(self.actor, self.kind), slug=kwargs["slug"])
        if self.lookup_field in kwargs and not is_allowed(self.actor, self.view_act, self.body):
            raise NotFound
