"""What the pages of boards ask."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, User
from clubs.selectors.roles import person_name
from core.actors import Actor
from core.forms import replace_sent
from events.models import BoardSet, Section
from events.selectors.boards import choosable_board_sets, possible_recipients
from events.services.boards import LAST_NUMBER, MOST_BOARDS
from events.services.seals import LONGEST


class BoardSearchForm(forms.Form):
    q = forms.CharField(
        label=_("Name of the set or of the event"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def words(self) -> str:
        self.is_valid()
        return str(self.cleaned_data.get("q", ""))


class RecipientForm(forms.Form):
    """Whoever is here and does not play the boards, but for the one who asks."""

    user = forms.ModelChoiceField(label=_("Who"), queryset=User.objects.none())

    def __init__(self, *args: Any, club: Club, actor: Actor, **options: Any) -> None:
        super().__init__(*args, **options)
        field = cast(Any, self.fields["user"])
        field.queryset = possible_recipients(club, actor.at).exclude(pk=actor.user_id or 0)
        field.label_from_instance = person_name
        field.help_text = gettext("Somebody with an account here who does not play these boards.")


class DealForm(forms.Form):
    prefix = "deal"
    name = forms.CharField(
        label=_("Name"), max_length=120, help_text=_("By which you will know them: the event and the day.")
    )
    count = forms.IntegerField(label=_("Number of boards"), min_value=1, max_value=MOST_BOARDS, initial=24)
    first = forms.IntegerField(label=_("First board"), min_value=1, max_value=LAST_NUMBER, initial=1)


class ImportForm(forms.Form):
    prefix = "import"
    file = forms.FileField(
        label=_("File"),
        help_text=_("PBN, LIN, DUP, BRI, DGE, DLM or CSV, as dealing programs and dealing machines write them."),
        error_messages={"empty": _("This file is empty. Export it again from the dealing program.")},
        widget=forms.FileInput(attrs={"accept": ".pbn,.lin,.dup,text/plain,application/octet-stream"}),
    )
    name = forms.CharField(
        label=_("Name"), max_length=120, required=False, help_text=_("If you leave it empty, the name of the file.")
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST, help_text=_("It stands in the audit, with your name.")
    )


class RedealForm(ReasonForm):
    version = forms.IntegerField(widget=forms.HiddenInput)


class SetField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.name} ({obj.board_count})"


class UseForm(forms.Form):
    """Which set a section plays."""

    board_set = SetField(
        BoardSet.objects.none(),
        label=_("Set of boards"),
        required=False,
        empty_label=_("None: dealt at the tables"),
        help_text=_("These cards must lie on the tables. Where the players shuffle and deal themselves, choose none."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST,
        required=False,
        help_text=_("Only where boards of the set have been played already."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, section: Section, needs_reason: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.prefix = f"section{section.pk}"
        self.fields["board_set"].queryset = choosable_board_sets(section)  # type: ignore[attr-defined]
        self.initial.update(board_set=section.board_set_id, version=section.version)
        if not needs_reason:
            self.fields["reason"].widget = forms.HiddenInput()

    def show_conflict(self, current: Section, message: object) -> None:
        """Say what it says now; sending the form again means it."""
        now = current.board_set.name if current.board_set else "—"
        self.add_error(None, str(message))
        self.add_error("board_set", gettext("It now says: %(value)s") % {"value": now})
        replace_sent(self, version=current.version)
