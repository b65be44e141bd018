"""What the gates say, what an act is called, and what people are told, in the language of whoever reads it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from appeals.gates import Refusal
from appeals.models.appeals import AppealState
from clubs.models import Club
from events.wording import local_moment

REFUSALS = {
    "nobody_hears": _("By announced regulation there are no appeals here. Ask the director to explain the ruling."),
    "no_ruling": _("Only a ruling that was given and stands can be appealed."),
    "not_your_table": _("Only rulings made at your own table can be appealed, by those who played there or a captain."),
    "twice": _("This side has already appealed against this ruling. One appeal is heard."),
    "decided_on": _(
        "This ruling was decided on in appeal %(case)s, for both sides."
        " What is left is the way to the federation there."
    ),
    "heard_together": _("It is heard together with appeal %(case)s, which came first: go there."),
    "decided_together": _(
        "It was decided together with appeal %(case)s. The way on is the same for both, and is there."
    ),
    "other_first": _(
        "The other side has appealed against the same ruling (%(case)s): both are decided together."
        " See to that one first, or wait until it is withdrawn or lapses."
    ),
    "too_late": _("The time for appealing ended at %(until)s. The request is kept with this reason."),
    "no_concurrence": _(
        "It cannot be lodged yet: %(missing)s more must concur (both partners; of a team, the captain)."
    ),
    "no_deposit": _("The deposit has not been paid yet: the director takes it."),
    "no_points": _("Say what the appeal is about: name at least one point."),
    "all_concur": _("Everybody concurs and nothing is owed: lodge the appeal."),
    "all_concur_further": _("Everybody concurs in the further appeal: it waits for the federation."),
    "concur_too_late": _(
        "One could concur until %(until)s. If it was said in time, the director writes it down as a witness."
    ),
    "may_concur": _("There is time for concurring until %(until)s."),
    "contest_too_late": _("The director’s ruling on the law could be contested until %(until)s."),
    "director_hears_all": _("Here the director in charge hears and rules on all appeals."),
    "committee_seated": _(
        "A committee has accepted and hears it."
        " Only if it is released because it cannot meet does the director in charge hear it."
    ),
    "committee_there": _("%(could_sit)s of the pool can hear it, and the quorum is %(quorum)s: refer it to them."),
    "committee_to_invite": _("%(could_sit)s of the pool can hear it, and the quorum is %(quorum)s: invite them."),
    "body_hears": _("Others hear appeals here: refer it to them."),
    "points_left": _("There are points that nobody has decided yet. Each needs its outcome."),
    "law_first": _("First the director in charge rules on each point of law or regulation."),
    "may_contest": _("The appellants may take the ruling on the law to the adjudicators until %(until)s."),
    "nothing_to_refer": _("There is no point left for the adjudicators."),
    "statements_missing": _(
        "Both statements are not in yet; there is time for them until %(until)s, unless both sides are present."
    ),
    "statement_too_late": _("Statements could be handed in until %(until)s. Say it at the hearing."),
    "pack_not_frozen": _("The hearing pack is not frozen: both sides agree to it first."),
    "pack_frozen": _("Both sides have agreed to the pack: it is not changed any more."),
    "conflicted": _("%(names)s sits and has a conflict by now: release or replace this member first."),
    "challenge_open": _("A challenge to a member is to be decided first."),
    "no_chair": _("Nobody has accepted the chair yet."),
    "no_quorum": _("%(seated)s have accepted; the quorum is %(quorum)s."),
    "overrules_law": _(
        "The adjudicators may not overrule the director in charge on a point of law or regulation."
        " They can recommend a change."
    ),
    "overrules_discipline": _(
        "The adjudicators may not overrule the exercise of disciplinary powers. They can recommend a change."
    ),
    "decide_yourselves": _("Fact and judgement are for you to decide: the ruling stands or is changed."),
    "score_without_change": _("A score is given only where something is changed."),
    "votes_missing": _("%(cast)s have voted; the quorum is %(quorum)s."),
    "no_majority": _("%(in_favour)s of %(cast)s votes are for this. A tie leaves the ruling as it is."),
    "no_majority_on_point": _(
        "%(in_favour)s of %(cast)s votes are for this outcome of point %(number)s."
        " Each outcome needs its majority: let the members vote on that point, or decide it as they voted."
    ),
    "correct_too_late": _("A slip in the decision could be corrected until %(until)s."),
    "nothing_to_hand_back": _("There is no deposit to hand back."),
    "nothing_handed_back": _("No deposit is marked as handed back."),
    "final_body": _("Those who decided were named to decide finally. There is no further appeal."),
    "no_further": _("The regulations here know no further appeal."),
    "unanswered": _("The director in charge has not answered the recommendation yet."),
    "further_too_late": _("It could be taken further until %(until)s. The request is kept with this reason."),
    "no_fee": _("The deposit for the further appeal has not been paid."),
    "further_concurrence": _(
        "It is not heard yet: %(missing)s more must concur in the further appeal"
        " (both partners; of a team, the captain)."
    ),
    "not_admitted": _("The federation has not admitted it yet."),
    "not_yet_closed": _(
        "The case stays open until %(until)s: so long a slip in the decision can be corrected,"
        " and it can be taken further where the regulations know that."
    ),
    "closed": _("This case has ended (%(state)s) and is not changed any more."),
    "wrong_state": _("This is not possible now: the case is “%(state)s”."),
}

#: What the page of a case says of concurrence, with more than the gate knows.
CONCURRENCE = {
    "waits_for_concurrence": _(
        "It waits for %(names)s to concur: signed in, with the code at %(address)s, or before the director."
    ),
    "concur_over": _("One could concur until %(until)s. Without everybody it is not heard."),
}

ACTS = {
    "request": _("Review of the ruling requested"),
    "refuse": _("Request refused"),
    "concur": _("Concurs in the appeal"),
    "witness": _("Concurs before the director"),
    "decline": _("Does not concur: the appeal is not heard"),
    "lapse": _("No concurrence in time: not heard"),
    "deposit": _("Deposit paid"),
    "amended": _("The director amended the ruling"),
    "lodge": _("Lodged by the director"),
    "point": _("Point named"),
    "rule_on_law": _("Director in charge ruled on a point of law"),
    "contest": _("Ruling on the law taken to the adjudicators"),
    "settle": _("Ruling on the law accepted"),
    "hear_alone": _("Taken over by the director in charge"),
    "decide_alone": _("Decided by the director in charge"),
    "refer": _("Referred to the adjudicators"),
    "seat": _("Member invited"),
    "unseat": _("Member released"),
    "answer_invitation": _("Invitation answered"),
    "step_down": _("Member stepped down"),
    "challenge": _("Member challenged"),
    "decide_challenge": _("Challenge decided"),
    "state": _("Statement handed in"),
    "fix_hearing": _("Hearing fixed"),
    "agree_pack": _("Hearing pack agreed to"),
    "open_hearing": _("Hearing opened"),
    "minute": _("Minutes"),
    "attend": _("Attendance noted"),
    "vote": _("Vote cast"),
    "decide": _("Decision published"),
    "answer": _("Director in charge answered the recommendation"),
    "correct": _("Slip in the decision corrected"),
    "go_further": _("Taken to the federation"),
    "further_late": _("Further appeal asked for out of time"),
    "refer_further": _("Referred to the federation"),
    "decline_further": _("Does not concur: the further appeal is not heard"),
    "lapse_further": _("No concurrence in time: the further appeal is not heard"),
    "withdraw_further": _("Further appeal withdrawn"),
    "fee": _("Deposit for the further appeal paid"),
    "admit": _("Further appeal admitted"),
    "refuse_further": _("Further appeal not admitted"),
    "decide_finally": _("Federation decided finally"),
    "close": _("Case closed"),
    "withdraw": _("Appeal withdrawn"),
    "hand_back": _("Deposit handed back"),
    "not_handed_back": _("Deposit not handed back after all"),
}

#: What the reader is told, and what to do next.
NOTICES: dict[str, tuple[Any, Any]] = {
    "concur": (
        _("Your concurrence is needed in appeal %(case)s"),
        _("An appeal was requested in your name. Unless you concur it is not heard (Law 92D): answer yes or no."),
    ),
    "requested": (
        _("Appeal %(case)s was requested"),
        _("It comes through you (Law 92C): see to concurrence and deposit, then lodge it."),
    ),
    "refused": (_("Appeal %(case)s was refused"), _("The reason is on the page of the case.")),
    "ready": (_("Appeal %(case)s can be lodged"), _("Everybody concurs. Lodge it and put it on its way.")),
    "not_heard": (
        _("Appeal %(case)s is not heard"),
        _("Why stands on its page."),
    ),
    "amended": (
        _("The ruling under appeal %(case)s was amended"),
        _("Read the ruling as it is now. If you leave it at that, withdraw the appeal."),
    ),
    "lodged": (_("Appeal %(case)s is lodged"), _("You are told what is asked of you as the case goes on.")),
    "law": (
        _("The director in charge has ruled on the law in appeal %(case)s"),
        _("Read the ruling. You may take it to the adjudicators, who can only recommend a change (Law 93B)."),
    ),
    "compose": (
        _("Appeal %(case)s needs its adjudicators"),
        _("Invite a chair and members; the check shows who has a conflict."),
    ),
    "invited": (
        _("You are invited to hear appeal %(case)s"),
        _("Look at the names. Decline if you could not be impartial; otherwise accept."),
    ),
    "statement": (
        _("Your statement in appeal %(case)s"),
        _("Write what your side has to say. The other side sees it when both are in or the time is up."),
    ),
    "pack": (
        _("The hearing pack of appeal %(case)s"),
        _("Read it and say whether you agree that it is right. Once both sides agree it is frozen."),
    ),
    "together": (
        _("Appeal %(case)s is heard together with the other side’s"),
        _("Both are against the same ruling, and are decided together. Read what the other side appeals."),
    ),
    "hearing": (_("The hearing of appeal %(case)s"), _("Time and place are on the page of the case.")),
    "decided": (
        _("Appeal %(case)s is decided"),
        _("Read the decision with its reasons. The score follows it."),
    ),
    "answer": (
        _("A change is recommended in appeal %(case)s"),
        _("You are the director in charge: follow the recommendation or not, with your reasons (Law 93B3)."),
    ),
    "further": (
        _("Appeal %(case)s is taken to the federation"),
        _("The federation admits it or not; its decision is final. Until then the decision on appeal holds (Law 93C)."),
    ),
    "further_withdrawn": (
        _("The further appeal in %(case)s was withdrawn"),
        _("What was decided on appeal holds."),
    ),
    "closed": (_("Appeal %(case)s is closed"), _("Nothing is asked of you any more.")),
    "withdrawn": (_("Appeal %(case)s was withdrawn"), _("The ruling stands.")),
    "stepped_down": (
        _("A member has stepped down in appeal %(case)s"),
        _("Look at who hears it, and invite somebody else."),
    ),
    "tie": (
        _("A member of those who hear appeal %(case)s has declared a tie"),
        _("With somebody at the table: look at the check of who hears it, and invite somebody else."),
    ),
    "alone": (
        _("The director in charge hears appeal %(case)s"),
        _("No committee can hear it (Law 93A); why stands on its page. Tell the director what your side has to say."),
    ),
    "referred_further": (
        _("Appeal %(case)s is referred to the federation"),
        _("The federation decides it finally (Law 93C2). Until then the decision on appeal holds."),
    ),
    "challenged": (
        _("A member is challenged in appeal %(case)s"),
        _("Decide on the challenge, with a reason."),
    ),
    "reminder": (
        _("Appeal %(case)s: the time is nearly up"),
        _("Something is still to be done. Look at the page of the case."),
    ),
}


def refusal_sentence(refused: Refusal, club: Club) -> str:
    gaps = {name: _gap(name, value, club) for name, value in refused.gaps.items()}
    sentence = str((REFUSALS | CONCURRENCE)[refused.code]) % gaps
    return gettext("%(said)s (Law %(law)s)") % {"said": sentence, "law": refused.law}


def why_ruling_is_fixed(case: object) -> str:
    """Why a ruling against which an appeal is lodged is neither amended nor withdrawn."""
    sentence = gettext("Appeal %(case)s is lodged against this ruling: what is changed, a decision changes (Law 93B).")
    return sentence % {"case": case}


def why_tricks_are_not_counted(case: object) -> str:
    """Why tricks that a ruling transfers are not counted in the result at the desk."""
    sentence = gettext("What counts on this board is for the decision in appeal %(case)s to say (Law 93B).")
    return sentence % {"case": case}


def _gap(name: str, value: Any, club: Club) -> Any:
    if isinstance(value, datetime):
        return local_moment(club, value)
    if name == "state" and value:
        return AppealState(value).label
    return value
