"""Forms of the desk."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from events.models import Place, Section, Session
from events.models.conditions import Form
from events.selectors.movements import CHOICES
from events.wording import kind_name


class MovementForm(forms.Form):
    """A movement of one's own choice: the kind, and what is left empty is chosen as clubs usually do."""

    kind = forms.ChoiceField(label=_("Movement"))
    rounds = forms.IntegerField(label=_("Rounds"), required=False, min_value=1, max_value=99)
    boards_per_round = forms.IntegerField(label=_("Boards a round"), required=False, min_value=1, max_value=64)
    winners = forms.TypedChoiceField(
        label=_("Winners"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("As usual")), ("1", _("One field")), ("2", _("North-South and East-West"))],
    )
    missing = forms.ChoiceField(
        label=_("At a half table, who is missing"),
        required=False,
        choices=[("ns", _("North-South")), ("ew", _("East-West"))],
    )

    def __init__(self, *args: Any, form: str, **options: Any) -> None:
        super().__init__(*args, **options)
        kinds = [(kind.value, kind_name(kind)) for kind in CHOICES[Form(form).unit]]
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]
        if form != Form.PAIRS:
            del self.fields["winners"], self.fields["missing"]

    def choice(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class UnknownForm(forms.Form):
    count = forms.IntegerField(
        label=_("How many"),
        min_value=1,
        max_value=100,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), _("Write how many: a number from 1 to 100.")
        ),
    )


TICK_TWO = _("Tick two contestants, and only two, to let them change places.")


class SwapForm(forms.Form):
    """Two ticked rows of the list."""

    place = forms.ModelMultipleChoiceField(
        Place.objects.none(), label=_("Contestants"), error_messages={"required": TICK_TWO}
    )

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["place"].queryset = Place.objects.filter(session=session)  # type: ignore[attr-defined]

    def clean_place(self) -> list[Place]:
        places = list(self.cleaned_data["place"])
        if len(places) != 2:
            raise forms.ValidationError(TICK_TWO)
        return places


class SectionForm(forms.Form):
    section = forms.ModelChoiceField(Section.objects.none(), label=_("Section"), empty_label=None)

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["section"].queryset = session.sections.all()  # type: ignore[attr-defined]
        self.fields["section"].label_from_instance = lambda section: section.letter  # type: ignore[attr-defined]


class MatchesForm(forms.Form):
    """A form with matches of a round. A field is a property of its form in the browser: one that is called `matches`
    there would hide the form's own `matches()` from scripts."""

    def add_prefix(self, field_name: str) -> str:
        return super().add_prefix("drawn_matches" if field_name == "matches" else field_name)


class FirstBoardForm(forms.Form):
    number = forms.IntegerField(label=_("First board"), min_value=1, max_value=999)
