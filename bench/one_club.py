"""Fill an empty database with one club: `python -m bench.one_club`."""

import django

django.setup()

from tests.cast import make_cast  # noqa: E402

if __name__ == "__main__":
    make_cast()
