"""Which facts the figures of an edition depend on."""

from collections.abc import Iterator

from points.schemes.model import Edition, Figure


def direct_names(figure: Figure) -> Iterator[str]:
    """What a figure's conditions and formulas name."""
    for case in figure.cases:
        yield from (name for name, _ in case.when)
        if case.gives is not None:
            yield from case.gives.names()


def depends_on(edition: Edition, name: str, facts: frozenset[str]) -> bool:
    """Whether a figure needs one of the facts, by itself or through other figures."""
    return bool(reached_names(edition, name) & facts)


def reached_names(edition: Edition, name: str) -> frozenset[str]:
    """Everything that a figure is worked out from."""
    kept = edition.reached.get(name)
    if kept is None:
        found: set[str] = set()
        waiting = [name]
        while waiting:
            figure = edition.figures.get(waiting.pop())
            names = set(direct_names(figure)) - found if figure else set()
            found |= names
            waiting += names
        kept = edition.reached[name] = frozenset(found)
    return kept
