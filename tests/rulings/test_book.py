"""The law book and its search."""

import pytest

from rulings.laws.book import Definition, Language, Law, book
from rulings.laws.library import library
from rulings.laws.paragraphs import is_paragraph
from rulings.laws.search import find_entries, plain, search


def found(query: str) -> list[int | str]:
    """Laws by number, terms by their English name."""
    hits = (hit.found for hit in search(book(), query))
    return [
        one.number if isinstance(one, Law) else one.term if isinstance(one, Definition) else one.name for one in hits
    ]


def test_every_law_is_there_in_five_languages():
    assert list(book().laws) == list(range(1, 94))
    for law in book().laws.values():
        assert set(law.titles) == set(Language)
        assert law.summary.endswith(".")
        assert 1 <= law.summary.count(". ") + 1 <= 3, law.number
        assert len(law.summary) <= 400


def test_laws_hang_together():
    laws = book().laws
    assert laws[27].trees == ("L09", "L12B", "L27")
    assert "23A" in laws[27].refers_to
    assert 27 in laws[23].referred_by
    for law in laws.values():
        assert all(is_paragraph(reference) for reference in law.refers_to)
        assert law.number not in law.referred_by
        assert set(law.trees) <= set(library().trees)
        assert str(law.number) in law.paragraphs
    assert laws[44].trees == ("L50", "L57")
    assert laws[77].trees == ()


def test_definitions_and_terms():
    assert len(book().definitions) == 68
    assert len(book().terms) == 151
    for definition in book().definitions:
        assert definition.summary.endswith(".")
        assert all(is_paragraph(law) for law in definition.laws)
    honour = next(one for one in book().definitions if one.term == "Honour")
    assert Language.LATVIAN in honour.names


@pytest.mark.parametrize(
    ("query", "law"),
    [
        ("27", 27),
        ("law 27", 27),
        ("27B1(a)", 27),
        ("27b1(A)".lower(), 27),
        ("insufficient", 27),
        ("INSUFFICIENT BID", 27),
        ("bid tidak cukup", 27),
        ("不足叫價", 27),
        ("nepietiekams solijums", 27),
        ("ไม่พอเพียง", 27),
        ("falsrenona", 62),
        ("director's discretionary", 12),
        ("Director’s discretionary", 12),
    ],
)
def test_a_law_is_found(query: str, law: int):
    assert law in found(query)
    assert found(query)[0] == law or law in found(query)[:3]


def test_titles_come_before_summaries():
    assert found("comparable")[0] == 23
    assert found("revoke")[:4] == [61, 62, 63, 64]


def test_terms_are_found_in_any_language():
    assert "Penalty card" in found("罰張")
    assert "Adjusted score" in found("penyesuaian SKOR")
    assert "Adjusted score" in found("koriģēts rezultāts")
    assert found("koriģēts rezultāts") == found("korigets rezultats")


@pytest.mark.parametrize("query", ["", "   ", "xyzzy", "94", "law 99"])
def test_what_is_not_there_is_not_found(query: str):
    assert found(query) == []


def test_plain_text():
    assert plain("  FALŠRENONS ’x’ ") == "falsrenons 'x'"


@pytest.mark.parametrize(
    ("letters", "tree"),
    [
        ("revoke", "L61"),
        ("lead out of turn", "L53"),
        ("hesit", "L16B"),
        ("break in tempo", "L16B"),
        ("psych", "L40"),
        ("kibitz", "L76"),
        ("INSUFF", "L27"),
        ("l64", "L64"),
        ("claim", "L68"),
        ("weighted", "L12"),
    ],
)
def test_the_menu_by_a_few_letters(letters: str, tree: str):
    assert tree in [entry.tree for entry in find_entries(library(), letters)][:3]


def test_the_whole_menu_without_letters():
    assert find_entries(library(), " ") == library().menu
    assert find_entries(library(), "xyzzy") == ()


def test_paragraphs_that_do_not_exist_are_not_there():
    """Law 20G ends with its third point."""
    assert "20G3" in book().laws[20].paragraphs
    assert not is_paragraph("20G4")
    assert not is_paragraph("20G5")


def test_an_artificial_call_is_defined_with_both_kinds_of_pass():
    one = next(one for one in book().definitions if one.term == "Artificial call")
    assert "take for granted" in one.summary
    assert one.summary.count("pass") >= 2
    assert "strength" in one.summary
    assert "last suit named" in one.summary


def test_the_scale_of_words_of_the_introduction():
    words = [word for word, _ in book().scale]
    assert words == ["may", "does", "should", "shall", "must", "must not", "may not", "shall not"]
    assert all(text.endswith(".") for _, text in book().scale)


def test_titles_of_another_subject_are_marked_and_not_searched():
    now, before = book("e2024").laws, book("e2017").laws
    assert {number for number, law in now.items() if Language.THAI in law.other_subject} == {23, 35, 75, 89}
    assert {number for number, law in now.items() if Language.LATVIAN in law.other_subject} == {89}
    assert now[23].other_subject[Language.THAI] == "1997"
    assert now[89].other_subject[Language.LATVIAN] == "2017"
    assert before[89].other_subject == {}, "in the earlier edition both titles are right"
    assert set(before[23].other_subject) == {Language.THAI}
    assert 75 not in found(now[75].titles[Language.THAI])
    assert 89 not in found(now[89].titles[Language.LATVIAN])


def test_a_term_without_a_thai_word_says_so():
    without = {term.name for term in book().terms if Language.THAI not in term.names}
    assert len(without) == 10
    assert "Comparable call" in without, "the Laws of 1997 do not know it"
    assert all(term.missing == (Language.THAI,) for term in book().terms if term.name in without)
    thai = {term.name: term.names[Language.THAI] for term in book().terms if Language.THAI in term.names}
    assert thai["Cancelled"] == "ยกเลิก"
