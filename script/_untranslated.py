"""Find words in templates that no translator will ever see: outside translate and blocktranslate."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from django.template.base import Lexer, Token, TokenType

SHOWN_ATTRIBUTES = {"title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription", "label"}
SHOWN_INPUTS = {"submit", "button", "reset"}
SILENT_TAGS = {"script", "style", "code", "kbd", "samp"}
VOID_TAGS = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SHOWN_ARGUMENTS = {
    "title", "label", "text", "heading", "message", "hint", "says", "caption", "placeholder", "about", "back_text",
}  # fmt: skip
# Components whose first argument is shown, or all that have no name.
SHOWN_FIRST = {"card", "fact", "submit", "button_link", "post_button", "nothing_here", "page_head"}
SHOWN_ALL = {"columns"}
COMPONENTS = SHOWN_FIRST | SHOWN_ALL | {"notice", "table", "error_summary", "form_with_buttons"}
# A hand of cards is not a sentence.
RANKS = {"A", "K", "Q", "J", "T"}
# Names, the same in every language.
NAMES = {"Tenace", "API", "ID", "PDF", "CSV", "QR", "OpenAPI", "MFA", "URL", "kB", "MB"}
SKIPPED_BLOCKS = {
    "blocktranslate": "endblocktranslate",
    "blocktrans": "endblocktrans",
    "comment": "endcomment",
    "block stylesheet": "endblock",
    "family_stylesheet": "endfamily_stylesheet",
}
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
ARGUMENT = re.compile(r"""(\w+)=(["'])(.*?)\2""")
HOLE = " \ue000 "


@dataclass(frozen=True)
class Find:
    line: int
    text: str


def has_words(text: str) -> bool:
    return bool(set(WORD.findall(text.replace(HOLE, " "))) - NAMES - RANKS)


def shorten(text: str) -> str:
    one_line = " ".join(text.replace(HOLE, " … ").split())
    return re.sub(r"…( …)+", "…", one_line).replace(' "', '"')[:80]


def find_in(source: str, *, html: bool = True) -> list[Find]:
    """What in this template cannot be translated, in order."""
    tokens = list(outside_translation(Lexer(source).tokenize()))
    page = "".join(token.contents if token.token_type == TokenType.TEXT else as_hole(token) for token in tokens)
    finds = [find for token in tokens for find in literal_arguments(token)]
    finds += PageReader.read(page) if html else list(words_by_line(page))
    return sorted(finds, key=lambda find: find.line)


def outside_translation(tokens: list[Token]) -> Iterator[Token]:
    """Leave out what is marked or never shown, but keep its line breaks so that lines can be named."""
    end_tag = ""
    for token in tokens:
        if end_tag:
            breaks = "\n" * token.contents.count("\n")
            yield Token(TokenType.TEXT, breaks, lineno=token.lineno)
            end_tag = "" if token.token_type == TokenType.BLOCK and token.contents.split()[0] == end_tag else end_tag
        elif token.token_type == TokenType.BLOCK and (end := end_of_skipped(token)):
            end_tag = end
        else:
            yield token


def end_of_skipped(token: Token) -> str:
    """The tag that ends what is left out here; nothing where all is read."""
    words = token.contents.split()
    return SKIPPED_BLOCKS.get(words[0]) or SKIPPED_BLOCKS.get(" ".join(words[:2]), "")


def as_hole(token: Token) -> str:
    """A template tag as the page sees it: something between words, of no interest here."""
    return HOLE + "\n" * token.contents.count("\n")


def literal_arguments(token: Token) -> Iterator[Find]:
    """Words handed to another template or a component: {% include "x.html" with title="All" %}, {% submit "Save" %}."""
    if token.token_type != TokenType.BLOCK:
        return
    tag, *arguments = token.split_contents()
    if tag == "include" or tag in COMPONENTS:
        for argument in arguments:
            keyword = ARGUMENT.fullmatch(argument)
            if keyword and keyword[1] in SHOWN_ARGUMENTS and has_words(keyword[3]):
                yield Find(token.lineno or 0, f'{keyword[1]}="{keyword[3]}"')
    texts = arguments if tag in SHOWN_ALL else arguments[: tag in SHOWN_FIRST]
    yield from (Find(token.lineno or 0, words) for words in texts if words[0] in "\"'" and has_words(words))


def words_by_line(text: str) -> Iterator[Find]:
    for number, line in enumerate(text.splitlines(), start=1):
        if has_words(line):
            yield Find(number, shorten(line))


class PageReader(HTMLParser):
    """Walks the page and keeps the words a person would see."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.finds: list[Find] = []
        self.silent: list[str] = []

    @classmethod
    def read(cls, page: str) -> list[Find]:
        reader = cls()
        reader.feed(page)
        reader.close()
        return reader.finds

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        attributes = SHOWN_ATTRIBUTES | ({"value"} if tag == "input" and values.get("type") in SHOWN_INPUTS else set())
        for name, value in attrs:
            if name in attributes and value and has_words(value):
                self._keep(f'{name}="{value}"')
        silent = self.silent or tag in SILENT_TAGS or values.get("translate") == "no"
        if silent and tag not in VOID_TAGS:
            self.silent.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.silent:
            while self.silent.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.silent and has_words(data):
            self._keep(data)

    def _keep(self, text: str) -> None:
        skipped = text[: len(text) - len(text.lstrip())].count("\n")
        self.finds.append(Find(self.getpos()[0] + skipped, shorten(text)))


def main(folders: list[str]) -> int:
    count = 0
    for folder in folders or ["templates"]:
        for path in sorted(path for path in Path(folder).rglob("*") if path.suffix in (".html", ".txt")):
            for find in find_in(path.read_text(), html=path.suffix == ".html"):
                print(f"{path}:{find.line}: not marked for translation: {find.text}")
                count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
