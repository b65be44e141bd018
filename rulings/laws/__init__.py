"""The Laws as data: decision trees, the evaluator, auctions, the law book.

Pure: the standard library and scoring.engine; no Django, no clock, no network. Start at `Consultation` for a
director who answers question by question, at `evaluate` for facts already known, and at `book` and
`search` for the Laws themselves.
"""

from rulings.laws.auction import Auction, Call
from rulings.laws.book import Book, book
from rulings.laws.errors import DataError, LawsError
from rulings.laws.evaluator import Answered, Asked, Consultation, EvaluationStep, evaluate
from rulings.laws.library import library
from rulings.laws.model import Library, MenuEntry, Note, Outcome, Phase, Question, RulingBasis, Tree
from rulings.laws.regulation import SETTINGS, USUAL, Regulation
from rulings.laws.search import find_entries, search
from rulings.laws.words import say

__all__ = [
    "SETTINGS",
    "USUAL",
    "Answered",
    "Asked",
    "Auction",
    "Book",
    "Call",
    "Consultation",
    "DataError",
    "EvaluationStep",
    "LawsError",
    "Library",
    "MenuEntry",
    "Note",
    "Outcome",
    "Phase",
    "Question",
    "Regulation",
    "RulingBasis",
    "Tree",
    "book",
    "evaluate",
    "find_entries",
    "library",
    "say",
    "search",
]
