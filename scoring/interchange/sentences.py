"""Every sentence that reading a file can say to a person; the edge translates them."""

NO_FILE = "There is no file %(path)s."
NOT_A_FILE = "%(path)s is a folder: name a file."
UNREADABLE = "%(path)s cannot be opened: %(why)s."
TOO_LARGE = "%(path)s has %(megabytes)d MB; files of up to %(limit)d MB are read. Export one session at a time."
CHANGED = "%(path)s changed while it was read: read it again."
EMPTY = "%(path)s is empty: export it again from the scoring program."
HTML = "%(path)s is a web page, not a results file: download the USEBIO, PBN or CSV file itself."
UNKNOWN = "%(path)s is not a USEBIO, PBN or CSV file: it starts with %(start)s."
BINARY = "%(path)s is not text: name a USEBIO, PBN, CSV or Bridgemate file."
BAD_ENCODING = "%(path)s is not in %(encoding)s (byte %(byte)d cannot be read): save it again as UTF-8."
BAD_XML = "%(path)s breaks off or is damaged at line %(line)d: export it again from the scoring program."
BAD_XML_ENCODING = "%(path)s says its letters are in %(encoding)s, but they are not: save it again as UTF-8."
ENTITIES = "%(path)s defines entities, which a results file has no use for and which can do harm: it is not read."
NOT_USEBIO = "%(path)s is XML but not USEBIO: it starts with <%(tag)s>."
NO_EVENT = "%(path)s has no EVENT section: export it again from the scoring program."
NO_LINES = "%(path)s has no travellers: export it again with the results of each board."
NO_TABLE = "%(path)s has no ScoreTable section: export it with the results of each board."
ONLY_DEALS = "%(path)s has deals but no results: import it as the boards of an event instead."
BAD_SPREADSHEET = "%(path)s is no spreadsheet that can be read: save it again as XLSX or CSV."
ZIP = "%(path)s is an archive of files: unpack it, or import it on the page, which takes archives."
SPREADSHEET_TOO_LARGE = "%(path)s unpacks to more than %(megabytes)d MB: save its results alone, or as CSV."
BAD_TVP = "%(path)s is no scale of victory points that can be read: it needs MAX, DEUCE and a margin for NULL."
TVP_FALLS = "%(path)s gives fewer points for a larger margin: correct the scale."
IS_TVP = "%(path)s is a scale of victory points, not results: type %(limits)s as the scale of the event."
IS_ODD_TVP = "%(path)s is a scale of victory points, not results, and its steps are not those of a 20-0 scale."
NO_COLUMNS = "%(path)s lacks the column %(missing)s; its first line must name %(needed)s."
NO_RESULTS = "%(path)s has no result that can be read; the first problem is: %(first)s"

TOO_DEEP = "%(path)s is too large or too deeply nested to be scored: export one session at a time."
FAULT = "%(path)s cannot be scored (%(kind)s): send the file to whoever looks after the program."

UNKNOWN_SCORING = (
    "The file says that it was scored by '%(said)s', which is not known: it is scored by %(method)s. "
    "Say which method it was."
)
OTHER_PROFILE = (
    "The published figures follow the profile '%(published)s', not '%(chosen)s': choose that one to have the same."
)
PUBLISHED_POINTS = (
    "The file gives %(contestant)s %(published)s for this line, but its result is worth %(worth)s: "
    "check which is right."
)
PUBLISHED_STANDING = (
    "The file has %(contestant)s at %(published)s, but its lines give %(worth)s: look for a wrong line, "
    "or a penalty that the file does not carry."
)
PUBLISHED_MATCH = (
    "The file gives %(home)s against %(away)s %(published)s, but the boards give %(worth)s: check which is right."
)
AS_PUBLISHED = (
    "The published ranking does not follow from the lines under any rule that is known here: it is shown as published."
)
NO_RESULTS_BUT_A_RANKING = "The file has no results of boards, only a ranking, which is shown as published."
PLACE = "place %(place)s"
BAD_HANDS = "%(why)s The hands of the board are left out."
SOME_HANDS = "The file has no hands of the boards %(numbers)s: the hands of the others are left out."
ONE_SIDE = "The line gives an artificial score to one side only: %(side)s is taken to have %(award)s; check it."
SEVERAL_EVENTS = "The file has more than one event: all are read as one; export each to a file of its own."
WESTERN_LETTERS = (
    "The file's letters are not UTF-8, and it names no others: they are read as Western ones; check names."
)
NO_PARTICIPANTS = "The file has no PARTICIPANTS section: contestants are known by the numbers on the lines only."
NO_PAIR = "The line does not say who sat %(direction)s: add the pair number."
NO_BOARD = "The line does not say which board it is of: add the board number."
TWICE = "Pair %(contestant)s has a result on this board already: this line is left out; remove one of them."
TWICE_PLAYER = "Player %(contestant)s has a result on this board already: this line is left out; remove one of them."
SAME_PLAYER = "Player %(contestant)s cannot sit twice at a table: correct a number."
SAME_PAIR = "Pair %(contestant)s cannot play against itself: correct a pair number."
DISAGREES = "%(result)s is worth %(worth)d, but the line says %(score)d, which is used: check which is right."
FROM_SCORE = "%(why)s The line is scored from its score, %(score)d; correct the contract."
LEFT_OUT = "%(why)s The line is left out."
BAD_SCORE = "'%(score)s' is not a score: type points as North-South sees them, A6040 or NP."
ODD_SCORE = "No contract gives %(score)d at this vulnerability: it is used as it stands; check it."
NO_RESULT = "The line has neither a result nor a score: type one, or NP where the board was not played."
SHORT_ROW = "The line has %(found)d values where the table has %(wanted)d columns: it is left out."
ONE_TABLE = "The match %(home)s against %(away)s has no second result on this board: it does not count."

NOT_DEALS = "%(path)s is not a PBN, LIN or DUP file, nor BRI, DGE, DLM or CSV: it starts with %(start)s."
DEALS_HTML = "%(path)s is a web page, not a file of deals: download the PBN, LIN or DUP file itself."
TOO_MANY_DEALS = "%(path)s has more than %(most)d deals: export the boards of one event at a time."
DEALS_EMPTY = "%(path)s is empty: export it again from the dealing program."
NO_DEALS = "%(path)s has no deals: export it again with the hands of each board."
NO_GOOD_DEALS = "%(path)s has no board that can be read; the first problem is: %(first)s"
DEAL_LEFT_OUT = "%(why)s The board is left out."
NO_DEAL = "The board has no deal: add its four hands, or remove it."
GUESSED_BOARD = "The board has no number: it is taken as board %(number)d, in the order of the file; check it."
OTHER_DEALER = "The board is marked with dealer %(marked)s where its number gives %(usual)s: it is kept as marked."
OTHER_VULNERABILITY = (
    "The board is marked with vulnerability %(marked)s where its number gives %(usual)s: it is kept as marked."
)
MARK_BY_NUMBER = "%(why)s It is taken from the board's number."
MERGED = "The board is in the file more than once with the same deal: it is taken once."
MERGED_MARKS = (
    "The board is in the file more than once with the same deal but marked otherwise: "
    "it is taken as marked the first time; check it."
)
TWO_DEALS = "Board %(number)d is in the file with different deals: remove the wrong ones; the board is left out."
SAME_DEAL = "The board has the same deal as board %(other)d: check that it was not copied by mistake."
OPEN_COMMENT = "The comment that begins here is never closed: what follows it is not read; add a }."

SHORT_DUP = "%(path)s breaks off: it has %(size)d bytes where every board takes 156; copy it again."
BACKWARD_DUP = "%(path)s counts its boards backwards, which is not read: export it again counting forwards, or as PBN."
BAD_DUP_CARDS = "The cards are not 39 numbers from 01 to 52: export the board again."
BAD_DUP_FIRST = "%(path)s names '%(text)s' as its lowest board: export it again with a number from 1 to 999."
DUP_PARTS = "The hands for the machine and the hands in print differ: those for the machine are taken; check them."
SHORT_DUP_LINE = "%(path)s breaks off: line %(line)d has %(size)d digits where every board takes 78; copy it again."
SHORT_DEALS = "%(path)s breaks off: it has %(size)d bytes where every board takes %(record)d; copy it again."
BAD_DGE_HANDS = "The hands are not four hands with a sign before each suit: export the board again."
BAD_DLM_RANGE = "%(path)s does not say from which board to which it goes, 1 to 99: export it again."
DLM_ENCRYPTED = "%(path)s is encrypted: save it without a key."
DLM_CHECKSUM = "%(path)s has the checksum %(said)d where its boards give %(wanted)d: copy it again."
DLM_BREAKS_OFF = "%(path)s breaks off before board %(number)d: copy it again."
BAD_DLM_BOARD = "The cards are not 26 letters from a to p and three digits."
DLM_BOARD_CHECKSUM = "The checksum is %(said)d where the cards give %(wanted)d: copy the file again."
DEALS_GAP = (
    "A %(format)s file numbers its boards without gaps, and board %(number)d does not follow board %(before)d: use PBN."
)
DEALS_FROM_ONE = "A %(format)s file begins with board 1, and there is a board %(number)d first: use PBN or DUP."
DEALS_MARKED = "A %(format)s file cannot say that board %(number)d is marked otherwise than its number: use PBN."
DEALS_NUMBER = "A %(format)s file has room for board numbers up to %(most)d, and there is a board %(number)d: use PBN."
NOTHING_TO_WRITE = "There are no boards to write: deal or choose some."
TWICE_TO_WRITE = "Board %(number)d is to be written twice: leave one of them out."
UNKNOWN_DEAL_FORMAT = "There is no format '%(format)s' for deals; there are %(known)s."
