"""The law book and the trees, for anybody, without signing in: read only and throttled."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.api.views import BaseView
from rulings.api.serializers import lawbook as forms
from rulings.laws import LawsError, library
from rulings.laws.book import Book, Definition, Law, Term, book, editions
from rulings.laws.desk import RulingOptions, run
from rulings.laws.present import library_json, step_json, tree_json
from rulings.selectors.lawbook import search_results
from rulings.wording import note_sentence

LONGEST, MOST_FACTS = 100, 100
EDITION = OpenApiParameter(
    "edition",
    OpenApiTypes.STR,
    enum=list(editions()),
    description="e2024: the Laws of 2017 with the revision of 2024. e2017: without it.",
)
WORDS = OpenApiParameter(
    "q", OpenApiTypes.STR, description="A number, word or term in any of the five languages, up to 100 characters."
)
FACTS = OpenApiParameter(
    "fact",
    {"type": "array", "items": {"type": "string"}},
    explode=True,
    description="An answer already known, as key=value, such as rot=y; also edition and C1 to C12. Give it repeatedly.",
)


class BookView(ViewSetMixin, BaseView):
    tag = "Laws"

    @property
    def edition(self) -> str:
        edition = self.request.query_params.get("edition", editions()[0])
        if edition not in editions():
            raise ValidationError({"edition": _("Choose one of: %(choices)s.") % {"choices": ", ".join(editions())}})
        return edition

    @property
    def book(self) -> Book:
        return book(self.edition)


class LawViewSet(BookView):
    summaries = {
        "laws": "All laws, and what a search finds",
        "law": "One law, paragraph by paragraph",
        "definitions": "The terms that the Laws define",
        "terms": "The words of the game in five languages",
    }

    @extend_schema(operation_id="laws_list", parameters=[WORDS, EDITION], responses={200: forms.LawListSerializer})
    def laws(self, request: Request) -> Response:
        query = request.query_params.get("q", "").replace("\x00", " ").strip()
        if len(query) > LONGEST:
            raise ValidationError({"q": _("Write at most %(most)s characters.") % {"most": LONGEST}})
        answer: dict[str, Any] = {"edition": self.edition, "laws": [_line(law) for law in self.book.laws.values()]}
        if query:
            answer["found"] = [
                {
                    "kind": result.kind,
                    "law": result.law.number if result.law else None,
                    "paragraph": result.paragraph,
                    "title": result.title,
                    "text": result.text,
                }
                for result in search_results(self.book, query)
            ]
        return Response(answer)

    @extend_schema(parameters=[EDITION], responses={200: forms.LawSerializer})
    def law(self, request: Request, number: int) -> Response:
        law = self.book.laws.get(number)
        if law is None:
            raise NotFound
        points = [
            {"paragraph": point.paragraph, "text": point.text, "trees": list(point.trees)} for point in law.points
        ]
        neighbours = {
            "trees": list(law.trees),
            "refers_to": list(law.refers_to),
            "referred_by": list(law.referred_by),
        }
        return Response({**_line(law), "edition": self.edition, "points": points, **neighbours})

    @extend_schema(responses={200: forms.DefinitionSerializer(many=True)})
    def definitions(self, request: Request) -> Response:
        return Response([_definition(definition) for definition in book().definitions])

    @extend_schema(responses={200: forms.LawTermSerializer(many=True)})
    def terms(self, request: Request) -> Response:
        return Response([_term(term) for term in book().terms])


def _line(law: Law) -> dict[str, Any]:
    titles = {"titles": dict(law.titles), "other_subject": dict(law.other_subject)}
    return {"number": law.number, **titles, "summary": law.summary}


def _definition(entry: Definition) -> dict[str, Any]:
    return {"term": entry.term, "names": dict(entry.names), "summary": entry.summary, "laws": list(entry.laws)}


def _term(term: Term) -> dict[str, Any]:
    return {"names": dict(term.names), "laws": list(term.laws)}


class TreeViewSet(BookView):
    """The trees as `manage.py ruling` has them."""

    summaries = {
        "trees": "The director's menu and every tree",
        "tree": "One tree: its questions and outcomes",
        "run": "Run a tree on facts: outcomes so far, and the next question",
    }

    @extend_schema(operation_id="trees_list", responses={200: forms.LibrarySerializer})
    def trees(self, request: Request) -> Response:
        return Response(library_json(library()))

    @extend_schema(responses={200: forms.TreeSerializer})
    def tree(self, request: Request, tree: str) -> Response:
        named_tree = library().trees.get(tree)
        if named_tree is None:
            raise NotFound
        return Response(tree_json(named_tree))

    @extend_schema(parameters=[FACTS], responses={200: forms.StepSerializer})
    def run(self, request: Request, tree: str) -> Response:
        if tree not in library().trees:
            raise NotFound
        facts = request.query_params.getlist("fact")
        if len(facts) > MOST_FACTS:
            raise ValidationError({"fact": _("Send at most %(most)s facts.") % {"most": MOST_FACTS}})
        try:
            step = run(RulingOptions(tree, tuple(facts)))
        except LawsError as error:
            raise ValidationError({"fact": note_sentence(error.note)}) from error
        return Response(step_json(step))
