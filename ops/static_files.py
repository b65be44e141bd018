"""Static files under names that change with their content, the modules of the table's page among them."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTS = (r"""(?P<matched>from "(?P<url>\./[\w-]+\.js)";)""", 'from "%(url)s";')


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    """Rewrites what our own modules import to the names with hashes."""

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("tenace/*.js", (IMPORTS,)))
