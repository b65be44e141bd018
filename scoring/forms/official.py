"""What is written when a score is published, corrected, and told to those whom it concerns."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Place
from scoring.forms.director import TYPED

RESULT_HELP = _("4SX-1 W · 3NT+1 S · P for passed out · NP for not played")


class PublishForm(forms.Form):
    reason = forms.CharField(
        label=_("Why it is published without these results"),
        max_length=300,
        required=False,
        help_text=_("It stands beside the score, where everybody reads it."),
    )
    note = forms.CharField(
        label=_("Note"), max_length=500, required=False, help_text=_("Anything players should know; it is public.")
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)

    def __init__(self, *args: Any, missing: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not missing:
            del self.fields["reason"]


class AskForm(forms.Form):
    """A player says what the score should be."""

    claimed = forms.CharField(
        label=_("What it should be"), max_length=40, help_text=RESULT_HELP, widget=forms.TextInput(attrs=TYPED)
    )
    words = forms.CharField(
        label=_("What happened"),
        max_length=500,
        help_text=_("Such as: we agreed on nine tricks, ten were entered."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


VERDICTS = [
    ("accept", _("It was as they say, or as I found: correct it for both sides")),
    ("lower", _("I am not convinced: lower one side, the other does not rise (Law 79B3)")),
    ("refuse", _("The score stands")),
]


class DecideForm(forms.Form):
    verdict = forms.ChoiceField(label=_("Decision"), choices=VERDICTS, widget=forms.RadioSelect)
    found = forms.CharField(
        label=_("The result at the table"),
        max_length=40,
        required=False,
        help_text=RESULT_HELP,
        widget=forms.TextInput(attrs=TYPED),
    )
    beyond_doubt = forms.BooleanField(
        label=_("I am satisfied beyond reasonable doubt that the record is wrong (Law 79C2)"), required=False
    )
    side = forms.ChoiceField(label=_("Whose score is lowered"), required=False, widget=forms.RadioSelect)
    to = forms.CharField(
        label=_("To the score of"),
        max_length=40,
        required=False,
        help_text=_("A result that gives this side less, such as 4S-1 N"),
        widget=forms.TextInput(attrs=TYPED),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("The players read it."))
    told = forms.TypedMultipleChoiceField(
        label=_("Told just now"),
        required=False,
        coerce=int,
        help_text=_("From then on their time for an appeal runs (Law 92B). Tell the others later."),
        widget=forms.CheckboxSelectMultiple,
    )
    version = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, sides: list[tuple[str, str]], people: list[tuple[int, str]], late: bool, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.fields["side"].choices = sides  # type: ignore[attr-defined]
        self.fields["told"].choices = people  # type: ignore[attr-defined]
        verdict: Any = self.fields["verdict"]
        if late:
            verdict.choices = [choice for choice in VERDICTS if choice[0] != "lower"]
            for name in ("side", "to", "told"):
                del self.fields[name]
        else:
            del self.fields["beyond_doubt"]


class ApproveForm(forms.Form):
    reason = forms.CharField(label=_("Reason, where it is not approved"), max_length=300, required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)


class EnterForm(AskForm):
    """What the director learned of, by table and board."""

    table = forms.CharField(label=_("Table"), max_length=6, widget=forms.TextInput(attrs={"size": 4}))
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=99)
    board = forms.IntegerField(label=_("Board"), min_value=1, max_value=999)
    side = forms.ChoiceField(
        label=_("For"), choices=[("NS", _("North-South")), ("EW", _("East-West"))], widget=forms.RadioSelect
    )
    field_order = ["table", "round", "board", "side", "claimed", "words"]


class ToldForm(forms.Form):
    how = forms.CharField(label=_("How they were told"), max_length=200, required=False)


class ContactForm(forms.Form):
    place = forms.ModelChoiceField(Place.objects.none(), label=_("Who"))
    text = forms.CharField(
        label=_("How to reach them"),
        max_length=300,
        required=False,
        help_text=_("A telephone number, or when they will be back. Left empty, the note is taken away."),
    )

    def __init__(self, *args: Any, places: Any, titles: dict[int, str], **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["place"]
        field.queryset = places
        field.label_from_instance = lambda place: titles[place.pk]
