"""What those who hear a case do with it, and the federation above them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from appeals.forms.base import YES_NO, ActForm, area
from appeals.forms.deciding import point_label, verdict_choices
from appeals.gates import refusal
from appeals.models import Challenge
from appeals.models.appeals import PartyChoice
from appeals.models.bodies import ChallengeState, MemberState
from appeals.models.decisions import ABSTAINS, VOTE_LABELS
from appeals.models.hearings import MinuteKind
from appeals.selectors.case_page import CasePage
from appeals.selectors.parties import party_names
from appeals.selectors.together import points_for_body
from appeals.services import bodies, federation_appeal, hearing


class InvitationForm(ActForm):
    act, title, button, weight = "answer_invitation", _("You are invited to hear this case"), _("Answer"), "primary"
    help = _("Look at the names of those concerned. Decline if you could not be impartial.")
    accepts = forms.ChoiceField(label=_("Do you accept?"), choices=YES_NO, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Remark"),
        max_length=300,
        required=False,
        help_text=_("For those who hear and arrange the case; the two sides do not read it."),
    )

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.own_seat is not None and page.own_seat.state == MemberState.INVITED

    def run(self) -> str:
        own_seat = self.page.own_seat
        assert own_seat is not None
        accepts = self.answers["accepts"] == "yes"
        bodies.answer_invitation(actor=self.actor, member=own_seat, accepts=accepts, reason=self.answers["reason"])
        return (
            gettext("Thank you. You hear this case.") if accepts else gettext("Thank you. Somebody else will be asked.")
        )


class StepDownForm(ActForm):
    act, title, button, weight = "step_down", _("You cannot hear it after all"), _("Step down"), "quiet"
    help = _("Before you have voted. Whoever puts the body together is told and invites somebody else.")
    reason = forms.CharField(
        label=_("Why"),
        max_length=300,
        help_text=_("For those who hear and arrange the case; the two sides do not read it."),
    )

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.own_seat is not None and page.own_seat.state == MemberState.ACCEPTED and page.own_vote is None

    def run(self) -> str:
        own = self.page.own_seat
        assert own is not None
        bodies.step_down(actor=self.actor, member=own, reason=self.answers["reason"])
        return gettext("You have stepped down. Somebody else will be asked.")


class DecideChallengeForm(ActForm):
    act, title, button, weight = "decide_challenge", _("Decide on a challenge"), _("Decide"), "primary"
    challenge = forms.ChoiceField(label=_("Challenge"))
    upheld = forms.ChoiceField(label=_("Upheld: the member is released"), choices=YES_NO, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Why"), max_length=500)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.challenges = self.choose_from(
            "challenge", self.fitting(self.page), lambda challenge: f"{challenge.member.name}: {challenge.reason}"
        )

    @classmethod
    def fitting(cls, page: CasePage) -> list[Challenge]:
        rows = Challenge.objects.filter(member__body__appeal=page.appeal, state=ChallengeState.OPEN)
        return list(rows.exclude(member__user=page.actor.user).select_related("member__user__player", "member__body"))

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.composes and page.facts.open_challenges > 0 and bool(cls.fitting(page))

    def run(self) -> str:
        bodies.decide_challenge(
            actor=self.actor,
            challenge=self.challenges[self.answers["challenge"]],
            upheld=self.answers["upheld"] == "yes",
            reason=self.answers["reason"],
        )
        return gettext("The challenge is decided.")


class FixHearingForm(ActForm):
    act, title, button = "fix_hearing", _("Fix the hearing"), _("Fix it")
    offered_to = ("composes", "has_chair")
    service, done = hearing.fix_hearing, _("The hearing is fixed; everybody is told.")
    begins_at = forms.DateTimeField(
        label=_("Begins"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    place = forms.CharField(label=_("Place"), max_length=200, required=False)
    link = forms.URLField(label=_("Address of the meeting"), required=False, assume_scheme="https")
    is_written = forms.BooleanField(label=_("On the written case only"), required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        hearing_row = self.page.hearing
        for name in ("begins_at", "place", "link", "is_written", "version"):
            self.fields[name].initial = getattr(hearing_row, name, None)


class FreezePackForm(ActForm):
    act, key, title, button = "agree_pack", "freeze", _("Freeze the pack without both sides"), _("Freeze it")
    offered_to = ("composes", "has_chair")
    service, done = hearing.freeze_pack, _("The pack is frozen.")
    weight = "quiet"
    help = _("Where a side does not answer once its time is over.")
    reason = forms.CharField(label=_("Why"), max_length=300)


class OpenHearingForm(ActForm):
    act, title, button, weight = "open_hearing", _("Open the hearing"), _("Open it"), "primary"
    offered_to = ("has_chair",)
    service, done = hearing.open_hearing, _("The hearing is open.")


class BothPresentForm(ActForm):
    act, key, title, weight = "open_hearing", "open_present", _("Both sides are here: open the hearing"), "primary"
    offered_to = ("has_chair",)
    button = _("Open it now")
    help = _("Nobody waits for written statements then, and the pack is frozen as it is.")
    ns = forms.CharField(label=_("Of North-South"), max_length=120)
    ew = forms.CharField(label=_("Of East-West"), max_length=120)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for side, names in party_names(self.appeal).items():
            self.fields[side.lower()].initial = ", ".join(names)[:120]

    @classmethod
    def offered(cls, page: CasePage) -> bool:
        facts = replace(page.facts, sides_present=2, pack_frozen=True)
        return cls.is_available_to(page) and not page.open(cls.act) and refusal(cls.act, facts) is None

    def run(self) -> str:
        present = {"NS": self.answers["ns"], "EW": self.answers["ew"]}
        hearing.open_hearing(actor=self.actor, appeal=self.appeal, present=present)
        return gettext("The hearing is open.")


class MinuteForm(ActForm):
    act, title, button = "minute", _("Minutes"), _("Write it down")
    offered_to = ("sits",)
    service, done = hearing.add_minute, _("It stands in the minutes.")
    kind = forms.ChoiceField(label=_("Kind"), choices=MinuteKind.choices)
    who = forms.CharField(label=_("Who"), max_length=120, required=False)
    text = area(_("What was said"), most=2000)


class AttendForm(ActForm):
    act, title, button, weight = "attend", _("Attendance"), _("Note it"), "quiet"
    offered_to = ("sits", "directs")
    who = forms.CharField(label=_("Name"), max_length=120)
    part = forms.CharField(label=_("As"), max_length=60, help_text=_("North, director, captain …"))
    side = forms.ChoiceField(
        label=_("Side"), choices=[("", _("Of neither side")), *PartyChoice.choices], required=False
    )
    present = forms.BooleanField(label=_("Present"), required=False, initial=True)
    remote = forms.BooleanField(label=_("From a distance"), required=False)

    def run(self) -> str:
        answers = dict(self.answers)
        hearing.note_attendance(actor=self.actor, appeal=self.appeal, name=answers.pop("who"), **answers)
        return gettext("The attendance is noted.")


class VoteForm(ActForm):
    act, title, button, weight = "vote", _("Your vote"), _("Vote"), "primary"
    offered_to = ("may_vote",)
    verdict = forms.ChoiceField(label=_("Vote"), widget=forms.RadioSelect)
    words = area(_("Reasons"), most=1000, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        own_vote = self.page.own_vote
        self.points = points_for_body(self.appeal)
        abstaining = [(ABSTAINS, VOTE_LABELS[ABSTAINS])] if len(self.points) > 1 else []
        for point in self.points:
            self.fields[f"point_{point.pk}"] = forms.ChoiceField(
                label=point_label(point, with_side=len({one.appeal_id for one in self.points}) > 1),
                choices=[*verdict_choices(point, by_body=True), *abstaining],
                widget=forms.RadioSelect,
                initial=own_vote.on_point(point.pk) if own_vote is not None else None,
            )
        if len(self.points) > 1:
            del self.fields["verdict"]
        else:
            self._ask_once()
        self.order_fields(["verdict", *(f"point_{point.pk}" for point in self.points), "words"])
        if own_vote is not None:
            self.title, self.button, self.weight = _("Change my vote"), _("Change my vote"), ""  # type: ignore[misc]
            self.fields["words"].initial = own_vote.words

    def _ask_once(self) -> None:
        """Of a single point the vote is the vote of the case."""
        for point in self.points:
            field = self.fields.pop(f"point_{point.pk}")
            self.fields["verdict"].choices = field.choices  # type: ignore[attr-defined]
            self.fields["verdict"].initial = field.initial

    def run(self) -> str:
        once = self.answers.get("verdict", "")
        votes = {point.pk: once or self.answers[f"point_{point.pk}"] for point in self.points}
        hearing.cast_vote(actor=self.actor, appeal=self.appeal, words=self.answers["words"], by_point=votes)
        return gettext("Your vote counts; you can change it until the decision is published.")


class FeeForm(ActForm):
    belongs_to = ("directs", "is_above")
    act, title, button = "fee", _("Take the deposit for the further appeal"), _("It is paid")
    service, done = federation_appeal.take_fee, _("The deposit is taken.")

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.facts.fee_due and (page.directs or page.is_above)


class AdmitForm(ActForm):
    act, title, button, weight = "admit", _("Admit the further appeal"), _("Admit it"), "primary"
    service, done = federation_appeal.admit, _("It is admitted.")
    belongs_to = ("is_above",)
    concurrence = forms.CharField(
        label=_("How you know that both partners, or the captain, concur (Law 92D)"), max_length=300, required=False
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not self.page.facts.further_missing:
            del self.fields["concurrence"]

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.is_above and not page.facts.admitted

    @classmethod
    def offered(cls, page: CasePage) -> bool:
        """Whoever has not concurred here may have told the federation."""
        return cls.is_available_to(page) and refusal("admit", replace(page.facts, further_missing=0)) is None


class RefuseFurtherForm(ActForm):
    act, title, button, weight = "refuse_further", _("Do not admit it"), _("Not admitted"), "quiet"
    service, done = federation_appeal.refuse_further, _("It is not admitted: the decision holds.")
    belongs_to = ("is_above",)
    reason = forms.CharField(label=_("Why"), max_length=500)

    @classmethod
    def is_available_to(cls, page: CasePage) -> bool:
        return page.is_above and not page.facts.admitted


HEARING: tuple[type[ActForm], ...] = (
    *(
        InvitationForm,
        DecideChallengeForm,
        OpenHearingForm,
        BothPresentForm,
        VoteForm,
        FixHearingForm,
        MinuteForm,
        AttendForm,
    ),
    *(FreezePackForm, FeeForm, AdmitForm, RefuseFurtherForm, StepDownForm),
)
