"""What programs call the columns of travellers, and what they are here."""

import re
from collections.abc import Sequence

_NAMES = {
    "board": "board boardno boardnumber bd brd boardnr",
    "ns": "ns nspair pairns nsno nsnumber nspairnumber pairidns nspairno",
    "ew": "ew ewpair pairew ewno ewnumber ewpairnumber pairidew ewpairno",
    "contract": "contract bid con contr",
    "declarer": "declarer by dec playedby decl",
    "tricks": "tricks result made trickswon made",
    "lead": "lead openinglead ld leadcard",
    "score": "score nsscore scorens scorens points nspoints score_ns",
    "score_ew": "ewscore scoreew",
    "section": "section sec",
    "session": "session sess",
    "round": "round rnd",
    "table": "table tbl",
    "date": "date day played",
    "names_ns": "namesns nsnames nsname nspairname",
    "names_ew": "namesew ewnames ewname ewpairname",
    "points_ns": "nsmps mpns nsmatchpoints matchpointsns nsmp impns nsimps nsimp",
    "points_ew": "ewmps mpew ewmatchpoints matchpointsew ewmp impew ewimps ewimp",
    "remarks": "remarks remark note comment",
}
_BY_NAME = {word: column for column, words in _NAMES.items() for word in words.split()}


def column_of(header: str) -> str:
    """`NS Pair No.` is ns; a header that is not known stays as it is, in small letters."""
    return _BY_NAME.get(re.sub(r"[^a-z0-9_]", "", header.lower()), header.strip().lower())


def columns_of(headers: Sequence[str]) -> list[str]:
    return [column_of(header) for header in headers]
