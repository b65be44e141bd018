"""Which act leads from where to where, and the paragraph that it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from appeals.gates.facts import CaseState


@dataclass(frozen=True)
class Edge:
    """An act: from which states, to which state (None: it stays), under which paragraph."""

    act: str
    law: str
    sources: tuple[CaseState, ...]
    target: CaseState | None = None


_R, _L, _F, _H, _D, _X = (
    CaseState.REQUESTED,
    CaseState.LODGED,
    CaseState.REFERRED,
    CaseState.HEARING,
    CaseState.DECIDED,
    CaseState.FURTHER,
)
EDGES: dict[str, Edge] = {
    edge.act: edge
    for edge in (
        Edge("request", "92A", (), _R),
        # Out of time: the request is kept, with the reason.
        Edge("refuse", "92B", (), CaseState.REFUSED),
        Edge("concur", "92D", (_R, _X)),
        # The director writes down what was said, perhaps later than it was said.
        Edge("witness", "92D", (_R, _X)),
        Edge("decline", "92D", (_R,), CaseState.NOT_HEARD),
        Edge("lapse", "92D", (_R,), CaseState.NOT_HEARD),
        Edge("deposit", "92A", (_R,)),
        # Before it is lodged the director may put the ruling right.
        Edge("amended", "81C3", (_R,)),
        Edge("lodge", "92C", (_R,), _L),
        Edge("point", "93B", (_R, _L)),
        Edge("rule_on_law", "93B1", (_L,)),
        # A referral of the other points does not cut the time for it short.
        Edge("contest", "93B1", (_L, _F, _H)),
        Edge("settle", "93B1", (_L,), _D),
        Edge("hear_alone", "93A", (_L, _F), _L),
        Edge("decide_alone", "93A", (_L,), _D),
        Edge("refer", "93B2", (_L,), _F),
        # During the hearing too, in place of a member who has stepped down or was released.
        Edge("seat", "80B2(k)", (_F, _H)),
        Edge("unseat", "80B2(k)", (_F, _H)),
        Edge("answer_invitation", "80B2(k)", (_F, _H)),
        Edge("step_down", "80B2(k)", (_F, _H)),
        Edge("challenge", "80B2(k)", (_F, _H)),
        Edge("decide_challenge", "80B2(k)", (_F, _H)),
        Edge("state", "93B2", (_F,)),
        Edge("fix_hearing", "93B2", (_F,)),
        Edge("agree_pack", "93B2", (_F,)),
        Edge("open_hearing", "93B2", (_F,), _H),
        Edge("minute", "93B3", (_H,)),
        Edge("attend", "93B3", (_F, _H)),
        Edge("vote", "93B3", (_H,)),
        Edge("decide", "93B3", (_H,), _D),
        Edge("answer", "93B3", (_D,)),
        # The federation's decision closes the case: a slip in it is corrected all the same, while its time runs.
        Edge("correct", "93B3", (_D, CaseState.CLOSED)),
        Edge("go_further", "93C1", (_D,), _X),
        # Out of time: the request is kept, with the reason.
        Edge("further_late", "93C1", (_D,)),
        Edge("refer_further", "93C2", (_D,), _X),
        # Without the partner or the captain the decision below holds.
        Edge("decline_further", "92D", (_X,), _D),
        Edge("lapse_further", "92D", (_X,), _D),
        # Those who asked for it leave it at the decision below.
        Edge("withdraw_further", "93C1", (_X,), _D),
        Edge("fee", "93C1", (_X,)),
        Edge("admit", "93C1", (_X,)),
        Edge("refuse_further", "93C1", (_X,), _D),
        Edge("decide_finally", "93C2", (_X,), CaseState.CLOSED),
        Edge("close", "93C", (_D,), CaseState.CLOSED),
        Edge("withdraw", "92A", (_R, _L, _F, _H), CaseState.WITHDRAWN),
        Edge("hand_back", "92A", tuple(CaseState)),
        Edge("not_handed_back", "92A", tuple(CaseState)),
    )
}


#: What can still be done when a case has ended: no outcome of a point changes by it.
AFTER_THE_END = frozenset({"correct", "hand_back", "not_handed_back"})


#: What is done in the case that leads, where two are heard together.
IN_THE_LEADING_CASE = frozenset(
    {
        *(
            "hear_alone",
            "decide_alone",
            "seat",
            "unseat",
            "answer_invitation",
            "step_down",
            "challenge",
            "decide_challenge",
            "state",
        ),
        *("fix_hearing", "agree_pack", "open_hearing", "minute", "attend", "vote", "decide", "go_further"),
        *(
            "further_late",
            "refer_further",
            "lapse_further",
            "withdraw_further",
            "fee",
            "admit",
            "refuse_further",
            "decide_finally",
            "close",
        ),
    }
)
