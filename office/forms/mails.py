"""Writing to a group, and what one wants by mail."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from office.models import GroupMail
from office.notice_kinds import ON_REQUEST, Category


class GroupMailForm(forms.ModelForm):
    group = forms.ChoiceField(label=_("To"))

    class Meta:
        model = GroupMail
        fields = ("group", "subject", "text")
        widgets = {"text": forms.Textarea(attrs={"rows": 10})}

    def __init__(self, *args: Any, groups: list[tuple[str, Any]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["group"].choices = [("", "—"), *groups]  # type: ignore[attr-defined]
        self.fields["text"].help_text = _("As it is typed, without pictures. The link that stops such mails is added.")

    def _post_clean(self) -> None:
        """The row itself is checked by the service."""


class MailChoicesForm(forms.Form):
    """A tick for each category."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for category in Category:
            self.fields[category.value] = forms.BooleanField(
                label=category.label,
                required=False,
                help_text=_("Sent to those alone who ask for it.") if category in ON_REQUEST else "",
            )


class ReturnedForm(forms.Form):
    address = forms.EmailField(label=_("Address"), help_text=_("Of a mail that came back to your mailbox hours later."))
