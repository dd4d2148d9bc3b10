"""A server in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

_SERVE = "import sys; from critter_envs.play.shell import main; sys.exit(main(sys.argv[1:]))"


class Server(NamedTuple):
    """Where a server listens, and its process."""

    address: str
    pid: int


@contextmanager
def server(file: Path) -> Iterator[Server]:
    """A server that keeps its games in a file. It is killed at the end, without a chance to tidy up, and so is what it began."""
    command = [sys.executable, "-c", _SERVE, "serve", "--port", "0", "--db", str(file)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    assert process.stdout is not None
    try:
        yield Server(process.stdout.readline().split()[-1].removeprefix("http://").rstrip("/"), process.pid)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()


def post(address: str, data: dict[str, Any]) -> Any:
    """Set up a table; returns what the server says of it."""
    request = urllib.request.Request(
        f"http://{address}/api/tables", json.dumps(data).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)
