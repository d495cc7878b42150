/**
 * What the endpoints below /browser/ do.
 *
 * In:  an endpoint's name, its owner, a body of JSON. Out: the answer, as JSON or as a picture.
 */
import { randomInt } from 'node:crypto';
import type { SessionOptions } from '../client/browser.ts';
import { AgentBrowserError } from '../errors.ts';
import { faultsOf } from '../protocol/faults.ts';
import type { MethodResult } from '../protocol/methods.ts';
import { elementRole, isInteractiveElement } from '../spatial/element-role.ts';
import { fenceLines } from '../spatial/page-fence.ts';
import { toText } from '../spatial/to-text.ts';
import type { Owner } from './access.ts';
import { ENDPOINTS, type Endpoint, OPEN_OPTIONS, openBody, paramsOf } from './endpoints.ts';
import { checkFileAddress } from './file-addresses.ts';
import type { SessionDesk } from './session-desk.ts';

export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly type: string; readonly bytes: Uint8Array };

export interface Permissions {
  /** Script of callers in pages. */
  readonly evaluate: boolean;
  /** `file:` addresses. */
  readonly files: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export class BrowserRoutes {
  readonly #desk: SessionDesk;
  readonly #permissions: Permissions;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;

  constructor(desk: SessionDesk, permissions: Permissions) {
    this.#desk = desk;
    this.#permissions = permissions;
    const allowed = ENDPOINTS.filter(({ needsEvaluate }) => permissions.evaluate || !needsEvaluate);
    this.#endpoints = new Map(allowed.map((endpoint) => [endpoint.name, endpoint]));
  }

  has(name: string): boolean {
    return name === 'open' || name === 'close' || this.#endpoints.has(name);
  }

  status(owner: Owner): object {
    const sessions = this.#desk.list(owner).map(({ id, feed }) => ({ sessionId: id, control: feed.control }));
    return { active: sessions.length > 0, sessionId: sessions.at(-1)?.sessionId ?? null, sessions };
  }

  async call(name: string, owner: Owner, body: unknown): Promise<Answer> {
    const fields = fieldsOf(body);
    if (name === 'open') return json(await this.#open(owner, fields));
    const id = sessionIdOf(fields);
    if (name === 'close') {
      await this.#desk.close(owner, id);
      return json({ success: true });
    }
    const endpoint = this.#endpoints.get(name)!;
    const params = paramsOf(endpoint, fields);
    if (typeof params['url'] === 'string') checkFileAddress(params['url'], this.#permissions.files);
    const result = await this.#desk.use(owner, id, (session) => session.callByName(endpoint.method, params));
    switch (endpoint.answers) {
      case 'result':
        return json(result);
      case 'snapshot':
        return json(snapshotOf(result as MethodResult<'session.state'>, params));
      case 'picture': {
        const { data, type } = result as MethodResult<'session.picture'>;
        return { kind: 'bytes', type, bytes: Buffer.from(data, 'base64') };
      }
    }
  }

  async #open(owner: Owner, fields: Fields): Promise<object> {
    const parsed = openBody.safeParse(fields);
    if (!parsed.success) {
      const faults = faultsOf(openBody, fields, parsed.error);
      throw new AgentBrowserError('invalid_argument', `open was called wrongly: ${faults}.`);
    }
    const { sessionId, url, waitUntil, timeoutMs } = parsed.data;
    checkFileAddress(url, this.#permissions.files);
    const given = Object.entries(parsed.data).filter(([name, value]) => {
      return value !== undefined && (OPEN_OPTIONS as readonly string[]).includes(name);
    });
    const { id } = await this.#desk.open(owner, sessionId, Object.fromEntries(given) as SessionOptions);
    const options = {
      ...(waitUntil === undefined ? {} : { waitUntil }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    const page = await this.#desk.use(owner, id, (session) => session.goto(url, options));
    return { success: true, sessionId: id, page };
  }
}

function json(value: unknown): Answer {
  return { kind: 'json', value };
}

function fieldsOf(body: unknown): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  throw new AgentBrowserError('invalid_argument', 'The body must be a JSON object, such as { "sessionId": "a" }.');
}

function sessionIdOf({ sessionId }: Fields): string {
  if (typeof sessionId === 'string' && sessionId !== '') return sessionId.slice(0, 64);
  throw new AgentBrowserError('invalid_argument', 'sessionId is missing. POST /browser/open gives one.');
}

/** The page as text, and the elements that can be acted on by their refs. */
function snapshotOf(page: MethodResult<'session.state'>, { boxes }: Fields): object {
  const refs = page.els.filter(isInteractiveElement).map((element) => {
    const role = elementRole(element) ?? element.tag;
    const name = element.name ?? element.text ?? element.ph ?? '';
    return { ref: `@e${element.id}`, id: element.id, role, name, ...(element.b === undefined ? {} : { b: element.b }) };
  });
  const { url, title, version, more } = page;
  const tree = fenceLines(toText(page, { boxes: boxes !== false }), randomInt);
  return { url, title, version, ...(more === undefined ? {} : { more }), tree, refs };
}
