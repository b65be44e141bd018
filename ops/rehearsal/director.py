"""The director: signed in like anybody, decides on claims, puts results right, calls the rounds."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from ops.rehearsal.noise import NoiseStory, ScriptedPlay
from ops.rehearsal.scene import Scene
from ops.rehearsal.truth import AWARDS, Truth
from ops.rehearsal.wire import Data, HttpAnswer, Unanswered, Wire

REASON = "As it was at the table."
MOST_TRIES = 20


class Director:
    """What happened is known from the players, who say it at the desk."""

    def __init__(self, wire: Wire, scene: Scene, parts: list[ScriptedPlay]) -> None:
        self.wire, self.tally = wire, wire.tally
        self.truths: dict[int, Truth] = {part.slot.play: part.truth for part in parts}
        # Appended to by the tables' threads.
        self.told: deque[ScriptedPlay] = deque()
        self.desk = f"/clubs/{scene.club.slug}/sessions/{scene.session.pk}/desk/"
        self.api = f"/api/v1/sessions/{scene.session.pk}/"
        self._cookies: dict[str, str] = {}
        self._tag = ""

    # --- The evening ---------------------------------------------------------------------------------------------

    def sign_in(self, email: str, password: str) -> None:
        self._ask("GET", reverse("account_login"))
        answer = self._post(reverse("account_login"), {"login": email, "password": password})
        if answer.status != 302 or "sessionid" not in self._cookies:
            raise Unanswered(f"The director could not sign in: {answer.status}.")

    def attend(self) -> None:
        """One look at the desk; where nothing has changed there is nothing to do but what was told by voice."""
        answer = self._ask("GET", f"{self.desk}live/", headers={"If-None-Match": self._tag} if self._tag else {})
        if answer.status == 200:
            self._tag = answer.headers.get("ETag", "")
            self._answer_calls()
            self._decide()
        while self.told:
            part = self.told.popleft()
            PUT_RIGHT[part.story](self, part.truth)
            self.tally.count("put right at the desk")

    def finish_round(self) -> None:
        """Ask again until the next round has begun: an answer may have been lost with the server that gave it."""
        before = self._session()
        for _ in range(MOST_TRIES):
            self._post(f"{self.desk}round/", {"version": str(before["version"])})
            if self._session()["round"] > before["round"]:
                return
        raise Unanswered(f"Round {before['round'] + 1} cannot be called.")

    def finish_session(self) -> None:
        for _ in range(MOST_TRIES):
            self._send("POST", f"{self.api}finish/", {"reason": ""})
            if self._session()["state"] == "finished":
                return
        raise Unanswered("The session cannot be finished.")

    def standings(self) -> list[Data]:
        rankings: list[Data] = self._read(f"{self.api}standings/")
        return rankings

    # --- What comes to the desk ----------------------------------------------------------------------------------

    def _answer_calls(self) -> None:
        for call in self._read(f"{self.api}calls/"):
            for act in ("take", "close"):
                self._post(f"{self.desk}calls/{call['id']}/", {"act": act})

    def _decide(self) -> None:
        """Take what is right, which sets aside all that contradicts it; where nothing is, set aside each."""
        disputed: dict[int, list[Data]] = defaultdict(list)
        for claim in self._read(f"{self.api}entries-to-decide/"):
            if claim["state"] == "disputed":
                disputed[claim["play"]].append(claim)
        for play, claims in disputed.items():
            right = [claim for claim in claims if claim["result"] == self.truths[play].text]
            for claim in right[:1] or claims:
                sent = {"take": "yes" if right else "no", "reason": REASON}
                self._post(f"{self.desk}entries/{claim['id']}/", sent)
                self.tally.count("decided at the desk")

    def set_result(self, truth: Truth) -> None:
        """From the page as it was seen; where that was an old one, or the answer was lost, from the new one."""
        for _ in range(MOST_TRIES):
            row = self._result(truth.slot.play)
            if row and row["result"] == truth.text:
                return
            sent = {"result": truth.text, "reason": REASON, "seen": str(row["version"] if row else 0)}
            self._post(f"{self.desk}plays/{truth.slot.play}/result/", sent)
        raise Unanswered(f"The director cannot set {truth.slot}.")

    def turn(self, truth: Truth) -> None:
        for _ in range(MOST_TRIES):
            row = self._result(truth.slot.play)
            if row and row["turned"]:
                return
            seen = str(row["version"]) if row else ""
            self._post(f"{self.desk}plays/{truth.slot.play}/turn/", {"seen": seen, "reason": REASON})
        raise Unanswered(f"The director cannot turn {truth.slot}.")

    def drop(self, truth: Truth) -> None:
        self._must(f"{self.desk}plays/{truth.slot.play}/step/", {"act": "drop", "reason": REASON})

    def adjust(self, truth: Truth) -> None:
        ns, ew = (str(percent) for percent in AWARDS)
        self._must(f"{self.desk}plays/{truth.slot.play}/adjust/", {"ns": ns, "ew": ew, "reason": REASON})

    # --- On the wire ---------------------------------------------------------------------------------------------

    def _session(self) -> Data:
        row: Data = self._read(self.api)
        return row

    def _result(self, play: int) -> Data | None:
        rows: list[Data] = self._read(f"{self.api}results/")
        found: Data | None = next(row for row in rows if row["id"] == play)["result"]
        return found

    def _read(self, path: str) -> Any:
        answer = self._ask("GET", path)
        if answer.status != 200:
            raise Unanswered(f"The director may not read {path}: {answer.status} {answer.body[:200]!r}")
        return answer.data

    def _must(self, path: str, fields: Mapping[str, str]) -> None:
        answer = self._post(path, fields)
        if answer.status != 302:
            raise Unanswered(f"The director was refused at {path}: {answer.status}.")

    def _post(self, path: str, fields: Mapping[str, str]) -> HttpAnswer:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(fields).encode(), kind)

    def _send(self, method: str, path: str, body: Data) -> HttpAnswer:
        return self._ask(method, path, json.dumps(body).encode(), {"Content-Type": "application/json"})

    def _ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> HttpAnswer:
        own = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        own["X-CSRFToken"] = self._cookies.get("csrftoken", "")
        own["Referer"] = f"{'https' if self.wire.secure else 'http'}://{self.wire.host}/"
        answer = self.wire.ask(method, path, body, own | dict(headers or {}))
        for line in answer.headers.get_all("Set-Cookie", []):
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return answer


PUT_RIGHT: dict[NoiseStory, Callable[[Director, Truth], None]] = {
    NoiseStory.DESK: Director.set_result,
    NoiseStory.WRONG_WAY: Director.turn,
    NoiseStory.DROPPED: Director.drop,
    NoiseStory.ADJUSTED: Director.adjust,
}
