"""agentbrowser: a zero-render browser engine for AI agents.

>>> from agentbrowser import AgentBrowser
>>> with AgentBrowser() as browser:
...     browser.navigate("https://example.com/")
...     print(browser.get_accessibility_tree())
"""

from ._errors import (
    AgentBrowserError,
    ElementNotFoundError,
    EngineTimeoutError,
    EngineUnavailableError,
    LoginFailedError,
)
from ._types import AccessibilityNode, ActionResult, Cookie, Element, Location, Login, Navigation, Page, Target, Until
from .async_client import AsyncAgentBrowser, AsyncSession
from .client import AgentBrowser, Session

__all__ = [
    "AccessibilityNode",
    "ActionResult",
    "AgentBrowser",
    "AgentBrowserError",
    "AsyncAgentBrowser",
    "AsyncSession",
    "Cookie",
    "Element",
    "ElementNotFoundError",
    "EngineTimeoutError",
    "EngineUnavailableError",
    "Location",
    "Login",
    "LoginFailedError",
    "Navigation",
    "Page",
    "Session",
    "Target",
    "Until",
]
