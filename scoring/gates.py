"""What may stop a change that moves a score after the fact: a period that has ended, a result that is final.

Whoever keeps the periods (Laws 79C, 81C3, 92B, 93C) adds a gate; whoever is about to change something asks.
"""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ValidationError

from clubs.actors import Actor
from events.models import Session

# The act, such as `ruling.give`; answers with a sentence that cites the law, or nothing.
Gate = Callable[[Actor, str, Session], str]
GATES: list[Gate] = []


def add_gate(gate: Gate) -> None:
    if gate not in GATES:
        GATES.append(gate)


def refuse_late(*, actor: Actor, act: str, session: Session) -> None:
    for gate in GATES:
        if sentence := gate(actor, act, session):
            raise ValidationError(sentence, code="too_late")
