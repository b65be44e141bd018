"""The law book is for everybody."""

from __future__ import annotations

from tests.clubs.api.matrix import Action
from tests.clubs.api.matrix import everyone as api_everyone
from tests.clubs.page import Page, everyone

PAGES: dict[str, Page] = {
    "laws": Page(everyone(200)),
    "law": Page(everyone(200), lambda cast: {"number": 27}),
    "law-definitions": Page(everyone(200)),
    "law-trees": Page(everyone(200)),
    "law-tree": Page(everyone(200), lambda cast: {"tree": "L27"}),
}
ACTIONS: dict[str, Action] = {
    "GET laws/": Action(api_everyone(200)),
    "GET laws/<int:number>/": Action(api_everyone(200), lambda cast: {"number": 27}),
    "GET laws/definitions/": Action(api_everyone(200)),
    "GET laws/terms/": Action(api_everyone(200)),
    "GET trees/": Action(api_everyone(200)),
    "GET trees/<str:tree>/": Action(api_everyone(200), lambda cast: {"tree": "L27"}),
    "GET trees/<str:tree>/run/": Action(api_everyone(200), lambda cast: {"tree": "L27"}),
}
