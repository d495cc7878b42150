"""A session that is signed in, behind a proxy. The password goes to the engine's vault and to the site, nowhere else."""

from agentbrowser import AgentBrowser

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
