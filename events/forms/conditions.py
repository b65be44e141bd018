"""What the pages of events and series ask: the conditions of contest, the everyday ones first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from clubs.regulations.catalogue import PROFILES
from core.forms import VersionedForm
from events.models import Event, Series
from events.models.conditions import CONDITIONS, Form, TieBreak
from events.movements.catalogue import KINDS
from events.movements.model import Unit
from events.selectors.conditions import REGULATED, SCALE_NAMES, club_regulations, regulated_line
from events.wording import kind_name
from scoring.engine.victory import USUAL_SCALE

TIE_BREAKS = 4
RANKS = tuple(f"tie_break_{at}" for at in range(1, TIE_BREAKS + 1))
MORE: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (
        gettext_lazy("Movement and scoring"),
        ("movement_kind", "three_ways", "winners", "minutes_per_board", "share", "profile", "vp_scale", "systems"),
    ),
    (
        gettext_lazy("Entries"),
        ("entry_conditions", "most_contestants", "takes_entries", "entries_close_at", "closes_minutes_before"),
    ),
    (gettext_lazy("Ties and carry-over"), (*RANKS, "carry_over")),
    (gettext_lazy("After the game"), tuple(field for field in REGULATED if field != "profile")),
)
DIVIDED = {name for _title, names in MORE for name in names}


class MomentInput(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self, **attrs: Any) -> None:
        super().__init__(attrs=attrs, format="%Y-%m-%dT%H:%M")


class TimeInput(forms.TimeInput):
    input_type = "time"

    def __init__(self, **attrs: Any) -> None:
        super().__init__(attrs=attrs, format="%H:%M")


@dataclass(frozen=True)
class FoldedFields:
    """Fields that are folded away until somebody wants them, or one of them is wrong."""

    title: Any
    fields: list[BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors for field in self.fields)


class ConditionsForm(VersionedForm):
    """Conditions of an event or a series. The row itself is checked by the service, under its lock."""

    template_name = "events/conditions_form.html"

    class Meta:
        model: type[Model] = Event
        fields: tuple[str, ...] = tuple(name for name in CONDITIONS if name != "tie_breaks")
        widgets = {
            "entry_conditions": forms.Textarea(attrs={"rows": 2}),
            "remarks": forms.Textarea(attrs={"rows": 3}),
            "entries_close_at": MomentInput(),
        }

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["winners"] = _winners()
        self.fields["movement_kind"] = _movements()
        self._show_regulations(club)
        for at, name in enumerate(RANKS):
            self.fields[name] = _tie_break(at)
            chosen = self.instance.tie_breaks
            self.initial[name] = chosen[at] if at < len(chosen) else ""
        self.fields["vp_scale"].help_text = _(
            "wbf, wbf-discrete, ebu, or the limits: 20-0:1,4,8. Only for victory points. Empty: %(usual)s."
        ) % {"usual": SCALE_NAMES[USUAL_SCALE]}
        self.fields["visitor_fee"].help_text = _("What somebody pays who is no member today.")
        self.fields["most_contestants"].help_text = _("Whoever comes later waits for a place. Empty: as many as come.")
        self.fields["share"].label = _("Boards everybody must play, in percent")
        self.fields["share"].help_text = ""

    def _show_regulations(self, club: Club) -> None:
        """What holds where a field is left empty."""
        regulations = club_regulations(club)
        usual = {field: regulated_line(Event(), field, regulations).text for field in REGULATED}
        choices = [("", _("As the club’s regulations say: %(value)s") % {"value": usual["profile"]}), *PROFILES]
        self.fields["profile"] = forms.ChoiceField(label=_("Scoring profile"), required=False, choices=choices)
        for field in REGULATED:
            if field != "profile":
                self.fields[field].help_text = _("Empty: %(value)s, as the club’s regulations say.") % {
                    "value": usual[field]
                }
        for field in ("period_score_correction", "period_tabulation_correction"):
            shorter = _("Less than 30 minutes only where the special nature of the contest requires it (Law 79C1).")
            self.fields[field].help_text = f"{self.fields[field].help_text} {shorter}"

    def _post_clean(self) -> None:
        """The service checks the row."""

    @property
    def main(self) -> list[BoundField]:
        return [field for field in self.visible_fields() if field.name not in DIVIDED]

    @property
    def parts(self) -> Iterator[FoldedFields]:
        for title, names in MORE:
            fields = [self[name] for name in names if name in self.fields]
            if fields:
                yield FoldedFields(title, fields)

    def changes(self) -> dict[str, Any]:
        """What is to be set."""
        fields = {name: value for name, value in self.cleaned_data.items() if name in self.Meta.fields}
        return fields | {"tie_breaks": [self.cleaned_data[name] for name in RANKS if self.cleaned_data[name]]}

    def field_for(self, name: str, problem: ValidationError) -> str:
        """The list of tie-breaks is asked for one by one."""
        return RANKS[0] if name == "tie_breaks" else name


class EventForm(ConditionsForm):
    field_order = ("name", "form", "scoring", "boards", "starts_at", "fee", "visitor_fee", "members_only", "remarks")

    class Meta(ConditionsForm.Meta):
        model = Event
        fields = (*ConditionsForm.Meta.fields, "entries_close_at")


class NewEventForm(EventForm):
    starts_at = forms.DateTimeField(
        label=gettext_lazy("First session"),
        required=False,
        widget=MomentInput(),
        help_text=gettext_lazy("Day and time where the club is. It can be planned later, too."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        del self.fields["version"]

    def changes(self) -> dict[str, Any]:
        return super().changes() | {"starts_at": self.cleaned_data["starts_at"]}


class SeriesForm(ConditionsForm):
    field_order = (
        *("name", "weekday", "starts", "form", "scoring", "boards", "fee", "visitor_fee", "members_only"),
        *("remarks", "is_active"),
    )

    class Meta(ConditionsForm.Meta):
        model = Series
        fields = (*ConditionsForm.Meta.fields, "weekday", "starts", "closes_minutes_before", "is_active")
        widgets = ConditionsForm.Meta.widgets | {"starts": TimeInput()}


class NewSeriesForm(SeriesForm):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        del self.fields["version"]


class RemarksForm(VersionedForm):
    """All that may still be written once play has begun."""

    class Meta:
        model = Event
        fields = ("remarks",)
        widgets = {"remarks": forms.Textarea(attrs={"rows": 4})}

    def _post_clean(self) -> None:
        """The service checks the row."""

    def changes(self) -> dict[str, Any]:
        return {"remarks": self.cleaned_data["remarks"]}


def _winners() -> forms.Field:
    return forms.TypedChoiceField(
        label=_("Winners"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[
            ("", _("One or two, as the movement has it")),
            ("1", _("One: all are compared")),
            ("2", _("Two: North-South and East-West")),
        ],
    )


def _movements() -> forms.Field:
    """Each kind once, under those whom it is for."""
    groups: dict[str, list[tuple[str, str]]] = {str(Form(unit.value).label): [] for unit in Unit}
    for kind in dict.fromkeys(kind for unit in Unit for kind in KINDS[unit]):
        units = ", ".join(str(Form(unit.value).label) for unit in Unit if kind in KINDS[unit])
        groups.setdefault(units, []).append((kind.value, kind_name(kind)))
    choices: list[Any] = [("", _("Chosen on the day, for as many as come")), *groups.items()]
    return forms.ChoiceField(label=_("Movement"), required=False, choices=choices)


def _tie_break(at: int) -> forms.Field:
    label = _("First tie-break") if at == 0 else _("Then")
    nothing = _("Those who tie share the place") if at == 0 else _("Nothing more")
    return forms.ChoiceField(label=label, required=False, choices=[("", nothing), *TieBreak.choices])
