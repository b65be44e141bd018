"""Files of results as clubs hand them in, with the names of those who played."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.scoring.interchange.test_said_by_the_file import board, element, traveller, usebio

PAIRS = (("Ann Alder", "Bob Birch"), ("Cid Cedar", "Dot Dogwood"), ("Eve Elm", "Fay Fir"), ("Gus Gum", "Hal Holly"))


def evening(
    day: str = "03/11/2026", pairs: Sequence[tuple[str, str]] = PAIRS, score: int = 420, name: str = "Tuesday game"
) -> str:
    """Two boards of four pairs."""
    people = "".join(
        element(
            "PAIR",
            element("PAIR_NUMBER", str(number))
            + "".join(element("PLAYER", element("PLAYER_NAME", player)) for player in pair),
        )
        for number, pair in enumerate(pairs, start=1)
    )
    return usebio(
        "MP_PAIRS",
        "",
        element("PARTICIPANTS", people),
        board(1, traveller("1", "2", score), traveller("3", "4", 50)),
        board(2, traveller("1", "4", -50), traveller("3", "2", 110)),
        more=element("DATE", day) + element("EVENT_DESCRIPTION", name),
    )


def upload(text: str | bytes, name: str = "evening.xml") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)


def packed(files: Mapping[str, str | bytes], name: str = "evenings.zip") -> SimpleUploadedFile:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in files.items():
            archive.writestr(member, content)
    return SimpleUploadedFile(name, data.getvalue())
