"""What a regulating authority settles: the edition in force and the points that the Laws leave open."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from rulings.laws.errors import LawsError


def _(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Setting:
    """A point with its choices, the default first. `laws` are the paragraphs that it is about."""

    id: str
    point: str
    laws: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    is_percent: bool = False  # any whole number from 1 to 100 will do
    announced: bool = False  # a matter for the players: it stands in the conditions of contest

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(choice for choice, _ in self.options)

    def accepts(self, choice: str) -> bool:
        if self.is_percent:
            return choice.isascii() and choice.isdigit() and 1 <= int(choice) <= 100
        return choice in self.choices

    @property
    def default(self) -> str:
        return self.options[0][0]


_SETTINGS = (
    Setting(
        "edition",
        _("Edition of the Laws in force"),
        ("73", "89"),
        (("e2024", _("2017 with the revision of 1 January 2024")), ("e2017", _("2017 without the revision"))),
    ),
    Setting(
        "C1",
        _("An inadmissible double or redouble out of rotation, after which the right-hand opponent acts"),
        ("36B4", "32A2"),
        (
            ("36B4", _("Law 36B4: the offender's partner passes for the rest of the auction")),
            ("32A2", _("Law 32A2: the test of a comparable call; the offender's partner passes once")),
        ),
    ),
    Setting(
        "C2",
        _("Law 25B with a comparable replacement: does Law 16C still apply?"),
        ("25B3", "26A"),
        (("25B3", _("no lead restriction, but Law 16C applies")), ("26A", _("neither of the two applies"))),
    ),
    Setting(
        "C3",
        _("A defender leads to the next trick before partner has played to this one: do Laws 57C1 and 57C2 apply?"),
        ("57C1", "57C2", "57A"),
        (
            ("leads", _("yes: a lead is a play too, so that there is no rectification")),
            ("plays", _("no: they are for plays to the same trick, and Law 57A applies to the lead")),
        ),
    ),
    Setting(
        "C4",
        _("A call out of rotation at the left-hand opponent's own turn, over which that opponent calls"),
        ("28B", "29A"),
        (("28B", _("Law 28B: as if the opponent had not called")), ("29A", _("Law 29A: the call is accepted"))),
    ),
    Setting(
        "C5",
        _("How self-inflicted damage is counted"),
        ("12C1(e)",),
        (
            ("F4", _("table score plus what the infraction cost")),
            ("guidance", _("as the regulating authority's guidance says; the Director enters the score")),
        ),
    ),
    Setting(
        "C6",
        _("Rounding of weighted scores"),
        ("12C1(c)",),
        (("exact", _("none; two decimals when shown")), ("guidance", _("as the regulating authority's guidance says"))),
    ),
    Setting(
        "C7",
        _("The session percentage of Law 12C2(c)"),
        ("12C2(c)",),
        (
            ("other", _("the other boards of the session, those with artificial scores left out")),
            ("guidance", _("as the regulating authority's guidance says")),
        ),
    ),
    Setting(
        "C8",
        _("Law 86B2(a), no contestant at fault"),
        ("86B2(a)",),
        (("plus", _("average plus to both")), ("average", _("average to both"))),
    ),
    Setting(
        "C9",
        _("Cards exposed while Law 17D3 puts the auction back"),
        ("17D3", "24"),
        (("24", _("Law 24 applies")),),
    ),
    Setting(
        "C10",
        _("Size of a procedural penalty, as a share of a top"),
        ("90A",),
        (("25", _("percent of a top")),),
        is_percent=True,
    ),
    Setting(
        "C11",
        _("The percentages of Law 12C2(a)"),
        ("12C2(a)",),
        (
            ("exact", _("40 and 60 exactly, unless Law 12C2(c) moves them")),
            ("limits", _("40 and 60 are limits: the Director may go further")),
        ),
    ),
    Setting(
        "C12",
        _("Law 27B3, and then the lowest sufficient or a comparable bid"),
        ("27B3",),
        (("pass", _("the offender's partner still passes for the rest of the auction")),),
    ),
    Setting(
        "16B2",
        _("Unauthorized information may have been given"),
        ("16B2",),
        (
            ("reserve", _("a player may reserve the right to call the Director later")),
            ("call", _("the Director is called at once")),
        ),
        announced=True,
    ),
    Setting(
        "20F1",
        _("How explanations are given"),
        ("20F1",),
        (
            ("spoken", _("by word of mouth")),
            ("written", _("in writing")),
            ("either", _("by word of mouth or in writing")),
        ),
        announced=True,
    ),
    Setting(
        "40B2b",
        _("The own system card during auction and play"),
        ("40B2(b)", "20G3"),
        (
            ("law", _("not looked at, but by the declaring side during the clarification period")),
            ("own", _("a player may look at it at the own turn")),
        ),
        announced=True,
    ),
    Setting(
        "40B2c",
        _("The opponents' system card"),
        ("40B2(c)",),
        (
            ("law", _("before the auction, during the clarification period, and at the own turn to call or play")),
            ("always", _("at any time")),
        ),
        announced=True,
    ),
    Setting(
        "40B2d",
        _("Aids to memory, calculation or technique"),
        ("40B2(d)",),
        (("none", _("none")), ("sheet", _("a printed help sheet that everybody may use"))),
        announced=True,
    ),
    Setting(
        "41A",
        _("The opening lead"),
        ("41A",),
        (("down", _("face down")), ("up", _("face up"))),
        announced=True,
    ),
    Setting(
        "70E2",
        _("In which order a claimer's suit counts as played, where the claim did not say"),
        ("70E2",),
        (("none", _("no order is laid down")), ("top", _("from the top down")), ("bottom", _("from the bottom up"))),
        announced=True,
    ),
    Setting(
        "73D3",
        _("Mandatory pauses"),
        ("73D3", "73A2"),
        (
            ("none", _("none")),
            ("skip", _("after a skip bid")),
            ("trick", _("before the first trick is played to")),
            ("both", _("after a skip bid, and before the first trick is played to")),
        ),
        announced=True,
    ),
    Setting(
        "76",
        _("A spectator who causes an irregularity"),
        ("76C2", "76A1"),
        (("director", _("the Director deals with it")), ("leave", _("leaves the table for the rest of the session"))),
        announced=True,
    ),
    Setting(
        "86B3",
        _("Boards that were played at one table only, in a team match"),
        ("86B3",),
        (
            ("law", _("as Law 86B2 says")),
            ("average", _("0 IMPs to each team")),
            ("guidance", _("as the regulating authority's rule says; the Director enters the score")),
        ),
        announced=True,
    ),
)

#: Every setting by its id, in the order in which they are shown.
SETTINGS: Mapping[str, Setting] = MappingProxyType({setting.id: setting for setting in _SETTINGS})


@dataclass(frozen=True)
class Regulation:
    """What an event has settled. What it does not name is as the defaults have it."""

    chosen: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, choice in self.chosen.items():
            setting = SETTINGS.get(name)
            if setting is None:
                raise LawsError("no-setting", name=name, known=tuple(SETTINGS))
            if not setting.accepts(choice):
                code = "bad-share-setting" if setting.is_percent else "no-choice"
                raise LawsError(code, name=name, choice=choice, known=setting.choices)
        complete = {name: self.chosen.get(name, setting.default) for name, setting in SETTINGS.items()}
        object.__setattr__(self, "chosen", MappingProxyType(complete))

    def __getitem__(self, name: str) -> str:
        return self.chosen[name]

    def __hash__(self) -> int:
        return hash(tuple(self.chosen.items()))

    @property
    def penalty(self) -> Fraction:
        """The share of a top that a procedural penalty usually costs."""
        return Fraction(int(self["C10"]), 100)


USUAL = Regulation()
