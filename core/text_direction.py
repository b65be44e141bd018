"""Names of another script in a line: isolated, so that they do not reorder the numbers and punctuation beside them.

Everything that people typed reaches a reader through a page or a mail, and there each run of letters of the other
direction is isolated: in text by <bdi>, where no element can stand (options, titles, attributes, plain mails) by
U+2068 and U+2069. No template has to remember it. Knows nothing of Django.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

FIRST_STRONG, END = "\u2068", "\u2069"
# Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic and their presentation forms.
_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
# Latin, Greek, Cyrillic, Armenian, Georgian.
_LEFT = "A-Za-z\u00aa\u00b5\u00ba\u00c0-\u02af\u0370-\u058f\u10a0-\u10ff\u1e00-\u1fff"
# What stands inside a name between its letters, as text and as escaped in HTML.
_BETWEEN = r"(?:[ .'’\"\u00a0-]|&(?:\#x27|\#39|quot);)*"
_ISOLATED = f"{FIRST_STRONG}[^{END}]*{END}"
RIGHT_TO_LEFT = re.compile(f"{_ISOLATED}|[{_RIGHT}](?:{_BETWEEN}[{_RIGHT}])*")
# In a page that runs from right to left; entities are no words.
LEFT_TO_RIGHT = re.compile(f"{_ISOLATED}|(?<![&#A-Za-z])[{_LEFT}](?:{_BETWEEN}[{_LEFT}])*")
IN_BYTES = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]")
_TOKEN = re.compile(
    r"""<!--.*?-->|<(?P<raw>script|style|textarea)\b.*?</(?P=raw)\s*>|(?P<tag><(?:[^<>"']|"[^"]*"|'[^']*')*>)|[^<]+|<""",
    re.DOTALL | re.IGNORECASE,
)
_READ_OUT = re.compile(r"""(?<=\s)((?:aria-label|title|alt|placeholder|label|content)=)("[^"]*"|'[^']*')""")
_ONLY_TEXT = re.compile(r"<(?:option|title)\b", re.IGNORECASE)

Wrap = Callable[[re.Match[str]], str]


def isolate_text(text: str, *, page_is_rtl: bool = False) -> str:
    """Plain text with each run of the other direction between U+2068 and U+2069."""
    return _runs(page_is_rtl).sub(_with_characters, text)


def isolate_html(html: str, *, page_is_rtl: bool = False) -> str:
    """A page with each run of the other direction isolated; scripts, what is in form fields and addresses stay."""
    return "".join(_isolated(html, _runs(page_is_rtl)))


def _isolated(html: str, runs: re.Pattern[str]) -> Iterator[str]:
    wrap: Wrap = _with_element
    for token in _TOKEN.finditer(html):
        text = token[0]
        if token["tag"]:
            # An option or a title holds text alone, up to the next tag.
            wrap = _with_characters if _ONLY_TEXT.match(text) else _with_element
            yield _READ_OUT.sub(lambda match: match[1] + runs.sub(_with_characters, match[2]), text)
        elif text.startswith("<"):
            yield text
        else:
            yield runs.sub(wrap, text)


def _runs(page_is_rtl: bool) -> re.Pattern[str]:
    return LEFT_TO_RIGHT if page_is_rtl else RIGHT_TO_LEFT


def _with_element(run: re.Match[str]) -> str:
    return run[0] if run[0].startswith(FIRST_STRONG) else f"<bdi>{run[0]}</bdi>"


def _with_characters(run: re.Match[str]) -> str:
    return run[0] if run[0].startswith(FIRST_STRONG) else f"{FIRST_STRONG}{run[0]}{END}"
