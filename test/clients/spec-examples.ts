/**
 * The examples of the documents that this grew from, word for word: they are what users were promised.
 *
 * Only addresses are replaced where they run (spec-examples.long.test.ts), so that nothing leaves the machine.
 */

/** The words of the JSON-RPC socket. */
export const PYTHON_BY_REFS = `from agentbrowser import AgentBrowser

browser = AgentBrowser()  # Connects to /tmp/agentbrowser.sock

# Navigate and wait for full readiness
page = browser.navigate("https://github.com/login", wait_until="idle")

# Get accessibility tree — this is what you send to the LLM
tree = browser.get_accessibility_tree()
# [{"ref": "@e0", "role": "textbox", "name": "Username or email", ...}, ...]

# Act on elements by ref
browser.fill("@e1", "myusername")
browser.fill("@e2", "mypassword")
browser.click("@e3")  # Submit button

# Screenshot for vision models — returns raw bytes
jpeg_bytes = browser.screenshot(quality=70)

# Direct JS when needed
result = browser.evaluate("document.querySelectorAll('a').length")

# Cleanup
browser.close()
`;

/** The fifteen methods. */
export const PYTHON_SIGNED_IN = `from agentbrowser import AgentBrowser

browser = AgentBrowser.launch(
    proxy="residential://user:pass@provider:8080",
    viewport=(1920, 1080)
)

browser.auth.add("github",
    username="user@email.com",
    password="***",
    totp="JBSWY3DP..."
)

session = browser.session(auth="github")
page = session.goto("https://github.com")
delta = session.click(1)

session.close()
browser.shutdown()
`;

/** The same in TypeScript. */
export const TYPESCRIPT_SIGNED_IN = `import { AgentBrowser } from 'agentbrowser'

const browser = await AgentBrowser.launch({
  proxy: 'residential://user:pass@provider:8080',
  viewport: [1920, 1080]
})

browser.auth.add('github', {
  username: 'user@email.com',
  password: '***',
  totp: 'JBSWY3DP...'
})

const session = await browser.session({ auth: 'github' })
const page = await session.goto('https://github.com')
const delta = await session.click(1)

await session.close()
await browser.shutdown()
`;
