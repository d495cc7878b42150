"""Where the engine's socket is, and how the engine is started when nobody listens there.

The paths are those of src/server/socket-path.ts; a test compares the two.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import List, Mapping, Optional

from ._errors import EngineUnavailableError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_NAME_CHARS = 40
_PATH_BYTES = 103
_START_SECONDS = 60.0


def socket_path(name: str, env: Optional[Mapping[str, str]] = None) -> str:
    """The socket of the engine of this name, which need not run."""
    env = os.environ if env is None else env
    if _NAME.fullmatch(name) is None or len(name) > _NAME_CHARS:
        raise ValueError(f"A name has up to {_NAME_CHARS} letters, digits, dots, dashes or underscores, not {name!r}.")
    if os.name == "nt":
        raise EngineUnavailableError("The Python client speaks Unix sockets, which Python has not on Windows. Use WSL.")
    return os.path.join(_runtime_folder(env), f"{name}.sock")


def _runtime_folder(env: Mapping[str, str]) -> str:
    chosen = env.get("AGENTBROWSER_RUNTIME_DIR")
    if chosen:
        return chosen
    temporary = env.get("TMPDIR") or env.get("TMP") or env.get("TEMP") or "/tmp"
    of_user = os.path.join(temporary, f"agentbrowser-{os.getuid()}")
    xdg = env.get("XDG_RUNTIME_DIR")
    if not xdg:
        return of_user
    folder = os.path.join(xdg, "agentbrowser")
    return folder if len(os.fsencode(folder)) + _NAME_CHARS + 6 <= _PATH_BYTES else of_user


def engine_command() -> List[str]:
    """How ``agentbrowser`` is called here: AGENTBROWSER_COMMAND, PATH, node_modules above this folder, or npx."""
    given = os.environ.get("AGENTBROWSER_COMMAND")
    if given:
        return shlex.split(given)
    found = shutil.which("agentbrowser")
    if found is not None:
        return [found]
    here = Path.cwd()
    for folder in (here, *here.parents):
        local = folder / "node_modules" / ".bin" / "agentbrowser"
        if local.exists():
            return [str(local)]
    npx = shutil.which("npx")
    if npx is not None:
        # Secure: what is installed is used; nothing is fetched by a name that anybody may hold.
        return [npx, "--no-install", "agentbrowser"]
    raise EngineUnavailableError(
        "The command 'agentbrowser' was not found. Install it with 'npm install agentbrowser' in this folder, or set "
        "AGENTBROWSER_COMMAND to how it is called."
    )


def start_engine(name: str) -> str:
    """Sees to it that an engine of this name runs, and gives the path of its socket."""
    command = [*engine_command(), "daemon", "start", "--json", "--session", name]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_START_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise EngineUnavailableError(f"{command[0]} was not found. Set AGENTBROWSER_COMMAND to how it is called.") from error
    except subprocess.TimeoutExpired as error:
        raise EngineUnavailableError(f"The engine did not start within {_START_SECONDS:.0f} seconds.") from error
    if done.returncode != 0:
        words = (done.stderr.strip() or done.stdout.strip())[-2000:]
        raise EngineUnavailableError(
            f"The engine could not be started with {shlex.join(command)}. Is it installed ('npm install agentbrowser')? "
            f"It said: {words}"
        )
    try:
        return str(json.loads(done.stdout.strip().splitlines()[-1])["socket"])
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise EngineUnavailableError(f"{shlex.join(command)} did not say where its socket is.") from error
