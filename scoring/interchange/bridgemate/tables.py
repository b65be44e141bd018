"""The tables of a Bridgemate file as the developer's guide and files of Bridgemate's own software have them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from scoring.interchange.bridgemate.jet import Kind
from scoring.interchange.bridgemate.jet_writer import Column, Index
from scoring.interchange.bridgemate.records import SUITS, Setting

SEATS = ("North", "East", "South", "West")
LONGEST_NAME, LONGEST_NUMBER, LONGEST_KEYED = 18, 18, 16
COMPUTER_LENGTH = 255

# What Bridgemates can do: the largest number of each.
LIMITS: Mapping[str, int] = MappingProxyType(
    {"sections": 78, "tables": 4095, "pairs": 4095, "boards": 127, "boards in a round": 54, "rounds": 255}
)


def _ints(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, Kind.INT) for name in names)


def _texts(size: int, names: Iterable[str]) -> tuple[Column, ...]:
    return tuple(Column(name, Kind.TEXT, size) for name in names)


def _truths(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, Kind.BOOL) for name in names)


_COUNTER = Column("ID", Kind.LONG, is_counter=True)
_LOGGED = (Column("DateLog", Kind.DATE), Column("TimeLog", Kind.DATE))
_SLOT = _ints("Section", "Table", "Round", "Board")
_RESULT = (
    _COUNTER,
    *_SLOT,
    *_ints("PairNS", "PairEW", "Declarer"),
    Column("NS/EW", Kind.TEXT, 2),
    *_texts(10, ("Contract", "Result", "LeadCard")),
    Column("Remarks", Kind.TEXT, 255),
    *_LOGGED,
    *_truths("Processed", "Processed1", "Processed2", "Processed3", "Processed4", "Erased", "ExternalUpdate"),
    *_ints("SuspiciousContract", "South", "West"),
)


def _recorded(what: str) -> tuple[Column, ...]:
    """What a Bridgemate keeps call by call, or card by card."""
    return (
        _COUNTER,
        *_SLOT,
        *_ints("Counter"),
        Column("Direction", Kind.TEXT, 2),
        Column(what, Kind.TEXT, 10),
        *_LOGGED,
        *_truths("Erased"),
    )


#: What a new file sets, beside what Bridgemate's software has as its own default.
SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        "ShowResults": True,
        "ShowOwnResult": True,
        "RepeatResults": False,
        "MaximumResults": 0,
        "ShowPercentage": True,
        "GroupSections": False,
        "ScorePoints": 1,
        "EnterResultsMethod": 0,
        "ShowPairNumbers": True,
        "IntermediateResults": False,
        "AutopoweroffTime": 20,
        "VerificationTime": 2,
        "ShowContract": 1,
        "LeadCard": False,
        "MemberNumbers": False,
        "MemberNumbersNoBlankEntry": False,
        "BoardOrderVerification": True,
        "HandRecordValidation": False,
        "AutoShutDownBPC": False,
        "BM2PINcode": "0000",
        "BM2ConfirmNP": False,
        "BM2RemainingBoards": True,
        "BM2NextSeatings": True,
        "BM2ScoreRecap": False,
        "BM2AutoShowScoreRecap": False,
        "BM2ScoreCorrection": False,
        "BM2AutoBoardNumber": True,
        "BM2FirstBoardManually": False,
        "BM2ResultsOverview": 1,
        "BM2ShowPlayerNames": 1,
        "BM2Ranking": 0,
        "BM2NameSource": 0,
        "BM2ViewHandRecord": False,
        "BM2EnterHandRecord": False,
    }
)
_SETTING_KINDS = {bool: Kind.BOOL, int: Kind.INT}


def _setting_column(name: str, default: Setting) -> Column:
    return Column(name, Kind.TEXT, 4) if isinstance(default, str) else Column(name, _SETTING_KINDS[type(default)])


TABLES: Mapping[str, tuple[Column, ...]] = MappingProxyType(
    {
        "Clients": (_COUNTER, Column("Computer", Kind.TEXT, COMPUTER_LENGTH)),
        "Session": (
            *_ints("ID"),
            Column("Name", Kind.TEXT, 40),
            Column("Date", Kind.DATE),
            Column("Time", Kind.DATE),
            Column("GUID", Kind.TEXT, 80),
            *_ints("Status"),
            *_truths("ShowInApp", "PairsMoveAcrossField", "EWReturnHome"),
        ),
        "Section": (
            *_ints("ID"),
            Column("Letter", Kind.TEXT, 3),
            *_ints("Tables", "MissingPair", "EWMoveBeforePlay", "Session", "ScoringType", "Winners"),
        ),
        "Tables": _ints(
            *("Section", "Table", "ComputerID", "Status", "LogOnOff", "CurrentRound", "CurrentBoard"),
            *("UpdateFromRound", "Group"),
        ),
        "RoundData": (
            *_ints("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard"),
            Column("CustomBoards", Kind.TEXT, 255),
            *_ints("South", "West"),
        ),
        "ReceivedData": _RESULT,
        "IntermediateData": _RESULT,
        "PlayerNumbers": (
            *_ints("Section", "Table"),
            Column("Direction", Kind.TEXT, 2),
            Column("Number", Kind.TEXT, LONGEST_KEYED),
            Column("Name", Kind.TEXT, LONGEST_NAME),
            *_ints("Round"),
            *_truths("Updated", "Processed"),
            Column("TimeLog", Kind.DATE),
        ),
        "PlayerNames": (
            Column("ID", Kind.LONG),
            Column("Name", Kind.TEXT, LONGEST_NAME),
            Column("strID", Kind.TEXT, LONGEST_NUMBER),
        ),
        "HandRecord": (
            *_ints("Section", "Board"),
            *_texts(13, (f"{seat}{suit}" for seat in SEATS for suit in SUITS)),
        ),
        "HandEvaluation": (
            *_ints("Section", "Board"),
            *_ints(*(f"{seat}{strain}" for seat in SEATS for strain in (*SUITS, "Notrump"))),
            *_ints(*(f"{seat}Hcp" for seat in SEATS)),
        ),
        "BiddingData": _recorded("Bid"),
        "PlayData": _recorded("Card"),
        "Settings": (*_ints("Section"), *(_setting_column(name, default) for name, default in SETTINGS.items())),
    }
)

INDEXES: Mapping[str, tuple[Index, ...]] = MappingProxyType(
    {
        "PlayerNames": (Index("IDIndex", ("ID",)), Index("strIDIndex", ("strID",))),
        "HandEvaluation": (Index("IDIndex", ("Section", "Board"), is_unique=True, is_primary=True, is_required=True),),
        "Session": (Index("IDsession", ("ID",), is_unique=True),),
    }
)
