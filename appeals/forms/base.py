"""An act on a case as a form: what it asks, when it is offered, which service it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from appeals.gates import EDGES
from appeals.models.decisions import ScoreEffect
from appeals.selectors.case_page import CasePage
from appeals.services.effects import ScoreChange

YES_NO = [("yes", _("Yes")), ("no", _("No"))]


def area(label: Any, *, rows: int = 3, most: int = 4000, required: bool = True, **options: Any) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, max_length=most, required=required, widget=widget, **options)


class ConfirmedNo(forms.Form):
    """Yes or no to an appeal; a No is asked for twice, since it ends the request (Law 92D)."""

    agrees = forms.ChoiceField(label=_("Your answer"), choices=YES_NO, widget=forms.RadioSelect)
    sure = forms.BooleanField(label=_("I am sure: I do not concur"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        declines = self.is_bound and self.data.get(self.add_prefix("agrees")) == "no"
        if not declines:
            del self.fields["sure"]

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or {}
        if answers.get("agrees") == "no" and not answers.get("sure"):
            sentence = _("Without you this request is not heard. Tick this if you do not concur, and answer once more.")
            self.add_error("sure", sentence)
        return answers


class ActForm(forms.Form):
    act: ClassVar[str]
    title: ClassVar[Any]
    button: ClassVar[Any]
    help: ClassVar[Any] = ""
    # The one that leads on is the primary one; taking back is quiet.
    weight: ClassVar[str] = ""
    # Where one gate serves two forms.
    key: ClassVar[str] = ""
    # What of the page must hold, one of these at least.
    offered_to: ClassVar[tuple[str, ...]] = ()
    # Whose act it is, where `is_available_to` asks more than that: they are told that the case has gone on.
    belongs_to: ClassVar[tuple[str, ...]] = ()
    # The service that takes the answers as they are, and what is said afterwards; others have a `run` of their own.
    service: ClassVar[Callable[..., Any]]
    done: ClassVar[Any]

    def __init__(self, *args: Any, page: CasePage, **options: Any) -> None:
        options["prefix"] = self.name()
        super().__init__(*args, **options)
        self.page, self.appeal, self.actor = page, page.appeal, page.actor

    @classmethod
    def name(cls) -> str:
        return cls.key or cls.act

    @property
    def law(self) -> str:
        return EDGES[self.act].law

    @classmethod
    def offered(cls, page: CasePage) -> bool:
        return page.open(cls.act) and cls.is_available_to(page)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return any(getattr(page, name) for name in cls.offered_to)

    @classmethod
    def is_overtaken(cls, page: CasePage) -> bool:
        """It is this person's act, and somebody else has been faster, or the case has gone on."""
        return any(getattr(page, name) for name in cls.belongs_to) and not cls.is_available_to(page)

    def run(self) -> str:
        """Do it; what is said afterwards."""
        type(self).service(actor=self.actor, appeal=self.appeal, **self.answers)
        return str(self.done)

    def choose_from(self, name: str, rows: Iterable[Any], label: Callable[[Any], str]) -> dict[str, Any]:
        """Offer these in a field; by the value of the choice."""
        by_value = {str(row.pk): row for row in rows}
        self.fields[name].choices = [(value, label(row)) for value, row in by_value.items()]  # type: ignore[attr-defined]
        return by_value

    @property
    def answers(self) -> dict[str, Any]:
        return self.cleaned_data


class ScoreFields(forms.Form):
    """What becomes of the score; written as on the director's page of adjusted scores."""

    effect = forms.ChoiceField(label=_("Score"), choices=ScoreEffect.choices, initial=ScoreEffect.NONE, required=False)
    score_ns = forms.CharField(
        label=_("Adjusted score for North-South"),
        max_length=200,
        required=False,
        help_text=_("60 · 4S= N · 60 4S= N, 40 4S-1 N"),
    )
    score_ew = forms.CharField(
        label=_("Adjusted score for East-West"),
        max_length=200,
        required=False,
        help_text=_("Only where it differs."),
    )

    def score_change(self) -> ScoreChange:
        typed = self.cleaned_data
        return ScoreChange(
            typed.get("effect") or ScoreEffect.NONE,
            typed.get("score_ns", ""),
            typed.get("score_ew", ""),
            bool(typed.get("cancels_penalties")),
            typed.get("own_damage", ""),
            typed.get("score_normal", ""),
        )
