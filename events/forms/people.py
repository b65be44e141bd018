"""What the pages of officials, substitutes and line-ups ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from events.models import Entrant, Place
from events.models.sessions import Duty
from events.selectors.lineups import SEATS, Seats


def round_field(label: Any, rounds: int, **options: Any) -> forms.TypedChoiceField:
    choices = [(number, str(number)) for number in range(1, rounds + 1)]
    if not options.get("required", True):
        choices.insert(0, ("", _("to the end")))  # type: ignore[arg-type]
    return forms.TypedChoiceField(label=label, coerce=int, empty_value=None, choices=choices, **options)


class DutyForm(forms.Form):
    duty = forms.ChoiceField(
        label=gettext_lazy("Duty"), choices=Duty.choices, initial=Duty.DIRECTOR, widget=forms.RadioSelect
    )


class SubstituteForm(forms.Form):
    """Who is replaced, and when; the name of whoever comes instead is typed in a field of its own."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=200)
    field_order = ("entrant", "first_round", "last_round", "reason")

    def __init__(self, *args: Any, places: Sequence[Place], rounds: int, now: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.entrants = {
            entrant.pk: (place, entrant) for place in places for entrant in place.contestant.entrants.all()
        }
        self.fields["entrant"] = forms.TypedChoiceField(
            label=_("Who is replaced"),
            coerce=int,
            choices=[("", "—"), *((key, _entrant_label(*pair)) for key, pair in self.entrants.items())],
            error_messages={"required": _("Choose who is replaced.")},
        )
        self.fields["first_round"] = round_field(_("From round"), rounds, initial=max(1, now))
        self.fields["last_round"] = round_field(_("To round"), rounds, required=False)
        self.order_fields(self.field_order)

    def substitution(self) -> dict[str, Any]:
        fields = dict(self.cleaned_data)
        place, entrant = self.entrants[fields.pop("entrant")]
        return {"place": place, "entrant": entrant, **fields}


class EndForm(forms.Form):
    last_round = forms.IntegerField(label=gettext_lazy("Last round"), min_value=1, max_value=999)


class LineUpForm(forms.Form):
    """Four of a team, from a round on."""

    def __init__(
        self, *args: Any, team: Sequence[Entrant], rounds: int, first: int, now: Seats, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.team = {entrant.pk: entrant for entrant in team}
        self.fields["first_round"] = round_field(_("From round"), rounds, initial=min(first, rounds))
        labels = (_("North"), _("South"), _("East"), _("West"))
        for seat, label, sitting in zip(SEATS, labels, now.everybody, strict=True):
            self.fields[seat] = forms.TypedChoiceField(
                label=label,
                coerce=int,
                choices=[(entrant.pk, entrant.title) for entrant in team],
                initial=sitting.pk if sitting else None,
            )

    def line_up(self) -> dict[str, Any]:
        seats = {seat: self.team[self.cleaned_data[seat]] for seat in SEATS}
        return {"first_round": self.cleaned_data["first_round"], **seats}


def _entrant_label(place: Place, entrant: Entrant) -> str:
    return f"{place.section.letter}{place.number} · {entrant.title}"
