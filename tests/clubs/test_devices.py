import pytest

from clubs.templatetags.devices import device

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME}", "Chrome, Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Edg/140.0", "Edge, Windows"),
        (f"Mozilla/5.0 (Linux; Android 14) {CHROME}", "Chrome, Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Safari/604.1", "Safari, iPad"),
        ("curl/8.0", "Unknown device"),
        ("", "Unknown device"),
    ],
)
def test_a_browser_is_named_in_words(agent, words):
    assert device(agent) == words
