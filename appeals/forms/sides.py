"""What the sides and the director do with a case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as told
from django.utils.translation import gettext_lazy as _

from appeals.forms.base import YES_NO, ActForm, ConfirmedNo, ScoreFields, area
from appeals.gates import refusal
from appeals.models.appeals import NoCommitteeChoice, PartyChoice, PathChoice, PointKind, VerdictChoice
from appeals.selectors.case_page import CasePage
from appeals.services import bodies, concurring, deciding, deposits, federation_appeal, hearing, lodging, requesting

RULED = [(VerdictChoice.STANDS, VerdictChoice.STANDS.label), (VerdictChoice.CHANGED, VerdictChoice.CHANGED.label)]


class ConcurForm(ConfirmedNo, ActForm):
    act, title = "concur", _("Do you concur in this appeal?")
    button, weight = _("Answer"), "primary"
    help = _("Without both partners, or the captain of a team, an appeal is not heard.")

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.own_concurrence is not None

    def run(self) -> str:
        own = self.page.own_concurrence
        assert own is not None
        agrees = self.said["agrees"] == "yes"
        concurring.concur(actor=self.actor, concurrence=own, agrees=agrees)
        return told("You concur.") if agrees else told("You do not concur: the appeal is not heard.")


class WitnessForm(ActForm):
    act, title = "witness", _("They told me")
    button = _("Write it down")
    help = _("Somebody who must concur has answered before you.")
    concurrence = forms.ChoiceField(label=_("Who"))
    agrees = forms.ChoiceField(label=_("Concurs"), choices=YES_NO, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("How you know"), max_length=300)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rows = {str(row.pk): row for row in self.page.still_to_concur}
        choices = [(key, row.player.display_name) for key, row in self.rows.items()]
        self.fields["concurrence"].choices = choices  # type: ignore[attr-defined]
        if self.appeal.at_desk:
            # They stand before the director: it is the next thing to do.
            self.weight = "primary"  # type: ignore[misc]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs and bool(page.still_to_concur)

    def run(self) -> str:
        concurring.witness(
            actor=self.actor,
            concurrence=self.rows[self.said["concurrence"]],
            agrees=self.said["agrees"] == "yes",
            reason=self.said["reason"],
        )
        return told("It is written down.")


class PointForm(ActForm):
    act, title, button = "point", _("Name another point"), _("Add the point")
    help = _("A mixed appeal is split: law goes to the director in charge, judgement to those who hear appeals.")
    kind = forms.ChoiceField(label=_("About"), choices=PointKind.choices)
    text = forms.CharField(label=_("Point"), max_length=500)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs or page.side == page.appeal.side

    def run(self) -> str:
        requesting.name_point(actor=self.actor, appeal=self.appeal, **self.said)
        return told("The point is added.")


class Plain(ActForm):
    """One button, no question."""

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs


class DepositForm(Plain):
    act, title, button = "deposit", _("Take the deposit"), _("The deposit is paid")

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs and page.facts.deposit_due

    def run(self) -> str:
        lodging.take_deposit(actor=self.actor, appeal=self.appeal)
        return told("The deposit is taken.")


class HandBackForm(Plain):
    act, title, button, weight = "hand_back", _("Hand the deposit back"), _("It is handed back"), "primary"

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.may("money")

    def run(self) -> str:
        deposits.hand_back(actor=self.actor, appeal=self.appeal)
        return told("The deposit is handed back.")


class NotHandedBackForm(HandBackForm):
    act, title, weight = "not_handed_back", _("The deposit was not handed back after all"), "quiet"
    button = _("It is here")
    help = _("If it was marked by mistake, or paid again because a corrected decision keeps it.")

    def run(self) -> str:
        deposits.not_handed_back(actor=self.actor, appeal=self.appeal)
        return told("The deposit is not handed back.")


class LodgeForm(Plain):
    act, title, button, weight = "lodge", _("Lodge the appeal"), _("Lodge it"), "primary"

    def run(self) -> str:
        lodging.lodge(actor=self.actor, appeal=self.appeal)
        return told("The appeal is lodged.")


class LapseForm(Plain):
    act, title, button = "lapse", _("Not everybody has concurred in time"), _("It is not heard")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.page.facts.concurring >= self.page.facts.needed:
            self.title = _("The deposit has not been paid in time")  # type: ignore[misc]

    def run(self) -> str:
        concurring.lapse(actor=self.actor, appeal=self.appeal)
        return told("The appeal is not heard.")


class OnPoint(ActForm):
    point = forms.ChoiceField(label=_("Point"))
    paths: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ("law", "fact", "discipline")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rows = {str(row.pk): row for row in self.fitting(self.page)}
        choices = [(key, row.text) for key, row in self.rows.items()]
        self.fields["point"].choices = choices  # type: ignore[attr-defined]

    @classmethod
    def fitting(cls, page: CasePage) -> list[Any]:
        return [row for row in page.points if row.path in cls.paths and row.kind in cls.kinds]

    @classmethod
    def offered(cls, page: CasePage) -> bool:
        return bool(cls.fitting(page)) and super().offered(page)

    @property
    def chosen(self) -> Any:
        return self.rows[self.said["point"]]


class RuleOnLawForm(OnPoint, ScoreFields):
    act, title, button, weight = "rule_on_law", _("Rule on the law"), _("Rule on this point"), "primary"
    help = _("As director in charge you hear and rule on law and regulation first.")
    paths, kinds = (PathChoice.OPEN,), (PointKind.LAW,)
    verdict = forms.ChoiceField(label=_("Outcome"), choices=RULED, widget=forms.RadioSelect)
    reasons = area(_("Reasons"))
    field_order = ["point", "verdict", "reasons", "effect", "score_ns", "score_ew"]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.leads

    def run(self) -> str:
        wanted = self.wanted()
        lodging.rule_on_law(
            actor=self.actor,
            point=self.chosen,
            verdict=self.said["verdict"],
            reasons=self.said["reasons"],
            effect=wanted.effect,
            score_ns=wanted.score_ns,
            score_ew=wanted.score_ew,
        )
        return told("Your ruling on the law is published.")


class ContestForm(OnPoint):
    act, title, button = "contest", _("Take the law to the adjudicators"), _("Take it further")
    help = _("They may only recommend a change to the director in charge.")
    paths, kinds = (PathChoice.RULED,), (PointKind.LAW,)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return bool(page.side) or page.directs

    def run(self) -> str:
        lodging.contest(actor=self.actor, point=self.chosen)
        return told("The adjudicators will look at it.")


class SettleForm(Plain):
    act, title, button = "settle", _("Leave it at the ruling on the law"), _("Accept it")

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs

    def run(self) -> str:
        lodging.settle(actor=self.actor, appeal=self.appeal)
        return told("The ruling on the law holds.")


class AcceptForm(SettleForm):
    key = "accept"

    @classmethod
    def offered(cls, page: CasePage) -> bool:
        mine = page.side == page.appeal.side
        return mine and refusal("settle", replace(page.facts, accepted=True)) is None


class ReferForm(Plain):
    act, title, button, weight = "refer", _("Refer it to the adjudicators"), _("Refer it"), "primary"
    help = _("Everything that is not law alone goes to those who hear appeals here.")

    def run(self) -> str:
        lodging.refer(actor=self.actor, appeal=self.appeal)
        return told("The appeal is before the adjudicators.")


class HearAloneForm(ActForm):
    act, title, button, weight = "hear_alone", _("Hear it yourself"), _("I hear it"), "quiet"
    help = _("As director in charge, only where no committee can hear it. Not your own ruling, where another can.")
    ground = forms.ChoiceField(label=_("Why no committee"), choices=NoCommitteeChoice.choices, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("In your words"), max_length=300)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.hears_alone

    def run(self) -> str:
        lodging.hear_alone(actor=self.actor, appeal=self.appeal, **self.said)
        return told("You hear it as director in charge.")


class WithdrawForm(ActForm):
    act, title, button, weight = "withdraw", _("Withdraw the appeal"), _("Withdraw it"), "quiet"
    reason = forms.CharField(label=_("Why"), max_length=300, required=False)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs or page.side == page.appeal.side

    def run(self) -> str:
        requesting.withdraw(actor=self.actor, appeal=self.appeal, reason=self.said["reason"])
        return told("The appeal is withdrawn. The ruling stands.")


class StatementForm(ActForm):
    act, title, button, weight = "state", _("Your side’s statement"), _("Save it"), "primary"
    help = _("The other side sees it when both are in or the time is up.")
    text = area(_("Statement"), rows=8, most=6000)
    hand_in = forms.BooleanField(label=_("Hand it in: it stays as it is"), required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        own = self.page.own_statement
        self.fields["text"].initial = own.text if own else ""
        self.fields["version"].initial = own.version if own else 0

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return bool(page.side) and not (page.own_statement and page.own_statement.handed_in_at)

    def run(self) -> str:
        hearing.write_statement(actor=self.actor, appeal=self.appeal, **self.said)
        return told("Your statement is in.") if self.said["hand_in"] else told("Your statement is saved.")


class TakeStatementForm(ActForm):
    act, key, title, button = "state", "take_statement", _("Take a side’s statement down"), _("Hand it in")
    help = _("Write what they tell you and read it back: once handed in it stays as it is.")
    side = forms.ChoiceField(label=_("Side"), choices=PartyChoice.choices, widget=forms.RadioSelect)
    told_by = forms.CharField(label=_("Who told you"), max_length=120)
    text = area(_("What they say"), rows=6, most=6000)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        missing = [side for side, row, _seen in self.page.statements if row is None or row.handed_in_at is None]
        choices = [(side, label) for side, label in PartyChoice.choices if side in missing]
        self.fields["side"].choices = choices  # type: ignore[attr-defined]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.takes_down and page.facts.statements < 2

    def run(self) -> str:
        hearing.take_statement(actor=self.actor, appeal=self.appeal, **self.said)
        return told("The statement is handed in.")


class AgreedBeforeMeForm(ActForm):
    act, key, title, button = "agree_pack", "agreed", _("A side agreed to the pack before you"), _("Write it down")
    side = forms.ChoiceField(label=_("Side"), choices=PartyChoice.choices, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("How you know"), max_length=300)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.takes_down

    def run(self) -> str:
        hearing.agree_pack_for(actor=self.actor, appeal=self.appeal, **self.said)
        return told("It is written down.")


class AgreePackForm(ActForm):
    act, title, button, weight = "agree_pack", _("The hearing pack"), _("We agree that it is right"), "primary"
    help = _("Read it first. When both sides agree it is frozen, and the adjudicators have nothing else before them.")

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        if not page.side or page.hearing is None:
            return False
        return getattr(page.hearing, f"agreed_{page.side.lower()}_at") is None

    def run(self) -> str:
        hearing.agree_pack(actor=self.actor, appeal=self.appeal)
        return told("Your side agrees to the pack.")


class ChallengeForm(ActForm):
    act, title, button, weight = "challenge", _("Challenge a member"), _("Challenge them"), "quiet"
    help = _("If you think that somebody cannot hear this case impartially.")
    member = forms.ChoiceField(label=_("Member"))
    reason = forms.CharField(label=_("Why"), max_length=500)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rows = {str(row.pk): row for row in self.page.sitting}
        choices = [(key, row.name) for key, row in self.rows.items()]
        self.fields["member"].choices = choices  # type: ignore[attr-defined]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return bool(page.side) and bool(page.sitting)

    def run(self) -> str:
        bodies.challenge(actor=self.actor, member=self.rows[self.said["member"]], reason=self.said["reason"])
        return told("Your challenge will be decided before the hearing.")


class AnswerForm(OnPoint, ScoreFields):
    act, title, button, weight = "answer", _("A change is recommended"), _("Answer"), "primary"
    help = _("Only you change a ruling on law or discipline.")
    paths = (PathChoice.RECOMMENDED,)
    follows = forms.ChoiceField(label=_("Do you follow it?"), choices=YES_NO, widget=forms.RadioSelect)
    reasons = area(_("Reasons"))
    cancels_penalties = forms.BooleanField(label=_("The penalties that it is about are cancelled"), required=False)
    field_order = ["point", "follows", "reasons", "effect", "score_ns", "score_ew", "cancels_penalties"]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.leads

    def run(self) -> str:
        follows = self.said["follows"] == "yes"
        deciding.answer_recommendation(
            actor=self.actor, point=self.chosen, follows=follows, reasons=self.said["reasons"], wanted=self.wanted()
        )
        return told("Your answer is published.")


class GoFurtherForm(ActForm):
    act, title, button = "go_further", _("Take it to the federation"), _("Ask for it")
    grounds = area(_("Why"))

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return bool(page.side)

    def run(self) -> str:
        made = federation_appeal.go_further(actor=self.actor, appeal=self.appeal, grounds=self.said["grounds"])
        return made.answer or told("The federation will say whether it admits it.")


class ReferFurtherForm(ActForm):
    act, title, button, weight = "refer_further", _("Refer it to the federation"), _("Refer it"), "quiet"
    grounds = area(_("Why"))

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs or page.has_chair

    def run(self) -> str:
        federation_appeal.refer_further(actor=self.actor, appeal=self.appeal, grounds=self.said["grounds"])
        return told("It is before the federation.")


class CloseForm(Plain):
    act, title, button = "close", _("Close the case"), _("Close it")

    def run(self) -> str:
        federation_appeal.close(actor=self.actor, appeal=self.appeal)
        return told("The case is closed.")


SIDES: tuple[type[ActForm], ...] = (
    *(ConcurForm, DepositForm, LodgeForm, WitnessForm, LapseForm, RuleOnLawForm, ReferForm, AcceptForm, ContestForm),
    *(
        SettleForm,
        StatementForm,
        TakeStatementForm,
        AgreePackForm,
        AgreedBeforeMeForm,
        AnswerForm,
        GoFurtherForm,
        CloseForm,
        ReferFurtherForm,
        PointForm,
    ),
    *(ChallengeForm, HearAloneForm, HandBackForm, NotHandedBackForm, WithdrawForm),
)
