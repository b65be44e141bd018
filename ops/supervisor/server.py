"""One run of the embedded server, from the lock on its folder to the last process stopped."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from ops.embedded import demo_marker, make_private
from ops.supervisor import announce, commands, lock, options, redis
from ops.supervisor.children import Child, Failure, ProcessGroup, last_line, wait_for
from ops.supervisor.options import ServerOptions

BASE_DIR = Path(__file__).resolve().parent.parent.parent
WEB_SECONDS = 60
WORKER_SECONDS = 30


class Stopped(BaseException):
    """Somebody pressed Ctrl-C, or the system asked."""


class Server:
    def __init__(self, chosen: ServerOptions) -> None:
        self.chosen = chosen
        self.folder = make_private(Path(os.environ.get("TENACE_VAR", BASE_DIR / "var")).resolve())
        self.logs = make_private(self.folder / "logs")
        self.lock = lock.take_lock(self.folder)
        self.listener = options.bind_port(chosen.host, chosen.port)
        self.port = self.listener.getsockname()[1]
        self.address = options.browser_address(chosen.host, self.port)
        self.environment = self._environment()
        self.group = ProcessGroup(keep_open=(self.lock.fileno(),))

    def run(self) -> None:
        """Start everything, serve until told to stop; whatever happens, nothing is left running."""
        try:
            self._prepare()
            self._start()
            announce.ready(self.public_url, self.folder, self._sign_ins(), self._setup_link())
            self._watch()
        except (Stopped, Failure, Exception) as reason:
            self._stop()
            if not isinstance(reason, Stopped):
                raise

    # --- Before anything serves --------------------------------------------------------------------------------

    def _environment(self) -> dict[str, str]:
        environment = os.environ | {"TENACE_VAR": str(self.folder), "PYTHONUNBUFFERED": "1"}
        if self.chosen.public_url or "TENACE_PUBLIC_URL" not in environment:
            environment["TENACE_PUBLIC_URL"] = self.chosen.public_url or self.address
        if not options.is_loopback(self.chosen.host):
            given = [name for name in environment.get("TENACE_ALLOWED_HOSTS", "").split(",") if name]
            environment["TENACE_ALLOWED_HOSTS"] = ",".join([*given, *options.own_names(self.chosen.host)])
        return environment

    @property
    def public_url(self) -> str:
        return self.environment["TENACE_PUBLIC_URL"]

    def _prepare(self) -> None:
        self._refuse_empty_over_demo()
        self._provide_queue()
        announce.step("Preparing ...")
        self._manage("migrate", "--no-input")
        with self._static_files():
            self._provide_demo()

    def _refuse_empty_over_demo(self) -> None:
        if self.chosen.empty and self.demo_marker.exists():
            raise Failure(
                f"{self.folder} holds the demo: start without --empty, remove that folder, "
                "or give this server another one with TENACE_VAR."
            )

    def _provide_queue(self) -> None:
        pointer = self.folder / "redis-url"
        pointer.unlink(missing_ok=True)
        if self.environment.get("REDIS_URL"):
            return
        url = redis.start(self.group, self.folder / "redis", self.logs / "redis.log")
        if url:
            pointer.write_text(url)
            self.group.remove_at_end(pointer)
        else:
            announce.step("The private Valkey does not run on this machine; jobs are passed through files instead.")

    @contextlib.contextmanager
    def _static_files(self) -> Iterator[None]:
        """Collect and compress them in the meantime, and only when they may have changed: it takes a while."""
        stamp, wanted = self.folder / "static-collected", static_fingerprint()
        if stamp.exists() and stamp.read_text() == wanted:
            yield
            return
        child = self.group.start(
            self._step("static.log", "collectstatic", "--no-input", "--verbosity", "0", "--ignore", "redoc")
        )
        yield
        self.group.finish(child)
        stamp.write_text(wanted)

    # --- The demo ----------------------------------------------------------------------------------------------

    @property
    def demo_marker(self) -> Path:
        return demo_marker(self.folder)

    def _provide_demo(self) -> None:
        """Load the demo into an installation in which nothing was ever set up."""
        if not self.demo_marker.exists() and (self.chosen.empty or not self._manage_output("setup_link")):
            return
        self.environment["TENACE_DEMO"] = "1"
        if self._demo_is_loaded():
            return
        announce.step("Loading the demo ...")
        self.demo_marker.touch()
        self._manage_output("demo", must=True)
        self.demo_marker.write_text("loaded\n")

    def _demo_is_loaded(self) -> bool:
        return self.demo_marker.exists() and bool(self.demo_marker.read_text().strip())

    def _sign_ins(self) -> str:
        return self._manage_output("demo", "--sign-ins") if self._demo_is_loaded() else ""

    def _setup_link(self) -> str:
        return self._manage_output("setup_link") if self.chosen.empty else ""

    # --- Serving -----------------------------------------------------------------------------------------------

    def _start(self) -> None:
        announce.step("Starting ...")
        self._worker("live", "--concurrency", "2")
        self._worker("long", "--concurrency", "1")
        self._web()
        # On a busy machine it may take long: what has not fallen is left running.
        if not wait_for(lambda: self._health() is not None, WEB_SECONDS, self.group):
            announce.step(f"The web server is slow to answer; {self.logs / 'web.log'} may say why.")
        elif not wait_for(lambda: self._health() == 200, WORKER_SECONDS, self.group):
            announce.step("The background workers are slow to answer; `manage.py status` tells how they are.")

    def _web(self) -> None:
        descriptor = self.listener.fileno()
        self._child("web server", "web.log", commands.web_server(descriptor), pass_fds=(descriptor,))

    def _worker(self, queue: str, *extra: str) -> None:
        self._child(f"worker for the queue “{queue}”", f"worker-{queue}.log", commands.worker(queue, *extra))

    def _child(self, name: str, log: str, command: list[str], *, pass_fds: tuple[int, ...] = ()) -> None:
        self.group.start(Child(name, command, self.logs / log, self.environment, pass_fds))

    def _health(self) -> int | None:
        """What /health/ answers; None where nobody does."""
        connection = http.client.HTTPConnection(options.own_address(self.chosen.host), self.port, timeout=5)
        try:
            connection.request("GET", "/health/", headers={"Host": "127.0.0.1"})
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def _watch(self) -> None:
        """The socket stays open here: while the web server is started again, whoever connects waits in line."""
        while True:
            for sentence in self.group.restart_fallen(time.monotonic()):
                announce.step(sentence)
            time.sleep(0.25)

    def _stop(self) -> None:
        announce.step("Stopping ...")
        try:
            self.group.stop()
        except Stopped:
            self.group.kill()
        self.listener.close()

    # --- Commands ----------------------------------------------------------------------------------------------

    def _manage(self, *arguments: str) -> None:
        self.group.run(self._step("prepare.log", *arguments))

    def _step(self, log: str, *arguments: str) -> Child:
        command = [sys.executable, "manage.py", *arguments]
        return Child(f"step “{arguments[0]}”", command, self.logs / log, self.environment)

    def _manage_output(self, *arguments: str, must: bool = False) -> str:
        """What a command prints; empty where it refuses, unless it must not."""
        command = [sys.executable, "manage.py", *arguments]
        log = self.logs / "prepare.log"
        with log.open("a") as errors:
            done = subprocess.run(
                command, env=self.environment, stdout=subprocess.PIPE, stderr=errors, text=True, check=False
            )
        if done.returncode and must:
            raise Failure(f"The step “{arguments[0]}” failed; {log} says why. Its last line: {last_line(log)}")
        return "" if done.returncode else done.stdout.strip()


def static_fingerprint(base: Path = BASE_DIR) -> str:
    """Changes whenever the project's static files or the packages that bring others do."""
    digest = hashlib.sha256((base / "requirements.txt").read_bytes())
    for path in sorted((base / "static").rglob("*")):
        seen = path.stat()
        digest.update(f"{path.relative_to(base)} {seen.st_size} {seen.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def stop_on_signals() -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def main(arguments: list[str] | None = None) -> int:
    chosen = options.parse(arguments)
    os.chdir(BASE_DIR)
    stop_on_signals()
    try:
        Server(chosen).run()
    except Stopped:
        return 0
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0
