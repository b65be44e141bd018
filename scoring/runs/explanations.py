"""The engine's steps in the words of whoever reads them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.adjusted.words import MINUS
from scoring.engine.contract import Result
from scoring.engine.explain import SENTENCES
from scoring.engine.numbers import Rounding, plain
from scoring.engine.profiles import Profile
from scoring.engine.steps import ExplanationStep, Figure
from scoring.selectors.result_lines import contract_parts
from scoring.selectors.tie_words import tie_words

Words = dict[str, str | Promise]
WORDS: Words = {
    "result": gettext_lazy("%(result)s scores %(score)s for North-South."),
    "score": gettext_lazy("The score is %(score)s for North-South."),
    "lowered": gettext_lazy("The score of %(side)s was lowered: it counts as %(score)s for North-South."),
    "changed": gettext_lazy("The score of %(side)s was changed: it counts as %(score)s for North-South."),
    "recorded": gettext_lazy("The recorded %(result)s was %(score)s for North-South."),
    "group": gettext_lazy("The board was fouled: %(results)s results were obtained in this form of it (Law 87B)."),
    "weight": gettext_lazy("%(percent)s%% of the score is %(score)s for North-South (Law 12C1(c))."),
    "compared": gettext_lazy(
        "%(score)s is better than %(worse)s other results, equal to %(equal)s and worse than %(better)s."
    ),
    "matchpoints 2": gettext_lazy(
        "Two for each result beaten, one for each equal one: %(points)s matchpoints, among %(results)s results."
    ),
    "matchpoints 1": gettext_lazy(
        "One for each result beaten, a half for each equal one: %(points)s matchpoints, among %(results)s results."
    ),
    "small group": gettext_lazy(
        "So small a group is given %(percent)s%% of a top of %(top)s (Law 87B): %(points)s matchpoints."
    ),
    "halves": gettext_lazy(
        "Half a comparison for each of %(others)s results in the other forms of the board: %(points)s matchpoints."
    ),
    "neuberg": gettext_lazy(
        "This board has %(results)s results, others have %(expected)s. To weigh the same it is scaled by Neuberg’s "
        "formula: (%(before)s + %(half)s) × %(expected)s / %(results)s − %(half)s = %(points)s."
    ),
    "missing": gettext_lazy(
        "This board lacks %(missing)s results that others have. Each counts as a tie: %(points)s matchpoints."
    ),
    "self-inflicted": gettext_lazy(
        "Law 12C1(e): the result at the table is worth %(table)s, the normal one %(normal)s, the adjusted one "
        "%(adjusted)s. The side that was not at fault gets %(given)s."
    ),
    "artificial": gettext_lazy(
        "An artificial score, %(level)s (Law 12C2): %(percent)s%% of a top of %(top)s, %(points)s matchpoints."
    ),
    "artificial imps": gettext_lazy("An artificial score, %(level)s (Law 12C2): %(points)s %(unit)s."),
    "own average": gettext_lazy(
        "What it made on its other boards, %(own)s, goes further and takes its place (Law 12C2(c))."
    ),
    "against": gettext_lazy("Against %(score)s it gives %(imps)s."),
    "against several": gettext_lazy("Against %(score)s it gives %(imps)s, %(times)s times."),
    # A part of a weighted score, or several of them.
    "against part": gettext_lazy("Against %(score)s it gives %(imps)s, which counts %(times)s times."),
    "part against": gettext_lazy(
        "%(score)s against each of the others gives %(sum)s %(unit)s in all, and counts for %(percent)s%%."
    ),
    "alone": gettext_lazy("There is no other result to compare it with: 0 IMPs."),
    "cross-imps": gettext_lazy("Compared with each of %(others)s other results, the IMPs add up to %(sum)s."),
    "mean": gettext_lazy("Divided by %(others)s comparisons: %(points)s %(unit)s."),
    "datum": gettext_lazy("The datum of the board is %(datum)s, from a mean of %(mean)s."),
    "butler": gettext_lazy("%(score)s against the datum: %(imps)s %(unit)s."),
    "total points": gettext_lazy("The points count as they are: %(points)s."),
    "rounded": gettext_lazy("%(exact)s is shown as %(shown)s."),
    "counted": gettext_lazy("%(counted)s enters the total."),
    "sum": gettext_lazy("The scores of %(boards)s boards add up to %(sum)s."),
    "sit-out": gettext_lazy("Scaled from %(boards)s to %(full)s boards, because of a sit-out: %(total)s."),
    "penalty": gettext_lazy("Less a penalty of %(amount)s: %(reason)s"),
    "carry-over": gettext_lazy("%(amount)s is carried over from an earlier stage."),
    "percentage": gettext_lazy("%(total)s out of %(available)s that could be had is %(percent)s%%."),
    "tie-break": gettext_lazy("The tie was broken: %(tie-break)s."),
    "place": gettext_lazy("That is place %(place)s of %(field)s."),
    "not ranked": gettext_lazy(
        "With %(boards)s boards it has no place: the conditions of contest ask for more of them."
    ),
}
LEVELS: Words = {
    "average plus": gettext_lazy("average plus"),
    "average": gettext_lazy("average"),
    "average minus": gettext_lazy("average minus"),
    "the Director's own amount": gettext_lazy("an amount that the Director has named"),
}
SIDES: Words = {"NS": gettext_lazy("North-South"), "EW": gettext_lazy("East-West")}
SCORES = {"score", "datum", "mean"}
# Sentences that name IMPs, with the figure that is counted in them.
IN_IMPS = {"artificial imps": "points", "part against": "sum", "mean": "points", "butler": "imps"}


def explanation_sentences(steps: Iterable[ExplanationStep], profile: Profile) -> list[str]:
    """One sentence a step. The ruling's own words are said by whoever has them."""
    return [_sentence(step, profile) for step in steps if step.kind != "ruling"]


def _sentence(step: ExplanationStep, profile: Profile) -> str:
    kind = f"matchpoints {profile.win}" if step.kind == "matchpoints" else step.kind
    figures = {name: _figure_text(name, figure) for name, figure in step.figures.items()}
    if kind in IN_IMPS:
        figures["unit"] = imps_unit(Fraction(step.figures[IN_IMPS[kind]]))
    # A step of a method that was added has its sentence in the engine alone.
    words = str(WORDS[kind]) if kind in WORDS else _(SENTENCES[kind])
    return words % figures


def imps_unit(amount: Fraction | int) -> str:
    """One IMP, two IMPs."""
    return ngettext("IMP", "IMPs", 1 if abs(amount) == 1 else 2)


def _figure_text(name: str, figure: Figure) -> str:
    if name == "tie-break":
        return tie_words([str(figure)])[0]
    if name == "level":
        return str(LEVELS.get(str(figure), figure))
    if name == "side":
        return str(SIDES[str(figure)])
    if name == "result":
        return result_words(Result.parse(str(figure))) if str(figure) else ""
    if isinstance(figure, str):
        return figure
    text = figure_text(figure)
    return f"+{text}" if name in SCORES and figure > 0 else text


def figure_text(figure: Fraction | int) -> str:
    """Fractions that do not end are said to four decimals; the engine keeps them exact."""
    exact = Fraction(figure)
    text = plain(exact)
    return (Rounding(4).show(exact) if "/" in text else text).replace("-", MINUS)


def result_words(result: Result | None) -> str:
    """4♠× by North, 1 down."""
    parts: Any = contract_parts(result) if result else None
    if parts is None:
        return _("Passed out") if result else _("A score without a contract")
    strain = parts.suit.symbol or _("NT")
    contract = f"{parts.level}{strain}{parts.risk} {parts.result}"
    return (
        _("%(contract)s by %(declarer)s") % {"contract": contract, "declarer": parts.declarer_name}
        if (parts.declarer)
        else contract
    )
