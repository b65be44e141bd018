"""Two pairs with a phone each, who enter what they played and make the mistakes that people make."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from ops.rehearsal.noise import NoiseStory, ScriptedPlay
from ops.rehearsal.truth import RehearsedPlay, another_result
from ops.rehearsal.wire import Data, Unanswered, Wire
from scoring.engine.contract import Result
from scoring.result_input import ResultInput

OTHER = {"NS": "EW", "EW": "NS"}
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
MOST_TRIES = 20


class RehearsalTable:
    """`for_desk` takes what the players tell the director by voice; `played` is called after each board."""

    def __init__(
        self,
        wire: Wire,
        code: str,
        chance: Random,
        for_desk: Callable[[ScriptedPlay], None],
        played: Callable[[], None],
    ) -> None:
        self.wire, self.tally, self.code, self.chance = wire, wire.tally, code, chance
        self.for_desk, self.played = for_desk, played
        self.later: list[Callable[[], None]] = []

    # --- What they do ------------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """What was left over from the rounds before."""
        left, self.later = self.later, []
        for act in left:
            act()

    def play_round(self, parts: list[ScriptedPlay]) -> None:
        away = [part for part in parts if part.story is NoiseStory.OFFLINE]
        if away:
            self.later.append(partial(self._reconnect, self._typed_offline(away)))
        for part in parts:
            if part.story is not NoiseStory.OFFLINE:
                STORIES[part.story](self, part)
            self.look()
            self.played()

    def look(self) -> Data:
        """What the page asks for every few seconds."""
        answer = self.wire.ask("GET", f"/t/{self.code}/state/")
        if answer.status != 200:
            raise Unanswered(f"The table with the code {self.code} is gone: {answer.status}.")
        state: Data = answer.data
        return state

    def plain(self, part: ScriptedPlay) -> None:
        self._agree(part.slot, part.truth.result)

    def one_device(self, part: ScriptedPlay) -> None:
        self._agree(part.slot, part.truth.result, confirmed=True)

    def asked(self, part: ScriptedPlay) -> None:
        self._agree(part.slot, part.truth.result, sure=False)

    def called(self, part: ScriptedPlay) -> None:
        self.wire.say(f"/t/{self.code}/call/", {"act": "call", "reason": "help", "board": part.slot.board})
        self.tally.count("calls")
        self.plain(part)

    def twice(self, part: ScriptedPlay) -> None:
        sent = self._claim(part.slot, part.truth.result)
        self.wire.hang_up_after(f"/t/{self.code}/entries/", {"phone": "NS", "entries": [sent]})
        self._send("NS", sent)
        self._send("NS", sent)
        self._confirm(sent, "EW")

    def retyped(self, part: ScriptedPlay) -> None:
        self._send("NS", self._mistyped(part))
        self.plain(part)

    def refused(self, part: ScriptedPlay) -> None:
        wrong = self._mistyped(part)
        self._send("NS", wrong)
        self._confirm(wrong, "EW", agrees=False)
        self.plain(part)

    def put_right(self, part: ScriptedPlay) -> None:
        wrong = self._mistyped(part)
        self._send("NS", wrong)
        right = self._claim(part.slot, part.truth.result, side="EW", after=wrong["key"])
        self._send("EW", right)
        self._confirm(right, "NS")

    def contradicted(self, part: ScriptedPlay) -> None:
        sides = ["NS", "EW"]
        self.chance.shuffle(sides)
        self._send(sides[0], self._claim(part.slot, part.truth.result, side=sides[0]))
        self._send(sides[1], self._mistyped(part, side=sides[1]))

    def corrected(self, part: ScriptedPlay) -> None:
        self._agree(part.slot, self._wrong(part))
        self._agree(part.slot, part.truth.result, seen=self._version(part.slot))

    def asked_for(self, part: ScriptedPlay) -> None:
        self._agree(part.slot, self._wrong(part))
        self.later.append(partial(self._ask_for, part))

    def told_the_desk(self, part: ScriptedPlay) -> None:
        self._agree(part.slot, self._wrong(part))
        self.for_desk(part)

    def late(self, part: ScriptedPlay) -> None:
        self.later.append(partial(self.plain, part))

    def postponed(self, part: ScriptedPlay) -> None:
        self._agree(part.slot, None)
        self.later.append(partial(self._agree, part.slot, part.truth.result))

    def never_played(self, part: ScriptedPlay) -> None:
        self._agree(part.slot, None)

    def left_to_the_desk(self, part: ScriptedPlay) -> None:
        self.for_desk(part)

    def entered_for_the_desk(self, part: ScriptedPlay) -> None:
        self.plain(part)
        self.for_desk(part)

    # --- On the wire -------------------------------------------------------------------------------------------

    def _agree(self, slot: RehearsedPlay, result: Result | None, **more: Any) -> None:
        sent = self._claim(slot, result, **more)
        [answer] = self._send("NS", sent)
        if answer["state"] == "waiting":
            self._confirm(sent, "EW")

    def _ask_for(self, part: ScriptedPlay) -> None:
        """After the round it is a request; in the last round, which is still on, a correction."""
        self._agree(part.slot, part.truth.result, seen=1)

    def _claim(self, slot: RehearsedPlay, result: Result | None, *, side: str = "NS", **more: Any) -> Data:
        said = ResultInput.of(result)
        sent: Data = {"key": self._key(), "round": slot.round, "board": slot.board, "side": side, "sure": True}
        sent |= {"outcome": str(said.outcome), "typed_at": int(time.time() * 1000)}
        if result is not None and result.contract is not None:
            sent |= {"contract": said.contract, "declarer": said.declarer, "tricks": said.tricks}
        return sent | more

    def _key(self) -> str:
        return "rehearsal-" + "".join(self.chance.choices(LETTERS, k=24))

    def _wrong(self, part: ScriptedPlay) -> Result:
        self.tally.count("wrong entries")
        return another_result(part.truth.result, part.slot, self.chance)

    def _mistyped(self, part: ScriptedPlay, **more: Any) -> Data:
        return self._claim(part.slot, self._wrong(part), **more)

    def _confirm(self, claim: Data, side: str, *, agrees: bool = True) -> None:
        self._send(side, {"key": self._key(), "confirms": claim["key"], "agrees": agrees, "side": side})

    def _version(self, slot: RehearsedPlay) -> int:
        boards = self.look()["boards"]
        found = next(row for row in boards if (row["round"], row["board"]) == (slot.round, slot.board))
        return found["result"]["version"] if found["result"] else 0

    def _send(self, phone: str, *entries: Data, refused: bool = False) -> list[Data]:
        """The answers. Nothing that people type here is refused, unless it is sent in the wrong order."""
        answer = self.wire.say(f"/t/{self.code}/entries/", {"phone": phone, "entries": list(entries)})
        if answer.status != 200:
            raise Unanswered(f"The table {self.code} could not enter a score: {answer.status} {answer.body[:200]!r}")
        answers: list[Data] = answer.data["answers"]
        for sent, said in zip(entries, answers, strict=True):
            if said["state"] != "refused":
                self.tally.acknowledge(sent.get("confirms") or sent["key"], said["state"])
            elif not refused:
                raise Unanswered(f"{said['sentence']} ({sent})")
        self.tally.count("entries", len(entries))
        return answers

    # --- Without a connection ----------------------------------------------------------------------------------

    def _typed_offline(self, parts: list[ScriptedPlay]) -> list[Data]:
        """All that the phone keeps; the first board is mistyped, accepted and corrected."""
        kept: list[Data] = []
        for at, part in enumerate(parts):
            sent = self._claim(part.slot, part.truth.result)
            if at == 0:
                wrong = self._mistyped(part)
                sent["after"] = wrong["key"]
                kept += [wrong, {"key": self._key(), "confirms": wrong["key"], "agrees": True, "side": "EW"}]
            kept += [sent, {"key": self._key(), "confirms": sent["key"], "agrees": True, "side": "EW"}]
        return kept

    def _reconnect(self, kept: list[Data]) -> None:
        """In any order: what is not understood yet stays on the phone and is sent again."""
        self.tally.count("reconnects")
        self.chance.shuffle(kept)
        for _ in range(MOST_TRIES):
            answers = self._send("NS", *kept, refused=True)
            refused = {said["key"] for said in answers if said["state"] == "refused"}
            kept = [sent for sent in kept if sent["key"] in refused]
            if not kept:
                return
        raise Unanswered(f"A phone could not get rid of what it keeps: {kept}")


STORIES: dict[NoiseStory, Callable[[RehearsalTable, ScriptedPlay], None]] = {
    NoiseStory.PLAIN: RehearsalTable.plain,
    NoiseStory.ONE_DEVICE: RehearsalTable.one_device,
    NoiseStory.ASKED: RehearsalTable.asked,
    NoiseStory.CALLED: RehearsalTable.called,
    NoiseStory.TWICE: RehearsalTable.twice,
    NoiseStory.RETYPED: RehearsalTable.retyped,
    NoiseStory.REFUSED: RehearsalTable.refused,
    NoiseStory.PUT_RIGHT: RehearsalTable.put_right,
    NoiseStory.CONTRADICTED: RehearsalTable.contradicted,
    NoiseStory.CORRECTED: RehearsalTable.corrected,
    NoiseStory.ASKED_FOR: RehearsalTable.asked_for,
    NoiseStory.DESK: RehearsalTable.told_the_desk,
    NoiseStory.LATE: RehearsalTable.late,
    NoiseStory.POSTPONED: RehearsalTable.postponed,
    NoiseStory.NEVER_PLAYED: RehearsalTable.never_played,
    NoiseStory.DROPPED: RehearsalTable.left_to_the_desk,
    NoiseStory.WRONG_WAY: RehearsalTable.entered_for_the_desk,
    NoiseStory.ADJUSTED: RehearsalTable.entered_for_the_desk,
}
