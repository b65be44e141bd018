"""What the pages of entries and sessions ask."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.forms.conditions import MomentInput
from events.models import Event
from events.models.conditions import Form
from events.services.entries import NotOneMember


class EnterForm(forms.Form):
    """Enter oneself: with a partner, with a team, or alone."""

    def __init__(self, *args: Any, event: Event, **options: Any) -> None:
        super().__init__(*args, **options)
        form = Form(event.form)
        if form == Form.TEAMS:
            self.fields["name"] = forms.CharField(label=_("Name of the team"), max_length=80, required=False)
        self.others = [f"other_{at}" for at in range(1, form.most)]
        for at, name in enumerate(self.others, start=1):
            self.fields[name] = _person(at, form)
        self.fields["note"] = forms.CharField(
            label=_("Note to the secretary"),
            max_length=200,
            required=False,
            help_text=_("For instance a stationary seat."),
        )

    def entry(self) -> dict[str, Any]:
        fields = {name: self.cleaned_data[name] for name in ("name", "note") if name in self.cleaned_data}
        return fields | {"others": [self.cleaned_data[name] for name in self.others]}

    def field_for(self, name: str, problem: ValidationError) -> str:
        """Each name stands in a field of its own."""
        return f"other_{problem.place}" if isinstance(problem, NotOneMember) else name


def _person(at: int, form: Form) -> forms.Field:
    label = _("Partner") if form == Form.PAIRS else _("Player %(at)s") % {"at": at + 1}
    help_text = _("First and last name, or the member number.") if at == 1 else ""
    field = forms.CharField(label=label, max_length=120, required=at < form.size, help_text=help_text)
    field.widget.attrs["autocomplete"] = "off"
    return field


class WishForm(forms.Form):
    note = forms.CharField(
        label=gettext_lazy("About my game"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("What you play, how you like to play: the others read it."),
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)


class OptionalReasonForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


class MomentForm(forms.Form):
    """When a session begins."""

    starts_at = forms.DateTimeField(
        label=gettext_lazy("Day and time"),
        widget=MomentInput(),
        help_text=gettext_lazy("As the clock shows where the club is."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)


class SearchForm(forms.Form):
    q = forms.CharField(
        label=gettext_lazy("Name of the event"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
