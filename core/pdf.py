"""Pages as PDF. What is printed comes in the page itself: nothing is fetched, from the web or from this machine."""

from __future__ import annotations


def pdf_from_html(html: str) -> bytes:
    """The page as a PDF; whatever it refers to by an address is left out."""
    # Only here: it takes a second to load and few need it.
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    class NothingIsFetched(URLFetcher):
        def fetch(self, url: str, headers: object = None) -> object:
            raise ValueError("A page that is printed refers to nothing outside itself.")

    document: bytes = HTML(string=html, url_fetcher=NothingIsFetched()).write_pdf()
    return document
