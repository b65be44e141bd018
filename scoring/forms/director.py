"""What the director writes on the desk's pages."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from events.models import Place, Section, Session
from scoring.adjusted.awards import adjustment_kind, read_value, score_for_other_side
from scoring.engine.boards import Conditions
from scoring.engine.sheet import Value
from scoring.models import ClubTableRules, TableRules
from scoring.models.fields import PenaltyUnit
from scoring.models.results import Outcome
from scoring.models.table_rules import TableSwitches
from scoring.result_input import ResultInput
from scoring.selectors.table_rules import RULES

TYPED = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


class ResultForm(forms.Form):
    result = forms.CharField(
        label=_("Result"),
        max_length=40,
        help_text=_("4SX-1 W · 3NT+1 S · 420 or -50 for North-South · P for passed out · NP for not played"),
        widget=forms.TextInput(attrs=TYPED | {"autofocus": True}),
    )
    lead = forms.CharField(label=_("Lead"), max_length=4, required=False, widget=forms.TextInput(attrs=TYPED))
    turned = forms.BooleanField(label=_("They sat the other way"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def clean_result(self) -> ResultInput:
        text: str = self.cleaned_data["result"]
        try:
            return ResultInput.parse(text)
        except ValidationError as error:
            raise ValidationError(error.messages) from error

    def result_input(self) -> ResultInput:
        result: ResultInput = self.cleaned_data["result"]
        if result.outcome != Outcome.PLAYED or result.score is not None:
            return result
        return ResultInput(result.outcome, result.contract, result.declarer, result.tricks, self.cleaned_data["lead"])


class AdjustmentForm(forms.Form):
    """An adjusted score in simple form: an artificial one, an assigned result, or several with their weights."""

    ns = forms.CharField(
        label=_("To North-South"),
        max_length=200,
        help_text=_("60, 50 or 40 for an artificial score; 4S= N for a result; 60 4S= N, 40 4S-1 N for a weighted one"),
        widget=forms.TextInput(attrs=TYPED),
    )
    ew = forms.CharField(
        label=_("To East-West"),
        max_length=200,
        required=False,
        help_text=_("Leave it empty where the other side gets the rest"),
        widget=forms.TextInput(attrs=TYPED),
    )
    law = forms.CharField(label=_("Law"), max_length=40, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args: Any, conditions: Conditions, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conditions = conditions

    def clean_ns(self) -> Value:
        return read_value(self.cleaned_data["ns"], self.conditions)

    def clean_ew(self) -> Value | None:
        text = self.cleaned_data["ew"]
        return read_value(text, self.conditions) if text.strip() else None

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        ns, ew = data.get("ns"), data.get("ew")
        if ns is not None and ew is None and "ew" not in self.errors:
            data["ew"] = score_for_other_side(ns)
        return data

    @property
    def kind(self) -> str:
        return adjustment_kind(self.cleaned_data["ns"], self.cleaned_data["ew"])


class PenaltyForm(forms.Form):
    place = forms.ModelChoiceField(Place.objects.none(), label=_("Contestant"))
    amount = forms.DecimalField(
        label=_("Amount"), max_digits=7, decimal_places=2, required=False, help_text=_("Empty for a warning.")
    )
    unit = forms.ChoiceField(label=_("Counted in"), choices=PenaltyUnit.choices)
    law = forms.CharField(label=_("Law"), max_length=40, required=False, initial="90")
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(
        self, *args: Any, places: Any, titles: dict[int, str], units: tuple[PenaltyUnit, ...], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        unit: Any = self.fields["unit"]
        unit.choices = [(unit_choice.value, unit_choice.label) for unit_choice in units]
        field: Any = self.fields["place"]
        field.queryset = places
        field.label_from_instance = lambda place: titles.get(place.pk, str(place))

    def clean_amount(self) -> Decimal:
        return self.cleaned_data["amount"] or Decimal(0)


class AnnouncementForm(forms.Form):
    text = forms.CharField(label=_("What the tables are to read"), max_length=300)
    table = forms.CharField(label=_("Only table"), max_length=6, required=False)

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, **options)
        self.session = session

    def clean_table(self) -> tuple[Section | None, int | None]:
        """`3`, or `B3` where there are several sections."""
        text = self.cleaned_data["table"].strip()
        if not text:
            return None, None
        return find_table(self.session, text)


def find_table(session: Session, text: str) -> tuple[Section, int]:
    match = re.fullmatch(r"([A-Za-z]{0,3})\s*(\d{1,3})", text.strip())
    sections = {section.letter.upper(): section for section in session.sections.order_by("letter")}
    if match is None or (match[1] and match[1].upper() not in sections) or not sections:
        raise ValidationError(_now("There is no table %(table)s.") % {"table": text}, code="no_table")
    section = sections[match[1].upper()] if match[1] else next(iter(sections.values()))
    if not section.plays.filter(table=int(match[2])).exists():
        raise ValidationError(_now("There is no table %(table)s.") % {"table": text}, code="no_table")
    return section, int(match[2])


SWITCHES = [field.name for field in TableSwitches._meta.local_fields if field.name in RULES]


class ClubRulesForm(forms.ModelForm):
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    class Meta:
        model: type[models.Model] = ClubTableRules
        fields = SWITCHES

    def _post_clean(self) -> None:
        """The service checks and saves."""


class RulesForm(ClubRulesForm):
    """For one section: beside each switch that differs stands what the club has."""

    class Meta(ClubRulesForm.Meta):
        model = TableRules

    def __init__(self, *args: Any, usual: ClubTableRules, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in self.instance.exceptions:
            if name in self.fields:
                self.fields[name].help_text = _("Elsewhere in the club: %(value)s") % {
                    "value": _value_text(usual, name)
                }


def _value_text(usual: ClubTableRules, name: str) -> Any:
    value = getattr(usual, name)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    display = getattr(usual, f"get_{name}_display", None)
    return display() if display else value


class RepairForm(forms.Form):
    """Law 15: what really happened at the tables in a round."""

    what = forms.ChoiceField(
        label=_("What happened"),
        choices=[
            ("opponents", _("East-West of two tables sat at each other’s table")),
            ("places", _("Two contestants played at each other’s places")),
            ("boards", _("A table played other boards")),
            ("turned", _("They sat the other way: a table, or every table (a forgotten arrow switch)")),
        ],
    )
    section = forms.ModelChoiceField(Section.objects.none(), label=_("Section"), empty_label=None)
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=99)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=999, required=False)
    other_table = forms.IntegerField(label=_("Other table"), min_value=1, max_value=999, required=False)
    one = forms.IntegerField(label=_("Contestant"), min_value=1, max_value=999, required=False)
    other = forms.IntegerField(label=_("Other contestant"), min_value=1, max_value=999, required=False)
    boards = forms.CharField(label=_("Boards that were played"), max_length=60, required=False, help_text=_("7-9, 12"))
    rotate = forms.BooleanField(label=_("The compass was typed the wrong way as well"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["section"]
        field.queryset = session.sections.order_by("letter")
        field.label_from_instance = lambda section: section.letter
        self.fields["round"].initial = max(1, session.round)

    def clean_boards(self) -> list[int]:
        text = self.cleaned_data["boards"].strip()
        boards: list[int] = []
        for part in filter(None, re.split(r"[,;\s]+", text)):
            match = re.fullmatch(r"(\d{1,3})(?:[-–](\d{1,3}))?", part)
            if match is None:
                raise ValidationError(_now("Write boards like 7-9, 12."), code="bad_boards")
            first, last = int(match[1]), int(match[2] or match[1])
            if last < first:
                raise ValidationError(_now("%(boards)s goes backwards. Write boards like 7-9, 12.") % {"boards": part})
            boards += range(first, last + 1)
        return boards

    def clean(self) -> dict[str, Any]:
        needed = {"opponents": ("table", "other_table"), "places": ("one", "other"), "boards": ("table", "boards")}
        for name in needed.get(self.cleaned_data.get("what", ""), ()):
            if not self.cleaned_data.get(name) and name not in self.errors:
                self.add_error(name, _now("This is needed here."))
        return self.cleaned_data
