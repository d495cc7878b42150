"""The browser as a program sees it, one call after the other.

``async_client.py`` is made from this file by ``make_async.py``: the same methods, to be awaited.
"""

from __future__ import annotations

import re
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, Union, cast

from ._connection import Connection
from ._errors import AgentBrowserError
from ._types import (
    AccessibilityNode,
    ActionResult,
    Cookie,
    Location,
    Login,
    Navigation,
    Page,
    Target,
    Until,
    Viewport,
)

#: Deadline of calls that name none, and of sign-ins, in milliseconds.
TIMEOUT_MS = 30_000
LOGIN_MS = 120_000


def _camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda match: match.group(1).upper(), name)


def _given(**params: Any) -> Dict[str, Any]:
    """Without what was not given, under the engine's names."""
    return {_camel(name): value for name, value in params.items() if value is not None}


def _target(target: Target) -> Union[int, Dict[str, str]]:
    """An element as the engine names it."""
    if isinstance(target, int):
        return target
    if isinstance(target, str):
        ref = re.fullmatch(r"@?e([1-9]\d*)", target)
        return int(ref.group(1)) if ref else {"selector": target}
    return dict(target)


def _condition(until: Until) -> Dict[str, Any]:
    if isinstance(until, int):
        return {"ms": until}
    if isinstance(until, str):
        return {"settled": True} if until == "settled" else {"selector": until}
    return dict(until)


class Auth:
    """Sign-ins by name, in the engine's encrypted vault. Secrets go in and never come out."""

    def __init__(self, browser: "AgentBrowser") -> None:
        self._browser = browser
        self._pending: Dict[str, Dict[str, Any]] = {}

    def add(
        self,
        name: str,
        *,
        username: Optional[str] = None,
        password: Optional[str] = None,
        totp: Optional[str] = None,
        url: Optional[str] = None,
        origins: Optional[Sequence[str]] = None,
        mail: Optional[Mapping[str, Any]] = None,
    ) -> None:
        """Keeps a sign-in, in place of one of the same name.

        ``url`` is the page where signing in begins. Without it, that is the first page that a session with this sign-in
        goes to; until then it is kept in this process only.
        """
        login = _given(username=username, password=password, totp=totp, origins=origins, mail=mail)
        if url is None:
            self._pending[name] = login
            return
        self._pending.pop(name, None)
        self._browser._call("auth.add", {"name": name, "url": url, **login})

    def remove(self, name: str) -> bool:
        """Removes a sign-in and its session. ``False`` when there was none."""
        was_pending = self._pending.pop(name, None) is not None
        answer = self._browser._call("auth.remove", {"name": name})
        return bool(answer["removed"]) or was_pending

    def list(self) -> List[Login]:
        """Names and origins, nothing else."""
        answer = self._browser._call("auth.list", {})
        return cast(List[Login], answer["logins"])

    def test(self, name: str, *, timeout_ms: int = LOGIN_MS) -> Dict[str, Any]:
        """Signs in, in a session of its own, and says whether that worked."""
        answer = self._browser._call("auth.test", {"name": name}, timeout_ms)
        return cast(Dict[str, Any], answer)

    def unlock(self, passphrase: str) -> None:
        """Says what opens a vault that has a passphrase."""
        self._browser._call("auth.open", {"passphrase": passphrase})

    def _begin(self, name: Optional[str], url: str) -> None:
        login = None if name is None else self._pending.pop(name, None)
        if login is not None:
            self._browser._call("auth.add", {"name": name, "url": url, **login})


class Session:
    """An isolated session: its own cookies, storage and tabs. ``browser.session()`` makes one.

    Actions give what they changed (``delta``), or the page that they led to (``page``).
    """

    def __init__(self, browser: "AgentBrowser", session_id: str, timeout_ms: int, auth: Optional[str]) -> None:
        self._browser = browser
        self._id = session_id
        self._timeout_ms = timeout_ms
        self._auth = auth
        self._is_closed = False

    @property
    def id(self) -> str:
        """The session's name in the engine."""
        return self._id

    def goto(
        self,
        url: str,
        *,
        wait_until: Optional[str] = None,
        auth: Optional[str] = None,
        timeout_ms: Optional[int] = None,
    ) -> Page:
        """Opens a URL, waits until the page has settled, and gives what is to be seen."""
        name = auth or self._auth
        self._browser.auth._begin(name, url)
        if name is not None and timeout_ms is None:
            timeout_ms = max(self._timeout_ms, LOGIN_MS)
        answer = self._call("session.goto", _given(url=url, wait_until=wait_until, auth=name), timeout_ms)
        return cast(Page, answer)

    def back(self, *, timeout_ms: Optional[int] = None) -> Page:
        answer = self._call("session.back", {}, timeout_ms)
        return cast(Page, answer)

    def forward(self, *, timeout_ms: Optional[int] = None) -> Page:
        answer = self._call("session.forward", {}, timeout_ms)
        return cast(Page, answer)

    def reload(self, *, timeout_ms: Optional[int] = None) -> Page:
        answer = self._call("session.reload", {}, timeout_ms)
        return cast(Page, answer)

    def click(
        self,
        target: Target,
        *,
        button: Optional[str] = None,
        double: Optional[bool] = None,
        modifiers: Optional[Sequence[str]] = None,
        timeout_ms: Optional[int] = None,
    ) -> ActionResult:
        """Clicks an element, after bringing it into view."""
        params = _given(id=_target(target), button=button, double=double, modifiers=modifiers)
        answer = self._call("session.click", params, timeout_ms)
        return cast(ActionResult, answer)

    def type(
        self,
        target: Target,
        text: str,
        *,
        clear: Optional[bool] = None,
        submit: Optional[bool] = None,
        timeout_ms: Optional[int] = None,
    ) -> ActionResult:
        """Types text into an element, after emptying it; ``submit`` presses Enter afterwards."""
        params = _given(id=_target(target), text=text, clear=clear, submit=submit)
        answer = self._call("session.type", params, timeout_ms)
        return cast(ActionResult, answer)

    def select(
        self, target: Target, value: Union[str, Sequence[str]], *, timeout_ms: Optional[int] = None
    ) -> ActionResult:
        """Chooses options of a list, by value or label."""
        values = [value] if isinstance(value, str) else list(value)
        answer = self._call("session.select", {"id": _target(target), "values": values}, timeout_ms)
        return cast(ActionResult, answer)

    def check(self, target: Target, checked: bool = True, *, timeout_ms: Optional[int] = None) -> ActionResult:
        """Ticks a checkbox, radio button or switch, or takes the tick away."""
        answer = self._call("session.check", {"id": _target(target), "checked": checked}, timeout_ms)
        return cast(ActionResult, answer)

    def hover(self, target: Target, *, timeout_ms: Optional[int] = None) -> ActionResult:
        """Moves the pointer over an element."""
        answer = self._call("session.hover", {"id": _target(target)}, timeout_ms)
        return cast(ActionResult, answer)

    def scroll(
        self,
        direction: str = "down",
        amount: Optional[float] = None,
        *,
        within: Optional[Target] = None,
        timeout_ms: Optional[int] = None,
    ) -> ActionResult:
        """Scrolls by pixels, or by most of what shows."""
        target = None if within is None else _target(within)
        answer = self._call("session.scroll", _given(direction=direction, amount=amount, id=target), timeout_ms)
        return cast(ActionResult, answer)

    def press(
        self, key: str, *, target: Optional[Target] = None, timeout_ms: Optional[int] = None
    ) -> ActionResult:
        """Presses a key or chord, such as ``Enter`` or ``Control+a``."""
        element = None if target is None else _target(target)
        answer = self._call("session.press", _given(key=key, id=element), timeout_ms)
        return cast(ActionResult, answer)

    def wait(self, until: Until, *, timeout_ms: Optional[int] = None) -> ActionResult:
        """Waits for milliseconds, for a CSS selector, or for such as ``{"text": "Thank you"}``."""
        condition = _condition(until)
        if timeout_ms is None and "ms" in condition:
            timeout_ms = self._timeout_ms + int(condition["ms"])
        answer = self._call("session.wait", {"until": condition}, timeout_ms)
        return cast(ActionResult, answer)

    def state(
        self,
        *,
        scope: Optional[str] = None,
        interactive_only: Optional[bool] = None,
        max_tokens: Optional[int] = None,
        near: Optional[int] = None,
        timeout_ms: Optional[int] = None,
    ) -> Page:
        """What is to be seen now, whole."""
        view = _given(scope=scope, interactive_only=interactive_only, max_tokens=max_tokens, near=near)
        answer = self._call("session.state", view, timeout_ms)
        return cast(Page, answer)

    def text(
        self,
        *,
        scope: Optional[str] = None,
        interactive_only: Optional[bool] = None,
        boxes: Optional[bool] = None,
        links: Optional[bool] = None,
        head: Optional[bool] = None,
        max_tokens: Optional[int] = None,
        timeout_ms: Optional[int] = None,
    ) -> str:
        """The same in the compact text form, for prompts."""
        view = _given(
            scope=scope,
            interactive_only=interactive_only,
            boxes=boxes,
            links=links,
            head=head,
            max_tokens=max_tokens,
        )
        answer = self._call("session.text", view, timeout_ms)
        return str(answer["text"])

    def read(self, *, timeout_ms: Optional[int] = None) -> str:
        """The readable content as Markdown."""
        answer = self._call("session.read", {}, timeout_ms)
        return str(answer["markdown"])

    def login(self, name: str, *, timeout_ms: int = LOGIN_MS) -> Page:
        """Signs in with what the vault has under a name."""
        answer = self._call("session.login", {"name": name}, timeout_ms)
        return cast(Page, answer)

    def evaluate(
        self, script: str, args: Optional[Mapping[str, Any]] = None, *, timeout_ms: Optional[int] = None
    ) -> Any:
        """The value of an expression, or of the body of an async function, in the page; where it is allowed."""
        answer = self._call("evaluate", _given(script=script, args=args), timeout_ms)
        return answer["result"]

    def events(self, *, after: int = 0, wait_ms: int = 0) -> List[Dict[str, Any]]:
        """What happened: navigations, console, errors, dialogs, downloads. Their words come from the page."""
        answer = self._call("session.events", {"after": after, "waitMs": wait_ms}, self._timeout_ms + wait_ms)
        return cast(List[Dict[str, Any]], answer["events"])

    def storage_state(self, *, timeout_ms: Optional[int] = None) -> Dict[str, Any]:
        """Cookies and localStorage. It signs in whoever has it: keep it as a secret."""
        answer = self._call("session.storageState", {}, timeout_ms)
        return cast(Dict[str, Any], answer)

    def cancel(self) -> int:
        """Ends the calls of this session that run or wait; they fail with ``cancelled``."""
        answer = self._call("session.cancel", {})
        return int(answer["cancelled"])

    def close(self) -> None:
        """Ends the session. Closing again does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._browser._connection.is_open:
            try:
                self._call("session.close", {})
            except AgentBrowserError as error:
                # What is gone already is closed.
                if error.code not in ("session_closed", "engine_crashed", "daemon_unavailable"):
                    raise

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _call(self, method: str, params: Mapping[str, Any], timeout_ms: Optional[int] = None) -> Any:
        deadline = self._timeout_ms if timeout_ms is None else timeout_ms
        return self._browser._call(method, {**params, "session": self._id}, deadline)


class AgentBrowser:
    """A browser without pixels, for agents.

    >>> browser = AgentBrowser()
    >>> browser.navigate("https://example.com/")
    >>> tree = browser.get_accessibility_tree()
    >>> browser.click("@e1")
    >>> browser.close()

    The engine is started when it does not run. The object has a session of its own for the methods that name none;
    ``session()`` makes others. What it made is gone when it is closed, or when this process ends.
    """

    def __init__(
        self,
        *,
        socket: Optional[str] = None,
        name: str = "default",
        allow_evaluate: bool = True,
        timeout_ms: int = TIMEOUT_MS,
        **options: Any,
    ) -> None:
        """``options`` are those of sessions, such as ``viewport``, ``proxy`` or ``script``; docs/python.md lists them.

        ``socket`` is the path of a socket to use as it is; ``name`` is the engine's, as ``--session`` of the commands.
        """
        self._connection = Connection(socket, name)
        self._options = {**_given(**options), "allowEvaluate": allow_evaluate}
        if "viewport" in self._options:
            self._options["viewport"] = list(self._options["viewport"])
        self._timeout_ms = timeout_ms
        self._own: Optional[Session] = None
        self.auth = Auth(self)

    @classmethod
    def launch(
        cls, *, viewport: Optional[Viewport] = None, proxy: Any = None, allow_evaluate: bool = False, **options: Any
    ) -> "AgentBrowser":
        """Starts the engine, if it does not run, and connects. Pages run no script of yours unless you say so."""
        browser = cls(viewport=viewport, proxy=proxy, allow_evaluate=allow_evaluate, **options)
        browser._connection.open()
        return browser

    def session(
        self, *, auth: Optional[str] = None, timeout_ms: Optional[int] = None, **options: Any
    ) -> Session:
        """A session of its own: cookies, storage and script are shared with nobody."""
        deadline = self._timeout_ms if timeout_ms is None else timeout_ms
        settings = {**self._options, **_given(**options)}
        # A sign-in that is still pending is named with the first page, when it is known where it begins.
        if auth is not None and auth not in self.auth._pending:
            settings["auth"] = auth
        answer = self._call("session.create", settings, deadline)
        return Session(self, str(answer["session"]), deadline, auth)

    # The methods of one page, in the words of the JSON-RPC socket.

    def navigate(
        self,
        url: str,
        wait_until: str = "idle",
        *,
        auth: Optional[str] = None,
        tab_id: Optional[str] = None,
        timeout_ms: Optional[int] = None,
    ) -> Navigation:
        """Opens a URL; ``wait_until`` is ``load``, ``idle`` (the default) or ``none``."""
        self.auth._begin(auth, url)
        params = _given(url=url, wait_until=wait_until, auth=auth, tab_id=tab_id)
        answer = self._on_page("navigate", params, timeout_ms)
        return cast(Navigation, answer)

    def go_back(self, *, tab_id: Optional[str] = None, timeout_ms: Optional[int] = None) -> Location:
        answer = self._on_page("goBack", _given(tab_id=tab_id), timeout_ms)
        return cast(Location, answer)

    def go_forward(self, *, tab_id: Optional[str] = None, timeout_ms: Optional[int] = None) -> Location:
        answer = self._on_page("goForward", _given(tab_id=tab_id), timeout_ms)
        return cast(Location, answer)

    def reload(self, *, tab_id: Optional[str] = None, timeout_ms: Optional[int] = None) -> Location:
        answer = self._on_page("reload", _given(tab_id=tab_id), timeout_ms)
        return cast(Location, answer)

    def wait_for_selector(
        self, selector: str, timeout: Optional[int] = None, *, tab_id: Optional[str] = None
    ) -> bool:
        """Whether an element came within ``timeout`` milliseconds."""
        deadline = self._timeout_ms if timeout is None else timeout
        params = _given(selector=selector, timeout=deadline, tab_id=tab_id)
        answer = self._on_page("waitForSelector", params, deadline)
        return bool(answer["found"])

    def evaluate(
        self,
        script: str,
        args: Optional[Mapping[str, Any]] = None,
        *,
        tab_id: Optional[str] = None,
        timeout_ms: Optional[int] = None,
    ) -> Any:
        """The value of an expression, or of the body of an async function that gets ``args`` by name."""
        answer = self._on_page("evaluate", _given(script=script, args=args, tab_id=tab_id), timeout_ms)
        return answer["result"]

    def click(
        self, selector: str, *, tab_id: Optional[str] = None, timeout_ms: Optional[int] = None
    ) -> ActionResult:
        """Clicks an element, by its ref or a CSS selector."""
        answer = self._on_page("click", _given(selector=selector, tab_id=tab_id), timeout_ms)
        return cast(ActionResult, answer)

    def fill(
        self, selector: str, value: str, *, tab_id: Optional[str] = None, timeout_ms: Optional[int] = None
    ) -> ActionResult:
        """Empties a field and types into it."""
        answer = self._on_page("fill", _given(selector=selector, value=value, tab_id=tab_id), timeout_ms)
        return cast(ActionResult, answer)

    def select(
        self,
        selector: str,
        value: Union[str, Sequence[str]],
        *,
        tab_id: Optional[str] = None,
        timeout_ms: Optional[int] = None,
    ) -> ActionResult:
        """Chooses options of a list, by value or label."""
        chosen = value if isinstance(value, str) else list(value)
        answer = self._on_page("select", _given(selector=selector, value=chosen, tab_id=tab_id), timeout_ms)
        return cast(ActionResult, answer)

    def keypress(
        self,
        key: str,
        modifiers: Optional[Sequence[str]] = None,
        *,
        tab_id: Optional[str] = None,
        timeout_ms: Optional[int] = None,
    ) -> ActionResult:
        """Presses a key, with others held down."""
        held = None if modifiers is None else list(modifiers)
        answer = self._on_page("keypress", _given(key=key, modifiers=held, tab_id=tab_id), timeout_ms)
        return cast(ActionResult, answer)

    def scroll(
        self,
        x: Optional[float] = None,
        y: Optional[float] = None,
        *,
        tab_id: Optional[str] = None,
        timeout_ms: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Scrolls the page to a place, and gives where it is then."""
        answer = self._on_page("scroll", _given(x=x, y=y, tab_id=tab_id), timeout_ms)
        return cast(Dict[str, Any], answer)

    def get_accessibility_tree(
        self, *, tab_id: Optional[str] = None, timeout_ms: Optional[int] = None
    ) -> List[AccessibilityNode]:
        """What has a role or can be acted on, with the refs that name it. This is what a model should get."""
        answer = self._on_page("getAccessibilityTree", _given(tab_id=tab_id), timeout_ms)
        return cast(List[AccessibilityNode], answer["tree"])

    def get_html(
        self,
        selector: Optional[str] = None,
        *,
        tab_id: Optional[str] = None,
        timeout_ms: Optional[int] = None,
    ) -> str:
        answer = self._on_page("getHTML", _given(selector=selector, tab_id=tab_id), timeout_ms)
        return str(answer["html"])

    def get_title(self, *, tab_id: Optional[str] = None) -> str:
        answer = self._on_page("getTitle", _given(tab_id=tab_id))
        return str(answer["title"])

    def get_url(self, *, tab_id: Optional[str] = None) -> str:
        answer = self._on_page("getURL", _given(tab_id=tab_id))
        return str(answer["url"])

    def get_cookies(self, url: Optional[str] = None, *, tab_id: Optional[str] = None) -> List[Cookie]:
        """The cookies of the session, or those that an address gets. They are secrets."""
        answer = self._on_page("getCookies", _given(url=url, tab_id=tab_id))
        return cast(List[Cookie], answer["cookies"])

    def set_cookie(self, cookie: Mapping[str, Any], *, tab_id: Optional[str] = None) -> None:
        """Sets a cookie: ``{"name": ..., "value": ..., "url": ...}``."""
        self._on_page("setCookie", _given(cookie=dict(cookie), tab_id=tab_id))

    def screenshot(
        self,
        quality: Optional[int] = None,
        width: Optional[int] = None,
        *,
        format: Optional[str] = None,
        scope: Optional[str] = None,
        tab_id: Optional[str] = None,
        timeout_ms: Optional[int] = None,
    ) -> bytes:
        """A picture of the page, as the bytes of a file: a wireframe of boxes and texts, since nothing is painted.

        It is a JPEG of ``quality`` 0 to 100, 70 when not given; or what ``format`` says: ``png``, ``jpeg`` or ``svg``.
        ``width`` makes it narrower than what it shows.
        """
        own = self._page()
        query = _given(session=own.id, format=format, scope=scope, quality=quality, width=width, tab_id=tab_id)
        deadline = self._timeout_ms if timeout_ms is None else timeout_ms
        data = self._connection.get("/screenshot", query, deadline)
        return data

    def tab_create(
        self, url: Optional[str] = None, width: Optional[int] = None, height: Optional[int] = None
    ) -> str:
        """Opens a tab, current from now on, and gives its id."""
        answer = self._on_page("tab.create", _given(url=url, width=width, height=height))
        return str(answer["tabId"])

    def tab_list(self) -> List[Dict[str, Any]]:
        answer = self._on_page("tab.list", {})
        return cast(List[Dict[str, Any]], answer["tabs"])

    def tab_select(self, tab_id: str) -> None:
        self._on_page("tab.select", {"tabId": tab_id})

    def tab_close(self, tab_id: Optional[str] = None) -> None:
        self._on_page("tab.close", _given(tab_id=tab_id))

    def events(self, *, after: int = 0, wait_ms: int = 0) -> List[Dict[str, Any]]:
        """What happened in the page's session so far; with ``wait_ms`` it waits for the first one."""
        own = self._page()
        events = own.events(after=after, wait_ms=wait_ms)
        return events

    def close(self) -> None:
        """Ends the sessions of this object and its connection. The engine ends by itself when nobody needs it."""
        self._own = None
        self._connection.close()

    def shutdown(self) -> None:
        """The same as ``close()``."""
        self.close()

    def __enter__(self) -> "AgentBrowser":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _page(self) -> Session:
        """The session of the methods that name none. After the connection was lost it is a new one."""
        if self._own is None or not self._connection.is_open:
            self._own = self.session()
        return self._own

    def _on_page(self, method: str, params: Mapping[str, Any], timeout_ms: Optional[int] = None) -> Any:
        own = self._page()
        return own._call(method, params, timeout_ms)

    def _call(self, method: str, params: Mapping[str, Any], timeout_ms: Optional[int] = None) -> Any:
        deadline = self._timeout_ms if timeout_ms is None else timeout_ms
        takes_deadline = method not in ("auth.open", "engine.ping")
        given = {**params, "timeoutMs": deadline} if takes_deadline else params
        return self._connection.call(method, given, deadline)
