"""Orders to the Director: they are kept apart from the words that the players hear."""

import re

#: Verbs with which an order begins. A sentence that begins with one of them tells the Director what to do.
_VERBS = (
    *("adjust", "apply", "assess", "assign", "award", "cancel", "change", "complete", "consider", "consult", "correct"),
    *("deal", "decide", "enter", "establish", "explain", "finish", "give", "go", "handle", "have", "judge", "let"),
    *("look", "penalize", "pick", "play", "put", "rebuild", "remind", "repeat", "replace", "report", "restore"),
    *("rule", "see", "shuffle", "sort", "take", "tell", "treat", "uphold", "use", "warn", "work", "write"),
)
#: Where a clause may begin: the text itself, a new sentence, after a colon, or with a conjunction.
_BEGINNING = r"(?:^|[.:;!?] |, (?:so|then|but) |^If [^,.]+, |[.] If [^,.]+, |; then |otherwise )"
#: "Play goes on", "deal is rebuilt": here the word is a noun.
_NOUN = r"(?! (?:goes|stops|is|was|of|period|may|must|or refuse)\b)"
_ORDER = re.compile(rf"{_BEGINNING}((?:{'|'.join(_VERBS)})\b{_NOUN}[^.;]*)", re.IGNORECASE)


def order_in(text: str) -> str:
    """The order to the Director that a text holds; empty where there is none."""
    match = _ORDER.search(text)
    return match[1] if match else ""
