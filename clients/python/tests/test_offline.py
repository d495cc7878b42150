"""What can be tested without an engine."""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
import threading
import socket
import unittest
import warnings
from pathlib import Path
from unittest import mock

import agentbrowser
from agentbrowser import (
    AgentBrowser,
    AgentBrowserError,
    AsyncAgentBrowser,
    ElementNotFoundError,
    EngineTimeoutError,
    EngineUnavailableError,
)
from agentbrowser._engine import engine_command, socket_path, start_engine
from agentbrowser._errors import error_from
from agentbrowser.client import _condition, _given, _target
from make_async import make_async

PACKAGE = Path(agentbrowser.__file__).parent


class Offline(unittest.TestCase):
    def test_the_async_client_is_made_from_the_sync_one(self) -> None:
        made = make_async((PACKAGE / "client.py").read_text())
        self.assertEqual(made, (PACKAGE / "async_client.py").read_text())

    def test_elements_are_named_by_id_ref_selector_or_role(self) -> None:
        self.assertEqual(_target(3), 3)
        self.assertEqual(_target("@e12"), 12)
        self.assertEqual(_target("#a"), {"selector": "#a"})
        self.assertEqual(_target({"role": "button"}), {"role": "button"})

    def test_what_is_not_given_is_not_sent(self) -> None:
        self.assertEqual(_given(wait_until="load", auth=None, x=0), {"waitUntil": "load", "x": 0})

    def test_conditions(self) -> None:
        self.assertEqual(_condition(5), {"ms": 5})
        self.assertEqual(_condition("settled"), {"settled": True})
        self.assertEqual(_condition("#a"), {"selector": "#a"})

    def test_errors_keep_their_code(self) -> None:
        gone = error_from({"message": "gone", "data": {"code": "element_not_found", "id": 4}})
        self.assertIsInstance(gone, ElementNotFoundError)
        self.assertEqual((gone.code, getattr(gone, "element_id")), ("element_not_found", 4))
        self.assertIsInstance(error_from({"data": {"code": "timeout"}}), EngineTimeoutError)
        self.assertEqual(error_from({"message": "x", "data": "?"}).code, "internal_error")

    def test_names_do_not_lead_out_of_the_folder(self) -> None:
        for name in ("../x", "", "a/b", "a" * 41, ".hidden"):
            with self.assertRaises(ValueError):
                socket_path(name)
        self.assertEqual(socket_path("a", {"AGENTBROWSER_RUNTIME_DIR": "/r"}), "/r/a.sock")
        self.assertEqual(socket_path("a", {"XDG_RUNTIME_DIR": "/run/u"}), "/run/u/agentbrowser/a.sock")

    def test_a_missing_engine_is_told_with_what_to_do(self) -> None:
        with mock.patch.dict(os.environ, {"AGENTBROWSER_COMMAND": "/no/such/command", "AGENTBROWSER_RUNTIME_DIR": "/no"}):
            self.assertEqual(engine_command(), ["/no/such/command"])
            with self.assertRaisesRegex(EngineUnavailableError, "AGENTBROWSER_COMMAND"):
                AgentBrowser().navigate("https://example.com/")
        with mock.patch.dict(os.environ, {"AGENTBROWSER_COMMAND": "false"}):
            with self.assertRaisesRegex(EngineUnavailableError, "could not be started"):
                start_engine("x")
        with self.assertRaisesRegex(EngineUnavailableError, "Nobody answers"):
            AgentBrowser(socket="/no/such.sock").get_title()

    def test_an_engine_that_answers_nonsense_or_hangs_up_is_an_error(self) -> None:
        for words in (b"nonsense\n", b"", b'{"jsonrpc":"2.0","id":null,"error":{"message":"too long"}}\n'):
            with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
                path = os.path.join(folder, "s")
                server.bind(path)
                server.listen()

                def serve() -> None:
                    for _ in range(5):
                        try:
                            client, _address = server.accept()
                        except OSError:  # The test is over, and the socket closed.
                            return
                        client.recv(1000)
                        client.sendall(words)
                        client.close()

                thread = threading.Thread(target=serve, daemon=True)
                thread.start()
                with self.assertRaises(AgentBrowserError):
                    AgentBrowser(socket=path).get_title()

    def test_connections_that_came_to_nothing_are_closed(self) -> None:
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
            path = os.path.join(folder, "s")
            server.bind(path)
            server.listen()

            def serve() -> None:
                held = []
                for _ in range(5):
                    client, _address = server.accept()
                    client.recv(1000)
                    client.sendall(b"nonsense\n")
                    held.append(client)
                for client in held:
                    client.close()

            thread = threading.Thread(target=serve, daemon=True)
            thread.start()

            async def run() -> None:
                with self.assertRaises(AgentBrowserError):
                    await AsyncAgentBrowser(socket=path).get_title()

            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always", ResourceWarning)
                asyncio.run(run())
                gc.collect()
            thread.join()
            self.assertEqual([str(each.message) for each in warned if each.category is ResourceWarning], [])


if __name__ == "__main__":
    unittest.main()
