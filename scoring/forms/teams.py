"""What captains and directors write about matches, draws, fields and stages."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.forms.desk import MatchesForm
from events.models import Contestant, Section, Session
from scoring.models.matches import Basis, PendingScore, TermKind

REASON = 300


class WitnessForm(forms.Form):
    team = forms.ModelChoiceField(Contestant.objects.none(), label=_("Team"), empty_label=None)
    reason = forms.CharField(
        label=_("How the captain agreed"), max_length=REASON, help_text=_("Such as “told me at the table”.")
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, teams: dict[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        _choose_team(self, teams)


class TermForm(forms.Form):
    kind = forms.ChoiceField(label=_("What"), choices=TermKind.choices)
    team = forms.ModelChoiceField(Contestant.objects.none(), label=_("Team"), empty_label=None)
    imps = forms.DecimalField(
        label=_("IMPs"),
        min_value=Decimal(0),
        max_value=Decimal(999),
        decimal_places=2,
        required=False,
        help_text=_("Not for a team that goes on."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON)

    def __init__(self, *args: Any, teams: dict[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        _choose_team(self, teams)

    def clean_imps(self) -> Decimal:
        return self.cleaned_data["imps"] or Decimal(0)


def _choose_team(form: forms.Form, teams: dict[int, str]) -> None:
    field: Any = form.fields["team"]
    field.queryset = Contestant.objects.filter(pk__in=teams)
    field.label_from_instance = lambda team: teams.get(team.pk, "")


class BasisForm(forms.Form):
    """From which scores the next round is drawn."""

    basis = forms.ChoiceField(
        label=_("Draw by"),
        choices=[(basis_choice.value, basis_choice.label) for basis_choice in (Basis.STANDINGS, Basis.ROUND_BEFORE)],
        required=False,
    )
    pending = forms.ChoiceField(
        label=_("Where a ruling is pending"),
        choices=[("", _("Choose a score")), *PendingScore.choices],
        required=False,
    )

    @property
    def chosen(self) -> dict[str, str]:
        valid = self.is_bound and self.is_valid()
        return {
            "basis": (self.cleaned_data.get("basis") if valid else "") or Basis.STANDINGS,
            "pending": (self.cleaned_data.get("pending") if valid else "") or "",
        }


class RoundForm(MatchesForm):
    """The draw as it is laid down: as proposed, or changed by hand."""

    matches = forms.CharField(
        label=_("Matches"),
        max_length=4000,
        required=False,
        help_text=_("By number: 1-4, 2-3. Change it where you must; the draw is then yours."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    # A box to tick, shown once a draw with repeats was refused: its value names them.
    confirmed = forms.CharField(widget=forms.HiddenInput, required=False, max_length=4000)

    def __init__(self, *args: Any, of_teams: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if of_teams:
            self.fields["matches"].help_text = _(
                "By number: 1-4, 2-3; 5-6-7 for a triangle. Change it where you must; the draw is then yours."
            )

    def ask_for_confirmation(self, repeats: str) -> None:
        """Show the box with which the director lays down exactly these repeats."""
        self.fields["confirmed"].label = _("Lay it down all the same: %(repeats)s") % {"repeats": repeats}
        self.fields["confirmed"].widget = forms.CheckboxInput(attrs={"value": repeats})
        # Never ticked beforehand: what was confirmed before was another draw.
        self.data = {name: value for name, value in self.data.items() if name != "confirmed"}

    def clean_matches(self) -> list[tuple[int, ...]] | None:
        text = re.sub(r"\s*[-–:]\s*", "-", self.cleaned_data["matches"].strip())
        if not text:
            return None
        matches = []
        for match_text in re.split(r"[,;\s]+", text):
            if re.fullmatch(r"\d{1,3}(-\d{1,3}){1,2}", match_text) is None:
                sentence = _("“%(said)s” is not a match. Write matches like 1-4, 2-3.")
                raise forms.ValidationError(sentence, params={"said": match_text[:20]})
            matches.append(tuple(map(int, match_text.split("-"))))
        return matches


class GroupsForm(forms.Form):
    """For each section a number; those with the same number are compared together."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, sections: list[Section], **options: Any) -> None:
        super().__init__(*args, **options)
        self.sections = sections
        choices = [(number, str(number)) for number in range(1, len(sections) + 1)]
        for section in sections:
            self.fields[f"section_{section.pk}"] = forms.TypedChoiceField(
                label=_("Section %(letter)s") % {"letter": section.letter}, choices=choices, coerce=int
            )
        self.order_fields([*(f"section_{section.pk}" for section in sections), "reason", "version"])

    @property
    def groups(self) -> dict[int, int]:
        return {section.pk: self.cleaned_data[f"section_{section.pk}"] for section in self.sections}


class QualifyForm(forms.Form):
    session = forms.ModelChoiceField(Session.objects.none(), label=_("For session"), empty_label=None)
    places = forms.IntegerField(label=_("How many qualify"), min_value=2, max_value=400)
    consolation = forms.BooleanField(label=_("The rest play a consolation in a section of their own"), required=False)

    def __init__(self, *args: Any, sessions: list[Session], **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["session"]
        field.queryset = Session.objects.filter(pk__in=[session.pk for session in sessions]).select_related("event")
        field.label_from_instance = lambda session: str(session.number)
