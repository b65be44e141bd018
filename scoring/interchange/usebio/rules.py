"""What a USEBIO file may hold, as the definition of 1.2 and real files have it: a checker for what we write.

Each element has its children in order, with a mark as in a DTD: `?` at most one, `*` any number, `+` at least one,
nothing for exactly one. `|` parts what may stand in the same place in any order.
"""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

_TEXT = ""
_STANDING = "BOARDS_PLAYED? PLACE? TOTAL_SCORE? PERCENTAGE? ADJUSTMENT? HANDICAP?"
_AWARDS = "STRAT_NUMBER? STRAT_PLACE? MASTER_POINTS*"
CHILDREN: dict[str, str] = {
    "USEBIO": "CLUB EVENT HANDSET?",
    "CLUB": "CLUB_NAME CLUB_ID_NUMBER?",
    "EVENT": (
        "PROGRAM_NAME PROGRAM_VERSION EVENT_IDENTIFIER? EVENT_ID? EVENT_DESCRIPTION DATE "
        "BOARD_SCORING_METHOD MATCH_SCORING_METHOD? WINNER_TYPE? BOARDS_PLAYED? SESSION_COUNT SECTION_COUNT "
        "MPS_AWARDED_FLAG MASTER_POINT_SCALE? EVENT_RATING? P2P_CHARGE_RATE? EBU_CHARGE_CODE? STRATIFICATION? "
        "PARTICIPANTS? SESSION|SECTION|MATCH|BOARD*"
    ),
    "STRATIFICATION": "STRATS",
    "STRATS": "STRAT+",
    "STRAT": "STRAT_NUMBER STRAT_LABEL? UPPER_LIMIT?",
    "SESSION": "PARTICIPANTS? SECTION|MATCH|BOARD*",
    "SECTION": "PARTICIPANTS? MATCH|BOARD*",
    "PARTICIPANTS": "TEAM|PAIR|PLAYER*",
    "TEAM": f"{_STANDING} {_AWARDS} PAIR|PLAYER*",
    "PAIR": f"PAIR_NUMBER DIRECTION? {_STANDING} {_AWARDS} PLAYER*",
    "PLAYER": f"PLAYER_NUMBER? {_STANDING} {_AWARDS} PLAYER_NAME CLUB_ID_NUMBER? NATIONAL_ID_NUMBER?",
    "MASTER_POINTS": "MASTER_POINTS_AWARDED MASTER_POINT_TYPE?",
    "MATCH": (
        "ROUND_NUMBER TEAM? NS_PAIR_NUMBER? OPPOSING_TEAM? EW_PAIR_NUMBER? TEAM_SCORE? NS_SCORE? "
        "OPPOSING_TEAM_SCORE? EW_SCORE? BOARD*"
    ),
    "BOARD": "BOARD_NUMBER IMPS? POINTS? TRAVELLER_LINE|HAND*",
    "TRAVELLER_LINE": (
        "DIRECTION? NS_PAIR_NUMBER? EW_PAIR_NUMBER? N_PLAYER_NUMBER? S_PLAYER_NUMBER? E_PLAYER_NUMBER? "
        "W_PLAYER_NUMBER? CONTRACT PLAYED_BY LEAD TRICKS SCORE NS_MATCH_POINTS? EW_MATCH_POINTS? "
        "NS_BUTLER_POINTS? EW_BUTLER_POINTS? NS_CROSS_IMP_POINTS? EW_CROSS_IMP_POINTS?"
    ),
    "HANDSET": "BOARD+",
    "HAND": "DIRECTION CLUBS DIAMONDS HEARTS SPADES",
}
ATTRIBUTES: dict[str, dict[str, str]] = {
    "USEBIO": {"Version": r"1\.[0-3]"},
    "EVENT": {"EVENT_TYPE": "PAIRS|MP_PAIRS|SWISS_PAIRS|TEAMS|SWISS_TEAMS|INDIVIDUAL"},
    "SESSION": {"SESSION_ID": ".+"},
    "SECTION": {"SECTION_ID": ".+"},
    "TEAM": {"TEAM_ID": ".+", "TEAM_NAME": ".*"},
    "PLAYER": {"RATEABLE": "[YN]"},
}
_OPTIONAL_ATTRIBUTES = frozenset({"RATEABLE"})
VALUES: dict[str, str] = {
    "DATE": r"\d\d/\d\d/\d{4}|\d{4}-\d\d-\d\d|",
    "BOARD_SCORING_METHOD": "MATCH_POINTS|BUTLER_IMPS|CROSS_IMPS|AGGREGATE|IMPS|PAB|BAM|HYBRID|OTHER",
    "MATCH_SCORING_METHOD": "VPS",
    "WINNER_TYPE": "[12]",
    "MPS_AWARDED_FLAG": "[YN]",
    "PLAYED_BY": "[NESW]?",
    "DIRECTION": "NS|EW|North|East|South|West",
    "CONTRACT": r"[1-7](?:[CDHS]|NT)x{0,2}|PASS|.{0,20}",
    "TRICKS": r"\d{0,2}",
    "LEAD": "(?:[CDHS](?:10|[2-9JQKA]))?",
    "PLACE": r"\d*=?|–",
}
ONLY_IN_1_3 = frozenset(
    {"EVENT_ID", "EVENT_RATING", "EBU_CHARGE_CODE", "STRATIFICATION", "STRAT_NUMBER", "STRAT_PLACE"}
)
NO_MORE_IN_1_3 = frozenset({"EVENT_IDENTIFIER", "MASTER_POINT_SCALE", "P2P_CHARGE_RATE"})


def violations(root: Element) -> list[str]:
    """What is wrong with a file, element by element; nothing where it is as the definition wants it."""
    if root.tag != "USEBIO":
        return [f"The root is {root.tag}."]
    newest = root.get("Version") == "1.3"
    return [wrong for element in root.iter() for wrong in _wrong(element, newest=newest)]


def _wrong(element: Element, *, newest: bool) -> Iterator[str]:
    yield from _wrong_attributes(element)
    if element.tag in (NO_MORE_IN_1_3 if newest else ONLY_IN_1_3):
        yield f"{element.tag} is of another version."
    pattern = CHILDREN.get(element.tag)
    if len(element) and (element.text or "").strip():
        yield f"{element.tag} has text between its elements."
    children = [child.tag for child in element]
    if pattern is None or (element.tag == "TEAM" and not element.attrib):
        if children:
            yield f"{element.tag} may have no elements."
        values = VALUES.get(element.tag)
        if values is not None and not re.fullmatch(values, element.text or ""):
            yield f"{element.tag} may not be {element.text!r}."
    elif not _order(pattern).fullmatch("".join(f"{tag} " for tag in children)):
        yield f"{element.tag} has {' '.join(children)}."


def _wrong_attributes(element: Element) -> Iterator[str]:
    known = ATTRIBUTES.get(element.tag, {})
    for name, value in element.attrib.items():
        if name not in known or not re.fullmatch(known[name], value, re.DOTALL):
            yield f"{element.tag} may not have {name}={value!r}."
    if element.tag == "TEAM" and not element.attrib:
        return
    for name in known:
        if name not in element.attrib and name not in _OPTIONAL_ATTRIBUTES:
            yield f"{element.tag} lacks {name}."


def _order(pattern: str) -> re.Pattern[str]:
    parts = []
    for part in pattern.split():
        mark = part[-1] if part[-1] in "?*+" else ""
        names = part.removesuffix(mark) if mark else part
        parts.append(f"(?:(?:{names}) ){mark}")
    return re.compile("".join(parts))
