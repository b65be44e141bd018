"""Every sentence this package can say, in English, in one place.

Codes and figures travel as data (`Note`), so a page may translate the template and fill it in:
`events.wording` does. The function `_` only marks the text for the translators' tools.
"""

from events.movements.model import Note


def _(text: str) -> str:
    return text


SENTENCES: dict[str, str] = {
    # faults
    "seated-twice": _("Round {round}: number {contestant} is expected in two places."),
    "not-seated": _("Round {round}: number {contestant} has no place and is not sitting out."),
    "unknown-contestant": _("Round {round}: there is no number {contestant} in this event."),
    "table-twice": _("Round {round}: table {table} is used twice."),
    "board-at-two-tables": _("Round {round}: board {board} is needed at tables {tables} at once."),
    "met-again": _("Round {round}: {a} and {b} meet again (meeting {times})."),
    "partners-again": _("Round {round}: {a} and {b} are partners again (time {times})."),
    "board-again": _("Round {round}: number {contestant} meets board {board} again."),
    # remarks of the checker
    "unequal-boards": _("Not everyone plays the same number of boards: from {low} to {high}."),
    "unequal-sit-outs": _("Sit-outs are not equal: from {low} to {high} rounds."),
    "unequal-opponents": _("Not everyone meets the same number of opponents: from {low} to {high}."),
    "boards-shared": _("Tables share boards in {rounds} of the rounds."),
    "copies-needed": _("{copies} copies of the boards are needed."),
    "withdrawn": _("No longer playing: {contestants}."),
    # notes of the generators
    "cut-short": _("Stops after {rounds} of {full} rounds."),
    "stationary": _("Stationary: {contestants}. Everyone else moves."),
    "follow": _("Each moving pair takes the place the next lower number leaves; 1 follows {last}."),
    "up-and-down": _("East-West move up one table, boards move down one table."),
    "skip-after": _("After round {round} East-West skip one table."),
    "share-and-relay": _("Tables {one} and {other} share boards; a bye stand lies between tables {low} and {high}."),
    "bye-stand": _("A bye stand lies between tables {low} and {high}."),
    "no-share-needed": _("The half table is one of the two that would share, so nobody shares."),
    "half-table-ns": _("Table {table} has no North-South pair: whoever comes there East-West sits out."),
    "half-table-ew": _("One East-West pair is missing: North-South sit out when its place comes round."),
    "arrow-switch": _("Turn the arrow in round(s) {rounds}: North-South and East-West change places."),
    "rover": _("Pair {pair} is the rover: it sits out round 1, then takes the North-South seats at tables {tables}."),
    "rover-repeats": _("The rover meets one pair twice: no visit order avoids it for this many rounds."),
    "web": _("Boards run up the tables 1 to {first} and down the tables {second} to {last}, in {copies} copies."),
    "same-boards": _("Everyone plays the same boards in each round."),
    "others-same-boards": _("All others play the same boards in each round."),
    "all-share-round": _("In round {round} all tables share one set of boards."),
    "both-share": _("Both tables share the boards of each round."),
    "double-round": _("A double round: everyone meets twice, the second time the other way round."),
    "sit-out-phantom": _("Whoever is due to meet number {number}, who does not exist, sits out."),
    "hesitation": _("Each round two pairs from the moving line hesitate and meet each other."),
    "one-visit": _("Pairs 1 to {last} keep their tables, but each visits a neighbour in one round."),
    "hesitation-shares": _("Two tables share boards in each round."),
    "home-table": _("Each team keeps its North-South pair at its own table; East-West pairs move."),
    "misses-one": _("Each team misses one opponent; ask for {rounds} rounds to play them head to head."),
    "last-round-shared": _("In the last round tables {half} apart play each other and share boards."),
    "one-match-at-a-time": _("Both halves of each match are played in two rounds running."),
    "seeded": _("Numbers are seeds: the draw keeps the strongest apart."),
    "byes": _("Byes in the first round for seeds {seeds}."),
    "three-ways": _("Matches of three, of which {survive} go on: {matches}."),
    "rehearsal": _(
        "Only round 1 is certain: later rounds are drawn from the standings, here as if the lower number won."
    ),
    "drawn": _("Rounds 1 to {rounds} are drawn; later ones are drawn from the standings."),
    "not-a-swiss": _("Only a Swiss is drawn round by round; this is a {kind} movement."),
    "triangle": _("Teams {teams} play a triangle in rounds {round} and the next, with boards of their own."),
    "in-triangle": _("Number {contestant} plays the second half of a triangle in round {round} and is not drawn."),
    "triangle-of-teams": _("Round {round}: only teams play in threes. Among pairs one has a bye."),
    "triangle-too-late": _("A triangle takes two rounds, and {round} is the last: one has a bye."),
    "one-triangle": _("Round {round}: one match of three different teams is enough; all others are of two."),
    "none-drawn": _("Only round 1 is there, which is not drawn: there is nothing to take back."),
    "threes-in-twos": _("A match of three takes two stanzas: play an even number of them, not {rounds}."),
    "knockout-odd": _("{number} teams do not make matches of two. Leave out those who have a bye."),
    "all-drawn": _("All {rounds} rounds are drawn."),
    "whist": _("Everyone partners everyone once and opposes everyone twice."),
    "opponents-even": _("No partnership repeats; any two players oppose each other {low} to {high} times."),
    # reasons of the recommendation
    "every-pair": _("Everyone plays every board."),
    "share-of-boards": _("Everyone plays at least {share}% of the boards in use."),
    "below-share": _("Some play only {share}% of the boards in use, and {wanted}% are asked for."),
    "near-boards": _("{boards} boards each, {wanted} were asked for."),
    "fits-time": _("Takes {minutes} minutes, {limit} are available."),
    "over-time": _("Takes {minutes} minutes, {limit} are available."),
    "no-sit-out": _("Nobody sits out."),
    "sit-out-once": _("Nobody sits out more than once."),
    "sit-out-some": _("Some sit out {times} times."),
    "one-winner": _("One field, one winner."),
    "two-winners": _("Two fields: a North-South winner and an East-West winner."),
    "seats-kept": _("{number} stationary pairs: seats for those who must not move."),
    "simple": _("Simple to run: one table up, boards down."),
    "balance": _("Influence of one contestant on another varies by {variance}."),
    "everyone-meets": _("Everyone meets everyone."),
    "must-meet-again": _("{a} and {b} meet again in round {round}: the others play their triangle."),
    "second-meeting-needed": _("Round {round} cannot be drawn without a second meeting."),
    "second-bye": _("Round {round}: number {contestant} has a bye for the second time."),
    # repair
    "late-fills-sit-out": _("Number {contestant} takes the empty place from round {round}."),
    "late-as-rover": _("Number {contestant} comes in as a rover from round {round}."),
    "late-sits": _("Number {contestant} finds no legal place in round {round} and sits out."),
    "left": _("Number {contestant} has left before round {round}; its opponents sit out or meet each other."),
    "came-back": _("Number {contestant} is there again from round {round}."),
    "joined-up": _("Round {round}: {a} and {b}, both without opponents, play each other."),
    "seats-exchanged": _("{a} and {b} played each other's seats in round {round}."),
    "tracks-exchanged": _("{a} and {b} keep the seats they took: that costs fewer boards than going back."),
    "boards-dropped": _("Round {round}, table {table}: boards {boards} are not played, someone has played them."),
    "meets-again": _("Round {round}, table {table}: {a} and {b} meet again, over new boards."),
    "nothing-left": _("Round {round}: {a} and {b} have no boards left that both can play and sit out."),
    "boards-replaced": _("Round {round}, table {table}: boards {boards} instead of those already played."),
    "result-stands": _(
        "Boards {boards} at table {table} in round {round}: nobody there had played them, the results stand (Law 15B2)."
    ),
    "result-cancelled": _(
        "Boards {boards} at table {table} in round {round}: {contestants} had played them, "
        "cancel them for both sides and award artificial scores (Law 15B1)."
    ),
    "boards-still-due": _(
        "Boards {boards} at table {table} were not played in round {round}; they may be played later (Law 15B2)."
    ),
    "wrong-opponents": _("{ns} and {ew} met at table {table} in round {round} against the movement."),
    # what moves where after a round
    "ns-stay": _("North-South stay."),
    "ns-up-one": _("North-South move up one table."),
    "ns-down-one": _("North-South move down one table."),
    "ns-up": _("North-South move up {tables} tables."),
    "ns-down": _("North-South move down {tables} tables."),
    "ew-stay": _("East-West stay."),
    "ew-up-one": _("East-West move up one table."),
    "ew-down-one": _("East-West move down one table."),
    "ew-up": _("East-West move up {tables} tables."),
    "ew-down": _("East-West move down {tables} tables."),
    "boards-stay": _("The boards stay."),
    "boards-up-one": _("Boards move up one table."),
    "boards-down-one": _("Boards move down one table."),
    "boards-up": _("Boards move up {tables} tables."),
    "boards-down": _("Boards move down {tables} tables."),
    "boards-new": _("New boards for everybody: {boards}."),
    "turn-arrow": _("Turn the arrow: North-South and East-West change places."),
    "goes-out": _("Number {contestant} sits out."),
    "comes-ns": _("Number {contestant} goes to table {table}, North-South."),
    "comes-ew": _("Number {contestant} goes to table {table}, East-West."),
    # errors
    "too-few": _("--{option} {number}: a {what} needs at least {least}; ask for --{option} {least} or more."),
    "too-many": _(
        "--{option} {number}: at most {most} are possible here; use --{option} {most} or fewer, or split the field."
    ),
    "too-many-rounds": _(
        "--rounds {rounds}: {what} for {number} has at most {most} rounds; use --rounds {most} or fewer."
    ),
    "too-few-rounds": _("--rounds {rounds}: at least {least} needed; use --rounds {least} or more."),
    "bad-boards": _("--boards-per-round {boards}: use a number from 1 to {most}."),
    "odd-needed": _("--{option} {number}: a {what} needs an odd number; use --kind {instead} for an even one."),
    "even-needed": _("--{option} {number}: a {what} needs an even number; use --kind {instead} for an odd one."),
    "not-whist": _(
        "--players {number}: a whist tournament needs a number of the form 4k or 4k+1 up to "
        "{most}; use --kind individual."
    ),
    "web-too-small": _(
        "--pairs {number}: a web with {rounds} rounds needs at least {least} pairs; use --kind "
        "mitchell or fewer --rounds."
    ),
    "kind-not-for": _("--kind {kind}: not a movement for {unit}s; choose from {choices}."),
    "unknown-kind": _("--kind {kind}: unknown; choose from {choices}."),
    "no-draw": _("No draw without a repeat meeting exists for round {round}: allow rematches or use fewer rounds."),
    "nothing-fits": _("No movement for {number} {unit}s meets all of that: leave out --rounds, --copies or --winners."),
    "one-unit": _("Name the contestants with exactly one of --pairs, --teams or --players."),
    "repair-pairs-only": _("Only movements for pairs take {what}; draw {unit}s again from the next round."),
    "bad-repair": _(
        "Round {round} is not one of the rounds 1 to {most} still known to this movement; name a round among them."
    ),
    "not-left": _("Number {contestant} has not left."),
    "no-such-contestant": _("There is no number {contestant}; name one from 1 to {most}."),
    "no-such-table": _("Table {table} is not in use in round {round}; name a table of that round."),
    "bad-winners": _("--winners {winners}: a {what} has {has}; leave the option out."),
}


def say(note: Note) -> str:
    """The sentence for a note."""
    return fill(SENTENCES[note.code], note)


def fill(template: str, note: Note) -> str:
    """A template, translated or not, with the figures of a note."""
    return template.format(**{name: _plain(value) for name, value in note.params})


def _plain(value: object) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(_plain(part) for part in value)
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)
