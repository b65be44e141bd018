"""The tables of Laws 77 and 78B, drawn from the engine that scores by them."""

from dataclasses import dataclass

from scoring.engine.cards import Strain
from scoring.engine.contract import Contract
from scoring.engine.imps import LIMITS
from scoring.engine.law77 import declarer_score, trick_score


def _(text: str) -> str:
    return text


RISKS = (0, 1, 2)  # undoubled, doubled, redoubled
STATES = (False, True)  # not vulnerable, vulnerable


@dataclass(frozen=True, slots=True)
class LawTableRow:
    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LawTable:
    title: str
    head: str  # of the column with the labels
    columns: tuple[str, ...]
    rows: tuple[LawTableRow, ...]


def law_tables(law: int) -> tuple[LawTable, ...]:
    """The tables that a law prints; none for most."""
    if law == 77:
        return (_trick_scores(), _premiums(), _undertricks())
    return (_imps(),) if law == 78 else ()


def _row(label: str, *values: int) -> LawTableRow:
    return LawTableRow(label, tuple(map(str, values)))


def _trick_scores() -> LawTable:
    def each(strain: Strain) -> list[int]:
        return [trick_score(Contract(1, strain, risk)) for risk in RISKS]

    notrump = each(Strain.NOTRUMP)
    further = [trick_score(Contract(2, Strain.NOTRUMP, risk)) - notrump[risk] for risk in RISKS]
    return LawTable(
        _("Each odd trick bid and made"),
        _("Denomination"),
        (_("Undoubled"), _("Doubled"), _("Redoubled")),
        (
            _row(_("Clubs or diamonds"), *each(Strain.CLUBS)),
            _row(_("Hearts or spades"), *each(Strain.HEARTS)),
            _row(_("No trump, the first"), *notrump),
            _row(_("No trump, each further one"), *further),
        ),
    )


def _premiums() -> LawTable:
    def made(level: int, strain: Strain = Strain.NOTRUMP, risk: int = 0, over: int = 0) -> list[int]:
        """What there is besides the trick score."""
        contract = Contract(level, strain, risk)
        return [
            declarer_score(contract, 6 + level + over, vulnerable=state) - trick_score(contract) for state in STATES
        ]

    def beyond(more: list[int], less: list[int]) -> list[int]:
        return [larger - smaller for larger, smaller in zip(more, less, strict=True)]

    part, game = made(1), made(3)
    insult = [beyond(made(1, Strain.CLUBS, risk), part) for risk in RISKS]
    overtricks = [beyond(made(1, Strain.CLUBS, risk, over=1), made(1, Strain.CLUBS, risk)) for risk in RISKS]
    return LawTable(
        _("Premiums"),
        _("For"),
        (_("Not vulnerable"), _("Vulnerable")),
        (
            _row(_("Part score"), *part),
            _row(_("Game"), *game),
            _row(_("Small slam bid and made"), *beyond(made(6), game)),
            _row(_("Grand slam bid and made"), *beyond(made(7), game)),
            _row(_("Doubled contract made"), *insult[1]),
            _row(_("Redoubled contract made"), *insult[2]),
            _row(_("Overtrick, doubled"), *overtricks[1]),
            _row(_("Overtrick, redoubled"), *overtricks[2]),
        ),
    )


def _undertricks() -> LawTable:
    def lost(vulnerable: bool, risk: int) -> list[int]:
        """What the first, the second and the fourth undertrick cost."""
        contract = Contract(7, Strain.NOTRUMP, risk)
        costs = [0, *(-declarer_score(contract, 13 - down, vulnerable=vulnerable) for down in range(1, 5))]
        return [costs[down] - costs[down - 1] for down in (1, 2, 4)]

    return LawTable(
        _("Undertricks, each"),
        _("Contract"),
        (_("1st"), _("2nd, 3rd"), _("4th on")),
        (
            _row(_("Not vulnerable, undoubled"), *lost(False, 0)),
            _row(_("Not vulnerable, doubled"), *lost(False, 1)),
            _row(_("Not vulnerable, redoubled"), *lost(False, 2)),
            _row(_("Vulnerable, undoubled"), *lost(True, 0)),
            _row(_("Vulnerable, doubled"), *lost(True, 1)),
            _row(_("Vulnerable, redoubled"), *lost(True, 2)),
        ),
    )


def _imps() -> LawTable:
    lowest = (0, *(limit + 10 for limit in LIMITS))
    spans = [f"{low}–{high}" for low, high in zip(lowest, LIMITS, strict=False)]
    rows = (*(_row(span, value) for value, span in enumerate(spans)), _row(_("4000 and more"), len(LIMITS)))
    return LawTable(_("Difference in points, and IMPs (Law 78B)"), _("Difference"), (_("IMPs"),), rows)
