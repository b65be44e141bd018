"""Asking for a review of a ruling, and concurring by code."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from appeals.forms.base import YES_NO, ConfirmedNo, area
from appeals.models.appeals import PointKind
from appeals.selectors.session_page import Asker


class RequestForm(forms.Form):
    asked_by = forms.ChoiceField(
        label=_("Who asks"),
        widget=forms.RadioSelect,
        help_text=_("Whoever asks concurs by asking; the partner, or the captain of a team, is asked for an answer."),
    )
    grounds = area(_("What is wrong with the ruling?"), rows=4)
    kind = forms.ChoiceField(
        label=_("It is about"),
        choices=PointKind.choices,
        initial=PointKind.FACT,
        widget=forms.RadioSelect,
        help_text=_("More points can be named until the appeal goes to those who hear it."),
    )

    def __init__(self, *args: Any, people: dict[str, Asker], **options: Any) -> None:
        """`people`: at the desk, who can ask, by the value of the choice."""
        super().__init__(*args, **options)
        self.people = people
        if people:
            choices = [(value, asker.label) for value, asker in people.items()]
            self.fields["asked_by"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["asked_by"]

    def at_desk(self) -> dict[str, Any]:
        """Of the side that asks, as the service takes it; nothing where a player asks for the own."""
        chosen = self.people.get(self.cleaned_data.get("asked_by", ""))
        if chosen is None:
            return {}
        return {"side": chosen.side, "contestant": chosen.contestant, "asked_by": chosen.player}


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )


class AnswerByCodeForm(ConfirmedNo):
    agrees = forms.ChoiceField(label=_("Do you concur in this appeal?"), choices=YES_NO, widget=forms.RadioSelect)


class NoteForm(forms.Form):
    notes = area(_("Notes of the register"), required=False)
    follow_up = forms.DateField(
        label=_("Follow up on"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    # What `note_fingerprint` said of the note that is changed.
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_seen(self) -> str | None:
        return self.cleaned_data["seen"] or None
