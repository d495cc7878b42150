/**
 * A server with a browser for one test, on a free port, gone when the test is over.
 */
import type { TestContext } from 'node:test';
import { AgentBrowser, type LaunchOptions } from '../../src/index.ts';
import { type HttpServer, type ServeSettings, serveBrowser } from '../../src/server/http.ts';

export const TOKEN = 'token-of-the-first-client';
export const OTHER_TOKEN = 'token-of-another-client';

export interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface Served extends HttpServer {
  readonly browser: AgentBrowser;
  readonly lines: string[];
  post(name: string, body: unknown, token?: string): Promise<Answered>;
  get(path: string, token?: string): Promise<Response>;
}

export async function serve(
  t: TestContext,
  settings: Partial<ServeSettings> = {},
  options: LaunchOptions = {},
): Promise<Served> {
  const usual = { inProcess: true, behaviour: 'instant', viewport: [800, 600] } as const;
  const browser = await AgentBrowser.launch({ ...usual, ...options });
  const lines: string[] = [];
  const server = await serveBrowser(async () => browser, {
    version: '0.0.0',
    port: 0,
    tokens: [TOKEN, OTHER_TOKEN],
    permissions: { evaluate: false, files: false },
    log: (line) => lines.push(line),
    ...settings,
  });
  t.after(async () => {
    await server.close();
    await browser.shutdown();
  });
  const headers = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  return {
    ...server,
    browser,
    lines,
    async post(name, body, token = TOKEN) {
      const init = { method: 'POST', headers: headers(token), body: JSON.stringify(body) };
      const response = await fetch(`${server.url}/browser/${name}`, init);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    get: (path, token = TOKEN) => fetch(`${server.url}${path}`, { headers: headers(token) }),
  };
}

export function codeOf({ body }: Answered): unknown {
  return (body['error'] as { code?: unknown } | undefined)?.code;
}
