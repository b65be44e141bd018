"""Lists in pages, always in the same order."""

from __future__ import annotations

from typing import Any

from django.core.paginator import InvalidPage
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.filters import OrderingFilter
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request


class Pagination(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    page_size_query_description = "Results on a page, from 1 to 200."
    max_page_size = 200
    page_query_description = "Which page, from 1."

    def get_page_size(self, request: Request) -> int:
        """Refuse a size that cannot be had, instead of quietly giving another."""
        text = request.query_params.get(self.page_size_query_param)
        if text is None:
            return self.page_size
        if not (text.isdecimal() and len(text) < 5 and 1 <= int(text) <= self.max_page_size):
            sentence = _("Write a whole number from 1 to %(most)s.") % {"most": self.max_page_size}
            raise ValidationError({self.page_size_query_param: sentence})
        return int(text)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        self.request = request
        paginator = self.django_paginator_class(queryset, self.get_page_size(request))
        try:
            self.page = paginator.page(request.query_params.get(self.page_query_param, 1))
        except InvalidPage:
            sentence = _("There is no such page. Pages run from 1 to %(last)s.")
            raise ValidationError({"page": sentence % {"last": paginator.num_pages}}) from None
        return list(self.page)

    def get_paginated_response_schema(self, schema: Any) -> Any:
        page = super().get_paginated_response_schema(schema)
        for name in ("next", "previous"):
            # The library says so in the words of OpenAPI 3.0.
            page["properties"][name] = {"type": ["string", "null"], "format": "uri"}
        page["required"] = ["count", "next", "previous", "results"]
        return page

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        parameters[0]["schema"] |= {"minimum": 1, "default": 1}
        parameters[1]["schema"] |= {"minimum": 1, "maximum": self.max_page_size, "default": self.page_size}
        return parameters


class StableOrdering(OrderingFilter):
    """Order by declared fields only, and by the row's number last, so that pages never overlap."""

    def remove_invalid_fields(self, queryset: Any, fields: Any, view: Any, request: Any) -> list[str]:
        valid = [name for name, _label in self.get_valid_fields(queryset, view, {"request": request})]
        if any(term.removeprefix("-") not in valid for term in fields):
            sentence = _("Order by one of: %(fields)s; with a minus sign in front for the reverse.")
            raise ValidationError({self.ordering_param: sentence % {"fields": ", ".join(valid)}})
        return list(fields)

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        ordering = self.get_ordering(request, queryset, view) or queryset.query.order_by
        return queryset.order_by(*(ordering or queryset.model._meta.ordering), "pk")
