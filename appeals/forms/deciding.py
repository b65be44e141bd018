"""The form of a decision: each point, facts, law, reasons, dissent, score, merit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from appeals.forms.base import ScoreFields, area
from appeals.models import Appeal, AppealPoint, Decision
from appeals.models.appeals import Merit, PartyChoice, PointKind, VerdictChoice
from appeals.selectors.penalties import DISCIPLINARY, penalty_words
from appeals.services.deciding import DecisionText
from appeals.services.effects import ScoreChange
from rulings.forms.marks import need_with_score
from rulings.forms.penalties import ROWS, PenaltyRows
from rulings.models.rulings import Told
from scoring.models import Penalty
from scoring.models.fields import PenaltyUnit

OWN = [(VerdictChoice.STANDS, VerdictChoice.STANDS.label), (VerdictChoice.CHANGED, VerdictChoice.CHANGED.label)]
WORDS = ("heard", "facts", "law_refs", "reasons", "dissent")
TOLD = [("", _("Not yet")), *Told.choices]
ANOTHER_SCORE = _("Changed: another score, given below")
NOT_HEARD = (VerdictChoice.NOT_HEARD, VerdictChoice.NOT_HEARD.label)


class DecisionForm(ScoreFields):
    facts = area(
        _("Facts found"), required=False, help_text=_("As the director found them, unless you find them otherwise.")
    )
    law_refs = forms.CharField(
        label=_("Paragraphs of the Laws"), max_length=120, required=False, help_text=_("Like 16B1, 12C1(c).")
    )
    reasons = area(_("Reasons of the majority"), rows=5, most=6000)
    dissent = area(_("Dissent"), required=False)
    cancels_penalties = forms.BooleanField(label=_("Penalties of the ruling are cancelled"), required=False)
    merit = forms.ChoiceField(label=_("Merit of the appeal"), choices=Merit.choices, required=False)
    merit_together = forms.ChoiceField(
        label=_("Merit of the other side’s appeal"), choices=Merit.choices, required=False
    )
    own_damage = forms.ChoiceField(
        label=_("A side that was not at fault added to its damage (Law 12C1(e))"),
        choices=[("", _("Neither")), *PartyChoice.choices],
        required=False,
    )
    score_normal = forms.CharField(
        label=_("Result of that side without its own error"),
        max_length=200,
        required=False,
        help_text=_("Like 4S= N. It bears the difference itself."),
    )
    told_ns = forms.ChoiceField(label=_("North-South were told"), choices=TOLD, required=False)
    told_ew = forms.ChoiceField(label=_("East-West were told"), choices=TOLD, required=False)
    heard = forms.CharField(
        label=_("How both sides were heard, or had the opportunity (Law 93A)"),
        max_length=300,
        help_text=_("Like: all four at the table; East-West had nothing to add."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    draft_version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        points: list[AppealPoint],
        by_body: bool,
        together: list[Appeal],
        sides: dict[int, str],
        units: tuple[PenaltyUnit, ...],
        penalties: Iterable[Penalty] = (),
        below: Mapping[int, Any] | None = None,
        asks_heard: bool = False,
        **options: Any,
    ) -> None:
        """`together`: the other side's appeal that is decided with it; `sides`: who can be penalized, by id.

        `penalties`: those of the ruling, which can be cancelled; a body does not touch those of Law 91.
        `below`: for the federation, what is said of each point that was changed where that stands.
        `asks_heard`: of a director who decides alone, without statements of both sides.
        """
        super().__init__(*args, **options)
        self.points = points
        self.rows = PenaltyRows(self, sides, units)
        need_with_score(self, "facts", "law_refs", "told_ns", "told_ew")
        if not together:
            del self.fields["merit_together"]
        if not asks_heard:
            del self.fields["heard"]
        name_cancelled_penalties(self, penalties, by_body=by_body)
        if not by_body:
            # One person decides: there is neither a majority nor a dissent.
            self.fields["reasons"].label = _("Reasons")
            del self.fields["dissent"]
        for point in points:
            self.fields[f"point_{point.pk}"] = forms.ChoiceField(
                label=point_label(point, bool(together)),
                choices=verdict_choices(point, by_body, (below or {}).get(point.pk)),
                widget=forms.RadioSelect,
            )
        order = [f"point_{point.pk}" for point in points]
        order = ["heard", *order, "facts", "law_refs", "reasons", "dissent", "effect", "score_ns", "score_ew"]
        self.order_fields(order)

    def words(self) -> list[forms.BoundField]:
        """Everything that comes before the score."""
        return [self[name] for name in self.fields if name.startswith("point_") or name in WORDS]

    @property
    def has_penalties(self) -> bool:
        return any(self[f"penalty_who_{row}"].value() for row in ROWS)

    def rest(self) -> list[forms.BoundField]:
        names = ("cancels_penalties", "told_ns", "told_ew", "merit", "merit_together", "correction")
        return [self[name] for name in names if name in self.fields]

    def outcomes(self) -> dict[int, str]:
        return {point.pk: self.cleaned_data.get(f"point_{point.pk}", "") for point in self.points}

    def text(self) -> DecisionText:
        typed = self.cleaned_data
        laws = [law for law in re.split(r"[\s;]+|,\s*", typed.get("law_refs", "")) if law]
        return DecisionText(
            reasons=typed.get("reasons", ""),
            facts=typed.get("facts", ""),
            dissent=typed.get("dissent", ""),
            law_refs=laws,
            merit=typed.get("merit", ""),
            merit_together=typed.get("merit_together", ""),
            heard=typed.get("heard", ""),
            told_ns=typed.get("told_ns", ""),
            told_ew=typed.get("told_ew", ""),
        )

    def score_change(self) -> ScoreChange:
        return replace(super().score_change(), penalties=tuple(self.rows.read(self.cleaned_data)))


def name_cancelled_penalties(form: forms.Form, penalties: Iterable[Penalty], *, by_body: bool) -> None:
    """Nobody ticks blindly: the tick names the penalties, and is not there where there is nothing to cancel."""
    named = [one for one in penalties if not (by_body and one.law.startswith(DISCIPLINARY))]
    if not named:
        del form.fields["cancels_penalties"]
        return
    words = {"penalties": "; ".join(penalty_words(one) for one in named)}
    label = gettext("Cancelled: %(penalties)s") % words
    if len(named) > 1 and not by_body:
        label = gettext("What the changed points are about is cancelled, of: %(penalties)s") % words
    form.fields["cancels_penalties"].label = label


def point_label(point: AppealPoint, with_side: bool) -> str:
    """What a point is about; of two appeals that are decided together, whose it is."""
    label = f"{point.get_kind_display()}: {point.text}"
    if not with_side:
        return label
    heading = gettext("Appeal %(case)s, %(side)s") % {"case": point.appeal, "side": point.appeal.get_side_display()}
    return f"{heading} – {label}"


def verdict_choices(point: AppealPoint, by_body: bool, stands_below: Any = None) -> list[tuple[str, Any]]:
    """A body may not overrule on law or discipline (Law 93B3): there it recommends."""
    if stands_below is not None:
        restored = (VerdictChoice.RESTORED, VerdictChoice.RESTORED.label)
        return [(VerdictChoice.UPHELD, stands_below), restored, (VerdictChoice.CHANGED, ANOTHER_SCORE), NOT_HEARD]
    if by_body and point.kind != PointKind.FACT:
        return [OWN[0], (VerdictChoice.RECOMMENDED, VerdictChoice.RECOMMENDED.label), NOT_HEARD]
    return [*OWN, NOT_HEARD]


class CorrectionForm(DecisionForm):
    """What was mistyped. The outcome of each point stays."""

    correction = forms.CharField(label=_("What was the slip?"), max_length=500)

    @classmethod
    def filled(cls, decision: Decision) -> dict[str, Any]:
        names = (
            *("facts", "reasons", "dissent", "effect", "score_ns", "score_ew", "cancels_penalties", "merit"),
            *("own_damage", "score_normal", "told_ns", "told_ew"),
        )
        return (
            PenaltyRows.initial(decision.penalties)
            | {name: getattr(decision, name) for name in names}
            | {
                "law_refs": ", ".join(decision.law_refs),
                "version": decision.appeal.version,
            }
        )
