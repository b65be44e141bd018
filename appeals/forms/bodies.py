"""Who is to hear a case, who can be asked, and what they declare."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from appeals.models import PoolMember
from appeals.models.bodies import MemberRole, TieKind
from appeals.selectors.conflicts import AdjudicatorCandidate
from clubs.forms.roles import DateInput
from clubs.models import User


class SeatForm(forms.Form):
    user = forms.ChoiceField(label=_("Whom to invite"))
    role = forms.ChoiceField(label=_("As"), choices=MemberRole.choices, initial=MemberRole.MEMBER)
    reason = forms.CharField(
        label=_("Why they can hear it all the same"),
        max_length=300,
        required=False,
        help_text=_("Where the check has a remark."),
    )

    def __init__(self, *args: Any, candidates: list[AdjudicatorCandidate], **options: Any) -> None:
        super().__init__(*args, **options)
        self.users = {str(candidate.user.pk): candidate.user for candidate in candidates}
        choices = [(str(candidate.user.pk), candidate.name) for candidate in candidates]
        self.fields["user"].choices = choices  # type: ignore[attr-defined]

    def chosen(self) -> User:
        return self.users[self.cleaned_data["user"]]


class PoolForm(forms.Form):
    email = forms.EmailField(label=_("Email address of the account"))
    may_chair = forms.BooleanField(label=_("May take the chair"), required=False)
    note = forms.CharField(label=_("Note"), max_length=200, required=False)


class OwnAwayForm(forms.ModelForm):
    class Meta:
        model = PoolMember
        fields = ["away_from", "away_until"]
        widgets = {"away_from": DateInput(), "away_until": DateInput()}

    def _post_clean(self) -> None:
        """The service checks the row, under its lock."""


class TieForm(forms.Form):
    player = forms.CharField(label=_("Name or federation number of the player"), max_length=120)
    kind = forms.ChoiceField(label=_("Kind"), choices=TieKind.choices)
