"""The editor's forms."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from appeals.forms.base import area
from appeals.models import Case
from core.forms import VersionedForm
from events.selectors.hand_records import SEATS, VULNERABLE

LONG = forms.Textarea(attrs={"rows": 5})


class CaseForm(VersionedForm):
    law_refs = forms.CharField(
        label=_("Paragraphs of the Laws"), max_length=200, required=False, help_text=_("Like 16B1, 12C1(c).")
    )

    dealer = forms.ChoiceField(label=_("Dealer"), choices=[("", "–"), *((seat.value, SEATS[seat]) for seat in SEATS)])
    vulnerable = forms.ChoiceField(label=_("Vulnerable"), choices=[("", "–"), *VULNERABLE.items()])

    class Meta:
        model = Case
        fields = [
            *("subject", "topic", "law_refs", "event", "board", "dealer", "vulnerable", "deal", "auction"),
            *("explanations", "contract", "lead", "facts", "away", "ruling", "statements", "decision", "dissent"),
            *("deposit", "masterpoints"),
        ]
        widgets = {
            name: forms.Textarea(attrs={"rows": 5})
            for name in ("explanations", "facts", "away", "ruling", "statements", "decision", "dissent")
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("dealer", "vulnerable"):
            self.fields[name].required = False
        self.initial["law_refs"] = ", ".join(self.instance.law_refs)

    def clean_law_refs(self) -> list[str]:
        return [law for law in re.split(r"[\s;]+|,\s*", self.cleaned_data["law_refs"]) if law]

    def _post_clean(self) -> None:
        """The service checks the row, under its lock."""


class CommentaryForm(forms.Form):
    commentator = forms.CharField(label=_("Commentator"), max_length=120)
    text = area(_("Commentary"), rows=5)
