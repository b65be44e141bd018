"""The admin site: for whoever runs the installation, through the same door as everybody else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.db.models.base import ModelBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

# Nobody here has permissions one by one: roles say who may do what.
LEFT_OUT = {"auth.Group"}


class OperatorSite(admin.AdminSite):
    site_title = _("Tenace admin")
    site_header = _("Tenace: running this installation")
    index_title = _("Everything that is kept")
    empty_value_display = "—"

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return bool(user.is_active and user.is_authenticated and user.is_staff and user.is_superuser)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The ordinary sign-in, with its rate limits and second step; there is no other form."""
        next_page = request.GET.get("next", "")
        if not url_has_allowed_host_and_scheme(next_page, allowed_hosts={request.get_host()}):
            next_page = ""
        if self.has_permission(request):
            return redirect(next_page or "admin:index")
        if request.user.is_authenticated:
            raise PermissionDenied(_("Only whoever runs this installation comes in here."))
        return redirect_to_login(next_page or request.get_full_path())

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("account_change_password")

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: type[admin.ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        """The first to register a model keeps it: libraries that show theirs with secrets come later."""
        models = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else model_or_iterable
        unregistered = [model for model in models if not (model._meta.label in LEFT_OUT or self.is_registered(model))]
        super().register(unregistered, admin_class, **options)
