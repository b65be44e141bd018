"""The data files of this package."""

from importlib.resources import files

_DATA = files("rulings.laws").joinpath("data")


def read(*names: str) -> str:
    return _DATA.joinpath(*names).read_text(encoding="utf-8")


def names(folder: str) -> list[str]:
    return sorted(path.name for path in _DATA.joinpath(folder).iterdir() if path.name.endswith(".txt"))
