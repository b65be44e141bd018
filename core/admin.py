"""What all pages of the admin have in common: rules instead of permissions, services instead of saving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet, URLField
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import ngettext

from core import actors, transaction
from core.errors import Conflict, Forbidden
from core.forms import add_errors
from core.permissions import may

REFUSALS = (ValidationError, Conflict, Forbidden)


class OfficeForm(forms.ModelForm):
    """Asks; the service checks and saves. Shows what the service refused, and carries the version the person saw."""

    request: ClassVar[HttpRequest]
    seen_version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["seen_version"].initial = getattr(self.instance, "version", None)

    def clean(self) -> dict[str, Any]:
        refusal = getattr(self.request, "refusal", None)
        if isinstance(refusal, ValidationError):
            add_errors(self, refusal)
        elif refusal is not None:
            self.add_error(None, str(refusal))
        if isinstance(refusal, Conflict):
            self._send_current_version()
        return self.cleaned_data

    def _send_current_version(self) -> None:
        """The person has been told: sending the same form again means it."""
        data = cast(QueryDict, self.data).copy()
        data["seen_version"] = str(getattr(self.instance, "version", ""))
        self.data = data

    def _post_clean(self) -> None:
        """The row itself is checked by the service, once, under its lock."""

    def changes(self, *left_out: str) -> dict[str, Any]:
        """What the service is to set."""
        return {k: v for k, v in self.cleaned_data.items() if k not in ("seen_version", *left_out)}


class OfficeAdmin(admin.ModelAdmin):
    """A model whose state belongs to the services.

    `area` and `acts` name the rules that are asked (`club` and `change`: the rule `club.change`); what is not among the
    acts cannot be done here, and without acts the model is read-only. `add_fields` and `add_form` stand in for `fields`
    and `form` while something is added; `fixed` cannot be changed afterwards.
    """

    area: ClassVar[str] = ""
    acts: ClassVar[frozenset[str]] = frozenset()
    add_form: Any = None
    add_fields: ClassVar[tuple[str, ...]] = ()
    fixed: ClassVar[tuple[str, ...]] = ()
    form = OfficeForm
    formfield_overrides = {URLField: {"assume_scheme": "https"}}
    list_per_page = 50
    show_full_result_count = False

    # --- Rules ---------------------------------------------------------------------------------------------------
    def _may(self, request: HttpRequest, verb: str, obj: Model | None = None) -> bool:
        return verb in self.acts and may(actors.of_request(request), f"{self.area}.{verb}", obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may(request, "add")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request, "change", obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    # --- What the form asks --------------------------------------------------------------------------------------
    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        if obj is None and self.add_form:
            options.setdefault("form", self.add_form)
        form = super().get_form(request, obj, change=change, **options)
        return type(form.__name__, (form,), {"request": request})

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return [(None, {"fields": [*(self.add_fields or self.fields or ())]})]
        hidden = ["seen_version"] if self.has_change_permission(request, obj) else []
        return [(None, {"fields": [*(self.fields or ()), *hidden]})]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [*self.readonly_fields, *(self.fixed if obj else ())]

    # --- Saving --------------------------------------------------------------------------------------------------
    def changeform_view(self, request: HttpRequest, *args: Any, **options: Any) -> HttpResponse:
        """A refusal undoes the attempt; the form then comes back with what the service said."""
        try:
            return super().changeform_view(request, *args, **options)
        except REFUSALS as refusal:
            request.refusal = refusal  # type: ignore[attr-defined]
            return super().changeform_view(request, *args, **options)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Let the service do it; the page goes on with the row that the service saved."""
        actor = actors.of_request(request)
        saved = self.change_by_service(actor, obj, form) if change else self.add_by_service(actor, form)
        obj.__dict__.update(saved.__dict__)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """The service has saved everything."""

    def add_by_service(self, actor: actors.Actor, form: Any) -> Model:
        raise NotImplementedError

    def change_by_service(self, actor: actors.Actor, obj: Any, form: Any) -> Model:
        raise NotImplementedError

    # --- Actions -------------------------------------------------------------------------------------------------
    def for_each(self, request: HttpRequest, rows: QuerySet[Any], act: Callable[[actors.Actor, Any], object]) -> None:
        """Do an act to each row; one that is refused says why and keeps none of the others from it."""
        actor, done = actors.of_request(request), 0
        for row in rows:
            try:
                with transaction.atomic():
                    act(actor, row)
                done += 1
            except REFUSALS as refusal:
                self.message_user(request, f"{row}: {refusal_sentence(refusal)}", messages.ERROR)
        if done:
            sentence = ngettext("Done for %(count)s row.", "Done for %(count)s rows.", done) % {"count": done}
            self.message_user(request, sentence, messages.SUCCESS)

    # --- History: the audit has it. Django's own log would keep names that must be erasable ---------------------
    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return None

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return None

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        return None

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        kind = str(getattr(self.model, "AUDIT_KIND", self.opts.model_name))
        query = urlencode({"target_kind": kind, "target_id": object_id})
        return redirect(f"{reverse('admin:clubs_auditentry_changelist')}?{query}")


def refusal_sentence(refusal: Exception) -> str:
    """What a service said when it refused."""
    return " ".join(refusal.messages) if isinstance(refusal, ValidationError) else str(refusal)
