"""Makes agentbrowser/async_client.py from agentbrowser/client.py: the same methods, to be awaited."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent / "agentbrowser"

#: Methods that wait for nothing.
SYNC = {"__init__", "id", "_camel", "_given", "_target", "_condition"}

#: Calls that wait.
AWAITED = re.compile(
    r"(?<![\w.])(self\._browser\.auth\._begin|self\.auth\._begin|self\._browser\._call|self\._connection\.call|"
    r"self\._connection\.get|self\._connection\.close|self\._call|self\._on_page|self\._page|self\.session|self\.close|"
    r"own\._call|own\.events|browser\._connection\.open)\("
)

NAMES = [("AgentBrowser", "AsyncAgentBrowser"), ("Session", "AsyncSession"), ("Auth", "AsyncAuth"), ("Connection", "AsyncConnection")]


def make_async(source: str) -> str:
    lines = []
    for line in source.split("\n"):
        found = re.match(r"\s*def (\w+)\(", line)
        if found and found.group(1) not in SYNC:
            line = line.replace("def ", "async def ", 1)
        lines.append(AWAITED.sub(r"await \1(", line))
    text = "\n".join(lines)
    for name, other in NAMES:
        text = re.sub(rf"(?<![\w.]){name}\b(?!Error)", other, text)
    text = text.replace("__enter__", "__aenter__").replace("__exit__", "__aexit__")
    text = re.sub(r"(>>> (?:tree = )?)(browser\.\w+\()", r"\1await \2", text)
    rest = text.split('"""', 2)[2]
    summary = "The browser as a program of asyncio sees it.\n\nMade from client.py by make_async.py; change that file.\n"
    return f'"""{summary}"""{rest}'


if __name__ == "__main__":
    (HERE / "async_client.py").write_text(make_async((HERE / "client.py").read_text()))
