"""The questionnaires of the Systems Policy, read once and proven sound before anybody uses them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from rulings.laws.errors import DataError
from rulings.laws.files import read
from rulings.laws.model import Phase, Question, Rule, Tree
from rulings.laws.notation import (
    Block,
    indented_blocks,
    logical_lines,
    parse_keys,
    parse_list,
    parse_question,
    parse_rule,
)
from rulings.laws.proof import prove_conditions, prove_diagram

SYS, BROWN, ALWAYS, ALERT, PSYCH = "SYS", "BROWN", "ALWAYS", "ALERT", "PSYCH"
#: What each questionnaire decides.
VERDICTS: Mapping[str, tuple[str, ...]] = {
    SYS: ("GREEN", "BLUE", "RED", "YELLOW"),
    BROWN: ("BS", "NO"),
    ALWAYS: ("FORBIDDEN", "FREE"),
    ALERT: ("ALERT", "NONE"),
    PSYCH: ("BANNED", "LEGAL", "DISCLOSED", "CONCEALED", "UNDERSTANDING"),
}
_FILES = {
    SYS: "colour.txt",
    BROWN: "brown-sticker.txt",
    ALWAYS: "always.txt",
    ALERT: "alert.txt",
    PSYCH: "psychic.txt",
}
#: Where every reason that holds is told, not the first one alone.
EVERY_REASON = (SYS, ALWAYS)
_KEYS = {"verdict", "paragraph", "says"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule comes to, by which paragraphs, and why in a sentence."""

    id: str
    verdict: str
    paragraphs: tuple[str, ...]
    text: str


@dataclass(frozen=True, eq=False)
class PolicyTree:
    """A questionnaire: its questions and rules as a tree, and the finding of each rule."""

    tree: Tree
    findings: Mapping[str, Finding]

    def finding(self, rule: Rule) -> Finding:
        return self.findings[rule.out or ""]


@cache
def policy() -> dict[str, PolicyTree]:
    """Every questionnaire by name."""
    return {name: build(read("systems", file), file, paragraphs()) for name, file in _FILES.items()}


@cache
def paragraphs() -> frozenset[str]:
    """The paragraphs of the policies that may be cited."""
    return frozenset(line.text for line in logical_lines(read("systems", "paragraphs.txt"), "paragraphs.txt"))


def build(text: str, file: str, known_paragraphs: frozenset[str]) -> PolicyTree:
    """A questionnaire from the text of its file; DataError where something in it does not hold."""
    head, *blocks = list(indented_blocks(logical_lines(text, file))) or [[]]
    word, _, name = head[0].text.partition(" ") if head else ("", "", "")
    if word != "tree" or name not in VERDICTS:
        raise DataError("no-tree", file=file, line=1, text=head[0].text if head else "")
    heading = parse_keys(head[1:])
    for key in ("title", "paragraphs"):
        if key not in heading:
            raise head[0].error("no-key", key=key)
    questions: list[Question] = []
    rules: tuple[Rule, ...] = ()
    findings: dict[str, Finding] = {}
    for block in blocks:
        first = block[0].text
        if first.startswith("question "):
            questions.append(parse_question(block))
        elif first == "rules":
            rules += tuple(parse_rule(line) for line in block[1:])
        elif first.startswith("finding "):
            finding = _finding(block)
            if finding.id in findings:
                raise block[0].error("twice", name=finding.id)
            findings[finding.id] = finding
        else:
            raise block[0].error("unreadable")
    listed = parse_list(heading["paragraphs"])
    built = PolicyTree(Tree(name, heading["title"], listed, Phase.SETUP, tuple(questions), rules), findings)
    _prove(built, known_paragraphs)
    return built


def _finding(block: Block) -> Finding:
    keys = parse_keys(block[1:])
    for key in sorted(_KEYS):
        if key not in keys:
            raise block[0].error("no-key", key=key)
    if unknown := set(keys) - _KEYS:
        raise block[0].error("unknown-key", key=", ".join(sorted(unknown)))
    name = block[0].text.removeprefix("finding ")
    return Finding(name, keys["verdict"], parse_list(keys["paragraph"]), keys["says"])


def _prove(built: PolicyTree, known_paragraphs: frozenset[str]) -> None:
    """As the trees of the Laws: every answer leads to a finding, every rule can be reached, every reference exists."""
    tree = built.tree
    used = {rule.out for rule in tree.rules if rule.out}
    for rule in tree.rules:
        if rule.out not in built.findings:
            raise DataError("no-outcome", tree=tree.id, out=rule.out or rule.go or "")
    for name in built.findings.keys() - used:
        raise DataError("unused-outcome", tree=tree.id, out=name)
    for where, paragraph in _cited(built):
        if paragraph not in known_paragraphs:
            raise DataError("no-policy", where=where, paragraph=paragraph)
    for finding in built.findings.values():
        if finding.verdict not in VERDICTS[tree.id]:
            raise DataError("no-verdict", where=finding.id, verdict=finding.verdict, known=VERDICTS[tree.id])
    prove_conditions(tree)
    prove_diagram(tree)


def _cited(built: PolicyTree) -> Iterator[tuple[str, str]]:
    yield from ((built.tree.id, paragraph) for paragraph in built.tree.laws)
    for finding in built.findings.values():
        yield from ((finding.id, paragraph) for paragraph in finding.paragraphs)
