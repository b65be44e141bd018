"""What the pages of polls ask."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from events.models import Session
from rulings.case_places import Where
from rulings.forms.marks import typed_field
from rulings.models.polls import Vulnerable
from rulings.models.rulings import SeatChoice
from rulings.services.cases import planned_play
from rulings.services.polls import PollMatter
from scoring.forms.director import find_table


class PollForm(forms.Form):
    """A board of the session, or a hand with dealer and vulnerability."""

    table = forms.CharField(label=_("Table"), max_length=6, required=False)
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=99, required=False)
    board = forms.IntegerField(label=_("Board"), min_value=1, max_value=999, required=False)
    seat = forms.ChoiceField(label=_("Whose hand"), choices=SeatChoice.choices)
    hand = typed_field(
        _("Hand"), 40, _("From spades to clubs: AKQ2.J54.T98.762. Leave it empty to take it from the board.")
    )
    auction = typed_field(
        _("Auction up to the decision"),
        300,
        _("From the dealer on: 1NT P 2C! P. An exclamation mark is an alert; hesitations are left out."),
    )
    methods = forms.CharField(
        label=_("What the calls mean"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("As the partnership plays them. Say nothing of what happened at the table."),
    )
    question = forms.CharField(
        label=_("Question"),
        max_length=200,
        required=False,
        help_text=_("Left empty, it asks for a call, or for a lead where the auction is over."),
    )
    dealer = forms.ChoiceField(label=_("Dealer"), choices=[("", "—"), *SeatChoice.choices], required=False)
    vulnerable = forms.ChoiceField(label=_("Vulnerable"), choices=[("", "—"), *Vulnerable.choices], required=False)

    def __init__(self, *args: Any, session: Session, **options: Any) -> None:
        super().__init__(*args, **options)
        self.session = session

    def where(self) -> Where:
        """The place that was typed; the play behind it where there is one."""
        typed = self.cleaned_data
        if not typed["table"]:
            return Where(board=None)
        try:
            section, table = find_table(self.session, typed["table"])
        except ValidationError as error:
            raise ValidationError({"table": error}) from error
        number = typed["round"] or max(1, self.session.round)
        if typed["board"] is None:
            return Where(section, number, table)
        return Where.of(planned_play(section, number, table, typed["board"]))

    def asked(self, hand: str = "") -> PollMatter:
        typed = self.cleaned_data
        names = ("seat", "auction", "methods", "question", "dealer", "vulnerable")
        return PollMatter(hand=typed["hand"] or hand, **{name: typed[name] for name in names})


class GuestForm(forms.Form):
    """Before somebody who came by the shared link sees the hand."""

    name = forms.CharField(label=_("Your name"), max_length=120)
    outside = forms.BooleanField(
        label=_("I do not play in this event, or I have already played this board"),
        error_messages={"required": _("Only then may you see the hand. If you have yet to play it, leave this page.")},
    )


class AnswerForm(forms.Form):
    """One call, and what else was seriously considered."""

    chosen = forms.CharField(max_length=4, required=False)
    considered = forms.MultipleChoiceField(required=False)
    remark = forms.CharField(
        label=_("Anything to add"), max_length=500, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, *args: Any, options: tuple[str, ...], **more: Any) -> None:
        super().__init__(*args, **more)
        field: Any = self.fields["considered"]
        field.choices = [(option, option) for option in options]
