"""Every sentence this package can say by itself, in English, in one place.

Codes and figures travel as data (`Note`), so that a page may translate the template and fill it in. The
function `_` only marks the text for the translators' tools. The prose of the trees is in the data files.
"""

from rulings.laws.model import Note, Phase, RulingBasis


def _(text: str) -> str:
    return text


PHASES: dict[Phase, str] = {
    Phase.SETUP: _("Before the auction"),
    Phase.AUCTION: _("Auction"),
    Phase.CLARIFY: _("Between auction and play"),
    Phase.PLAY: _("Play"),
    Phase.AFTER: _("After play"),
    Phase.SCORE: _("Score"),
    Phase.CONDUCT: _("Conduct"),
    Phase.DIRECTOR: _("Director"),
}

KINDS: dict[RulingBasis, str] = {
    RulingBasis.BOOK: _("the law prescribes it"),
    RulingBasis.FACT: _("a finding of fact"),
    RulingBasis.JUDGE: _("the Director's judgement"),
    RulingBasis.DISCIPLINE: _("discipline"),
}

#: What becomes of an appeal against a ruling of this kind (Laws 83, 91 and 93).
APPEALS: dict[RulingBasis, str] = {
    RulingBasis.BOOK: _("It can be appealed, but a committee cannot overrule the Director on law (Law 93B3)."),
    RulingBasis.FACT: _("Tell the side of its right to appeal if a review could well be in order (Law 83)."),
    RulingBasis.JUDGE: _("Tell the side of its right to appeal if a review could well be in order (Law 83)."),
    RulingBasis.DISCIPLINE: _("A decision under Law 91A is final; a committee may only recommend a change (Law 93B3)."),
}

LABELS: dict[str, str] = {
    "do": _("Do"),
    "td": _("For the Director"),
    "opt": _("Choice"),
    "pass": _("Pass"),
    "play": _("This trick"),
    "lead": _("Lead"),
    "pc": _("Penalty card"),
    "tricks": _("Tricks"),
    "info": _("Information"),
    "score": _("Score"),
    "pp": _("Penalty"),
    "chk": _("Check later"),
    "rec": _("Write down"),
}

REST = _("Reached from other trees")

SENTENCES: dict[str, str] = {
    # data files
    "unreadable": _("{file}, line {line}: '{text}' cannot be read; see docs/algorithms/rulings.md."),
    "no-tree": _("{file}, line {line}: '{text}' stands before any tree; begin with 'tree' and its id."),
    "no-key": _("{file}, line {line}: '{text}' lacks {key}; add it."),
    "unknown-key": _("{file}, line {line}: '{text}' has {key}, which no outcome knows; remove it."),
    "bad-value": _("{file}, line {line}: {value} is no {key}; choose one of {known}."),
    "twice": _("{file}, line {line}: {name} is there twice; remove one of the two."),
    "tree-twice": _("Tree {tree} is there twice; remove one of the two."),
    "no-law": _("{where}: there is no paragraph {law} in the Laws; correct the reference."),
    "no-go": _("{tree}: a rule goes on with {go}, which is no tree; correct it."),
    "no-outcome": _("{tree}: a rule gives {out}, which is no outcome of that tree; correct it."),
    "unused-outcome": _("{tree}: no rule gives {out}; add a rule or remove the outcome."),
    "dead-end": _("{tree}: {facts} leads nowhere; add a rule for it."),
    "unreachable": _("{tree}: rule {rule} can never be the first true one; remove it or move it up."),
    "bad-condition": _(
        "{tree}: {name}={answer} is neither an answer in that tree nor a setting; correct the condition."
    ),
    "bad-order": _("{tree}: {question} depends on {name}, which is not asked before it; move it."),
    "unused-question": _("{tree}: no rule depends on {question}; make it an aside or remove it."),
    "bad-knowing": _("{tree}: {name}={answer} is no answer in {go} or beyond; correct what the rule knows."),
    "bad-check": _("{where}: {check} is no check; there are {known}."),
    "order": _("{where}: '{text}' is an order to the Director in words for the players; say what happens, or use td."),
    "unmarked-choice": _("{tree}: {question} asks what a player chooses; mark it: 'question {question}, choice'."),
    "asked-twice": _("{where}: {check} comes back although the ruling goes on with {go}, which asks it; remove it."),
    "nothing-comes-back": _("{where}: the score may be adjusted, but nothing comes back for it; add one of {known}."),
    "bad-check-fact": _("{check}: {name}={answer} is no answer in {tree}; correct what the check knows."),
    "undecided": _("{check}: at the end of play {where} still leaves the score open; correct the tree or the check."),
    "never-adjusts": _("{check}: no answer in {tree} leads to an adjusted score; name another tree."),
    "no-phrase": _("{where}: nothing says what {key} '{text}' means; add it to phrases.txt."),
    "bad-menu": _("The menu names {tree}, which is no tree; correct it."),
    "no-policy": _("{where}: there is no paragraph {paragraph} in the Systems Policy; correct the reference."),
    "no-verdict": _("{where}: {verdict} is no verdict of that tree; choose one of {known}."),
    # requests
    "no-tree-named": _("TREE: there is no tree {tree}; `manage.py ruling --list` shows them all."),
    "tree-wanted": _("TREE: name a tree, such as L27; `manage.py ruling --list` shows them all."),
    "no-fact": _("{text}: write a fact as key=value, such as rot=y."),
    "fact-twice": _("{name}: it is given twice, as {first} and as {second}; leave one out."),
    "no-question": _("{name}: {tree} and the trees after it do not ask this; {tree} asks {known}."),
    "no-answer": _("{name}={answer}: choose one of {known}."),
    "no-setting": _("{name}: there is no such setting; there are {known}."),
    "no-choice": _("{name}={choice}: choose one of {known}."),
    "bad-share-setting": _("{name}={choice}: give a whole number of percent of a top, from 1 to 100."),
    "no-system-question": _("{name}: this is not asked about a system; `manage.py system --list` shows what is."),
    "no-method": _("{text}: a method goes with what is asked about one, such as {method}.type=open."),
    # what an event permits
    "no-category": _("{category}: there is no such category; there are {known}."),
    "no-change": _("{kind}: a change is one of {known}."),
    "system-colour": _("{colour} systems are not allowed here (Systems Policy {paragraph})."),
    "system-stickers": _(
        "At most {most} Brown Sticker methods are allowed here, and this pair has {count} (Systems Policy {paragraph})."
    ),
    "team-red-yellow": _(
        "A team has at most {most} Red and Yellow systems, and this one has {count} (Systems Policy 7)."
    ),
    "team-yellow": _("A team has at most {most} Yellow systems, and this one has {count} (Systems Policy 7)."),
    "defence-words": _("A written defence has at most {most} words, and this one has {count} (Systems Policy 6)."),
    "sheets": _("A card has at most {most} supplementary sheets, and this one has {count} (Systems Policy 5)."),
    "change-sticker": _("After the deadline no Brown Sticker method is added or replaced (Systems Policy 5(c))."),
    # why a question is asked
    "why-since": _("It matters because of the answer to '{question}': {answer}."),
    "why-law": _("It decides whether Law {laws} applies."),
    "why-laws": _("It decides which applies: Law {laws}."),
    "why-trees": _("It may lead on to {trees}."),
    # auctions
    "bad-call": _("'{text}' is no call: write P, X, XX or a bid such as 1C or 3NT."),
    "insufficient": _("{call} by {seat} is not higher than {last}: an insufficient bid (Law 27)."),
    "bad-double": _("{seat} may not double here: only an opponent's last bid can be doubled (Law 19A1)."),
    "bad-redouble": _("{seat} may not redouble here: only an opponent's double can be redoubled (Law 19B1)."),
    "out-of-rotation": _("{call} by {seat} is out of rotation: it is {turn}'s turn (Law 29)."),
    "after-the-end": _("{call} by {seat} comes after the final pass (Law 39)."),
    "above-seven": _("{call} by {seat} is above seven (Law 38)."),
    "no-contract": _("The auction is not over: it is {turn}'s turn to call."),
}


def say(note: Note) -> str:
    """The sentence for a note."""
    return fill(SENTENCES[note.code], note)


def fill(template: str, note: Note) -> str:
    """A template, translated or not, with the figures of a note."""
    return template.format(**{name: _plain(value) for name, value in note.params})


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
