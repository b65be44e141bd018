"""Every sentence this package can say by itself, in English, in one place.

Codes and figures travel as data (`Note`), so that a ledger keeps them and a page translates the template and fills
it in. The function `_` only marks the text for the translators' tools.
"""

from collections.abc import Mapping
from dataclasses import dataclass


def _(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence as data: a code of `SENTENCES` and the figures that fill it, all of them text."""

    code: str
    params: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, code: str, **params: object) -> "Note":
        return cls(code, tuple(sorted((name, _plain(value)) for name, value in params.items())))

    def __getitem__(self, name: str) -> str:
        return dict(self.params)[name]

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "params": dict(self.params)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Note":
        params = data["params"]
        assert isinstance(params, Mapping)
        return cls.of(str(data["code"]), **params)


SENTENCES: dict[str, str] = {
    # how an award came about
    "scheme": _("Scheme: {name}, {edition}."),
    "given": _("{name}: {value}."),
    "level": _("{name} = {value}, by the level {level}."),
    "figure": _("{says}: {formula} = {filled} = {value}."),
    "plain-figure": _("{says}: {value}."),
    "typed": _("{says}: {value}, as typed."),
    "rounded": _("Rounded to {decimals} decimals, {how}: {value}."),
    "award": _("Place {place}: {value} {kind}."),
    "no-award": _("Place {place}: nothing; {awards} places have an award."),
    "tie": _("Places {place} to {last} are shared by {tied}: {sum} / {divided} = {value}."),
    "tie-over-the-edge": _(
        "Places {place} to {last} are shared by {tied}; with an award among them: {inside}. "
        "{sum} / {divided} = {value}."
    ),
    "minimum": _("No award is less than {minimum}: {value}."),
    "members": _("Each of a team of {members} gets {share} of it: {value}."),
    "too-small": _("Nothing is awarded: it takes {least} {of}, and there are {value}."),
    "scaled": _("{factor} of it: {value}."),
    "best": _("The best of several awards counts: {value} {kind} from {name}; {others} would have given {less}."),
    "converted": _("{value} {kind} are {worth} {into}."),
    "rest": _("{value} {kind} wait for the next one."),
    # ranks
    "rank-reached": _("{rank}: reached with {way}."),
    "rank-missing": _("{rank}: {missing} to go."),
    # requests
    "scheme-wanted": _("SCHEME: name a scheme; `manage.py points --list` shows them all."),
    "no-scheme": _("SCHEME: there is no scheme {scheme}; there are {known}."),
    "no-edition": _("day: {scheme} has no edition that holds on {day}; there are {known}."),
    "bad-day": _("day={value}: write a day as 2026-11-18."),
    "no-pair": _("{text}: write key=value, such as tables=7."),
    "twice": _("{name}: it is given twice, as {first} and as {second}; leave one out."),
    "unknown-key": _("{name}: {scheme} does not ask this; it knows {known}."),
    "missing": _("{name}: it is missing; type {name}=… ({help})."),
    "missing-open": _("{name}: it is missing, and the sources of {scheme} do not give it; type {name}=… ({help})."),
    "missing-range": _("{name}: level {level} leaves it open; type {name}=… from {least} to {most} ({help})."),
    "no-number": _("{name}={value}: type a number."),
    "no-whole": _("{name}={value}: type a whole number."),
    "too-little": _("{name}={value}: it must be at least {least}."),
    "too-much": _("{name}={value}: it can be at most {most}."),
    "no-choice": _("{name}={value}: choose one of {known}."),
    "halves": _("tables={value}: tables are counted in halves; type such as 7 or 7.5."),
    "count-wanted": _("{form}: how many took part is missing; type tables=… or {count}=…."),
    "form-wanted": _("form: it is missing; choose one of {known}."),
    "contradiction": _("tables={tables} and {count}={value} contradict: {value} {count} are {meant} tables."),
    "no-comparison": _(
        "{count}={value}: nothing is compared with fewer than {least} {count}, so that nothing can be awarded; "
        "correct the number."
    ),
    "no-winners": _("winners={value}: {form} in {scheme} has {known}."),
    "no-levels-kind": _("kind: the level {level} is that of several kinds of points; type kind= one of {known}."),
    "bad-places": _("places={value}: write places such as 1,2,3=,3=,5."),
    "falling-places": _("places={value}: {place} stands after {before}; write them from the best to the last."),
    "lone-tie": _("places={value}: {place}= stands once; write it once for each contestant that shares the place."),
    "unmarked-tie": _("places={value}: {place} stands {times} times; write {place}= for a shared place."),
    "crowded-places": _("places={value}: {tied} share place {before}, so that the next is {next}, not {place}."),
    "too-many-places": _("places={value}: there are only {ranked} in the ranking."),
    "nothing-to-choose": _("There is no award to choose from; give at least one."),
    # schemes
    "unreadable": _("{scheme}: it cannot be read: {why}."),
    "lacks": _("{scheme}: {where} lacks {key}; add it."),
    "unknown": _("{scheme}: {where} has {key}, which nothing reads; remove it or choose one of {known}."),
    "bad-value": _("{scheme}: {where}: {value} is no {key}; choose one of {known}."),
    "bad-formula": _("{scheme}: {where}: '{formula}' is no formula: {why}."),
    "unknown-name": _("{scheme}: {where}: nothing is called {name}; there are {known}."),
    "circle": _("{scheme}: {name} depends on itself, by {way}; break the circle."),
    "gap": _("{scheme}: {name} has no case for {facts}; add one."),
    "overlap": _("{scheme}: {name} has two cases for {facts}; take one of them away or narrow it."),
    "no-source": _("{scheme}: {where} names no source; add where its figures come from."),
    "date-gap": _("{scheme}: nothing holds from {first} to {last}; move the date of an edition."),
    "date-overlap": _("{scheme}: two editions hold from {first} on; end the one before that day."),
    "backwards": _("{scheme}: the edition from {first} ends on {last}, before it begins."),
    "open-date": _("{scheme}: only the {which} edition may have no date; add `{key}`."),
    "bad-range": _("{scheme}: {where}: '{value}' is no range; write 5, 1-17, 18- or a list of words."),
    "ranks-fall": _("{scheme}: {rank} asks for no more than {before} before it; put them in rising order."),
    "scheme-twice": _("{scheme}: two schemes are called so; rename one of them."),
    "no-example": _("{scheme}: an example gives {found} instead of {expected}; correct the figures or the example."),
}


def say(note: Note) -> str:
    """The sentence for a note."""
    return fill(SENTENCES[note.code], note)


def fill(template: str, note: Note) -> str:
    """A template, translated or not, with the figures of a note."""
    return template.format(**dict(note.params))


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
