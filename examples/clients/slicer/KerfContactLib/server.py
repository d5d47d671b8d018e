"""A command such as `npx --no kerf` -> a server of this program's own, which ends with it: in plain Python."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import threading

from .connection import KerfError

# What kerf serve prints once it listens, and where.
LISTENS = re.compile(r"kerf serve: (?:ws://|OpenIGTLink on )127\.0\.0\.1:(\d+)\b")


def usual_command(environment):
    """KERF_COMMAND; else `kerf`, if it is on the path; else `npx --no kerf`, which installs nothing."""
    if environment.get("KERF_COMMAND"):
        return environment["KERF_COMMAND"]
    return "kerf" if shutil.which("kerf", path=environment.get("PATH")) else "npx --no kerf"


class KerfServer:
    """A `kerf serve`, which ends with `stop`, and when this program ends, even by a crash.

    Its standard input is a pipe from this program, and it is started with `--until-input-ends`.
    """

    PATIENCE = 60  # Seconds until it must listen; with a large bone for OpenIGTLink, that takes some.
    GRACE = 5  # Seconds that it has to end.

    def __init__(self, command, options, environment=None):
        """command: words as in a shell. options: those of kerf serve. Returns once it listens; raises KerfError."""
        environment = dict(os.environ) if environment is None else environment
        words = shlex.split(command, posix=os.name != "nt")
        found = shutil.which(words[0], path=environment.get("PATH")) if words else None
        if found is None:
            sentence = f"There is no command \"{words[0] if words else ''}\""
            raise KerfError("NO_COMMAND", f"{sentence}; install Node.js and kerf, or write what starts kerf here.")
        # A file, since nobody reads a pipe while the server runs.
        self._said = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [found, *words[1:], "serve", *options, "--until-input-ends"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env=environment,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        printed = self._first_line()
        listens = LISTENS.match(printed)
        if listens is None:
            said = self.last_words() or printed.strip() or f"nothing was heard of it in {self.PATIENCE} s"
            self.stop()
            raise KerfError("NO_SERVER", f"\"{command} serve\" has not started: {said}")
        self.port = int(listens[1])

    @property
    def is_running(self):
        return self._process.poll() is None

    def last_words(self):
        """The last line that it wrote to standard error; empty if there is none."""
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def stop(self):
        if self._process.stdin.closed:
            return
        try:
            self._process.stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(self.GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._said.close()

    def _first_line(self):
        """Read in a thread, since Windows cannot wait for a pipe with a limit. Empty if none came."""
        lines = []
        reader = threading.Thread(target=lambda: lines.append(self._process.stdout.readline()), daemon=True)
        reader.start()
        reader.join(self.PATIENCE)
        if not lines or lines[0] == b"":
            # It has closed its output, so it is about to end.
            try:
                self._process.wait(self.GRACE if lines else 0)
            except subprocess.TimeoutExpired:
                pass
        return lines[0].decode(errors="replace") if lines else ""
