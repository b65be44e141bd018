"""What the short texts of outcomes and the codes of checks say in full."""

from functools import cache

from rulings.laws.files import read
from rulings.laws.notation import blocks_of, lines_of


def _(text: str) -> str:
    return text


#: What comes back later in the hand or at its end, and the tree that answers it.
CHECKS: dict[str, tuple[str, str]] = {
    "16B": (
        _("Did somebody act on extraneous information from partner although there was a logical alternative?"),
        "L16B",
    ),
    "16C2": (_("Did the offending side use what it learnt from withdrawn actions?"), "L16C"),
    "23C": (
        _("Could the outcome well have been different without help from the infraction, to the other side's damage?"),
        "L23",
    ),
    "27D": (
        _("Could the outcome well have been different without the insufficient bid, to the other side's damage?"),
        "L27",
    ),
    "26B": (_("Does the offender defend? Then one suit may be forbidden at the partner's first lead."), "L26"),
    "50E4": (_("Did the exposed card help the defenders and damage declarer?"), "L50"),
    "64C": (_("Is the non-offending side worse off than without the revoke, even after the trick adjustment?"), "L64"),
    "72C": (
        _("Could the offender have known that the irregularity might well do damage, and did it gain?"),
        "L72C",
    ),
    "12C1(e)": (
        _("Did the non-offending side add to its damage by an extremely serious unrelated error or a gamble?"),
        "L12",
    ),
    "86B": (_("Is this team play? Then see which adjustment Law 86 asks for."), "L86"),
}

_FREE = frozenset({"do", "rec"})  # prose in the trees themselves


@cache
def phrases() -> dict[tuple[str, str], str]:
    found: dict[tuple[str, str], str] = {}
    for block in blocks_of(lines_of(read("phrases.txt"), "phrases.txt")):
        for line in block[1:]:
            short, arrow, full = line.text.partition(" => ")
            if not arrow or (block[0].text, short) in found:
                raise line.error("unreadable")
            found[block[0].text, short] = full
    return found


def is_known(key: str, text: str) -> bool:
    return key in _FREE or (key, text) in phrases()


def phrase(key: str, text: str) -> str:
    """A text of an outcome as it is read aloud."""
    return text if key in _FREE else phrases()[key, text]
