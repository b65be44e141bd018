"""Reading USEBIO against lxml's bare iterparse, which gives every element and does nothing with it."""

import io

from bench.measure import Row, at_most, medians, timed

BOARDS, TABLES, TIMES = 27, 13, 31
READING_LIMIT = 2.0


def run() -> list[Row]:
    from lxml import etree

    from scoring.interchange.usebio import reader

    data = evening()

    def bare() -> None:
        for _event in etree.iterparse(io.BytesIO(data)):
            pass

    ours, peer = medians(timed(lambda: reader.parse(data, "evening.xml")), timed(bare), times=TIMES)
    name = f"USEBIO of {BOARDS} boards at {TABLES} tables read / lxml's bare iterparse"
    return [at_most(name, ours * 1e3, peer * 1e3, "ms", READING_LIMIT)]


def evening() -> bytes:
    """A session of 26 pairs with their results and hands, as `manage.py export` writes it."""
    from scoring.engine.deal import Deal
    from scoring.interchange.document import Document, FileContestant, FileLine, FileOrigin, FilePerson
    from scoring.interchange.usebio import writer

    rows = [
        FileLine(
            board=str(board),
            ns=str(2 * table - 1),
            ew=str(2 * ((table + board) % TABLES) + 2),
            contract=("4S", "3NT", "2HX")[(board + table) % 3],
            declarer="NESW"[table % 4],
            tricks=str(7 + (board * table) % 6),
            lead="SK",
            score=str(10 * ((board * table) % 60)),
            points_ns=f"{(board * table) % 25}.00",
            points_ew=f"{24 - (board * table) % 25}.00",
        )
        for board in range(1, BOARDS + 1)
        for table in range(1, TABLES + 1)
    ]
    pairs = {("", str(number), ""): (f"Player {number}", f"Partner {number}") for number in range(1, 2 * TABLES + 1)}
    document = Document(
        "usebio",
        tuple(rows),
        method="matchpoints",
        winners=1,
        played_on="2026-02-01",
        people={key: " – ".join(names) for key, names in pairs.items()},
        contestants={key: FileContestant(tuple(FilePerson(name) for name in names)) for key, names in pairs.items()},
        points_method="matchpoints",
        hands={board: Deal.from_number(board * 10**26) for board in range(1, BOARDS + 1)},
        origin=FileOrigin(program="Bench"),
    )
    return writer.write(document)
