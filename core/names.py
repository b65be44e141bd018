"""Names: when two spellings are likely to be one, by what they are sorted, and what a search does not mind."""

from __future__ import annotations

import re
import unicodedata

# The name of `fold` in a statement for SQLite; ops.sqlite3 gives it to every connection.
SQLITE_FUNCTION = "tenace_fold"


# In a shorter word one letter is too much of it.
SHORT = 3

# Letters with a stroke or a ligature are letters of their own to Unicode; people type what they look like.
PLAIN_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
_PLAIN = str.maketrans(PLAIN_LETTERS)


def fold(text: str) -> str:
    """The text without case and accents, as people type it into a search box: “Žanis” is “zanis”, “Øster” “oster”."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return bare.casefold().translate(_PLAIN)


def name_key(name: str) -> str:
    """The name without case, accents, punctuation and the order of its words: “Ozola, Ilze” is “Ilze OZOLA”."""
    return " ".join(sorted(_words(name)))[:200]


def surname_key(display_name: str, given_name: str = "", family_name: str = "") -> str:
    """By what a list sorted by surname is sorted. Where the surname is not known apart, it is what stands before a
    comma, else the last word of the name."""
    if not family_name:
        before_comma, comma, after_comma = display_name.partition(",")
        words = display_name.split()
        family_name, given_name = (before_comma, after_comma) if comma else (" ".join(words[-1:]), " ".join(words[:-1]))
    return " ".join((*_words(family_name), *_words(given_name)))[:200]


def is_one_letter_off(first: str, second: str) -> bool:
    """Whether a letter is missing, too many, wrong, or changed places with the next."""
    if first == second:
        return False
    shorter = min(len(first), len(second))
    at = next((at for at in range(shorter) if first[at] != second[at]), shorter)
    a, b = first[at:], second[at:]
    return a[1:] in (b, b[1:]) or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])


def is_nearly(typed: str, key: str) -> bool:
    """Whether what was typed is this name (as a key) but for one letter of one word; short words must be right."""
    wrong = 0
    words = key.split()
    for part in name_key(typed).split():
        if any(word.startswith(part) for word in words):
            continue
        near = any(is_one_letter_off(part, word[: len(part) + by]) for word in words for by in (-1, 0, 1))
        if len(part) < SHORT or not near:
            return False
        wrong += 1
    return wrong == 1


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", fold(name))
