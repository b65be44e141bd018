"""The ruling form. The services check; here it is only read."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from events.forms.conditions import MomentInput
from rulings.forms.marks import need_with_score, typed_field
from rulings.forms.penalties import PenaltyRows
from rulings.models import Ruling
from rulings.models.rulings import Basis, SeatChoice, SideChoice, Told
from rulings.services.giving import LATER
from scoring.models.fields import penalty_units

EMPTY = ("", "–")


def _text(label: Any, rows: int = 3, most: int = 2000, **options: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, max_length=most, required=False, widget=widget, **options)


def _choice(label: Any, choices: Any, **options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[EMPTY, *choices], required=False, **options)


def _moment(label: Any) -> forms.DateTimeField:
    return forms.DateTimeField(label=label, required=False, widget=MomentInput())


class RulingForm(forms.Form):
    title = forms.CharField(label=_("Subject"), max_length=150, required=False)
    offending = _choice(_("Offending side"), SideChoice.choices)
    offender = _choice(_("Who"), SeatChoice.choices)
    facts = _text(_("What happened"), most=4000)
    basis = _choice(_("How the facts were established"), Basis.choices)
    auction = typed_field(
        _("Auction"), 500, _("From the dealer: 1NT! P 2C ~X. An alert is !, a hesitation ~, a call out of turn E:1H")
    )
    explanations = _text(_("Explanations of calls"), rows=2)
    played = _text(_("Play, as far as known"), rows=2)
    decision = _text(_("What you ruled"))
    law_refs = typed_field(_("Paragraphs of the Laws"), 200, _("64A1, 64C"))
    reasons = _text(_("Reasons"), most=4000)
    consultation = _text(_("Who was consulted, and what they said"), rows=2)
    decision_ns = forms.CharField(label=_("For North-South"), max_length=300, required=False)
    decision_ew = forms.CharField(label=_("For East-West"), max_length=300, required=False)
    score_ns = typed_field(
        _("To North-South"),
        200,
        _("60, 50 or 40 for an artificial score; 4S= N for a result; 60 4S= N, 40 4S-1 N for a weighted one"),
    )
    score_ew = typed_field(
        _("To East-West"), 200, _("Leave it empty where the other side gets the rest; fill it in to split the score")
    )
    own_damage = _choice(
        _("This side was not at fault and added to its own damage"),
        SideChoice.choices[:2],
        help_text=_(
            "By an extremely serious error that had nothing to do with the infraction, or by a gambling action"
        ),
    )
    score_normal = typed_field(
        _("What it would have had without that, after the infraction"),
        200,
        _("4S-1 N, or several results with their weights. The score above is the one without the infraction"),
    )
    waived = forms.BooleanField(label=_("Rectification waived (Law 81C5)"), required=False)
    waiver_reason = forms.CharField(label=_("Who asked for the waiver, and why"), max_length=300, required=False)
    directors_error = forms.BooleanField(
        label=_("A Director’s error: both sides are treated as non-offending (Law 82C)"), required=False
    )
    told_ns_how = _choice(_("North-South were told"), Told.choices)
    told_ns_at = _moment(_("When"))
    told_ew_how = _choice(_("East-West were told"), Told.choices)
    told_ew_at = _moment(_("When"))
    appeal_told = forms.BooleanField(label=_("Told of the right to appeal (Law 83)"), required=False)
    notes = _text(_("Private notes"), most=4000)
    reason = forms.CharField(label=_("Why the ruling is changed"), max_length=500, required=False)

    def __init__(
        self,
        *args: Any,
        ruling: Ruling,
        names: dict[int, str],
        now: datetime,
        is_fixed: bool = False,
        **options: Any,
    ) -> None:
        """`is_fixed`: the ruling stays as it is; who was told, and notes, can be added."""
        super().__init__(*args, **options)
        self.ruling, self.now, self.is_fixed = ruling, now, is_fixed
        if is_fixed:
            self.fields = {name: field for name, field in self.fields.items() if name in LATER}
            return
        self.rows = PenaltyRows(self, names, penalty_units(ruling.session.event))
        need_with_score(self, "facts", "law_refs", "reasons", "told_ns_how", "told_ew_how")
        if ruling.is_draft:
            del self.fields["reason"]

    @classmethod
    def filled(cls, ruling: Ruling, **options: Any) -> RulingForm:
        """As the ruling stands."""
        names = [name for name in cls.base_fields if hasattr(ruling, name)]
        initial: dict[str, Any] = {name: getattr(ruling, name) for name in names}
        initial["law_refs"] = ", ".join(map(str, ruling.law_refs))
        initial |= PenaltyRows.initial(ruling.penalties)
        return cls(initial=initial, ruling=ruling, **options)

    def clean_law_refs(self) -> list[str]:
        return [part for part in re.split(r"[,;\s]+", self.cleaned_data["law_refs"].strip()) if part]

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data
        if not self.is_fixed:
            typed["penalties"] = self.rows.read(typed)
        for side in ("ns", "ew"):
            # Whoever says how, and not when, means now.
            if typed.get(f"told_{side}_how") and not typed.get(f"told_{side}_at"):
                typed[f"told_{side}_at"] = self.now
        return typed

    def written(self) -> dict[str, Any]:
        """What the services take."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if not re.match(r"penalty_(who|amount|unit|law)_", name) and name != "reason"
        }

    def penalty_rows(self) -> list[list[BoundField]]:
        return self.rows.bound()
