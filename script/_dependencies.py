"""Write who keeps what Tenace runs on into docs/security.md: pinned releases, and the people their metadata names."""

from __future__ import annotations

import re
from email.utils import getaddresses
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "security.md"
BEGIN, END = "<!-- dependencies -->", "<!-- end of dependencies -->"
PERSON = ("Maintainer", "Maintainer-email", "Author", "Author-email")


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned() -> dict[str, str]:
    """Every package of requirements.txt with its version."""
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    return {plain(name): version for name, _, version in (line.partition("==") for line in lines) if version}


def asked_for() -> set[str]:
    """What requirements.in names; the rest came with it."""
    lines = (ROOT / "requirements.in").read_text().splitlines()
    return {plain(re.split(r"[\[~=<> ]", line)[0]) for line in lines if line and not line.startswith("#")}


def keeper(name: str) -> str:
    """Who is named as keeping it, without addresses; empty where nobody is or it is not installed."""
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return ""
    for field in PERSON:
        text = said.get(field) or ""
        people = (
            [name or address.rpartition("@")[2] for name, address in getaddresses([text])] if "@" in text else [text]
        )
        if named := [one for one in people if one and one not in ("None", "Unknown")]:
            return ", ".join(named[:3])
    return ""


def table() -> str:
    direct = asked_for()
    rows = sorted(pinned().items(), key=lambda row: (row[0] not in direct, row[0]))
    lines = ["| package | release | asked for | kept by |", "|---|---|---|---|"]
    lines += [f"| {name} | {version} | {'yes' if name in direct else ''} | {keeper(name)} |" for name, version in rows]
    return "\n".join(lines)


def main() -> None:
    text = DOCUMENT.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    DOCUMENT.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}")


if __name__ == "__main__":
    main()
