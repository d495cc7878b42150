"""Errors with the stable codes of the engine."""

from __future__ import annotations

from typing import Any, Mapping, Optional


class AgentBrowserError(Exception):
    """What the engine or this client says no to. ``code`` is for programs, the message says what to do next."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __str__(self) -> str:
        return f"{self.code}: {self.args[0]}"


class ElementNotFoundError(AgentBrowserError):
    """The element is not in the page any more. Look at the page again and choose another."""

    def __init__(self, message: str, element_id: Optional[int] = None) -> None:
        super().__init__("element_not_found", message)
        self.element_id = element_id


class LoginFailedError(AgentBrowserError):
    """A site did not let us in; ``reason`` says why, such as ``wrong_password``."""

    def __init__(self, message: str, reason: Optional[str] = None) -> None:
        super().__init__("login_failed", message)
        self.reason = reason


class EngineTimeoutError(AgentBrowserError):
    """Something did not happen in time. The session stays usable."""

    def __init__(self, message: str) -> None:
        super().__init__("timeout", message)


class EngineUnavailableError(AgentBrowserError):
    """The engine could not be found, started or reached, or it is gone."""

    def __init__(self, message: str) -> None:
        super().__init__("daemon_unavailable", message)


def error_from(error: Mapping[str, Any]) -> AgentBrowserError:
    """The ``error`` member of a JSON-RPC answer as an exception."""
    data = error.get("data")
    details: Mapping[str, Any] = data if isinstance(data, dict) else {}
    code = str(details.get("code", "internal_error"))
    message = str(error.get("message", "The engine sent an error without words."))
    if code == "element_not_found":
        element_id = details.get("id")
        return ElementNotFoundError(message, element_id if isinstance(element_id, int) else None)
    if code == "login_failed":
        return LoginFailedError(message, details.get("reason"))
    if code == "timeout":
        return EngineTimeoutError(message)
    if code == "daemon_unavailable":
        return EngineUnavailableError(message)
    return AgentBrowserError(code, message)
