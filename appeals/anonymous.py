"""Names in a published case: replaced consistently, and looked for afterwards. No database here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

# Parts of a name that are words of the game all the same.
PLAIN = frozenset(
    {"north", "south", "east", "west", "director", "team", "club", "pair", "the", "van", "von", "der", "de"}
)
# Words of the game that are names as well: only with a capital are they taken for one.
BOTH = frozenset(
    {
        *("ace", "king", "queen", "jack", "knave", "ten", "spade", "heart", "diamond", "trump", "ruff", "void", "card"),
        *("hand", "lead", "pass", "bid", "call", "play", "double", "dummy", "board", "score", "trick", "slam", "long"),
        *("short", "small", "strong", "weak", "young", "park", "rule", "law", "table", "weight", "deal", "drew", "may"),
    }
)
# Two letters are a name in many countries; in English texts most of them are a word, or short for something.
SMALL = frozenset(
    {
        *("ah", "al", "am", "an", "as", "at", "be", "by", "da", "di", "do", "dr", "du", "el", "ew", "go", "he", "if"),
        *("in", "is", "it", "la", "le", "me", "mr", "ms", "my", "no", "ns", "nt", "of", "oh", "ok", "on", "or", "pp"),
        *("so", "st", "td", "to", "up", "us", "we"),
    }
)
SHORTEST = 2
# Scripts that are written without spaces: Chinese and Japanese, Thai, Lao, Burmese, Khmer.
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


def name_parts(name: str) -> list[str]:
    """The words of a name by which somebody could be known; of a double name also each half."""
    words = re.findall(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*", name)
    halves = [half for word in words if "-" in word for half in word.split("-")]
    return [word for word in dict.fromkeys([*words, *halves]) if _tells(word)]


def _tells(word: str) -> bool:
    plain = word.casefold()
    return len(word) >= SHORTEST and plain not in PLAIN and plain not in SMALL


def _pattern(word: str) -> str:
    """A word of its own, in any case; what could be another word only as the name is written."""
    pattern = re.escape(word)
    if UNSPACED.search(word):
        return pattern
    if word.casefold() in BOTH:
        pattern = f"(?:{pattern}|{re.escape(word.upper())})"
    elif len(word) > SHORTEST:
        pattern = f"(?i:{pattern})"
    return rf"(?<!\w){pattern}(?!\w)"


def replace_names(text: str, aliases: Mapping[str, str]) -> str:
    """Whole names first, the longest first; then each part of a name."""
    known: dict[str, str] = {}
    words: dict[str, None] = {}
    for name, alias in aliases.items():
        for word in (name, *name_parts(name)):
            known.setdefault(_composed(word).casefold(), alias)
            words[_composed(word)] = None
    if not known:
        return text
    pattern = "|".join(_pattern(word) for word in sorted(words, key=len, reverse=True))
    return re.sub(pattern, lambda match: known[match[0].casefold()], _composed(text))


def names_left(text: str, names: Iterable[str]) -> list[str]:
    """Names, or parts of them, that somebody could still read, with or without their accents."""
    left: list[str] = []
    bare = _bare(text)
    for name in names:
        for word in (name, *name_parts(name)):
            if word.casefold() not in PLAIN and re.search(_pattern(_bare(word)), bare):
                left.append(word)
                break
    return list(dict.fromkeys(left))


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _bare(text: str) -> str:
    """Without accents, which are not always typed."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in apart if not "\u0300" <= letter <= "\u036f")


def masterpoints_in(text: str) -> dict[str, int]:
    """`N 1250, E 80` as figures by seat; ValueError with the part that cannot be read."""
    points: dict[str, int] = {}
    for part in re.split(r"[,;]\s*|\s*·\s*", text.strip()):
        if not part:
            continue
        match = re.fullmatch(r"([NESW])\s*:?\s*(\d{1,7})", part.strip().upper())
        if match is None or match[1] in points:
            raise ValueError(part.strip())
        points[match[1]] = int(match[2])
    return points


def initials(name: str) -> str:
    return " ".join(f"{word[0]}." for word in name.split() if word)
