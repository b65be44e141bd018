"""Every regulation there is, with its default and the paragraph that leaves it to be laid down."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from clubs.regulations.types import Amount, Choice, Minutes, Regulation, YesNo
from rulings.laws.regulation import SETTINGS

SECTIONS = {
    "periods": _("Periods after the official score"),
    "appeals": _("Appeals"),
    "scores": _("Artificial scores and penalties"),
    "polls": _("Polls and records"),
    "scoring": _("Scoring and Laws"),
    "interpretations": _("Points that the Laws leave open"),
}
PERCENT = "%"
PROFILES = (
    ("exact", _("Exact: no rounding inside")),
    ("ebuscore", "EBUScore"),
    ("compscore", "Compscore"),
    ("scorebridge", "ScoreBridge"),
    ("scorebridge-ties", _("ScoreBridge, a missing result counts as a tie")),
    ("plain", _("Plain: no Neuberg, own tops")),
    ("magic", "Magic Contest"),
    ("acbl", "ACBL"),
    ("pianola", "Pianola"),
)
ADJUDICATORS = (
    ("committee", _("An appeals committee")),
    ("referee", _("A single referee or reviewer")),
    ("panel", _("A panel of directors")),
    ("director", _("The director in charge")),
    ("nobody", _("Nobody: no appeals here, by announced regulation")),
)
SANCTIONS = (
    ("none", _("None")),
    ("record", _("A record only")),
    ("deposit", _("The deposit is kept")),
    ("penalty", _("The standard penalty")),
    ("both", _("The deposit is kept and the standard penalty")),
)
FEDERATION_SEES = (
    ("all", _("Every appeal, live")),
    ("decided", _("Appeals once they are decided")),
    ("further", _("Only what is taken to the federation")),
)
NAMING = (
    ("never", _("Never named")),
    ("masterpoints", _("By their masterpoints")),
    ("initials", _("By initials")),
    ("full", _("By full name")),
)
CHOOSERS = (("1", _("At least one of them")), ("2", _("More than one of them")))
FOULED = (
    ("neuberg", _("Each form of the board is scored apart, and scaled up by Neuberg’s formula")),
    ("half", _("Each form of the board is scored apart, with half a comparison for every other result")),
)
SEVERAL_BOARDS = (
    ("all", _("on every board")),
    ("1", _("on 1 board; average after that")),
    ("2", _("on 2 boards; average after that")),
    ("3", _("on 3 boards; average after that")),
    ("4", _("on 4 boards; average after that")),
)
EDITIONS = (("2017", _("Laws of 2017")), ("2017-2024", _("Laws of 2017 with the 2024 revision")))

_ALL = [
    Regulation(
        "period.score_correction", "periods", _("Correcting an entered score"), ("79C",), Minutes(), 30,
        _(
            "How long after the official score a table's score may still be corrected. "
            "Less than 30 minutes only where the special nature of the contest requires it (Law 79C1)."
        ),
    ),
    Regulation(
        "period.tabulation_correction", "periods", _("Correcting the tabulation"), ("79C",), Minutes(), 30,
        _(
            "How long a scorer's error in computing or tabulating may be corrected. "
            "Less than 30 minutes only where the special nature of the contest requires it (Law 79C1)."
        ),
    ),
    Regulation("period.ruling_request", "periods", _("Asking for a ruling"), ("92B",), Minutes(), 30),
    Regulation("period.appeal", "periods", _("Appealing"), ("92B",), Minutes(), 30),
    Regulation(
        "appeals.adjudicator", "appeals", _("Who hears appeals"), ("80B2(k)", "93A", "93C3"), Choice(ADJUDICATORS),
        "committee",
    ),
    Regulation(
        "appeals.not_who_ruled", "appeals", _("Whoever gave a ruling does not hear the appeal against it alone"),
        ("93A", "80B2(k)"), YesNo(), True, _("Where another director of the session can; without one they do."),
    ),
    Regulation(
        "appeals.deposit", "appeals", _("Deposit"), ("92A",), Amount(most=Decimal(100000)), "0",
        _("In the club's currency; 0 for none."),
    ),
    Regulation(
        "appeals.without_merit", "appeals", _("When an appeal has no merit"), ("92A",), Choice(SANCTIONS), "record"
    ),
    Regulation(
        "appeals.quorum", "appeals", _("Quorum of a committee or panel"), ("80B2(k)",),
        Amount(Decimal(1), Decimal(9), _("members")), "3",
    ),
    Regulation(
        "appeals.statement_minutes", "appeals", _("Time for written statements"), ("80B2(k)",), Minutes(), 120,
        _("From the moment when the appeal is put before those who hear it."),
    ),
    Regulation(
        "appeals.correction_minutes", "appeals", _("Time for correcting a slip in a decision"), ("80B2(k)",),
        Minutes(), 60, _("Afterwards the case is closed, unless it can be taken further."),
    ),
    Regulation(
        "appeals.partner_months", "appeals", _("A partner is a conflict for"), ("80B2(k)",),
        Amount(Decimal(0), Decimal(240), _("months")), "12", _("After they last played together."),
    ),
    Regulation(
        "appeals.further", "appeals", _("Decisions can be taken to the federation"), ("93C1",), YesNo(), False,
    ),
    Regulation(
        "appeals.further_minutes", "appeals", _("Time for taking a decision further"), ("93C1",), Minutes(), 7 * 24 * 60
    ),
    Regulation(
        "appeals.further_fee", "appeals", _("Deposit for taking a decision further"), ("93C1",),
        Amount(most=Decimal(100000)), "0", _("In the club's currency; 0 for none."),
    ),
    Regulation(
        "appeals.final_body", "appeals", _("Those who hear appeals decide finally"), ("93C3(a)",), YesNo(), False,
        _("Named by the Regulating Authority where the tournament must go on; nothing can be taken further."),
    ),
    Regulation(
        "appeals.federation_sees", "appeals", _("What the federation sees of a club's appeals"), ("80B2(k)",),
        Choice(FEDERATION_SEES), "all",
    ),
    Regulation("appeals.naming", "appeals", _("Players in published cases"), (), Choice(NAMING), "never"),
    Regulation(
        "appeals.same_club_conflict", "appeals", _("A committee member of the same club is a conflict"), ("80B2(k)",),
        YesNo(), False,
    ),
    Regulation(
        "score.average_plus", "scores", _("Average plus"), ("12C2(a)",), Amount(Decimal(50), Decimal(100), PERCENT),
        "60", _("Of the matchpoints available on the board."),
    ),
    Regulation(
        "score.average_minus", "scores", _("Average minus"), ("12C2(a)",), Amount(Decimal(0), Decimal(50), PERCENT),
        "40",
    ),
    Regulation(
        "score.average_imps", "scores", _("Average plus or minus in IMPs"), ("12C2(b)",),
        Amount(Decimal(0), Decimal(12), _("IMPs")), "3",
    ),
    Regulation(
        "score.several_boards", "scores", _("Average plus on several boards of one session"), ("12C2(d)",),
        Choice(SEVERAL_BOARDS), "all", announced=True,
    ),
    Regulation(
        "score.bye_vps", "scores", _("A bye in a Swiss, in victory points"), ("78D",),
        Amount(Decimal(0), Decimal(25), _("VPs")), "12", _("For a contestant who has no opponents in a round."),
    ),
    Regulation(
        "score.bye_imps", "scores", _("A bye in a Swiss, in IMPs"), ("78D",),
        Amount(Decimal(0), Decimal(60), _("IMPs")), "0", _("Where there are no victory points."),
    ),
    Regulation(
        "penalty.percent_of_top", "scores", _("Standard penalty at matchpoints"), ("90A",),
        Amount(Decimal(0), Decimal(100), _("% of a top")), "25",
    ),
    Regulation(
        "penalty.imps", "scores", _("Standard penalty at IMPs"), ("90A",), Amount(most=Decimal(30), unit=_("IMPs")), "6"
    ),
    Regulation(
        "penalty.vps", "scores", _("Standard penalty in victory points"), ("90A",),
        Amount(most=Decimal(20), unit=_("VPs")), "1",
    ),
    Regulation(
        "poll.considering", "polls", _("Peers who seriously consider a logical alternative"), ("16B1(b)",),
        Amount(Decimal(1), Decimal(100), PERCENT), "20", _("One in five is 20."),
    ),
    Regulation(
        "poll.choosing", "polls", _("Peers who choose a logical alternative"), ("16B1(b)",), Choice(CHOOSERS), "1"
    ),
    Regulation(
        "records.months", "polls", _("How long reports of conduct and system are kept"), (),
        Amount(Decimal(1), Decimal(240), _("months")), "36",
        _("After that their words are removed; that there was a report stays."),
    ),
    Regulation(
        "records.officers", "polls", _("The federation’s officers read the recorder’s file"), (), YesNo(), True,
        _("If not, only the recorder and the director who filed a report read it."),
    ),
    Regulation("scoring.profile", "scoring", _("Scoring profile"), ("78D",), Choice(PROFILES), "exact"),
    Regulation(
        "scoring.fouled", "scoring", _("A board that was fouled"), ("87B",), Choice(FOULED), "neuberg", announced=True
    ),
    Regulation("laws.edition", "scoring", _("Edition of the Laws"), ("80A",), Choice(EDITIONS), "2017-2024"),
]  # fmt: skip
# How the Laws are read where they can be read in two ways; `rulings.laws` asks for these while it rules.
_ALL += [
    Regulation(
        f"laws.{setting.id}",
        "interpretations",
        _(setting.point),
        setting.laws,
        Choice(tuple((choice, _(label)) for choice, label in setting.options)),
        setting.default,
        announced=setting.announced,
    )
    for setting in SETTINGS.values()
    if setting.id != "edition" and len(setting.options) > 1
]
CATALOGUE = {regulation.key: regulation for regulation in _ALL}
