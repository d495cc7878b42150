"""Against a real engine. The environment says how it is called (AGENTBROWSER_COMMAND) and where sites are:

SITE       a page with a form, and others
SIGN_IN    a site where a person signs in, with SIGN_IN_USER, SIGN_IN_PASSWORD and SIGN_IN_TOTP
PROXY      a proxy
"""

from __future__ import annotations

import asyncio
import os
import signal
import unittest
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping

from agentbrowser import (
    AgentBrowser,
    AgentBrowserError,
    AsyncAgentBrowser,
    ElementNotFoundError,
    EngineTimeoutError,
    EngineUnavailableError,
)

SITE = os.environ.get("SITE", "")
EXAMPLES = Path(__file__).parent.parent / "examples"


@unittest.skipIf(SITE == "", "SITE and AGENTBROWSER_COMMAND are not set: test/clients/python.long.test.ts sets them")
class Engine(unittest.TestCase):
    def test_pictures_are_the_bytes_of_a_file(self) -> None:
        with AgentBrowser() as browser:
            browser.navigate(f"{SITE}/login")
            self.assertEqual(browser.screenshot()[6:10], b"JFIF")
            self.assertIn(b"<svg", browser.screenshot(format="svg"))
            self.assertEqual(browser.screenshot(width=200, format="png")[16:20], (200).to_bytes(4, "big"))
            self.assertEqual(browser.evaluate("return a + b", {"a": 1, "b": 2}), 3)

    def test_the_methods_of_a_session(self) -> None:
        with AgentBrowser.launch(behaviour="instant") as browser, browser.session() as session:
            session.goto(f"{SITE}/form")
            self.assertEqual(session.type("#name", "Ann")["delta"]["changed"][0]["val"], "Ann")
            session.select("select", "B")
            session.check("#ok")
            session.press("Tab")
            session.hover("button")
            session.click({"role": "button", "name": "Send"})
            session.wait({"text": "Sent by Ann"})
            self.assertIn("Sent by Ann", session.text(boxes=False))
            session.scroll("down", 100)
            session.wait(10)
            self.assertNotIn("Sent by Ann", session.text(boxes=False))
            self.assertIn("Sent by Ann", session.text(boxes=False, scope="page"))
            self.assertIn("Sent by Ann", session.read())
            self.assertEqual(session.state(interactive_only=True)["title"], "Form")
            session.goto(f"{SITE}/login")
            self.assertEqual(session.back()["title"], "Form")
            self.assertEqual(session.forward()["title"], "Sign in")
            self.assertEqual(session.reload()["title"], "Sign in")
            self.assertEqual([event["kind"] for event in session.events()][0], "navigation")
            self.assertEqual(session.storage_state()["cookies"], [])

    def test_errors_say_what_happened(self) -> None:
        with AgentBrowser.launch() as browser, browser.session() as session:
            session.goto(f"{SITE}/login")
            with self.assertRaises(ElementNotFoundError) as gone:
                session.click(99)
            self.assertEqual(gone.exception.element_id, 99)
            with self.assertRaises(EngineTimeoutError):
                session.wait("#never", timeout_ms=50)
            with self.assertRaisesRegex(AgentBrowserError, "allowEvaluate"):
                session.evaluate("1")
            with self.assertRaises(AgentBrowserError) as wrong:
                session.scroll("sideways")
            self.assertEqual(wrong.exception.code, "invalid_argument")

    def test_tabs_and_cookies(self) -> None:
        with AgentBrowser() as browser:
            browser.navigate(f"{SITE}/login")
            tab = browser.tab_create(f"{SITE}/form", width=390, height=844)
            self.assertEqual([each["title"] for each in browser.tab_list()], ["Sign in", "Form"])
            self.assertEqual(browser.get_title(tab_id="1"), "Sign in")
            self.assertEqual(browser.evaluate("innerWidth", tab_id=tab), 390)
            browser.tab_close(tab)
            browser.set_cookie({"name": "theme", "value": "dark", "url": SITE})
            self.assertEqual([cookie["name"] for cookie in browser.get_cookies(SITE)], ["theme"])
            self.assertTrue(browser.get_html("title").startswith("<title>"))
            self.assertEqual(browser.get_url(), f"{SITE}/login")
            self.assertFalse(browser.wait_for_selector("#never", 50))

    def test_two_browsers_share_nothing(self) -> None:
        with AgentBrowser() as one, AgentBrowser() as two:
            one.navigate(f"{SITE}/login")
            two.navigate(f"{SITE}/form")
            self.assertEqual((one.get_title(), two.get_title()), ("Sign in", "Form"))

    def test_an_engine_that_died_is_told_and_the_next_call_begins_anew(self) -> None:
        with AgentBrowser(name="dies") as browser:
            browser.navigate(f"{SITE}/login")
            os.kill(int(browser._call("daemon.status", {})["pid"]), signal.SIGKILL)
            with self.assertRaises(EngineUnavailableError):
                browser.get_title()
            self.assertEqual(browser.navigate(f"{SITE}/form")["title"], "Form")

    def test_async_calls_go_side_by_side(self) -> None:
        async def run() -> None:
            async with AsyncAgentBrowser() as browser:
                await browser.navigate(f"{SITE}/login")
                tree = await browser.get_accessibility_tree()
                await browser.fill(tree[0]["ref"], "Ann")
                sessions = await asyncio.gather(*(browser.session(behaviour="instant") for _ in range(3)))
                pages = await asyncio.gather(*(session.goto(f"{SITE}/form") for session in sessions))
                self.assertEqual([page["title"] for page in pages], ["Form"] * 3)
                with self.assertRaises(EngineTimeoutError):
                    await sessions[0].wait("#never", timeout_ms=50)
                waiting = asyncio.ensure_future(sessions[1].wait("#never", timeout_ms=60_000))
                while await sessions[1].cancel() == 0:
                    await asyncio.sleep(0.01)
                with self.assertRaisesRegex(AgentBrowserError, "cancelled"):
                    await waiting
                async with sessions[2] as last:
                    self.assertIn("Send", await last.text())

        asyncio.run(run())


@unittest.skipIf(SITE == "", "SITE and AGENTBROWSER_COMMAND are not set: test/clients/python.long.test.ts sets them")
class Secrets(unittest.TestCase):
    """What goes in and must not come out: not by errors about wrong calls, not by what objects say of themselves."""

    SECRET = "s3cr3tPW"

    def test_errors_and_objects_do_not_say_secrets(self) -> None:
        secret = self.SECRET
        login: Dict[str, Any] = {"username": "ann", "url": f"{SITE}/login"}
        with AgentBrowser() as browser:
            wrong: List[Callable[[], Any]] = [
                lambda: browser.auth.add("x", **{**login, "password": [secret]}),
                lambda: browser.auth.add("x", **{**login, "password": {"is": secret}}),
                lambda: browser.auth.add("x", **{**login, "password": secret, "url": "nowhere"}),
                lambda: browser.auth.add("x", **{**login, "password": secret, "totp": f"{secret}-18"}),
                lambda: browser.auth.add("x", **{**login, "password": "p", "mail": {"host": 5, "password": [secret]}}),
                lambda: browser.auth.unlock([secret]),  # type: ignore[arg-type]
                lambda: browser.session(proxy=f"bogus://ann:{secret}@proxy:1"),
                lambda: browser.session(proxy=f"http://ann:{secret}@127.0.0.1:9").goto("http://shop.test/"),
                lambda: browser.session(http_credentials={"username": "ann", "password": [secret]}),
                lambda: browser.set_cookie({"name": "a", "value": [secret], "url": SITE}),
                lambda: browser.fill("#nothing", secret),
            ]
            for call in wrong:
                with self.assertRaises(AgentBrowserError) as caught:
                    call()
                self.assertNotIn(secret, f"{caught.exception} {caught.exception!r} {caught.exception.__cause__}")
            browser.auth.add("later", username="ann", password=secret)
            self.assertNotIn(secret, f"{browser!r} {browser.auth!r} {browser.auth.list()}")


@unittest.skipIf(SITE == "", "SITE and AGENTBROWSER_COMMAND are not set: test/clients/python.long.test.ts sets them")
class Examples(unittest.TestCase):
    def example(self, name: str, local: Mapping[str, str]) -> Dict[str, Any]:
        """Runs an example as it is written, but for addresses and secrets, and gives the variables that it leaves."""
        text = (EXAMPLES / name).read_text()
        for written, here in local.items():
            self.assertIn(written, text)
            text = text.replace(written, here)
        left: Dict[str, Any] = {}
        exec(compile(text, name, "exec"), left)
        return left

    def test_the_example_of_one_page(self) -> None:
        left = self.example("one_page.py", {"https://github.com": SITE})
        self.assertEqual((left["page"]["title"], left["page"]["status"]), ("Sign in", 200))
        self.assertEqual([node["role"] for node in left["tree"]], ["textbox", "textbox", "button"])
        self.assertEqual([node["ref"] for node in left["tree"]], ["@e1", "@e2", "@e3"])
        self.assertEqual(left["jpeg_bytes"][:3], b"\xff\xd8\xff")
        # The page that the click led to has two links.
        self.assertEqual(left["result"], 2)

    def test_the_example_of_a_sign_in_behind_a_proxy(self) -> None:
        left = self.example(
            "sign_in.py",
            {
                "residential://user:pass@provider:8080": os.environ["PROXY"],
                "https://github.com": os.environ["SIGN_IN"],
                "user@email.com": os.environ["SIGN_IN_USER"],
                "***": os.environ["SIGN_IN_PASSWORD"],
                "JBSWY3DP...": os.environ["SIGN_IN_TOTP"],
            },
        )
        self.assertEqual(left["page"]["vp"], [1920, 1080])
        self.assertIn("inbox", left["page"]["url"])
        self.assertTrue(left["delta"]["ok"])
        left["session"].close()
        with AgentBrowser.launch() as browser:
            self.assertEqual([login["name"] for login in browser.auth.list()], ["github"])
            self.assertTrue(browser.auth.remove("github"))


if __name__ == "__main__":
    unittest.main()
