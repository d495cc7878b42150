"""What answers look like. They are plain dictionaries; these names are for type checkers and for readers."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence, Tuple, TypedDict, Union

#: An element: its id in the last page, a ref such as ``@e3``, a CSS selector, or ``{"role": ..., "name": ...}``.
Target = Union[int, str, Mapping[str, str]]

#: What ``wait`` waits for: milliseconds, a CSS selector, or such as ``{"text": "Thank you"}``.
Until = Union[int, str, Mapping[str, Any]]

Viewport = Union[Tuple[int, int], Sequence[int]]


class _ElementBase(TypedDict):
    id: int
    tag: str
    b: List[float]


class Element(_ElementBase, total=False):
    """One element of a page: what it is, what it says, where it is. docs/spatial-dom.md has every field."""

    role: str
    text: str
    name: str
    ph: str
    val: str
    href: str
    type: str
    level: int
    checked: Union[bool, str]
    selected: bool
    expanded: bool
    pressed: Union[bool, str]
    disabled: bool
    required: bool
    readonly: bool
    invalid: bool
    focused: bool
    options: List[str]
    clickable: bool


class _PageBase(TypedDict):
    url: str
    title: str
    vp: List[int]
    scroll: List[float]
    version: int
    els: List[Element]


class Page(_PageBase, total=False):
    """The Spatial DOM."""

    more: Dict[str, int]


class _ActionBase(TypedDict):
    ok: bool
    action: str
    duration_ms: float


class ActionResult(_ActionBase, total=False):
    """What an action changed (``delta``), or the page that it led to (``page``)."""

    delta: Dict[str, Any]
    page: Page
    tab: int


class Rect(TypedDict):
    x: float
    y: float
    w: float
    h: float


class _NodeBase(TypedDict):
    ref: str
    role: str
    name: str
    tag: str
    rect: Rect


class AccessibilityNode(_NodeBase, total=False):
    value: str
    states: List[str]


class Cookie(TypedDict):
    name: str
    value: str
    domain: str
    path: str
    expires: float
    httpOnly: bool
    secure: bool
    sameSite: str


class Location(TypedDict):
    url: str
    title: str


class Navigation(Location):
    status: int


class Login(TypedDict):
    name: str
    origins: List[str]
