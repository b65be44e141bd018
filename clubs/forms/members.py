"""What the pages of a club's members ask."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.roles import DateInput
from clubs.models import Membership, Player
from clubs.models.people import MembershipKind, Privacy
from clubs.selectors.members import SORTS, MemberListQuery, MembershipStanding
from core.forms import VersionedForm, replace_sent

MEMBERSHIP = ("number", "kind", "starts", "ends")
NAMES = ("display_name", "given_name", "family_name")
PERSON = (
    *NAMES,
    "other_names",
    "federation_number",
    "birth_year",
    "email",
    "phone",
    "needs_stationary_seat",
    "privacy",
)
NEW_PERSON = tuple(name for name in PERSON if name != "privacy")


class MemberSearchForm(forms.Form):
    q = forms.CharField(
        label=gettext_lazy("Name or number"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    standing = forms.ChoiceField(
        label=gettext_lazy("Who"),
        required=False,
        choices=[*MembershipStanding.choices, ("all", gettext_lazy("Everybody"))],
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"), required=False, choices=[("", gettext_lazy("Every kind")), *MembershipKind.choices]
    )
    sort = forms.CharField(required=False, widget=forms.HiddenInput)

    def query(self) -> MemberListQuery:
        """Whatever of the question makes sense; current members where nothing else is asked for."""
        self.is_valid()
        typed = self.cleaned_data
        standing = typed.get("standing") or MembershipStanding.CURRENT
        return MemberListQuery(
            words=typed.get("q", ""),
            standing="" if standing == "all" else standing,
            kind=typed.get("kind", ""),
            sort=typed["sort"] if typed.get("sort", "").removeprefix("-") in SORTS else "name",
        )


def person_fields(*names: str) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = forms.fields_for_model(Player, fields=names)
    fields["other_names"].widget = forms.Textarea(attrs={"rows": 2})
    fields["family_name"].help_text = _("Where first and last name are known apart: for lists by surname.")
    fields["email"].help_text = _("Shown to the secretary and the federation’s officers only, as is the telephone.")
    for name in names:
        fields[name].widget.attrs["autocomplete"] = "off"
    return fields


class MembershipForm(forms.ModelForm):
    """A membership to be, of somebody already in the records."""

    class Meta:
        model = Membership
        fields = MEMBERSHIP
        widgets = {"starts": DateInput(), "ends": DateInput()}

    def _post_clean(self) -> None:
        """The row itself is checked by the service, which knows the player and the club."""

    def membership(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in MEMBERSHIP}


class NewMemberForm(MembershipForm):
    """A person new to the records, or so it seems: `who` says it when others have the same name or number."""

    who = forms.CharField(label=gettext_lazy("Is it one of these?"), required=False, widget=forms.HiddenInput)

    field_order = ("who", *NEW_PERSON, *MEMBERSHIP)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields.update(person_fields(*NEW_PERSON))
        self.order_fields(self.field_order)

    def offer(self, choices: list[tuple[str, str]]) -> None:
        """Ask who it is among these; where there is nobody, do not ask."""
        somebody_else = ("new", _("It is somebody else: enter a new person"))
        radio = forms.RadioSelect(choices=[*choices, somebody_else])
        self.fields["who"].widget = radio if choices else forms.HiddenInput()

    def clean_display_name(self) -> str:
        return " ".join(self.cleaned_data["display_name"].split())

    def person(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in NEW_PERSON}

    def typed_details(self) -> dict[str, Any]:
        """What was typed about somebody who is in the records already, besides the name they have there."""
        return {name: value for name, value in self.person().items() if value and name not in NAMES}


class MemberForm(VersionedForm):
    """A member as one thing: the person and the membership."""

    person_version = forms.IntegerField(widget=forms.HiddenInput)
    field_order = (*NEW_PERSON, "number", "kind", "status", "starts", "ends", "privacy")

    class Meta:
        model = Membership
        fields = ("number", "kind", "status", "starts", "ends")
        widgets = {"starts": DateInput(), "ends": DateInput()}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields.update(person_fields(*PERSON))
        self.order_fields(self.field_order)
        player = self.instance.player
        self.initial.update({name: getattr(player, name) for name in PERSON}, person_version=player.version)

    def _post_clean(self) -> None:
        """The rows themselves are checked by the services, under their locks."""

    def person(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in PERSON}

    def membership(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.Meta.fields}

    def show_conflict(self, current: Any, message: object) -> None:
        super().show_conflict(current, message)
        for name in PERSON:
            stored = getattr(current.player, name)
            if stored != self.cleaned_data.get(name, stored) and not isinstance(stored, bool):
                label = Privacy(stored).label if name == "privacy" else stored
                self.add_error(name, _("It now says: %(value)s") % {"value": label or "—"})
        replace_sent(self, person_version=current.player.version)


class RenewForm(forms.Form):
    starts = forms.DateField(label=gettext_lazy("From"), widget=DateInput())
    ends = forms.DateField(
        label=gettext_lazy("Until"),
        required=False,
        widget=DateInput(),
        help_text=gettext_lazy("The last day; empty for a membership that runs on."),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=MembershipKind.choices)

    def __init__(self, *args: Any, previous: Membership, **options: Any) -> None:
        starts = next_start(previous)
        super().__init__(*args, **options)
        self.initial.update(starts=starts, ends=same_length(previous, starts), kind=previous.kind)


class EndForm(forms.Form):
    last_day = forms.DateField(
        label=gettext_lazy("Last day"),
        widget=DateInput(),
        help_text=gettext_lazy("While it lies ahead, the person stays a member."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def field_for(self, name: str, problem: ValidationError) -> str:
        return "last_day" if name == "ends" else name


class RemoveForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"), required=False, max_length=300, help_text=gettext_lazy("Kept in the audit.")
    )
    version = forms.IntegerField(widget=forms.HiddenInput)


def next_start(previous: Membership) -> date | None:
    """The day after the last one."""
    return previous.ends + timedelta(days=1) if previous.ends and previous.ends < date.max else None


def same_length(previous: Membership, starts: date | None) -> date | None:
    """A year from the start where the last membership was one of a year; else as many days as before."""
    if starts is None or previous.ends is None:
        return None
    try:
        year_on = previous.starts.replace(year=previous.starts.year + 1) - timedelta(days=1)
        if year_on == previous.ends:
            return starts.replace(year=starts.year + 1) - timedelta(days=1)
        return starts + (previous.ends - previous.starts)
    except (ValueError, OverflowError):
        return None
