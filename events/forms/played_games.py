"""What is asked about a game that was played without this program."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from events.forms.conditions import MomentInput
from events.models import Event, Series
from events.models.conditions import Form, scoring_choices


class PlayedGameForm(forms.Form):
    """A regular game by its series, or another one by its name."""

    series = forms.ModelChoiceField(
        label=gettext_lazy("Which game"),
        queryset=Series.objects.none(),
        required=False,
        empty_label=gettext_lazy("Another one, named below"),
    )
    name = forms.CharField(label=gettext_lazy("Name"), max_length=Event._meta.get_field("name").max_length)
    starts_at = forms.DateTimeField(
        label=gettext_lazy("When it was played"),
        widget=MomentInput(),
        help_text=gettext_lazy("Day and time where the club is. Results and histories show this day."),
    )
    form = forms.ChoiceField(label=gettext_lazy("Form"), choices=Form.choices)
    scoring = forms.ChoiceField(label=gettext_lazy("Scoring"), choices=scoring_choices)

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        regular_games = (
            Series.objects.filter(club=club).select_related("club__federation").order_by("-is_active", "name")
        )
        if not regular_games:
            del self.fields["series"]
            return
        self.fields["series"].queryset = regular_games  # type: ignore[attr-defined]
        self.fields["series"].initial = regular_games[0].pk
        self.fields["name"].help_text = _("Leave it empty for a regular game.")
        for field in ("name", "form", "scoring"):
            self.fields[field].required = False
        for field in ("form", "scoring"):
            choices = self.fields[field].choices  # type: ignore[attr-defined]
            self.fields[field].choices = [("", _("As the regular game has it")), *choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "series" in self.fields and not cleaned.get("series"):
            for field in ("name", "form", "scoring"):
                if not cleaned.get(field) and field not in self.errors:
                    self.add_error(field, _("Say it here, or choose a regular game above."))
        return cleaned
