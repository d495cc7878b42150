"""One page, in the words of the JSON-RPC socket: look, fill in, send, take a picture."""

from agentbrowser import AgentBrowser

browser = AgentBrowser()

# Navigate, and wait until nothing more happens.
page = browser.navigate("https://github.com/login", wait_until="idle")

# What a model gets to see: roles, names, boxes and refs.
tree = browser.get_accessibility_tree()

# Act by ref.
browser.fill("@e1", "myusername")
browser.fill("@e2", "mypassword")
browser.click("@e3")

# A picture as the bytes of a file, for models that see.
jpeg_bytes = browser.screenshot(quality=70)

# Script of your own.
result = browser.evaluate("document.querySelectorAll('a').length")

browser.close()
