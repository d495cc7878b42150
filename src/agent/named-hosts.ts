/**
 * The hosts that a user names in a task.
 *
 * In:  the user's own words. Out: hosts with their ports, as `URL.host` has them. What a page says is never asked here.
 */
const BARE = /^(?:localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\]|[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,})(?::\d+)?(?=\/|$)/i;

export function hostsNamedIn(...texts: readonly string[]): Set<string> {
  const hosts = new Set<string>();
  for (const text of texts) {
    for (const written of text.split(/[\s"'<>(),]+/)) {
      const word = written.replace(/[.!?;:]+$/, '');
      if (/^https?:\/\//i.test(word)) {
        add(word, hosts);
        continue;
      }
      const bare = BARE.exec(word)?.[0];
      if (bare === undefined) continue;
      // Each scheme leaves its own port out.
      add(`http://${bare}`, hosts);
      add(`https://${bare}`, hosts);
    }
  }
  return hosts;
}

function add(text: string, hosts: Set<string>): void {
  const host = URL.parse(text)?.host ?? '';
  if (host !== '') hosts.add(host);
}
