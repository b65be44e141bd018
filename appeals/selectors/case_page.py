"""A case as one person may see it: what has happened, what it waits for, what they can do."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from appeals.gates import CaseState, Facts, Refusal, is_over, refusal
from appeals.models import Appeal, BodyMember, Concurrence, Hearing, Statement, Vote
from appeals.models.appeals import HearsChoice, PartyChoice
from appeals.models.bodies import SITTING, MemberRole
from appeals.models.decisions import VOTE_LABELS
from appeals.selectors.conflicts import kept_from_deciding
from appeals.selectors.corrections import may_correct
from appeals.selectors.decision_words import verdict_words
from appeals.selectors.deposits import DepositLine, deposits_in_case
from appeals.selectors.facts import appeal_facts, request_due_at
from appeals.selectors.in_charge import why_not_to_hear
from appeals.selectors.notices import case_notices
from appeals.selectors.outcomes import PublishedDecision, published_decisions
from appeals.selectors.parties import party_in_case, party_names, side_label
from appeals.selectors.penalties import ruled_penalty_words
from appeals.selectors.session_page import appealable_rulings, request_url
from appeals.selectors.together import other_open, points_for_body
from appeals.wording import ACTS, refusal_sentence
from clubs.models import Player
from clubs.selectors.roles import person_name
from core.actors import Actor
from core.permissions import may
from core.qr import full_address
from events.selectors.clock import millis
from events.selectors.officials import director_in_charge
from office.models import Notice
from office.models.notices import MailState
from scoring.selectors.results_sight import results_sight

#: The act that leads on from each state: what stands in its way is what the case waits for.
NEXT = {
    CaseState.REQUESTED: "lodge",
    CaseState.LODGED: "refer",
    CaseState.REFERRED: "open_hearing",
    CaseState.DECIDED: "close",
    CaseState.FURTHER: "admit",
}


#: What comes next where no gate is shut to it.
GOES_ON = {
    CaseState.REQUESTED: gettext_lazy("Everybody concurs: the director lodges it."),
    CaseState.LODGED: gettext_lazy("The director refers it to those who hear appeals."),
    CaseState.REFERRED: gettext_lazy("The chair opens the hearing."),
    CaseState.FURTHER: gettext_lazy("The federation decides it."),
}


@dataclass(frozen=True)
class TimelineStep:
    """A step of the timeline."""

    title: str
    law: str
    at: datetime
    who: str
    words: str


@dataclass(frozen=True)
class Deadline:
    label: Any
    law: str
    until: datetime
    left_ms: int


@dataclass
class CasePage:
    appeal: Appeal
    actor: Actor
    facts: Facts
    side: str
    errors: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, appeal: Appeal, actor: Actor) -> CasePage:
        return cls(appeal, actor, appeal_facts(appeal, actor.at), party_in_case(actor.player, appeal))

    def may(self, act: str) -> bool:
        return may(self.actor, f"appeal.{act}", self.appeal)

    @cached_property
    def directs(self) -> bool:
        return self.may("direct")

    @cached_property
    def leads(self) -> bool:
        """Acts as the director in charge."""
        return self.may("lead")

    @cached_property
    def hears_alone(self) -> bool:
        return self.may("alone")

    @cached_property
    def in_charge(self) -> Player | None:
        return director_in_charge(self.appeal.session, self.actor.at)

    @cached_property
    def sides(self) -> list[tuple[str, str]]:
        """Both sides with the names of their players: whoever is to hear it looks at them first."""
        return [(side_label(side), ", ".join(names)) for side, names in party_names(self.appeal).items() if names]

    @cached_property
    def composes(self) -> bool:
        return self.may("compose")

    @cached_property
    def sits(self) -> bool:
        return self.may("sit")

    @property
    def takes_down(self) -> bool:
        """Writes down what a side says."""
        return self.directs or self.composes or self.has_chair

    @cached_property
    def has_chair(self) -> bool:
        return self.may("hear")

    @cached_property
    def is_above(self) -> bool:
        """Admits and decides for the federation."""
        return self.may("finally") and not self.kept_out

    @cached_property
    def kept_out(self) -> str:
        """Why somebody of the federation neither admits nor decides this case; empty where they may."""
        if self.state != CaseState.FURTHER or self.actor.user is None or not self.may("finally"):
            return ""
        return kept_from_deciding(self.appeal, self.actor.user, self.actor.at)

    @cached_property
    def why_not_to_hear(self) -> str:
        """Why a director does not decide this case in a committee's place; empty where nothing of the kind is asked."""
        if self.state != CaseState.LODGED or self.appeal.hears != HearsChoice.DIRECTOR or not self.directs:
            return ""
        return why_not_to_hear(self.appeal, self.actor.user_id, self.actor.at)

    @cached_property
    def sees_inside(self) -> bool:
        return self.may("inside")

    @property
    def decides(self) -> str:
        """The act by which this person can decide the case now; empty where they cannot."""
        if self.state == CaseState.HEARING and self.has_chair:
            return "decide"
        if self.state == CaseState.LODGED and self.appeal.hears == "director" and self.hears_alone:
            return "decide_alone"
        if self.state == CaseState.FURTHER and self.facts.admitted and self.is_above:
            return "decide_finally"
        return ""

    @property
    def office(self) -> str:
        """The act by which this person decides cases like this one, be it time for it or not; empty where by none."""
        if self.has_chair:
            return "decide"
        if self.appeal.hears == HearsChoice.DIRECTOR and self.hears_alone:
            return "decide_alone"
        return "decide_finally" if self.is_above else ""

    @property
    def sees_effects(self) -> bool:
        """Those who vote learn what a decision does to the ranking when a quorum has voted, not before."""
        return self.decides != "decide" or self.facts.cast >= self.facts.quorum

    @cached_property
    def correctable(self) -> set[int]:
        """The decisions in which this person can correct a slip now, by their ids."""
        if not self.open("correct"):
            return set()
        return {decision.pk for decision in self.decisions if may_correct(self.actor, decision)}

    @property
    def notes(self) -> bool:
        return self.may("note")

    @property
    def edits_cases(self) -> bool:
        return may(self.actor, "case.edit", self.appeal)

    def open(self, act: str) -> bool:
        """No gate is shut to it."""
        return refusal(act, self.facts) is None

    @property
    def state(self) -> str:
        return self.appeal.state

    @cached_property
    def waits(self) -> list[str]:
        state = CaseState(self.appeal.state)
        if state == CaseState.HEARING:
            return [self._votes_or_decision]
        if state == CaseState.LODGED and self.appeal.hears == HearsChoice.DIRECTOR:
            return [_("The director in charge hears it and decides.")]
        act = NEXT.get(state)
        refused = refusal(act, self.facts) if act else None
        if refused is not None and refused.code in ("no_concurrence", "further_concurrence"):
            refused = self._who_must_concur(refused)
        if refused is None:
            return [str(GOES_ON[state])] if state in GOES_ON else []
        return [refusal_sentence(refused, self.appeal.club)]

    @property
    def _votes_or_decision(self) -> str:
        if self.facts.cast >= self.facts.quorum:
            return _("The chair writes the decision.")
        return _("%(cast)s have voted, %(quorum)s must.") % {"cast": self.facts.cast, "quorum": self.facts.quorum}

    def _who_must_concur(self, refused: Refusal) -> Refusal:
        """By name; once the time is over nobody is asked any more."""
        if is_over(self.facts.concur_until, self.actor.at):
            return Refusal("concur_over", refused.law, {"until": self.facts.concur_until})
        names = ", ".join(concurrence.player.display_name for concurrence in self.still_to_concur)
        gaps: dict[str, object] = {"names": names, "address": full_address(reverse("appeal-code"))}
        return Refusal("waits_for_concurrence", refused.law, gaps) if names else refused

    @cached_property
    def own_concurrence(self) -> Concurrence | None:
        player = self.actor.player
        if player is None:
            return None
        return next((concurrence for concurrence in self.still_to_concur if concurrence.person_id == player.pk), None)

    @property
    def was_asked_to_concur(self) -> bool:
        """Asked now or before, whoever has answered for them."""
        player = self.actor.player
        return player is not None and any(row.person_id == player.pk for row in self._all_concurrences)

    @cached_property
    def _all_concurrences(self) -> list[Concurrence]:
        return list(self.appeal.concurrences.select_related("player", "answered_by__player", "further", "appeal"))

    @property
    def concurrences(self) -> list[Concurrence]:
        """In the appeal itself; those in a further appeal stand with that."""
        return [concurrence for concurrence in self._all_concurrences if concurrence.further_id is None]

    @cached_property
    def still_to_concur(self) -> list[Concurrence]:
        """Who is asked now, in the appeal or in a further one, and has not answered."""
        return [concurrence for concurrence in self._all_concurrences if concurrence.is_asked]

    @cached_property
    def points(self) -> list[Any]:
        return list(self.appeal.points.prefetch_related("outcomes__decision"))

    @cached_property
    def together(self) -> list[Appeal]:
        """The other side's appeal that is heard with this one, whichever of them leads."""
        leading = self.appeal.heard_with
        return [leading] if leading is not None else list(self.appeal.heard_together.prefetch_related("points"))

    @cached_property
    def verdict(self) -> str:
        """What has become of it, in words; empty before the decision."""
        return verdict_words(self.appeal)

    @cached_property
    def ruled_penalties(self) -> list[str]:
        """The penalties that the director gave with the ruling."""
        return ruled_penalty_words(self.appeal.ruling)

    @cached_property
    def other_side_asks(self) -> Appeal | None:
        """The other side's open appeal against the same ruling, where it is not (yet) heard together with this one."""
        before_the_decision = (CaseState.REQUESTED, CaseState.LODGED, CaseState.REFERRED, CaseState.HEARING)
        other_appeal = other_open(self.appeal) if self.state in before_the_decision else None
        return other_appeal if other_appeal is not None and other_appeal not in self.together else None

    @cached_property
    def deposits(self) -> list[DepositLine]:
        return deposits_in_case(self.appeal, self.actor)

    @cached_property
    def hearing(self) -> Hearing | None:
        return Hearing.objects.filter(appeal=self.appeal).first()

    @cached_property
    def members(self) -> list[BodyMember]:
        rows = BodyMember.objects.filter(body__appeal=self.appeal).select_related("user__player", "body")
        return list(rows.prefetch_related("challenges"))

    @property
    def sitting(self) -> list[BodyMember]:
        return [member for member in self.members if member.state in SITTING]

    @cached_property
    def own_seat(self) -> BodyMember | None:
        return next((member for member in self.sitting if member.user_id == self.actor.user_id), None)

    @cached_property
    def ask_again(self) -> str:
        """Where this person can ask once more, in its time, for what was not heard; empty where they cannot."""
        if self.state != CaseState.NOT_HEARD or not (self.directs or self.side == self.appeal.side):
            return ""
        for option in appealable_rulings(self.actor, [self.appeal.ruling]):
            if option.is_open and self.appeal.side in option.sides:
                return request_url(option.ruling)
        return ""

    @property
    def may_vote(self) -> bool:
        return self.sits and self.own_seat is not None and self.own_seat.role != MemberRole.SCRIBE

    @cached_property
    def statements(self) -> list[tuple[str, Statement | None, bool]]:
        """Each side's, and whether this person may read it: the other side's when both are in or the time is up."""
        rows = {statement.side: statement for statement in self.appeal.statements.select_related("written_by__player")}
        both_handed_in = sum(statement.handed_in_at is not None for statement in rows.values()) == 2
        are_open = both_handed_in or is_over(self.appeal.statements_until, self.actor.at)
        statements = []
        for side in ("NS", "EW"):
            statement = rows.get(side)
            handed_in = statement is not None and statement.handed_in_at is not None
            statements.append((side, statement, side == self.side or (handed_in and (are_open or not self.side))))
        return statements

    @property
    def missing_statements(self) -> list[str]:
        """The sides that have not handed one in."""
        return [
            side for side, statement, _seen in self.statements if statement is None or statement.handed_in_at is None
        ]

    @property
    def own_statement(self) -> Statement | None:
        return next((statement for side, statement, _seen in self.statements if side == self.side), None)

    @cached_property
    def decisions(self) -> list[Any]:
        rows = self.appeal.decisions.select_related(
            "appeal__club__federation", "made_by__player", "superseded_by", "supersedes"
        )
        return list(rows.prefetch_related("outcomes__point").order_by("-number"))

    @cached_property
    def sees_ranking(self) -> bool:
        sight = results_sight(self.actor, self.appeal.session)
        board = self.appeal.ruling.board
        return sight.sees_ranking and (board is None or sight.sees_board(board))

    @cached_property
    def published(self) -> list[PublishedDecision]:
        """Each decision with what it did to the ranking, for whoever may see that."""
        return published_decisions(self.appeal, self.decisions, with_ranking=self.sees_ranking)

    @cached_property
    def votes(self) -> list[Any]:
        """For those who hear it; the parties read the count in the decision."""
        return list(self.appeal.votes.select_related("member__user__player")) if self.sees_inside else []

    @cached_property
    def own_vote(self) -> Vote | None:
        return Vote.objects.filter(member=self.own_seat).first() if self.own_seat is not None else None

    @property
    def own_votes(self) -> list[tuple[str, str]]:
        """Each point with this person's vote on it, where there are several."""
        vote = self.own_vote
        points = points_for_body(self.appeal) if vote is not None and len(vote.by_point) > 1 else []
        return [(point.text, str(VOTE_LABELS.get(vote.on_point(point.pk), ""))) for point in points if vote is not None]

    @cached_property
    def further(self) -> list[Any]:
        rows = self.appeal.further.select_related("federation", "asked_by__player")
        return list(rows.prefetch_related("concurrences__player"))

    @cached_property
    def timeline(self) -> list[TimelineStep]:
        steps = self.appeal.steps.select_related("by__player")
        return [
            TimelineStep(
                str(ACTS[step.act]),
                step.law,
                step.at,
                person_name(step.by) if step.by else "",
                _side_or_words(step.words),
            )
            for step in steps
            if not step.inner or self.sees_inside
        ]

    @cached_property
    def bounced(self) -> list[Notice]:
        """Whom a mail did not reach: somebody has to tell them in another way."""
        if not (self.directs or self.sees_inside):
            return []
        rows = case_notices(self.appeal).filter(state=MailState.FAILED, settled_at=None)
        return list(rows.select_related("user__player"))

    @property
    def until(self) -> datetime | None:
        """Until when what the case waits for is to be done; None where no time runs."""
        if self.state == CaseState.REQUESTED:
            return request_due_at(self.facts)
        if self.state == CaseState.FURTHER and self.facts.further_missing:
            # The federation's time is not that of whoever has yet to concur.
            return None
        return self.appeal.due_at

    @property
    def took_it_further(self) -> bool:
        """Of the side whose further appeal is before the federation."""
        return bool(self.side) and any(one.side == self.side and one.is_open for one in self.further)

    @cached_property
    def due(self) -> Deadline | None:
        until = self.until
        if until is None:
            return None
        left = max(0, millis(until) - millis(self.actor.at))
        return Deadline(self.appeal.get_state_display(), "", until, left)

    @property
    def is_overdue(self) -> bool:
        return is_over(self.until, self.actor.at)

    @property
    def side_label(self) -> str:
        return side_label(self.side)


def _side_or_words(words: str) -> str:
    return side_label(words) if words in PartyChoice.values else words
