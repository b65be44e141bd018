"""The schemes of this package, read once and proven before anybody uses them."""

from datetime import date
from functools import cache
from importlib.resources import files

from points.schemes.errors import PointsError, SchemeError
from points.schemes.loader import SchemeReader
from points.schemes.model import Edition, Scheme
from points.schemes.proof import prove

_DATA = files("points.schemes").joinpath("data")


def build_scheme(name: str, text: str) -> Scheme:
    """A scheme from the text of its file; SchemeError where something in it does not hold."""
    scheme = SchemeReader(name).scheme_from(text)
    prove(scheme)
    return scheme


def build_library(texts: dict[str, str]) -> dict[str, Scheme]:
    """Schemes by name, no two of which answer to the same one."""
    schemes = {name: build_scheme(name, text) for name, text in texts.items()}
    taken: set[str] = set()
    for scheme in schemes.values():
        for name in (scheme.id, *scheme.also):
            if name in taken:
                raise SchemeError("scheme-twice", scheme=name)
            taken.add(name)
    return schemes


@cache
def library() -> dict[str, Scheme]:
    """The schemes that come with Tenace."""
    names = sorted(path.name for path in _DATA.iterdir() if path.name.endswith(".toml"))
    return build_library({name.removesuffix(".toml"): _DATA.joinpath(name).read_text("utf-8") for name in names})


def scheme_named(name: str) -> Scheme:
    """The scheme of this name, or of another word for it."""
    wanted = name.strip().casefold()
    for scheme in library().values():
        if wanted in (scheme.id, *scheme.also):
            return scheme
    raise PointsError("no-scheme", scheme=name, known=tuple(library()))


def edition_on(scheme: Scheme, day: date | None) -> Edition:
    """What the scheme says on a day; the newest edition where no day is named."""
    if day is None:
        return scheme.newest
    for edition in scheme.editions:
        if edition.holds_on(day):
            return edition
    raise PointsError("no-edition", scheme=scheme.id, day=day, known=tuple(e.dates for e in scheme.editions))
