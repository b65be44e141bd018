"""Every sentence that a Bridgemate file can say to a person; the edge translates them."""

BWS_EMPTY = "%(path)s is empty: copy it again from the computer with Bridgemate's software."
NOT_BWS = "%(path)s is not a Bridgemate file: choose the .bws file itself, not a copy in another format."
BWS_VERSION = (
    "%(path)s is an Access database of another version than Bridgemate's software writes (Access 97 or 2000): "
    "save it as one of these."
)
BWS_BREAKS_OFF = "%(path)s breaks off: copy it again when nothing is writing to it."
BWS_DAMAGED = "%(path)s is damaged, or was copied while it was being written to: copy it again."
BWS_BEING_WRITTEN = "%(path)s was copied while it was being written to: copy it again."
BWS_ENCRYPTED = "%(path)s is encrypted: Bridgemate's own files are not. Save it without encryption."
NO_SECTIONS = "%(path)s is an Access database but not Bridgemate's: it has no table %(table)s."
NO_BWS_RESULTS = "%(path)s has no results yet: read it again when the tables have played."

BAD_REMARK = "The result of table %(table)s in round %(round)s is marked '%(remark)s': it is left out; enter it."
ADJUSTED_REMARK = (
    "Table %(table)s in round %(round)s has an adjusted score ('%(remark)s') that the file does not give: enter it."
)
BROKEN_LETTERS = "The name '%(name)s' has letters that cannot be read: correct it."
BAD_BWS_HAND = "The hands of the board in the file are not four hands of thirteen cards: they are left out."
UNKNOWN_SECTION = "The result belongs to section %(section)s, which the file does not list: it is left out."

TOO_LONG_TEXT = "'%(text)s' has more than %(most)d letters: shorten it."
NOT_IN_CODE_PAGE = "'%(text)s' has letters that a Bridgemate file cannot hold: write it in Western European letters."
TOO_LARGE_TO_WRITE = "A Bridgemate file of this size cannot be written: leave out players who do not come."
BEYOND_LIMIT = "Bridgemates go up to %(most)d for the %(what)s, and this session has %(number)d."
