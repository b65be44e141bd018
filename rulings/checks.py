"""At every start the trees of the Laws are read and proven; what does not hold is an error with a remedy."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, register

from rulings.laws.errors import DataError
from rulings.laws.library import library


@register()
def the_trees_hold(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    try:
        library()
    except DataError as error:
        return [Error(str(error), id="rulings.E001")]
    return []
