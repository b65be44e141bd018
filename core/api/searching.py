"""What `?search=` finds, and which questions an address takes at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.filters import OrderingFilter, SearchFilter


class FoldedSearch(SearchFilter):
    """Every word in one of the view's fields, whatever its case and accents."""

    default_lookup = "mentions"
    search_description = "Words, each of which has to be there; case and accents do not matter."

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return super().get_schema_operation_parameters(view) if getattr(view, "search_fields", None) else []


def refuse_unknown_parameters(view: Any) -> None:
    """A parameter that the address does not take is refused with those it does: passed over, it would mislead."""
    unknown = sorted(set(view.request.query_params) - set(known := known_parameters(view, view.request.method)))
    if not unknown:
        return
    if known:
        sentence = _("There is no such parameter. There are: %(known)s.") % {"known": ", ".join(known)}
    else:
        sentence = _("There is no such parameter. This address takes none.")
    raise ValidationError({name: [ErrorDetail(sentence, code="unknown")] for name in unknown})


def known_parameters(view: Any, method: str) -> list[str]:
    """The names that may stand in the query; the schema lists the same, and a test compares them."""
    return sorted({*_declared_parameters(view, method), *(_list_parameters(view) if view.action == "list" else ())})


def _declared_parameters(view: Any, method: str) -> Iterator[str]:
    """What `extend_schema` says of the act."""
    act = getattr(view, view.action)
    if inspector_class := getattr(act, "kwargs", {}).get("schema"):
        inspector = inspector_class()
        inspector.view, inspector.method = view, method
        declared = inspector._process_override_parameters()
        yield from (name for name, place in declared if place == OpenApiParameter.QUERY)


def _list_parameters(view: Any) -> Iterator[str]:
    backends = view.filter_backends
    if any(issubclass(backend, DjangoFilterBackend) for backend in backends) and getattr(view, "filterset_class", None):
        yield from view.filterset_class.base_filters
    if any(issubclass(backend, SearchFilter) for backend in backends) and getattr(view, "search_fields", None):
        yield SearchFilter.search_param
    if any(issubclass(backend, OrderingFilter) for backend in backends):
        yield OrderingFilter.ordering_param
    if view.paginator:
        yield from (view.paginator.page_query_param, view.paginator.page_size_query_param)
