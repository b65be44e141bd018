"""Where the golden files are, and what their programs published."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

GOLDEN = Path(__file__).resolve().parents[2] / ".." / "shared" / "golden"
needs_golden = pytest.mark.skipif(
    not GOLDEN.is_dir(), reason="the folder ../shared/golden is not beside the repository"
)

#: Each file with the profile that its figures follow.
PROFILES = {
    "brian-no-neuberg.xml": "plain",
    "compscore-butler-howell.xml": "compscore",
    "compscore-cross-imp-howell.xml": "compscore",
    "compscore-howell.xml": "compscore",
    "compscore-mitchell.xml": "compscore",
    "ebuscore-two-sections.xml": "ebuscore",
    "teamsscorer-multiple-teams.xml": "ebuscore",
}


def path(name: str) -> Path:
    return GOLDEN / "usebio" / name


def tree(name: str) -> ElementTree.Element:
    return ElementTree.parse(path(name)).getroot()


def text(element: ElementTree.Element, name: str) -> str:
    return (element.findtext(name) or "").strip()


def travellers(root: ElementTree.Element):
    """Every line as (board, line element)."""
    for board in root.iter("BOARD"):
        for line in board.findall("TRAVELLER_LINE"):
            yield int(text(board, "BOARD_NUMBER")), line
