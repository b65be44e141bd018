"""What `script/server` promises: one clear sentence when something is wrong, and no process left behind."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from ops.supervisor import announce, children, leash, lock, options, redis
from ops.supervisor.children import Child, Failure, ProcessGroup
from ops.supervisor.server import Server, static_fingerprint
from tests.waiting import until

BASE = Path(__file__).resolve().parent.parent.parent


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1][0]
    except FileNotFoundError:
        return False
    return state != "Z"


# --- Choosing -------------------------------------------------------------------------------------------------------


def test_by_default_only_this_machine_can_reach_it():
    assert options.parse([]) == options.ServerOptions(host="127.0.0.1", port=8000, public_url="", empty=False)


def test_what_the_directors_page_says_to_type_makes_an_empty_installation_and_fills_it():
    """`docs/director.md`, when the machine dies: every line is a command that there is, with options that it takes."""
    page = (BASE / "docs" / "director.md").read_text()
    block = page.split("## When the machine dies")[1].split("```")[1]
    first, restore, last = [line.split() for line in block.strip().splitlines()]
    assert (first[0], restore[:2], last) == ("script/server", [".venv/bin/python", "manage.py"], ["script/server"])
    assert options.parse(first[1:]).empty
    command = load_command_class(get_commands()[restore[2]], restore[2])
    assert command.create_parser("manage.py", restore[2]).parse_args(restore[3:]).file.suffix == ".zip"


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_what_is_no_port_is_refused(port, capsys):
    with pytest.raises(SystemExit):
        options.parse([f"--port={port}"])
    assert "is no port" in capsys.readouterr().err


def test_a_port_in_use_is_one_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Failure, match=f"Port {port} on 127.0.0.1 is in use"):
            options.bind_port("127.0.0.1", port)


def test_a_host_that_is_not_ours_is_one_sentence():
    with pytest.raises(Failure, match="no address of this machine"):
        options.bind_port("nowhere.invalid", 0)


@pytest.mark.parametrize(
    ("host", "loopback"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("x", False)]
)
def test_what_counts_as_loopback(host, loopback):
    assert options.is_loopback(host) is loopback


def test_all_addresses_of_the_machine_are_allowed_when_it_listens_on_all(monkeypatch):
    monkeypatch.setattr(options, "own_addresses", lambda: ["192.0.2.7"])
    monkeypatch.setattr(socket, "gethostname", lambda: "club.lan")
    assert options.own_names("0.0.0.0") == ["192.0.2.7", "club.lan", "club.local"]
    assert options.browser_address("0.0.0.0", 8000) == "http://192.0.2.7:8000"
    assert options.browser_address("::1", 8000) == "http://[::1]:8000"


# --- One server for each folder -------------------------------------------------------------------------------------


def test_a_second_server_on_the_same_folder_is_refused(tmp_path):
    with (
        lock.take_lock(tmp_path),
        pytest.raises(Failure, match=f"already running on {tmp_path} .process {os.getpid()}"),
    ):
        lock.take_lock(tmp_path)


def test_the_folder_is_free_again_afterwards(tmp_path):
    lock.take_lock(tmp_path).close()
    lock.take_lock(tmp_path).close()


# --- Children -------------------------------------------------------------------------------------------------------


def child(tmp_path, code: str, **fields) -> Child:
    return Child("test child", [sys.executable, "-c", code], tmp_path / "child.log", os.environ, **fields)


def test_a_child_that_falls_is_named_with_its_last_words(tmp_path):
    group = ProcessGroup()
    fallen = group.start(child(tmp_path, "print('no disk'); raise SystemExit(3)"))
    with pytest.raises(Failure, match=r"test child ended with code 3; .*child.log says why. Its last line: no disk"):
        children.wait_for(lambda: False, 20, group)
    assert group.fallen() is fallen
    group.stop()


def test_who_falls_again_and_again_is_started_again_after_ever_longer_pauses(tmp_path):
    group = ProcessGroup()
    falling = group.start(child(tmp_path, "raise SystemExit(1)"))
    now, pauses = falling.started_at, []
    for _ in range(8):
        falling.process.wait(20)
        [said] = group.restart_fallen(now)
        pauses.append(falling.start_again_at - now)
        assert f"It is started again in {pauses[-1]:g} s." in said
        fallen = falling.process
        assert group.restart_fallen(now) == []
        assert falling.process is fallen, "not before its time"
        now = falling.start_again_at
        group.restart_fallen(now)
        assert falling.process is not fallen
        falling.started_at = now
    assert pauses == pytest.approx([0.5, 1, 2, 4, 8, 16, 30, 30])
    falling.process.wait(20)
    group.restart_fallen(now + 61)
    assert falling.start_again_at == pytest.approx(now + 61.5), "it had stayed up for a while"
    group.stop()


def test_what_a_fallen_child_had_started_is_gone_before_it_is_started_again(tmp_path):
    code = (
        "import subprocess, sys, time; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        "print(p.pid, flush=True); time.sleep(60)"
    )
    group = ProcessGroup()
    started = group.start(child(tmp_path, code))
    until(lambda: children.last_line(started.log).isdigit(), "the grandchild runs")
    grandchild = int(children.last_line(started.log))
    started.process.kill()
    started.process.wait()
    group.restart_fallen(0)
    group.restart_fallen(started.start_again_at)
    until(lambda: not is_running(grandchild), "the grandchild is gone")
    assert started.is_running
    group.stop()


def test_where_nothing_can_be_started_it_is_tried_later(tmp_path, monkeypatch):
    """A full disk: not even a log can be opened."""
    group = ProcessGroup()
    fallen = group.start(child(tmp_path, "raise SystemExit(1)"))
    fallen.process.wait(20)
    group.restart_fallen(0)
    with monkeypatch.context() as full:
        full.setattr(children, "rotate", lambda log: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        group.restart_fallen(1)
        assert "could not be started. It is started again in" in group.restart_fallen(1)[0]
    group.restart_fallen(100)
    assert fallen.process is not None
    group.stop()


def test_words_that_cannot_be_printed_stop_nobody(monkeypatch):
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        announce.step("A sentence.")
        monkeypatch.undo()
        with contextlib.suppress(OSError):
            full.close()


def test_stopping_takes_grandchildren_along(tmp_path):
    code = (
        "import subprocess, sys, time; p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        "print(p.pid, flush=True); time.sleep(60)"
    )
    group = ProcessGroup()
    started = group.start(child(tmp_path, code))
    until(lambda: children.last_line(started.log).isdigit(), "the grandchild runs")
    grandchild = int(children.last_line(started.log))
    group.stop()
    until(lambda: not is_running(grandchild), "the grandchild is gone")


def test_a_child_that_does_not_listen_is_killed(tmp_path):
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"
    )
    group = ProcessGroup()
    deaf = group.start(child(tmp_path, code, grace=0.2))
    until(lambda: children.last_line(deaf.log) == "deaf", "it runs")
    group.stop()
    assert deaf.process.returncode == -signal.SIGKILL


def test_children_and_files_do_not_outlive_a_killed_parent(tmp_path):
    code = f"""
import os, signal, sys, time
from pathlib import Path
from ops.supervisor.children import Child, ProcessGroup
group = ProcessGroup()
group.remove_at_end(Path({str(tmp_path)!r}) / "socket")
c = group.start(Child("c", [sys.executable, "-c", "import time; time.sleep(60)"],
                          Path({str(tmp_path)!r}) / "c.log", os.environ))
print(c.process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    (tmp_path / "socket").touch()
    done = subprocess.run([sys.executable, "-c", code], cwd=BASE, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    until(lambda: not is_running(int(done.stdout)), "the child is gone")
    until(lambda: not (tmp_path / "socket").exists(), "the file is gone")


def test_the_leash_forgets_what_ended_by_itself():
    assert leash.read_until_closed(["group 7\n", "group 8\n", "ended 7\n", "path /x\n"]) == ([8], [Path("/x")], False)
    assert leash.read_until_closed(["group 7\n", "released\n"]) == ([7], [], True)


def test_a_log_that_has_grown_is_put_aside_once(tmp_path):
    log = tmp_path / "web.log"
    log.write_text("x" * 100)
    children.rotate(log, limit=1000)
    assert log.exists()
    children.rotate(log, limit=10)
    assert not log.exists()
    assert (tmp_path / "web.log.1").read_text() == "x" * 100


# --- The private Valkey ---------------------------------------------------------------------------------------------


def test_redis_answers_and_leaves_nothing(tmp_path):
    group = ProcessGroup()
    url = redis.start(group, tmp_path / "redis", tmp_path / "redis.log")
    address = Path(url.removeprefix("unix://"))
    assert redis.answers(address)
    assert [path.stat().st_mode & 0o077 for path in (address, address.parent)] == [0, 0], "its owner's alone"
    group.stop()
    assert not address.parent.exists()


def test_a_machine_without_the_wheel_has_no_program(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert redis.find_program() is None


def test_where_the_wheel_does_not_run_there_is_no_address(tmp_path, monkeypatch):
    broken = tmp_path / "redis-server"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o700)
    group = ProcessGroup()
    for program in (None, broken, tmp_path / "missing"):
        monkeypatch.setattr(redis, "find_program", lambda program=program: program)
        assert redis.start(group, tmp_path / "redis", tmp_path / "redis.log") == ""
    assert group.children == []
    group.stop()


# --- All of it ------------------------------------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path):
    """A real one on a folder of its own; the static files are taken as collected to save their minute."""
    var = tmp_path / "var"
    var.mkdir(mode=0o700)
    (var / "static-collected").write_text(static_fingerprint())
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TENACE_", "PYTEST_", "DJANGO_"))}
    kept = {name: value for name, value in kept.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    with (tmp_path / "said").open("w") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "ops.supervisor", "--port", "0", "--empty"],
            cwd=BASE,
            env=kept | {"TENACE_VAR": str(var)},
            stdout=said,
            stderr=said,
        )
    try:
        until(lambda: "Ctrl-C" in text(tmp_path) or process.poll() is not None, lambda: text(tmp_path), seconds=180)
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(60)


def health(folder: Path) -> int:
    """What the server whose words are in this folder answers at /health/; 0 where nobody does."""
    address = re.search(r"http://[\d.:]+/", text(folder))[0]
    try:
        with urllib.request.urlopen(f"{address}health/", timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return 0


def first_of(var: Path, kind: bytes) -> int:
    """The oldest process of this kind in the folder; 0 where there is none."""
    found = [pid for pid in pids_of(var) if kind in command_line(pid)]
    return min(found, default=0)


def command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def text(folder: Path) -> str:
    return (folder / "said").read_text()


def pids_of(var: Path) -> list[int]:
    """Every process that works in this folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"TENACE_VAR={var}\0".encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return [pid for pid in found if is_running(pid)]


def test_on_a_busy_machine_a_server_that_is_slow_to_answer_is_left_running(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TENACE_VAR", str(tmp_path / "var"))
    monkeypatch.setattr("ops.supervisor.server.WEB_SECONDS", 0)
    monkeypatch.setattr("ops.supervisor.server.WORKER_SECONDS", 0)
    monkeypatch.setattr(Server, "_child", lambda *args, **options: None)
    monkeypatch.setattr(Server, "_health", lambda self: None)
    server = Server(options.parse(["--port", "0", "--empty"]))
    try:
        server._start()
        assert "slow to answer" in capsys.readouterr().out
    finally:
        server._stop()
        server.lock.close()


@pytest.mark.xdist_group("faults")
def test_an_empty_installation_serves_prints_its_link_and_stops_cleanly(server, tmp_path):
    assert "/setup/" in text(tmp_path)
    var = tmp_path / "var"
    assert (var / "redis-url").read_text().startswith("unix://")
    server.send_signal(signal.SIGINT)
    assert server.wait(60) == 0, text(tmp_path)
    assert not (var / "redis-url").exists()
    assert pids_of(var) == []


@pytest.mark.long
@pytest.mark.xdist_group("faults")
def test_whatever_is_killed_is_started_again(server, tmp_path):
    """A worker, Redis, and the web server itself: the supervisor stays, and all is well again by itself."""
    var = tmp_path / "var"
    for kind in (b"-Q\0long", b"valkey-server", b"gunicorn", b"-Q\0live"):
        killed = first_of(var, kind)
        os.kill(killed, signal.SIGKILL)
        until(lambda kind=kind, killed=killed: first_of(var, kind) not in (0, killed), lambda: text(tmp_path))
        until(lambda: health(tmp_path) == 200, lambda: text(tmp_path), seconds=90)
    assert server.poll() is None
    assert text(tmp_path).count("It is started again in 0.5 s.") == 4
    server.send_signal(signal.SIGINT)
    assert server.wait(60) == 0
    assert pids_of(var) == []


@pytest.mark.long
@pytest.mark.xdist_group("faults")
def test_nothing_survives_when_the_supervisor_is_killed(server, tmp_path):
    var = tmp_path / "var"
    server.kill()
    server.wait()
    until(lambda: pids_of(var) == [], lambda: str(pids_of(var)))
    until(lambda: not (var / "redis-url").exists(), "the address of the private Valkey is gone")
