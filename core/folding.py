"""`name__mentions="zanis"` finds “Žanis Ozols”, on both databases, without a column of its own."""

from __future__ import annotations

import itertools
import sys
import unicodedata
from functools import cache
from typing import Any

from django.db.models import CharField, Lookup, TextField, Transform
from django.db.models.lookups import Contains

from core.names import PLAIN_LETTERS, SQLITE_FUNCTION, fold

# `lower` leaves alone what only `casefold` changes; of that, names have the first two.
LOWER_TO_PLAIN = {"ς": "σ", "ß": "ss", **PLAIN_LETTERS}


class Folded(Transform):
    """What `core.names.fold` makes of the column."""

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return super().as_sql(compiler, connection, function=SQLITE_FUNCTION, **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        template = f"lower(regexp_replace(normalize(%(expressions)s, NFKD), '{combining_marks()}', '', 'g'))"
        for letter, plain in LOWER_TO_PLAIN.items():
            template = f"replace({template}, '{letter}', '{plain}')"
        return super().as_sql(compiler, connection, template=template, **context)


@CharField.register_lookup
@TextField.register_lookup
class Mentions(Lookup):
    """Holds the words somewhere, whatever their case and accents."""

    lookup_name = "mentions"

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return compiler.compile(Contains(Folded(self.lhs), fold(str(self.rhs))))


@cache
def combining_marks() -> str:
    """All signs that stand on or under another, as a class of a regular expression."""
    marks = [code for code in range(sys.maxunicode + 1) if unicodedata.combining(chr(code))]
    runs = []
    for _offset, group in itertools.groupby(enumerate(marks), lambda pair: pair[1] - pair[0]):
        run = [code for _index, code in group]
        runs.append(f"{chr(run[0])}-{chr(run[-1])}")
    return f"[{''.join(runs)}]"
