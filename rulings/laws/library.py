"""The trees of this package, read once and proven sound before anybody uses them."""

from functools import cache

from rulings.laws.errors import DataError
from rulings.laws.files import names, read
from rulings.laws.model import Library, Tree
from rulings.laws.notation import parse_menu, parse_trees
from rulings.laws.proof import prove


def build_library(texts: dict[str, str], menu: str = "") -> Library:
    """A library from the texts of its files; DataError where something in them does not hold."""
    trees: dict[str, Tree] = {}
    for file, text in texts.items():
        for tree in parse_trees(text, file):
            if tree.id in trees:
                raise DataError("tree-twice", tree=tree.id)
            trees[tree.id] = tree
    built = Library(trees, tuple(parse_menu(menu, "menu.txt")))
    prove(built)
    return built


@cache
def library() -> Library:
    """The trees for Laws 6 to 93."""
    return build_library({name: read("trees", name) for name in names("trees")}, read("menu.txt"))
