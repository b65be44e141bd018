from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.hashers import make_password
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters

from clubs.models import User
from clubs.services.users import add_user, change_account, drop_second_step, set_password
from core import actors
from core.actors import Actor
from core.admin import OfficeAdmin, OfficeForm


class NewUserForm(SetPasswordMixin, OfficeForm):
    """An account for somebody else, with its player."""

    display_name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    password1, password2 = SetPasswordMixin.create_password_fields()

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        self.validate_password_for_user(User(email=self.cleaned_data.get("email", "")))
        return super().clean()


@admin.register(User)
class UserAdmin(OfficeAdmin, DjangoUserAdmin):
    """Accounts. What people may do comes from their roles, so no permissions are handed out here."""

    area = "user"
    acts = frozenset({"add", "change"})
    form = OfficeForm
    add_form = NewUserForm
    add_fields = ("email", "display_name", "password1", "password2", "language", "is_staff", "is_superuser")
    fields = (
        *("email", "password", "language", "is_active", "is_staff", "is_superuser", "is_demo"),
        *("last_login", "date_joined"),
    )
    readonly_fields = ("email", "password", "is_demo", "last_login", "date_joined")
    fieldsets = None
    filter_horizontal = ()
    list_display = ("email", "player", "is_active", "is_staff", "is_superuser", "is_demo", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser", "is_demo")
    list_select_related = ("player",)
    search_fields = ("email", "player__display_name")
    date_hierarchy = "date_joined"
    ordering = ("email",)
    actions = ("stop", "start", "forget_second_step")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.readonly_fields if obj else ()

    def add_by_service(self, actor: Actor, form: Any) -> User:
        return add_user(
            actor=actor,
            password_hash=make_password(form.cleaned_data["password1"]),
            person={"display_name": form.cleaned_data["display_name"]},
            **form.changes("display_name", "password1", "password2"),
        )

    def change_by_service(self, actor: Actor, obj: User, form: Any) -> User:
        return change_account(actor=actor, user=obj, **form.changes())

    @method_decorator(sensitive_post_parameters())
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """A good new password goes to the service; everything else Django's own page shows."""
        user = self.get_object(request, unquote(id))
        if request.method == "POST" and isinstance(user, User) and self.has_change_permission(request, user):
            form = self.change_password_form(user, request.POST)
            if form.is_valid() and form.cleaned_data["password1"]:
                changed = set_password(
                    actor=actors.of_request(request), user=user, password=form.cleaned_data["password1"]
                )
                if changed == request.user:
                    update_session_auth_hash(request, changed)
                self.message_user(request, _("The password is changed."), messages.SUCCESS)
                return redirect("admin:clubs_user_change", changed.pk)
        if request.method == "POST" and "unset-password" in request.POST:
            self.message_user(request, _("Stop the account instead: then nobody signs in with it."), messages.ERROR)
            return redirect(request.get_full_path())
        return super().user_change_password(request, id, form_url)

    @admin.action(description=gettext_lazy("Stop the chosen accounts"))
    def stop(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        self.for_each(request, queryset, lambda actor, user: change_account(actor=actor, user=user, is_active=False))

    @admin.action(description=gettext_lazy("Start the chosen accounts again"))
    def start(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        self.for_each(request, queryset, lambda actor, user: change_account(actor=actor, user=user, is_active=True))

    @admin.action(description=gettext_lazy("Take away the second step of the chosen accounts (a lost phone)"))
    def forget_second_step(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        self.for_each(request, queryset, lambda actor, user: drop_second_step(actor=actor, user=user))
