"""How many took part and how many are ranked together, from what was typed."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from points.schemes.errors import PointsError
from points.schemes.model import Edition, Form
from points.schemes.typed import number, whole

#: Contestants at one table, what they are called, and the fewest between whom anything is compared.
PER_TABLE = {Form.PAIRS: 2, Form.INDIVIDUAL: 4, Form.TEAMS: 1}
COUNTS = {Form.PAIRS: "pairs", Form.INDIVIDUAL: "players", Form.TEAMS: "teams"}
FEWEST = {Form.PAIRS: 4, Form.INDIVIDUAL: 8, Form.TEAMS: 2}
#: The facts about a field that formulas and conditions may name.
FIGURES = ("tables", "tables_up", "full_tables", "entries", "ranked", "winners", "pairs", "players", "teams")


@dataclass(frozen=True, slots=True)
class PlayedField:
    """A field: its form, how many rankings it has, and its size."""

    form: Form
    winners: int
    entries: int
    tables: Fraction
    ranked: int

    def figures(self) -> dict[str, Fraction]:
        sizes = {"tables": self.tables, "tables_up": Fraction(ceil(self.tables))}
        sizes |= {"full_tables": Fraction(floor(self.tables)), "entries": Fraction(self.entries)}
        sizes |= {"ranked": Fraction(self.ranked), "winners": Fraction(self.winners)}
        return sizes | ({COUNTS[self.form]: Fraction(self.entries)} if self.form in COUNTS else {})


def read_field(edition: Edition, typed: Mapping[str, str]) -> PlayedField:
    """The field that was typed; PointsError names what is missing or contradicts itself."""
    form = _form(edition, typed)
    winners = _winners(edition, form, typed)
    if form is Form.MATCH:
        return PlayedField(form, winners, 2, Fraction(2), 1)
    entries, tables = _size(form, typed)
    if entries < FEWEST[form]:
        raise PointsError("no-comparison", count=COUNTS[form], value=entries, least=FEWEST[form])
    ranked = whole("ranked", typed["ranked"], least=1) if "ranked" in typed else ceil(Fraction(entries, winners))
    if ranked > entries:
        raise PointsError("too-much", name="ranked", value=ranked, most=entries)
    return PlayedField(form, winners, entries, tables, ranked)


def _form(edition: Edition, typed: Mapping[str, str]) -> Form:
    names = (*edition.forms, *edition.also_forms)
    if "form" in typed:
        name = typed["form"].casefold()
        if name in edition.also_forms:
            return edition.also_forms[name]
        if name not in [form.value for form in edition.forms]:
            raise PointsError("no-choice", name="form", value=typed["form"], known=names)
        return Form(name)
    counted = [form for form in edition.forms if COUNTS.get(form) in typed]
    if len(counted) == 1 or len(edition.forms) == 1:
        return counted[0] if counted else next(iter(edition.forms))
    raise PointsError("form-wanted", known=names)


def _winners(edition: Edition, form: Form, typed: Mapping[str, str]) -> int:
    allowed = sorted(edition.forms[form])
    if "winners" not in typed:
        if len(allowed) > 1:
            raise PointsError("missing", name="winners", help=" or ".join(map(str, allowed)) + " rankings")
        return allowed[0]
    winners = whole("winners", typed["winners"], least=1)
    if winners not in allowed:
        known = " or ".join(map(str, allowed))
        raise PointsError("no-winners", value=winners, form=form, scheme=edition.scheme, known=known)
    return winners


def _size(form: Form, typed: Mapping[str, str]) -> tuple[int, Fraction]:
    """Contestants and tables; where both are typed, the tables may be those in full or with the half one counted."""
    count, each = COUNTS[form], PER_TABLE[form]
    if count in typed:
        entries = whole(count, typed[count], least=1)
        meant = Fraction(entries, each)
        if "tables" in typed:
            tables = number("tables", typed["tables"])
            if tables not in (meant, floor(meant), ceil(meant)):
                raise PointsError(
                    "contradiction", tables=typed["tables"], count=count, value=entries, meant=float(meant)
                )
        return entries, meant
    if "tables" not in typed:
        raise PointsError("count-wanted", form=form, count=count)
    tables = number("tables", typed["tables"])
    if (tables * 2).denominator > 1 or (tables * each).denominator > 1:
        raise PointsError("halves", value=typed["tables"])
    return int(tables * each), tables
