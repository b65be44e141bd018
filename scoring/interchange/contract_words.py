"""What happened at a table in the words that most formats share."""

from scoring.engine.contract import is_not_played, is_pass
from scoring.engine.errors import NotationError
from scoring.interchange.document import FileLine
from scoring.interchange.lines import read_result


def result_words(row: FileLine) -> tuple[str, str, str, str]:
    """Contract, declarer, tricks and lead; `NP` and `Pass` stand alone, and what cannot be read goes as it is."""
    if is_not_played(row.contract) or is_not_played(row.score):
        return "NP", "", "", ""
    if is_pass(row.contract):
        return "Pass", "", "", ""
    if not row.contract.strip():
        return "", "", "", ""
    try:
        result = read_result(row)
    except NotationError:
        return row.contract.replace(" ", ""), row.declarer, row.tricks, row.lead
    if result.contract is None:
        return "Pass", "", "", ""
    declarer = result.declarer.value if result.declarer else ""
    return str(result.contract), declarer, str(result.tricks), str(result.lead or "")
