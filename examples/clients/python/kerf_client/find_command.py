"""What this machine has -> the words that start kerf."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path


def find_command(command: str | Sequence[str] | None = None) -> list[str]:
    """Finds kerf.

    Without a command it looks, in this order, at the variable ``KERF_COMMAND``, for ``kerf`` on the PATH, and for
    ``node_modules/.bin/kerf`` in this folder and each one above it. The last is what ``npx kerf`` starts; it is started
    without npx, which would ask the registry for a package that is not there.

    Parameters
    ----------
    command : str or sequence of str, optional
        The words, such as ``("node", "dist/cli.js")``, or a line of them.

    Returns
    -------
    list of str
        The words, the first of which is the path of a program.

    Raises
    ------
    FileNotFoundError
        If there is none. It names everything that was tried.
    """
    if command is not None:
        return _whole(command, "the command given")
    named = os.environ.get("KERF_COMMAND", "")
    if named.strip():
        return _whole(named, "KERF_COMMAND")
    here = Path.cwd()
    places = [None, *(str(folder / "node_modules" / ".bin") for folder in (here, *here.parents))]
    for place in places:
        found = shutil.which("kerf", path=place)
        if found is not None:
            return [found]
    raise FileNotFoundError(
        "There is no kerf to start: KERF_COMMAND is not set, PATH has no kerf, and there is no node_modules/.bin/kerf"
        f" in {here} or above it; npm install kerf there, set KERF_COMMAND, or connect to the url of a server that runs."
    )


def _whole(command: str | Sequence[str], source: str) -> list[str]:
    words = shlex.split(command, posix=os.name == "posix") if isinstance(command, str) else list(command)
    if not words:
        raise ValueError(f"{source} is empty, expected words that start kerf, such as: npx kerf.")
    found = shutil.which(words[0])
    if found is None:
        raise FileNotFoundError(f"There is no program {words[0]}, the first word of {source}; correct it, or install it.")
    return [found, *words[1:]]
