"""tenace-bridgemate: connects a session of Tenace with Bridgemate's software on this computer.

    python tenace_bridgemate.py --server https://bridge.example.org --session 12

It sends the movement, the players and the hands that may be seen to the Bridgemate Data Connector, which starts
Bridgemate's software, and from then on carries results and players' numbers to Tenace every few seconds. A result is
crossed off at the Bridgemates only when Tenace has it, so that nothing is lost when the network or this computer fails:
start the program again with --continue.

It needs Python 3.10 or later and nothing else. The token comes from your account in Tenace and must have the scope
"event"; it is asked for, or read from the environment (TENACE_TOKEN) or from a file (--token-file).
"""

from __future__ import annotations

import argparse
import contextlib
import getpass
import json
import os
import re
import socket
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

PIPE = "BridgeSystems.Bridgemate.DataConnectorService.ScoringProgram"
DISCONNECT, PING, INITIALIZE, CONTINUE = 3, 4, 5, 31
NEW_RESULTS, NEW_PARTICIPATIONS = 19, 21
ACCEPT_RESULTS, ACCEPT_PARTICIPATIONS = 27, 29
ERROR = 4
BUSY, NO_DATA, TIME_OUT = 1, 2, 11
START, RESET, READ, CLEAR = 1, 2, 4, 128
NOT_PLAYED = -10
TOO_MANY, SERVER_ERROR = 429, 500
SCORING = {"matchpoints": 10, "imps": 20, "cross-imps": 30, "teams": 40}
GAME_TYPES = {"pair": 10, "player": 20, "team": 30}
DIRECTIONS = ("", "N", "E", "S", "W")
SEATS = ("North", "East", "South", "West")
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
DENOMINATIONS = ("", "C", "D", "H", "S", "NT")
RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}
# Level -1 to -9 of the Data Connector: what each side gets, North-South first.
ARTIFICIAL = {-1 - 3 * ns - ew: (40 + 10 * ns, 40 + 10 * ew) for ns in range(3) for ew in range(3)}
MOST_AT_ONCE = 500
Data = dict[str, Any]


class Problem(Exception):
    """Something that a person has to put right: one sentence."""


class Unreachable(Exception):
    """Tenace does not answer now: it is tried again."""


# --- Tenace -------------------------------------------------------------------------------------------------------
class Tenace:
    """One session of a Tenace installation, over its API."""

    def __init__(self, server: str, session: int, token: str, timeout: float = 30) -> None:
        if not re.match(r"https?://", server):
            raise Problem(f"'{server}' is no address: it begins with https://")
        self.base = f"{server.rstrip('/')}/api/v1/sessions/{session}/bridgemate/"
        self.token, self.timeout = token, timeout

    def session(self) -> Data:
        """The movement, the players and the hands that may be seen."""
        return self._ask("", None)

    def send(self, rows: Data) -> Data:
        """Results and numbers; what became of them."""
        return self._ask("results/", rows)

    def _ask(self, path: str, body: Data | None) -> Data:
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "application/json"}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers |= {"Content-Type": "application/json", "Idempotency-Key": uuid.uuid4().hex}
        # The address was checked to be one of the web.
        request = urllib.request.Request(self.base + path, data=data, headers=headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as answer:  # noqa: S310
                result: Data = json.load(answer)
                return result
        except urllib.error.HTTPError as error:
            if error.code == TOO_MANY or error.code >= SERVER_ERROR:
                raise Unreachable(f"Tenace cannot answer now (status {error.code})") from None
            raise Problem(f"Tenace refused: {_refusal(error)}") from None
        except (OSError, ValueError) as error:
            raise Unreachable(f"Tenace cannot be reached: {error}") from None


def _refusal(error: urllib.error.HTTPError) -> str:
    """The sentence of a problem document, else the status."""
    try:
        problem = json.load(error)
    except ValueError:
        return f"status {error.code}"
    return str(problem.get("detail") or problem.get("title") or f"status {error.code}")


# --- The Data Connector -------------------------------------------------------------------------------------------
class Pipe:
    """Lines to and from the Data Connector: a named pipe on Windows, a socket in a file elsewhere (for tests)."""

    def __init__(self, name: str) -> None:
        self.name = name
        if os.name == "nt":
            self.stream: Any = open(rf"\\.\pipe\{name}", "r+b", buffering=0)  # noqa: SIM115 (closed by close)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(name)
            self.stream = self.socket.makefile("rwb", buffering=0)
        self.read = b""

    def exchange(self, line: str) -> str:
        self.stream.write(line.encode() + b"\n")
        while b"\n" not in self.read:
            part = self.stream.read(65536)
            if not part:
                raise ConnectionError("the Data Connector has closed the pipe")
            self.read += part
        answer, _newline, self.read = self.read.partition(b"\n")
        return answer.decode("utf-8-sig").strip()

    def close(self) -> None:
        self.stream.close()


class DataConnector:
    """Commands to Bridgemate's Data Connector, each answered before the next."""

    def __init__(self, pipe: Pipe, wait: Callable[[float], None] = time.sleep) -> None:
        self.pipe, self.wait = pipe, wait

    def ask(self, command: int, data: Any = None, guid: str = "", attempts: int = 5) -> Data:
        """The answer to a command; asked again while the Data Connector is busy."""
        serialized = None if data is None else json.dumps(data)
        request = json.dumps({"Command": command, "SessionGuid": guid, "SerializedData": serialized})
        for attempt in range(1, attempts + 1):
            answer: Data = json.loads(self.pipe.exchange(request))
            if answer.get("DataType") != ERROR:
                return answer
            if answer.get("ErrorType") not in (BUSY, TIME_OUT) or attempt == attempts:
                break
            self.wait(attempt)
        if answer.get("ErrorType") == NO_DATA:
            return answer
        raise Problem(f"The Data Connector refused command {command}: {_content(answer)}")

    def ping(self) -> None:
        word = uuid.uuid4().hex
        if _content(self.ask(PING, word)) != word:
            raise Problem("The Data Connector does not answer as it should: restart Bridgemate's software.")

    def new(self, command: int, guid: str) -> tuple[list[Data], int]:
        """What is new since the last acceptance, and the number to accept it by."""
        answer = self.ask(command, guid=guid)
        rows = _content(answer)
        return (rows if isinstance(rows, list) else []), int(answer.get("LastQueueItemId") or 0)

    def accept(self, command: int, guid: str, last: int) -> None:
        self.ask(command, last, guid)

    def close(self) -> None:
        """Let go of the pipe, which has room for one program only; it may be gone before it answers."""
        with contextlib.suppress(OSError, ValueError):
            self.pipe.exchange(json.dumps({"Command": DISCONNECT, "SessionGuid": "", "SerializedData": None}))
        self.pipe.close()


def _content(answer: Data) -> Any:
    serialized = answer.get("SerializedData")
    try:
        return json.loads(serialized) if serialized else None
    except ValueError:
        return serialized


# --- From Tenace to Bridgemates -----------------------------------------------------------------------------------
def init_data(session: Data, commands: int = START + RESET + READ + CLEAR) -> Data:
    """A session as the Data Connector begins it; an individual is refused, whose results name two of four players."""
    if session["form"] == "player":
        raise Problem("An individual goes to the Bridgemates in a .bws file: take it from the session's page.")
    guid = session["guid"]
    listed = {player["number"] for player in session["players"]}
    sections = [_section(session, section) for section in session["sections"]]
    year, month, day, hour, minute = map(int, re.findall(r"\d+", session["starts_at"])[:5])
    group = {
        "SessionGuid": guid,
        "ScoringGroupNumber": 1,
        "ScoringMethod": SCORING.get(session["scoring"], 10),
        "Name": "",
        "IsDeleted": False,
        "Sections": sections,
    }
    return {
        "Commands": commands,
        "EventGuid": guid,
        "Sessions": [
            {
                "SessionGuid": guid,
                "EventGuid": guid,
                "Name": session["name"],
                "Year": year,
                "Month": month,
                "Day": day,
                "Hour": hour,
                "Minute": minute,
                "ShowInApp": False,
                "EWReturnHome": False,
                "PairsMoveAccrossField": False,
                "ScoringGroups": [group],
            }
        ],
        "PlayerData": [_player(guid, player) for player in session["players"]],
        "Participations": [_participation(guid, seat, listed) for seat in session["seats"] if seat["name"]],
        "Handrecords": [_hand(guid, hand) for hand in session["hands"]],
    }


def _section(session: Data, section: Data) -> Data:
    guid, letters = session["guid"], section["letter"]
    is_team = session["form"] == "team"
    mates = {
        (meeting["round"], meeting["ns"], meeting["ew"]): table["table"]
        for table in section["tables"]
        for meeting in table["rounds"]
        if is_team
    }
    return {
        "SessionGuid": guid,
        "ScoringGroupNumber": 1,
        "Letters": letters,
        "Name": "",
        # A team has its number North-South at one table and East-West at another.
        "Winners": 2 if is_team else section["winners"],
        "GameType": GAME_TYPES[session["form"]],
        "EWMoveBeforePlay": 0,
        "MissingPair": 0,
        "IsCombiSection": False,
        "HasExplicitParticipations": False,
        "Tables": [
            {
                "SessionGuid": guid,
                "SectionLetters": letters,
                "TableNumber": table["table"],
                "Rounds": [_round(guid, letters, table["table"], meeting, mates) for meeting in table["rounds"]],
            }
            for table in section["tables"]
        ],
    }


def _round(guid: str, letters: str, table: int, meeting: Data, mates: dict[tuple[int, int, int], int]) -> Data:
    """A table in a round; `mates` are the tables of teams by round, North-South and East-West."""
    mates_table = mates.get((meeting["round"], meeting["ew"], meeting["ns"]), 0)
    boards = sorted(meeting["boards"])
    if boards and boards != list(range(boards[0], boards[-1] + 1)):
        raise Problem(
            f"Table {letters}{table} plays boards {', '.join(map(str, boards))} in round {meeting['round']}: the Data "
            "Connector takes boards in a row only. Take the .bws file from the session's page instead."
        )
    return {
        "SessionGuid": guid,
        "SectionLetters": letters,
        "TableNumber": table,
        "RoundNumber": meeting["round"],
        "PairNS": meeting["ns"],
        "PairEW": meeting["ew"],
        "LowBoardNumber": boards[0] if boards else 0,
        "HighBoardNumber": boards[-1] if boards else 0,
        "TeamNS": meeting["ns"] if mates else 0,
        "TeamEW": meeting["ew"] if mates else 0,
        "MatesTableSectionLetters": letters if mates_table else None,
        "MatesTableTableNumber": mates_table,
        "MatesTableRoundNumber": meeting["round"] if mates_table else 0,
        "Updated": False,
    }


def _player(guid: str, player: Data) -> Data:
    first, last = split_name(player["name"])
    return {"SessionGuid": guid, "PlayerNumber": player["number"], "FirstName": first, "LastName": last}


def _participation(guid: str, seat: Data, listed: Iterable[str]) -> Data:
    """Who sits down where: by number where the list of players has it, else by name."""
    is_listed = seat["number"] in listed
    first, last = split_name(seat["name"])
    return {
        "SessionGuid": guid,
        "SectionLetters": seat["section"],
        "TableNumber": seat["table"],
        "RoundNumber": 1,
        "Direction": DIRECTIONS.index(seat["direction"]),
        "PlayerNumber": seat["number"] if is_listed else None,
        "FirstName": None if is_listed else first,
        "LastName": None if is_listed else last,
        "IsPlayerSwap": False,
        "IsRemoval": False,
    }


def split_name(name: str) -> tuple[str, str]:
    """The last word is the family's; a name of one word is that."""
    first, _blank, last = name.rpartition(" ")
    return first, last


def _hand(guid: str, hand: Data) -> Data:
    record: Data = {
        "SessionGuid": guid,
        "ScoringGroupNumber": 1,
        "SectionLetters": hand["section"],
        "BoardNumber": hand["board"],
        "HasHandEvaluationData": False,
    }
    for seat, held in zip(SEATS, hand["deal"].partition(":")[2].split(), strict=True):
        record |= {f"{seat}{suit}": ranks for suit, ranks in zip(SUITS, held.split("."), strict=True)}
    return record


# --- From Bridgemates to Tenace -----------------------------------------------------------------------------------
def result_row(result: Data) -> Data:
    """A result of the Data Connector as Tenace takes it: as a row of a Bridgemate file."""
    level = int(result.get("Level") or 0)
    row = {
        "section": str(result.get("SectionLetters") or ""),
        "table": result["TableNumber"],
        "round": result["RoundNumber"],
        "board": result["BoardNumber"],
        "ns": result.get("PairNorthSouth") or 0,
        "ew": result.get("PairEastWest") or 0,
    }
    if result.get("IsDeleted"):
        return {**row, "erased": True}
    if level == NOT_PLAYED:
        return {**row, "remarks": "Not played"}
    if level in ARTIFICIAL:
        ns, ew = ARTIFICIAL[level]
        return {**row, "remarks": f"{ns}%-{ew}%" if result.get("ScoringDirection") != 2 else f"{ew}%-{ns}%"}
    if level == 0:
        return {**row, "contract": "PASS"}
    made = int(result.get("TotalTricks") or 0) - level - 6
    doubled = ["", " x", " xx"][int(result.get("Stake") or 0)]
    return {
        **row,
        "declarer": result.get("DeclaringPair") or 0,
        "direction": DIRECTIONS[int(result.get("DeclarerDirection") or 0)],
        "contract": f"{level} {DENOMINATIONS[int(result['Denomination'])]}{doubled}",
        "result": f"{made:+d}" if made else "=",
        "lead": _lead(result),
    }


def _lead(result: Data) -> str:
    rank, suit = int(result.get("LeadCardRank") or 0), int(result.get("LeadCardSuit") or 0)
    return f"{DENOMINATIONS[suit]}{RANKS.get(rank, rank)}" if rank and suit else ""


def player_row(participation: Data) -> Data | None:
    """A number that was keyed in for the first round; None for anything else."""
    number = str(participation.get("PlayerNumber") or "").strip()
    if not number or participation.get("IsRemoval") or int(participation.get("RoundNumber") or 0) > 1:
        return None
    name = f"{participation.get('FirstName') or ''} {participation.get('LastName') or ''}".strip()
    return {
        "section": str(participation.get("SectionLetters") or ""),
        "table": participation["TableNumber"],
        "direction": DIRECTIONS[int(participation["Direction"])],
        "number": number[:20],
        "name": name[:80],
    }


class Bridge:
    """Carries what is new to Tenace, and crosses it off at the Bridgemates when it is there."""

    def __init__(self, tenace: Tenace, connector: DataConnector, guid: str, tell: Callable[[str], None]) -> None:
        self.tenace, self.connector, self.guid, self.tell = tenace, connector, guid, tell

    def carry(self) -> int:
        """One look; how many rows went over."""
        results, last_result = self.connector.new(NEW_RESULTS, self.guid)
        people, last_person = self.connector.new(NEW_PARTICIPATIONS, self.guid)
        rows = [row for row in map(self._readable, results) if row is not None]
        players = [row for row in map(player_row, people) if row is not None]
        for start in range(0, max(len(rows), len(players)), MOST_AT_ONCE):
            part = slice(start, start + MOST_AT_ONCE)
            self._report(self.tenace.send({"results": rows[part], "players": players[part]}))
        if results:
            self.connector.accept(ACCEPT_RESULTS, self.guid, last_result)
        if people:
            self.connector.accept(ACCEPT_PARTICIPATIONS, self.guid, last_person)
        return len(rows) + len(players)

    def _readable(self, result: Data) -> Data | None:
        try:
            return result_row(result)
        except (KeyError, IndexError, TypeError, ValueError):
            self.tell(f"This result cannot be read, enter it at the desk: {json.dumps(result)}")
            return None

    def _report(self, report: Data) -> None:
        self.tell(f"{report['new']} new, {report['corrected']} corrected, {report['unchanged']} known")
        for sentence in [*report["for_director"], *report["left_out"]]:
            self.tell(f"  {sentence}")


def begin(connector: DataConnector, session: Data, *, again: bool, tell: Callable[[str], None]) -> None:
    """Start the session at the Bridgemates, or go on with it."""
    connector.ping()
    if again:
        connector.ask(CONTINUE, {"EventGuid": session["guid"], "Commands": START + READ})
        tell("Going on with the session that the Bridgemates have.")
        return
    connector.ask(INITIALIZE, init_data(session))
    tables = sum(len(section["tables"]) for section in session["sections"])
    tell(f"The Bridgemates have the movement of {tables} tables.")


def run(options: argparse.Namespace, token: str, tell: Callable[[str], None], wait: Callable[[float], None]) -> None:
    """Begin, then carry results until somebody stops the program or the session is over."""
    tenace = Tenace(options.server, options.session, token)
    session = tenace.session()
    if not session["sections"]:
        raise Problem("This session has no movement yet: seat the players first.")
    connector = DataConnector(_open_pipe(options.pipe), wait)
    try:
        begin(connector, session, again=options.again, tell=tell)
        bridge = Bridge(tenace, connector, session["guid"], tell)
        while True:
            try:
                bridge.carry()
                if options.once or tenace.session()["state"] == "finished":
                    return
            except (Unreachable, Problem) as error:
                # What was not taken is not crossed off: the next look has it again.
                tell(f"{error}. Trying again.")
                if options.once:
                    raise Problem("Nothing was carried over.") from None
            wait(options.every)
    finally:
        connector.close()


def _open_pipe(name: str) -> Pipe:
    try:
        return Pipe(name)
    except OSError as error:
        raise Problem(
            f"The Bridgemate Data Connector does not answer ({error}): start Bridgemate's software, and close other "
            "scoring programs."
        ) from None


def read_token(path: str) -> str:
    if path:
        return Path(path).read_text(encoding="utf-8").strip()
    return os.environ.get("TENACE_TOKEN", "").strip() or getpass.getpass("Token from your account in Tenace: ").strip()


def parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tenace-bridgemate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--server", required=True, help="address of Tenace, https://…")
    parser.add_argument("--session", required=True, type=int, help="number of the session, from its address")
    parser.add_argument("--token-file", default="", help="file that holds the token and nothing else")
    parser.add_argument("--continue", dest="again", action="store_true", help="do not reset the Bridgemates")
    parser.add_argument("--once", action="store_true", help="carry what is new once, then stop")
    parser.add_argument("--every", type=float, default=10, help="seconds between two looks (10)")
    parser.add_argument("--pipe", default=f"{PIPE}.{getpass.getuser()}", help="name of the Data Connector's pipe")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_options(arguments)

    def tell(sentence: str) -> None:
        print(f"{time.strftime('%H:%M:%S')} {sentence}", flush=True)

    try:
        run(options, read_token(options.token_file), tell, time.sleep)
    except KeyboardInterrupt:
        tell("Stopped. Start again with --continue to go on.")
    except (Problem, Unreachable) as error:
        tell(str(error))
        return 2
    except OSError as error:
        tell(f"The Data Connector has gone: {error}. Start again with --continue to go on.")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
