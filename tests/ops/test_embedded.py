"""What the embedded installation finds and makes in its own folder."""

import stat

import pytest
from django.core.exceptions import ImproperlyConfigured

from ops import embedded


def test_the_secret_key_is_made_once_and_is_its_owners_only(tmp_path):
    key = embedded.secret_key(tmp_path / "var")
    assert len(key) >= 50
    assert embedded.secret_key(tmp_path / "var") == key
    assert stat.S_IMODE((tmp_path / "var" / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_the_private_redis_is_found_while_it_runs(tmp_path):
    assert embedded.redis_url(tmp_path) == ""
    (tmp_path / "redis-url").write_text("unix:///tmp/x/redis.sock\n")
    assert embedded.broker_url(embedded.redis_url(tmp_path)) == "redis+socket:///tmp/x/redis.sock"


def test_without_redis_messages_are_files(tmp_path):
    assert embedded.broker_url("") == "filesystem://"
    assert embedded.filesystem_transport(tmp_path)["data_folder_in"] == str(tmp_path / "queue")


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://bridge.example.org", "bridge.example.org"),
        ("http://192.0.2.7:8000", "192.0.2.7"),
        ("http://[::1]", "[::1]"),
        ("http://[::1]:8000", "[::1]"),
        ("https://example.org/bridge", "example.org"),
        ("bridge.example.org", "bridge.example.org"),
    ],
)
def test_the_host_of_an_address(url, host):
    assert embedded.url_host(url) == host


def test_extensions_are_packages_that_python_finds():
    assert embedded.extensions(["tests.extra"]) == ["tests.extra"]


def test_an_extension_that_is_not_there_is_named_with_the_remedy():
    with pytest.raises(ImproperlyConfigured, match=r"TENACE_EXTENSIONS names scoreboard, .* PYTHONPATH"):
        embedded.extensions(["scoreboard"])
