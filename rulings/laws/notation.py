"""Read the files of trees. docs/algorithms/rulings.md specifies the notation; a Director can read it too."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulings.laws.errors import DataError
from rulings.laws.model import (
    TEXTS,
    Conditions,
    Known,
    MenuEntry,
    Outcome,
    Phase,
    Question,
    Rule,
    RulingBasis,
    Tree,
    Variant,
)

_NAME = r"[A-Za-z0-9_]+"
_QUESTION = re.compile(rf"question ({_NAME})(, aside|, choice)?(?:, ({_NAME}) where (.+?))?(?:, if (.+))?")
_ANSWER = re.compile(rf"- ({_NAME}): (.+)")
_RULE = re.compile(r"(.+?) -> (.+)")
_GO = re.compile(rf"go ({_NAME})(?: knowing (.+))?")
_KEY = re.compile(r"([a-z]+): (.+)")
_VARIANT = re.compile(rf"if ({_NAME})=({_NAME}(?:\|{_NAME})*), ([a-z]+): (.*)")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """A logical line: what follows with four blanks or more has been joined to it."""

    file: str
    number: int
    indented: bool
    text: str

    def error(self, code: str, **params: object) -> DataError:
        return DataError(code, file=self.file, line=self.number, text=self.text, **params)


Block = list[LogicalLine]


def logical_lines(text: str, file: str) -> Iterator[LogicalLine]:
    current: LogicalLine | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip() or raw.startswith("#"):
            continue
        depth = len(raw) - len(raw.lstrip())
        if depth >= 4 and current is not None:
            current = LogicalLine(file, current.number, current.indented, f"{current.text} {raw.strip()}")
            continue
        if current is not None:
            yield current
        current = LogicalLine(file, number, depth > 0, _BLANKS.sub(" ", raw.strip()))
    if current is not None:
        yield current


def indented_blocks(lines: Iterator[LogicalLine]) -> Iterator[Block]:
    """A line at the margin with the indented lines under it."""
    block: Block = []
    for line in lines:
        if not line.indented and block:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def parse_trees(text: str, file: str) -> Iterator[Tree]:
    parts: list[Block] = []
    for block in indented_blocks(logical_lines(text, file)):
        if block[0].text.startswith("tree ") and parts:
            yield _tree(parts)
            parts = []
        parts.append(block)
    if parts:
        yield _tree(parts)


def _tree(parts: list[Block]) -> Tree:
    head = parts[0][0]
    word, _, name = head.text.partition(" ")
    if word != "tree" or not name:
        raise head.error("no-tree")
    heading = parse_keys(parts[0][1:])
    questions: list[Question] = []
    rules: tuple[Rule, ...] = ()
    outcomes: dict[str, Outcome] = {}
    for block in parts[1:]:
        heading_line = block[0].text
        if heading_line.startswith("question "):
            questions.append(parse_question(block))
        elif heading_line == "rules":
            rules += tuple(parse_rule(line) for line in block[1:])
        elif heading_line.startswith("outcome "):
            outcome = _outcome(block)
            if outcome.id in outcomes:
                raise block[0].error("twice", name=outcome.id)
            outcomes[outcome.id] = outcome
        else:
            raise block[0].error("unreadable")
    missing = {"title", "laws", "phase"} - set(heading)
    if missing:
        raise head.error("no-key", key=", ".join(sorted(missing)))
    if heading["phase"] not in set(Phase):
        raise head.error("bad-value", key="phase", value=heading["phase"], known=tuple(Phase))
    phase = Phase(heading["phase"])
    laws, first = parse_list(heading["laws"]), heading.get("first", "")
    return Tree(name, heading["title"], laws, phase, tuple(questions), rules, outcomes, first)


def parse_keys(lines: Block) -> dict[str, str]:
    """Lines `key: text`, each key once."""
    keys: dict[str, str] = {}
    for line in lines:
        match = _KEY.fullmatch(line.text)
        if match is None:
            raise line.error("unreadable")
        if match[1] in keys:
            raise line.error("twice", name=match[1])
        keys[match[1]] = match[2]
    return keys


def parse_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def parse_question(block: Block) -> Question:
    """A question with its text and at least two answers."""
    match = _QUESTION.fullmatch(block[0].text)
    if match is None or len(block) < 4:
        raise block[0].error("unreadable")
    answers = []
    for line in block[2:]:
        answer = _ANSWER.fullmatch(line.text)
        if answer is None:
            raise line.error("unreadable")
        answers.append((answer[1], answer[2]))
    if len(dict(answers)) < len(answers):
        raise block[0].error("twice", name=match[1])
    known = Known(match[3], _conditions(match[4], block[0])) if match[3] else None
    when = _conditions(match[5], block[0]) if match[5] else ()
    aside, choice = match[2] == ", aside", match[2] == ", choice"
    return Question(match[1], block[1].text, tuple(answers), when, aside, choice, known)


def _conditions(text: str, line: LogicalLine) -> Conditions:
    return tuple((name, tuple(value.split("|"))) for name, value in _pairs(text, line))


def _pairs(text: str, line: LogicalLine) -> Iterator[tuple[str, str]]:
    for part in parse_list(text):
        name, equals, value = part.partition("=")
        if not (equals and name and value):
            raise line.error("unreadable")
        yield name, value


def parse_rule(line: LogicalLine) -> Rule:
    """What holds, and the outcome or the tree that it leads to."""
    match = _RULE.fullmatch(line.text)
    if match is None:
        raise line.error("unreadable")
    when = () if match[1] == "otherwise" else _conditions(match[1], line)
    out, _, then = match[2].partition(", go ")
    if then:
        out, then = out, f"go {then}"
    elif out.startswith("go "):
        out, then = "", out
    go = _GO.fullmatch(then) if then else None
    if then and go is None:
        raise line.error("unreadable")
    knowing = tuple(_pairs(go[2], line)) if go and go[2] else ()
    return Rule(when, out or None, go[1] if go else None, knowing)


def _outcome(block: Block) -> Outcome:
    name = block[0].text.removeprefix("outcome ")
    plain = [line for line in block[1:] if not line.text.startswith("if ")]
    keys = parse_keys(plain)
    for key in ("law", "kind", "do", "score", "pp"):
        if key not in keys:
            raise block[0].error("no-key", key=key)
    if unknown := set(keys) - {"law", "kind", "chk", *TEXTS}:
        raise block[0].error("unknown-key", key=", ".join(sorted(unknown)))
    if keys["kind"] not in set(RulingBasis):
        raise block[0].error("bad-value", key="kind", value=keys["kind"], known=tuple(RulingBasis))
    texts = tuple((key, keys[key]) for key in TEXTS if key in keys)
    variants = tuple(_variant(line) for line in block[1:] if line.text.startswith("if "))
    chk = parse_list(keys["chk"]) if "chk" in keys else ()
    return Outcome(name, parse_list(keys["law"]), RulingBasis(keys["kind"]), texts, chk, variants)


def _variant(line: LogicalLine) -> Variant:
    match = _VARIANT.fullmatch(line.text)
    if match is None or match[3] not in ("law", "chk", *TEXTS):
        raise line.error("unreadable")
    return Variant(match[1], tuple(match[2].split("|")), match[3], match[4])


def parse_menu(text: str, file: str) -> Iterator[MenuEntry]:
    """Lines `L27: Insufficient bid | other words` under a phase."""
    for block in indented_blocks(logical_lines(text, file)):
        if block[0].text not in set(Phase):
            raise block[0].error("bad-value", key="phase", value=block[0].text, known=tuple(Phase))
        phase = Phase(block[0].text)
        for line in block[1:]:
            tree, colon, words = line.text.partition(": ")
            if not colon:
                raise line.error("unreadable")
            label, _, also = words.partition(" | ")
            yield MenuEntry(phase, tree, label, parse_list(also) if also else ())
