"""What the sides and the director do with a case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from appeals.forms.base import YES_NO, ActForm, ConfirmedNo, ScoreFields, area
from appeals.forms.deciding import name_cancelled_penalties
from appeals.gates import refusal
from appeals.models.appeals import NoCommitteeChoice, PartyChoice, PathChoice, PointKind, VerdictChoice
from appeals.selectors.case_page import CasePage
from appeals.selectors.penalties import penalties_in_force
from appeals.services import bodies, concurring, deciding, deposits, federation_appeal, hearing, lodging, requesting
from appeals.services.effects import ScoreChange
from rulings.forms.penalties import PenaltyRows
from rulings.selectors.effect import penalizable_contestants
from scoring.models.fields import penalty_units

RULED = [(VerdictChoice.STANDS, VerdictChoice.STANDS.label), (VerdictChoice.CHANGED, VerdictChoice.CHANGED.label)]


class ConcurForm(ConfirmedNo, ActForm):
    act, title = "concur", _("Do you concur in this appeal?")
    belongs_to = ("was_asked_to_concur",)
    button, weight = _("Answer"), "primary"
    help = _("Without both partners, or the captain of a team, an appeal is not heard.")

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.own_concurrence is not None

    def run(self) -> str:
        own_concurrence = self.page.own_concurrence
        assert own_concurrence is not None
        agrees = self.answers["agrees"] == "yes"
        concurring.concur(actor=self.actor, concurrence=own_concurrence, agrees=agrees)
        return gettext("You concur.") if agrees else gettext("You do not concur: the appeal is not heard.")


class WitnessForm(ActForm):
    act, title = "witness", _("They told me")
    belongs_to = ("directs",)
    button = _("Write it down")
    help = _("Somebody who must concur has answered before you.")
    concurrence = forms.ChoiceField(label=_("Who"))
    agrees = forms.ChoiceField(label=_("Concurs"), choices=YES_NO, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("How you know"), max_length=300)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.concurrences = self.choose_from(
            "concurrence", self.page.still_to_concur, lambda concurrence: concurrence.player.display_name
        )
        if self.appeal.at_desk:
            # They stand before the director: it is the next thing to do.
            self.weight = "primary"  # type: ignore[misc]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs and bool(page.still_to_concur)

    def run(self) -> str:
        concurring.witness(
            actor=self.actor,
            concurrence=self.concurrences[self.answers["concurrence"]],
            agrees=self.answers["agrees"] == "yes",
            reason=self.answers["reason"],
        )
        return gettext("It is written down.")


class PointForm(ActForm):
    act, title, button = "point", _("Name another point"), _("Add the point")
    service, done = requesting.name_point, _("The point is added.")
    help = _("A mixed appeal is split: law goes to the director in charge, judgement to those who hear appeals.")
    kind = forms.ChoiceField(label=_("About"), choices=PointKind.choices)
    text = forms.CharField(label=_("Point"), max_length=500)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs or page.side == page.appeal.side


class Plain(ActForm):
    """One button, no question."""

    offered_to = ("directs",)


class DepositForm(Plain):
    act, title, button = "deposit", _("Take the deposit"), _("The deposit is paid")
    service, done = lodging.take_deposit, _("The deposit is taken.")
    belongs_to = ("directs",)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs and page.facts.deposit_due


class HandBackForm(Plain):
    act, title, button, weight = "hand_back", _("Hand the deposit back"), _("It is handed back"), "primary"
    service, done = deposits.hand_back, _("The deposit is handed back.")

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.may("money")


class NotHandedBackForm(HandBackForm):
    act, title, weight = "not_handed_back", _("The deposit was not handed back after all"), "quiet"
    service, done = deposits.undo_hand_back, _("The deposit is not handed back.")
    button = _("It is here")
    help = _("If it was marked by mistake, or paid again because a corrected decision keeps it.")


class LodgeForm(Plain):
    act, title, button, weight = "lodge", _("Lodge the appeal"), _("Lodge it"), "primary"
    service, done = lodging.lodge, _("The appeal is lodged.")


class LapseForm(Plain):
    act, title, button = "lapse", _("Not everybody has concurred in time"), _("It is not heard")
    service, done = concurring.lapse, _("The appeal is not heard.")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.page.facts.concurring >= self.page.facts.needed:
            self.title = _("The deposit has not been paid in time")  # type: ignore[misc]


class OnPoint(ActForm):
    point = forms.ChoiceField(label=_("Point"))
    paths: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ("law", "fact", "discipline")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.points = self.choose_from("point", self.fitting(self.page), lambda point: point.text)

    @classmethod
    def fitting(cls, page: CasePage) -> list[Any]:
        return [point for point in page.points if point.path in cls.paths and point.kind in cls.kinds]

    @classmethod
    def offered(cls, page: CasePage) -> bool:
        return bool(cls.fitting(page)) and super().offered(page)

    @property
    def chosen(self) -> Any:
        return self.points[self.answers["point"]]


class ScoreAndPenalties(OnPoint, ScoreFields):
    """Of the director in charge: the score, and what becomes of the ruling's penalties where it has any."""

    cancels_penalties = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        ruling = self.appeal.ruling
        penalties = penalties_in_force(ruling)
        name_cancelled_penalties(self, penalties, by_body=False)
        self.rows = None
        if penalties:
            self.rows = PenaltyRows(self, penalizable_contestants(ruling), penalty_units(ruling.session.event))

    def score_change(self) -> ScoreChange:
        fines = self.rows.read(self.cleaned_data) if self.rows is not None else ()
        return replace(super().score_change(), penalties=tuple(fines))


class RuleOnLawForm(ScoreAndPenalties):
    act, title, button, weight = "rule_on_law", _("Rule on the law"), _("Rule on this point"), "primary"
    offered_to = ("leads",)
    help = _("As director in charge you hear and rule on law and regulation first.")
    paths, kinds = (PathChoice.OPEN,), (PointKind.LAW,)
    verdict = forms.ChoiceField(label=_("Outcome"), choices=RULED, widget=forms.RadioSelect)
    reasons = area(_("Reasons"))
    field_order = ["point", "verdict", "reasons", "effect", "score_ns", "score_ew", "cancels_penalties"]

    def run(self) -> str:
        lodging.rule_on_law(
            actor=self.actor,
            point=self.chosen,
            verdict=self.answers["verdict"],
            reasons=self.answers["reasons"],
            **vars(self.score_change()),
        )
        return gettext("Your ruling on the law is published.")


class ContestForm(OnPoint):
    act, title, button = "contest", _("Take the law to the adjudicators"), _("Take it further")
    offered_to = ("side", "directs")
    help = _("They may only recommend a change to the director in charge.")
    paths, kinds = (PathChoice.RULED,), (PointKind.LAW,)
    asked_by = forms.CharField(label=_("Who of the side asks you for it"), max_length=100)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.page.side:
            del self.fields["asked_by"]

    def run(self) -> str:
        lodging.contest(actor=self.actor, point=self.chosen, asked_by=self.answers.get("asked_by", ""))
        return gettext("The adjudicators will look at it.")


class SettleForm(Plain):
    act, title, button = "settle", _("Leave it at the ruling on the law"), _("Accept it")
    service, done = lodging.settle, _("The ruling on the law holds.")


class AcceptForm(SettleForm):
    key = "accept"

    @classmethod
    def offered(cls, page: CasePage) -> bool:
        mine = page.side == page.appeal.side
        return mine and refusal("settle", replace(page.facts, accepted=True)) is None


class ReferForm(Plain):
    act, title, button, weight = "refer", _("Refer it to the adjudicators"), _("Refer it"), "primary"
    service, done = lodging.refer, _("The appeal is before the adjudicators.")
    help = _("Everything that is not law alone goes to those who hear appeals here.")


class HearAloneForm(ActForm):
    act, title, button, weight = "hear_alone", _("Hear it yourself"), _("I hear it"), "quiet"
    offered_to = ("hears_alone",)
    service, done = lodging.hear_alone, _("You hear it as director in charge.")
    help = _("As director in charge, only where no committee can hear it. Not your own ruling, where another can.")
    ground = forms.ChoiceField(label=_("Why no committee"), choices=NoCommitteeChoice.choices, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("In your words"), max_length=300)


class WithdrawForm(ActForm):
    act, title, button, weight = "withdraw", _("Withdraw the appeal"), _("Withdraw it"), "quiet"
    help = _("It ends the appeal for the whole side.")
    asked_by = forms.CharField(label=_("Who of the side asks you for it"), max_length=100)
    reason = forms.CharField(label=_("Why"), max_length=180)
    for_whole_side = forms.BooleanField(label=_("The whole side wants it: the appeal ends"))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.page.side == self.appeal.side:
            del self.fields["asked_by"]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.directs or page.side == page.appeal.side

    def run(self) -> str:
        reason, asked_by = self.answers["reason"], self.answers.get("asked_by", "")
        why = f"{asked_by}: {reason}" if asked_by else reason
        whole = self.answers["for_whole_side"]
        requesting.withdraw(actor=self.actor, appeal=self.appeal, reason=why, for_whole_side=whole)
        return gettext("The appeal is withdrawn. The ruling stands.")


class StatementForm(ActForm):
    act, title, button, weight = "state", _("Your side’s statement"), _("Save it"), "primary"
    belongs_to = ("side",)
    help = _("The other side sees it when both are in or the time is up.")
    text = area(_("Statement"), rows=8, most=6000)
    hand_in = forms.BooleanField(label=_("Hand it in: it stays as it is"), required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        own_statement = self.page.own_statement
        self.fields["text"].initial = own_statement.text if own_statement else ""
        self.fields["version"].initial = own_statement.version if own_statement else 0

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return bool(page.side) and not (page.own_statement and page.own_statement.handed_in_at)

    def run(self) -> str:
        hearing.write_statement(actor=self.actor, appeal=self.appeal, **self.answers)
        return gettext("Your statement is in.") if self.answers["hand_in"] else gettext("Your statement is saved.")


class TakeStatementForm(ActForm):
    act, key, title, button = "state", "take_statement", _("Take a side’s statement down"), _("Hand it in")
    service, done = hearing.take_statement, _("The statement is handed in.")
    belongs_to = ("takes_down",)
    help = _("Write what they tell you and read it back: once handed in it stays as it is.")
    side = forms.ChoiceField(label=_("Side"), choices=PartyChoice.choices, widget=forms.RadioSelect)
    told_by = forms.CharField(label=_("Who told you"), max_length=120)
    text = area(_("What they say"), rows=6, most=6000)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [(side, label) for side, label in PartyChoice.choices if side in self.page.missing_statements]
        self.fields["side"].choices = choices  # type: ignore[attr-defined]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.takes_down and page.facts.statements < 2


class AgreedBeforeMeForm(ActForm):
    act, key, title, button = "agree_pack", "agreed", _("A side agreed to the pack before you"), _("Write it down")
    offered_to = ("takes_down",)
    service, done = hearing.agree_pack_for, _("It is written down.")
    side = forms.ChoiceField(label=_("Side"), choices=PartyChoice.choices, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("How you know"), max_length=300)


class AgreePackForm(ActForm):
    act, title, button, weight = "agree_pack", _("The hearing pack"), _("We agree that it is right"), "primary"
    service, done = hearing.agree_pack, _("Your side agrees to the pack.")
    belongs_to = ("side",)
    help = _("Read it first. When both sides agree it is frozen, and the adjudicators have nothing else before them.")

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        if not page.side or page.hearing is None:
            return False
        return getattr(page.hearing, f"agreed_{page.side.lower()}_at") is None


class ChallengeForm(ActForm):
    act, title, button, weight = "challenge", _("Challenge a member"), _("Challenge them"), "quiet"
    belongs_to = ("side",)
    help = _("If you think that somebody cannot hear this case impartially.")
    member = forms.ChoiceField(label=_("Member"))
    reason = forms.CharField(label=_("Why"), max_length=500)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.members = self.choose_from("member", self.page.sitting, lambda member: member.name)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return bool(page.side) and bool(page.sitting)

    def run(self) -> str:
        bodies.challenge(actor=self.actor, member=self.members[self.answers["member"]], reason=self.answers["reason"])
        return gettext("Your challenge will be decided before the hearing.")


class AnswerForm(ScoreAndPenalties):
    act, title, button, weight = "answer", _("A change is recommended"), _("Answer"), "primary"
    offered_to = ("leads",)
    help = _("Only you change a ruling on law or discipline.")
    paths = (PathChoice.RECOMMENDED,)
    follows = forms.ChoiceField(label=_("Do you follow it?"), choices=YES_NO, widget=forms.RadioSelect)
    reasons = area(_("Reasons"))
    field_order = ["point", "follows", "reasons", "effect", "score_ns", "score_ew", "cancels_penalties"]

    def run(self) -> str:
        follows = self.answers["follows"] == "yes"
        deciding.answer_recommendation(
            actor=self.actor,
            point=self.chosen,
            follows=follows,
            reasons=self.answers["reasons"],
            score_change=self.score_change(),
        )
        return gettext("Your answer is published.")


class GoFurtherForm(ActForm):
    act, title, button = "go_further", _("Take it to the federation"), _("Ask for it")
    offered_to = ("side",)
    grounds = area(_("Why"))

    def run(self) -> str:
        further = federation_appeal.go_further(actor=self.actor, appeal=self.appeal, grounds=self.answers["grounds"])
        return further.answer or gettext("The federation will say whether it admits it.")


class WithdrawFurtherForm(ActForm):
    act, title, button, weight = "withdraw_further", _("Withdraw the further appeal"), _("Withdraw it"), "quiet"
    offered_to = ("took_it_further",)
    service, done = federation_appeal.withdraw_further, _("It is withdrawn. What was decided on appeal holds.")
    reason = forms.CharField(label=_("Why"), max_length=300)
    for_whole_side = forms.BooleanField(label=_("The whole side wants it: the further appeal ends"))


class ReferFurtherForm(ActForm):
    act, title, button, weight = "refer_further", _("Refer it to the federation"), _("Refer it"), "quiet"
    offered_to = ("directs", "has_chair")
    service, done = federation_appeal.refer_further, _("It is before the federation.")
    grounds = area(_("Why"))


class CloseForm(Plain):
    act, title, button = "close", _("Close the case"), _("Close it")
    service, done = federation_appeal.close, _("The case is closed.")


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
        WithdrawFurtherForm,
        CloseForm,
        ReferFurtherForm,
        PointForm,
    ),
    *(ChallengeForm, HearAloneForm, HandBackForm, NotHandedBackForm, WithdrawForm),
)
