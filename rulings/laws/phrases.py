"""What the short texts of outcomes and the codes of checks say in full."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from rulings.laws.files import read
from rulings.laws.notation import indented_blocks, logical_lines


def _(text: str) -> str:
    return text


class Check(NamedTuple):
    """A question that comes back, the tree that decides it, and what is known in that tree by then."""

    text: str
    tree: str
    knowing: tuple[tuple[str, str], ...] = ()
    only_in: tuple[str, ...] = ()  # kinds of event, as the trees name them; empty: in all
    at_a_lead: bool = False  # it falls due during the play and decides nothing about the score
    by_law: tuple[tuple[str, dict[str, str]], ...] = ()  # known besides where the ruling rests on a paragraph
    same_as: str = ""  # a check that asks the same: where both come up, that one is asked

    def belongs_to(self, event: str | None) -> bool:
        """Whether it can come up in that kind of event; an unknown one may be any."""
        return event is None or not self.only_in or event in self.only_in


def asked_once(codes: Iterable[str]) -> list[str]:
    """The checks of a ruling without those that another of them asks as well."""
    unique_codes = list(dict.fromkeys(codes))
    return [code for code in unique_codes if CHECKS[code].same_as not in unique_codes]


#: What comes back later in the hand or at its end, by the paragraph that asks for it.
CHECKS: dict[str, Check] = {
    "12A1": Check(
        _("Did it damage the other side, or gain something for the side at fault?"), "L12B", (("basis", "12A1"),)
    ),
    "13A2": Check(_("Did the card that was seen affect the outcome of the board?"), "L12B", (("basis", "13A2"),)),
    "13B1": Check(
        _("Did the wrong number of cards, put right during the auction or the play, affect the outcome?"),
        "L12B",
        (("basis", "13B1"),),
    ),
    "13C": Check(
        _("Did the card that was foreign to the deal affect the outcome, in the trick to which it was played?"),
        "L12B",
        (("basis", "13C"),),
    ),
    "16B": Check(
        _("Did somebody act on extraneous information from partner although there was a logical alternative?"),
        "L16B",
        (("stage16", "end"),),
    ),
    "16C2": Check(_("Did the offending side use what it learnt from withdrawn actions?"), "L16C", (("side", "os"),)),
    "16D2(c)": Check(
        _("If the board was played: did what a player had heard or seen affect the result?"),
        "L12B",
        (("basis", "16D"),),
    ),
    "16D3": Check(
        _("If the board was played: did what a player had heard or seen affect the result?"),
        "L12B",
        (("basis", "16D"),),
    ),
    "20E": Check(_("Did the wrong review, left uncorrected, do damage?"), "L12B", (("basis", "20E"),)),
    "21B3": Check(
        _("Did the offending side gain from the misinformation, in what could no longer be changed?"),
        "L12B",
        (("basis", "21B3"),),
    ),
    "23C": Check(
        _("Could the outcome well have been different without help from the infraction, to the other side's damage?"),
        "L12B",
        (("basis", "23C"),),
        same_as="27D",
    ),
    "27D": Check(
        _("Could the outcome well have been different without the insufficient bid, to the other side's damage?"),
        "L12B",
        (("basis", "27D"),),
    ),
    "26B": Check(
        _(
            "Does the offender defend? Then, at the partner's first turn to lead, declarer may forbid a suit not"
            " specified in the legal auction by the offender, for as long as the partner keeps the lead."
        ),
        "L26",
        at_a_lead=True,
    ),
    "43B3": Check(
        _("Did the defenders gain through the irregularity to which dummy drew attention?"),
        "L43",
        (("a2", "y"), ("did", "attdef")),
    ),
    "45F": Check(_("Did dummy suggest a play, and were the defenders damaged by it?"), "L45F"),
    "47E2(b)": Check(
        _("Did the wrong explanation damage the player who could not, or did not, change the card?"),
        "L12B",
        (("basis", "47E2b"),),
    ),
    "50E4": Check(_("Did the exposed card help the defenders and damage declarer?"), "L50", (("turn", "end"),)),
    "64C": Check(
        _("Is the non-offending side worse off than without the revoke, even after the trick adjustment?"),
        "L64",
        by_law=(
            ("64A2", {"exempt": "done"}),
            ("64B1", {"exempt": "none", "won": "nos", "later": "zero"}),
            ("64B3", {"exempt": "b3"}),
            ("64B6", {"exempt": "b6"}),
            ("64B8", {"exempt": "b8"}),
        ),
    ),
    "72C": Check(
        _("Could the offender have known that the irregularity might well do damage, and did it gain?"),
        "L72C",
    ),
    "86B": Check(
        _("Is this team play? Then see which adjustment Law 86 asks for."), "L86", (("redeal86", "n"),), ("team", "ko")
    ),
}

#: What rulings of earlier versions left behind; the trees ask it at once now.
EARLIER_CHECKS: dict[str, str] = {
    "12C1(e)": _("Did the non-offending side add to its damage by an extremely serious unrelated error or a gamble?"),
}

_FREE = frozenset({"do", "td", "rec"})  # prose in the trees themselves


@cache
def phrases() -> dict[tuple[str, str], str]:
    phrase_texts: dict[tuple[str, str], str] = {}
    for block in indented_blocks(logical_lines(read("phrases.txt"), "phrases.txt")):
        for line in block[1:]:
            short, arrow, full = line.text.partition(" => ")
            if not arrow or (block[0].text, short) in phrase_texts:
                raise line.error("unreadable")
            phrase_texts[block[0].text, short] = full
    return phrase_texts


#: What the players hear, in this order; a player's options (`opt`) are told besides.
FOR_PLAYERS = ("do", "pass", "play", "lead", "pc", "tricks", "info")
_OF_THE_DIRECTOR = "TD - "  # how the code of a choice begins that is the Director's own


def is_own_choice(text: str | None) -> bool:
    """Whether an `opt` is the Director's choice and not a player's."""
    return text is not None and text.startswith(_OF_THE_DIRECTOR)


def is_known(key: str, text: str) -> bool:
    return key in _FREE or (key, text) in phrases()


def phrase(key: str, text: str) -> str:
    """A text of an outcome as it is read aloud."""
    return text if key in _FREE else phrases()[key, text]
