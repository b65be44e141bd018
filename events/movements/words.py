"""Every sentence this package can say, in English, in one place.

Codes and figures travel as data (`Note`), so a page may translate the template and fill it in.
"""

from events.movements.model import Note

SENTENCES: dict[str, str] = {
    # faults
    "seated-twice": "Round {round}: number {contestant} is expected in two places.",
    "not-seated": "Round {round}: number {contestant} has no place and is not sitting out.",
    "unknown-contestant": "Round {round}: there is no number {contestant} in this event.",
    "table-twice": "Round {round}: table {table} is used twice.",
    "board-at-two-tables": "Round {round}: board {board} is needed at tables {tables} at once.",
    "met-again": "Round {round}: {a} and {b} meet again (meeting {times}).",
    "partners-again": "Round {round}: {a} and {b} are partners again (time {times}).",
    "board-again": "Round {round}: number {contestant} meets board {board} again.",
    # remarks of the checker
    "unequal-boards": "Not everyone plays the same number of boards: from {low} to {high}.",
    "unequal-sit-outs": "Sit-outs are not equal: from {low} to {high} rounds.",
    "unequal-opponents": "Not everyone meets the same number of opponents: from {low} to {high}.",
    "boards-shared": "Tables share boards in {rounds} of the rounds.",
    "copies-needed": "{copies} copies of the boards are needed.",
    "withdrawn": "No longer playing: {contestants}.",
    # notes of the generators
    "cut-short": "Stops after {rounds} of {full} rounds.",
    "stationary": "Stationary: {contestants}. Everyone else moves.",
    "follow": "Each moving pair takes the place the next lower number leaves; 1 follows {last}.",
    "up-and-down": "East-West move up one table, boards move down one table.",
    "skip-after": "After round {round} East-West skip one table.",
    "share-and-relay": "Tables {one} and {other} share boards; a bye stand lies between tables {low} and {high}.",
    "bye-stand": "A bye stand lies between tables {low} and {high}.",
    "no-share-needed": "The half table is one of the two that would share, so nobody shares.",
    "half-table-ns": "Table {table} has no North-South pair: whoever comes there East-West sits out.",
    "half-table-ew": "One East-West pair is missing: North-South sit out when its place comes round.",
    "arrow-switch": "Turn the arrow in round(s) {rounds}: North-South and East-West change places.",
    "rover": "Pair {pair} is the rover: it sits out round 1, then takes the North-South seats at tables {tables}.",
    "rover-repeats": "The rover meets one pair twice: no visit order avoids it for this many rounds.",
    "web": "Boards run up the tables 1 to {first} and down the tables {second} to {last}, in {copies} copies.",
    "same-boards": "Everyone plays the same boards in each round.",
    "all-share-round": "In round {round} all tables share one set of boards.",
    "both-share": "Both tables share the boards of each round.",
    "double-round": "A double round: everyone meets twice, the second time the other way round.",
    "sit-out-phantom": "Whoever is due to meet number {number}, who does not exist, sits out.",
    "hesitation": "Each round two pairs from the moving line hesitate and meet each other.",
    "hesitation-shares": "Two tables share boards in each round.",
    "home-table": "Each team keeps its North-South pair at its own table; East-West pairs move.",
    "misses-one": "Each team misses one opponent; ask for {rounds} rounds to play them head to head.",
    "last-round-shared": "In the last round tables {half} apart play each other and share boards.",
    "one-match-at-a-time": "Both halves of each match are played in two rounds running.",
    "seeded": "Numbers are seeds: the draw keeps the strongest apart.",
    "byes": "Byes in the first round for seeds {seeds}.",
    "three-ways": "Matches of three, of which {survive} go on: {matches}.",
    "rehearsal": "Only round 1 is certain: later rounds are drawn from the standings, here as if the lower number won.",
    "triple": "Teams {teams} play a triangle over two rounds.",
    "whist": "Everyone partners everyone once and opposes everyone twice.",
    "opponents-even": "No partnership repeats; any two players oppose each other {low} to {high} times.",
    "single-table": "All boards at one table.",
    # reasons of the recommendation
    "every-pair": "Everyone plays every board.",
    "share-of-boards": "Everyone plays at least {share}% of the boards in use.",
    "below-share": "Some play only {share}% of the boards in use, and {wanted}% are asked for.",
    "near-boards": "{boards} boards each, {wanted} were asked for.",
    "fits-time": "Takes {minutes} minutes, {limit} are available.",
    "over-time": "Takes {minutes} minutes, {limit} are available.",
    "no-sit-out": "Nobody sits out.",
    "sit-out-once": "Nobody sits out more than once.",
    "sit-out-some": "Some sit out {times} times.",
    "one-winner": "One field, one winner.",
    "two-winners": "Two fields: a North-South winner and an East-West winner.",
    "seats-kept": "{number} stationary pairs: seats for those who must not move.",
    "simple": "Simple to run: one table up, boards down.",
    "balance": "Influence of one contestant on another varies by {variance}.",
    "everyone-meets": "Everyone meets everyone.",
    "second-bye": "Round {round}: number {contestant} has a bye for the second time.",
    # repair
    "late-fills-sit-out": "Number {contestant} takes the empty place from round {round}.",
    "late-as-rover": "Number {contestant} comes in as a rover from round {round}.",
    "late-sits": "Number {contestant} finds no legal place in round {round} and sits out.",
    "left": "Number {contestant} has left before round {round}; its opponents sit out or meet each other.",
    "joined-up": "Round {round}: {a} and {b}, both without opponents, play each other.",
    "seats-exchanged": "{a} and {b} played each other's seats in round {round}.",
    "tracks-exchanged": "{a} and {b} keep the seats they took: that costs fewer boards than going back.",
    "boards-dropped": "Round {round}, table {table}: boards {boards} are not played, someone has played them.",
    "meets-again": "Round {round}, table {table}: {a} and {b} meet again, over new boards.",
    "nothing-left": "Round {round}: {a} and {b} have no boards left that both can play and sit out.",
    "inserted": "Round {round}: {contestants} join tables {tables}, which share their boards.",
    "boards-replaced": "Round {round}, table {table}: boards {boards} instead of those already played.",
    "result-stands": "Boards {boards} at table {table} in round {round}: nobody there had played them, "
    "the results stand (Law 15B2).",
    "result-cancelled": "Boards {boards} at table {table} in round {round}: {contestants} had played them, "
    "cancel them for both sides and award artificial scores (Law 15B1).",
    "boards-still-due": "Boards {boards} at table {table} were not played in round {round}; they may be played "
    "later (Law 15B2).",
    "wrong-opponents": "{ns} and {ew} met at table {table} in round {round} against the movement.",
    "rounds-cut": "The session stops after round {rounds}.",
    "table-added": "Table {table} is added from round {round} for {contestants}.",
    # line-ups
    "plays-twice": "{player} is down for two seats in stanza {stanza}.",
    "not-in-squad": "{player} plays in stanza {stanza} and is not in the squad.",
    "plays-too-little": "{player} plays only {boards} of {total} boards.",
    # errors
    "uneven-squad": "A match between teams of {pairs} pairs needs an even number of pairs; name 2, 4, 6 or more.",
    "no-line-up": "No two of these partnerships can play at the same time; name partnerships of four "
    "different players.",
    "too-few": "--{option} {number}: a {what} needs at least {least}; ask for --{option} {least} or more.",
    "too-many": "--{option} {number}: at most {most} are possible here; use --{option} {most} or fewer, or "
    "split the field.",
    "too-many-rounds": "--rounds {rounds}: {what} for {number} has at most {most} rounds; use --rounds {most} or "
    "fewer.",
    "too-few-rounds": "--rounds {rounds}: at least {least} needed; use --rounds {least} or more.",
    "bad-boards": "--boards-per-round {boards}: use a number from 1 to {most}.",
    "odd-needed": "--{option} {number}: a {what} needs an odd number; use --kind {instead} for an even one.",
    "even-needed": "--{option} {number}: a {what} needs an even number; use --kind {instead} for an odd one.",
    "not-whist": "--players {number}: a whist tournament needs a number of the form 4k or 4k+1 up to {most}; "
    "use --kind individual.",
    "web-too-small": "--pairs {number}: a web with {rounds} rounds needs at least {least} pairs; use --kind "
    "mitchell or fewer --rounds.",
    "kind-not-for": "--kind {kind}: not a movement for {unit}s; choose from {choices}.",
    "unknown-kind": "--kind {kind}: unknown; choose from {choices}.",
    "no-draw": "No draw without a repeat meeting exists for round {round}: allow rematches or use fewer rounds.",
    "nothing-fits": "No movement for {number} {unit}s meets all of that: leave out --rounds, --copies or --winners.",
    "one-unit": "Name the contestants with exactly one of --pairs, --teams or --players.",
    "repair-pairs-only": "Only movements for pairs take {what}; draw {unit}s again from the next round.",
    "bad-repair": "Round {round} is not one of the rounds 1 to {most} still known to this movement; name a "
    "round among them.",
    "no-such-contestant": "There is no number {contestant}; name one from 1 to {most}.",
    "no-such-table": "Table {table} is not in use in round {round}; name a table of that round.",
    "bad-winners": "--winners {winners}: a {what} has {has}; leave the option out.",
}


def say(note: Note) -> str:
    """The sentence for a note."""
    params = {name: _plain(value) for name, value in note.params}
    return SENTENCES[note.code].format(**params)


def _plain(value: object) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(_plain(part) for part in value)
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)
