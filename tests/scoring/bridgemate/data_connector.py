"""Bridgemate's Data Connector, played by a thread: lines of JSON in a pipe, as its documents describe them.

It checks what a scoring program sends as the real one says it does, keeps queues of what the Bridgemates have to say,
and lets go of what was accepted. A socket in a file stands for the named pipe of Windows.
"""

from __future__ import annotations

import json
import re
import socket
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GUID = re.compile(r"[0-9A-F]{32}")
OK, ERROR = 1, 4
BUSY, MOVEMENT, VALIDATION, NOT_IMPLEMENTED, UNKNOWN_ENTRY = 1, 4, 5, 8, 6
RESULTS, PARTICIPATIONS = 12, 11
QUEUES = {19: ("results", RESULTS), 21: ("participations", PARTICIPATIONS)}
ACCEPTS = {27: "results", 29: "participations"}
ROUND_FIELDS = {"SessionGuid", "SectionLetters", "TableNumber", "RoundNumber", "PairNS", "PairEW"}
ROUND_FIELDS |= {"LowBoardNumber", "HighBoardNumber"}
Data = dict[str, Any]


@dataclass
class Queue:
    items: list[tuple[int, Data]] = field(default_factory=list)
    accepted: int = 0

    def new(self) -> list[tuple[int, Data]]:
        return [item for item in self.items if item[0] > self.accepted]


class DataConnectorEmulator:
    """Use as a context: it listens while inside."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.event: Data = {}
        self.commands: list[int] = []
        self.busy = 0
        self.queues = {"results": Queue(), "participations": Queue()}
        self.lock = threading.Lock()

    def __enter__(self) -> DataConnectorEmulator:
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(1)
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(timeout=10)

    def _serve(self) -> None:
        """One program at a time, as the pipe has it."""
        while True:
            try:
                connection, _address = self.listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rwb") as stream:
                for line in stream:
                    answer = self._answer(json.loads(line))
                    if answer is None:
                        break
                    stream.write(json.dumps(answer).encode() + b"\r\n")
                    stream.flush()

    def _answer(self, request: Data) -> Data | None:
        command, guid = request["Command"], request["SessionGuid"]
        data = json.loads(request["SerializedData"]) if request["SerializedData"] is not None else None
        with self.lock:
            self.commands.append(command)
            if command == 3:
                return None
            answer = {"RequestCommand": command, "SessionGuid": guid, "ErrorType": 0, "LastQueueItemId": 0}
            if self.busy:
                self.busy -= 1
                return answer | _error(BUSY, "busy")
            return answer | self._carry_out(command, guid, data)

    def _carry_out(self, command: int, guid: str, data: Any) -> Data:
        if command == 4:
            return {"DataType": OK, "SerializedData": json.dumps(data)}
        if command == 5:
            wrong = init_problems(data)
            if wrong:
                return _error(VALIDATION, "; ".join(wrong))
            self.event = data
            return {"DataType": OK, "SerializedData": None}
        if command == 31:
            if data["EventGuid"] != self.event.get("EventGuid"):
                return _error(UNKNOWN_ENTRY, "there is no such event")
            return {"DataType": OK, "SerializedData": None}
        if not GUID.fullmatch(guid):
            return _error(VALIDATION, "the guid of the session is missing")
        if command in QUEUES:
            name, kind = QUEUES[command]
            items = self.queues[name].new()
            rows = json.dumps([item for _ident, item in items])
            return {"DataType": kind, "SerializedData": rows, "LastQueueItemId": items[-1][0] if items else 0}
        if command in ACCEPTS:
            self.queues[ACCEPTS[command]].accepted = int(data)
            return {"DataType": OK, "SerializedData": None}
        return _error(NOT_IMPLEMENTED, "not implemented")

    # --- What happens at the tables ----------------------------------------------------------------------------------
    @property
    def guid(self) -> str:
        guid: str = self.event["EventGuid"]
        return guid

    def rounds(self, number: int) -> list[Data]:
        """The tables of a round that have boards."""
        sections = self.event["Sessions"][0]["ScoringGroups"][0]["Sections"]
        rounds = [each for section in sections for table in section["Tables"] for each in table["Rounds"]]
        return [each for each in rounds if each["RoundNumber"] == number and each["LowBoardNumber"]]

    def enter(self, at: Data, board: int, *, declarer: int = 1, level: int = 4, tricks: int = 10, **more: Any) -> None:
        """A result accepted by both sides: 4♠ by North, just made, unless something else is said."""
        pair = at["PairNS"] if declarer % 2 else at["PairEW"]
        result = {
            "SessionGuid": self.guid,
            "SectionLetters": at["SectionLetters"],
            "TableNumber": at["TableNumber"],
            "RoundNumber": at["RoundNumber"],
            "BoardNumber": board,
            "ScoringDirection": 3,
            "IsDeleted": False,
            "PairNorthSouth": at["PairNS"],
            "PairEastWest": at["PairEW"],
            "DeclaringPair": pair,
            "DeclarerDirection": declarer,
            "Level": level,
            "Denomination": 4,
            "Stake": 0,
            "TotalTricks": tricks,
            "LeadCardRank": 0,
            "LeadCardSuit": 0,
        }
        self._put("results", result | more)

    def sit_down(self, letters: str, table: int, direction: int, number: str) -> None:
        seat = {"SessionGuid": self.guid, "SectionLetters": letters, "TableNumber": table, "RoundNumber": 1}
        self._put("participations", seat | {"Direction": direction, "PlayerNumber": number, "IsRemoval": False})

    def _put(self, queue: str, item: Data) -> None:
        with self.lock:
            self.queues[queue].items.append((len(self.queues[queue].items) + 1, item))


def _error(kind: int, sentence: str) -> Data:
    return {"DataType": ERROR, "ErrorType": kind, "SerializedData": json.dumps(sentence)}


def init_problems(data: Data) -> list[str]:
    """What the real one would refuse: guids, missing fields, a pair twice in a round, players that are not listed."""
    wrong = [] if 0 < data["Commands"] < 256 else ["Commands"]
    listed = {player["PlayerNumber"] for player in data["PlayerData"]}
    for session in data["Sessions"]:
        if not GUID.fullmatch(session["SessionGuid"]):
            wrong.append("SessionGuid")
        for group in session["ScoringGroups"]:
            for section in group["Sections"]:
                wrong += _section_problems(section)
    for seat in data["Participations"]:
        if seat["PlayerNumber"] and (seat["PlayerNumber"] not in listed or seat["LastName"]):
            wrong.append("Participations")
        if not seat["PlayerNumber"] and not seat["LastName"]:
            wrong.append("LastName")
    if len(listed) != len(data["PlayerData"]):
        wrong.append("PlayerData")
    return wrong


def _section_problems(section: Data) -> list[str]:
    wrong = []
    seen: set[tuple[int, str, int]] = set()
    for table in section["Tables"]:
        for each in table["Rounds"]:
            if not each.keys() >= ROUND_FIELDS or each["LowBoardNumber"] > each["HighBoardNumber"]:
                wrong.append("Rounds")
            for side in ("PairNS", "PairEW"):
                where = each["RoundNumber"], side if section["Winners"] == 2 else "", each[side]
                if each[side] and where in seen:
                    wrong.append(f"{side} {each[side]} twice in round {each['RoundNumber']}")
                seen.add(where)
    return wrong
