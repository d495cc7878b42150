/**
 * The tab methods of the JSON-RPC socket: `navigate`, `click('@e3')`, `getAccessibilityTree` and the others, in front of the
 * methods of the table. Each is one or two calls of those.
 *
 * `tab.*` stand in both: here they also take and give `tabId`.
 */
import * as z from 'zod';
import { wholeAddress } from '../client/address.ts';
import { AgentBrowserError, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { faultsOf } from '../protocol/faults.ts';
import { METHODS } from '../protocol/methods.ts';
import { PAGE_METHODS } from '../protocol/page-methods.ts';
import { evaluateScript } from './rpc-evaluate.ts';
import { inTab, type RpcPort, selector, type tabId, tabNumber, targetOf } from './rpc-tab.ts';
import { accessibilityTree } from './rpc-tree.ts';

interface RpcMethod {
  readonly description: string;
  readonly params: z.ZodObject;
  readonly run: (params: never, port: RpcPort) => Promise<unknown>;
}

function method<Shape extends z.ZodRawShape>(
  description: string,
  shape: Shape,
  run: (params: z.output<z.ZodObject<Shape & typeof inTab>>, port: RpcPort) => Promise<unknown>,
): RpcMethod {
  return { description, params: z.strictObject({ ...inTab, ...shape }), run: run as RpcMethod['run'] };
}

const address = z.string().transform(wholeAddress);
const side = z.int().min(1).max(16_384);
const ms = z.int().min(1).max(LIMITS.maxCallMs);
/** As the table takes them. */
const { format, scope, theme, quality, width } = METHODS['session.picture'].params.shape;
const WAIT_UNTIL = { idle: 'settled', settled: 'settled', load: 'load', none: 'none' } as const;

/** `{ session, timeoutMs }` as the caller gave them. */
function on({ session, timeoutMs }: { session?: string | undefined; timeoutMs?: number | undefined }) {
  return { ...(session === undefined ? {} : { session }), ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

const where = ({ url, title }: { readonly url: string; readonly title: string }) => ({ url, title });

export const RPC_METHODS: Readonly<Record<string, RpcMethod>> = {
  'tab.create': method(
    'Opens a tab and makes it the current one.',
    {
      url: address.optional(),
      width: side.optional(),
      height: side.optional(),
      viewport: z.tuple([side, side]).optional(),
    },
    async ({ url, width, height, viewport, ...given }, port) => {
      if ((width === undefined) !== (height === undefined)) {
        throw new AgentBrowserError('invalid_argument', 'Give both width and height, or neither.');
      }
      const size = viewport ?? (width === undefined ? undefined : ([width, height!] as const));
      const opened = await port.call('tab.create', {
        ...on(given),
        ...(url === undefined ? {} : { url }),
        ...(size === undefined ? {} : { viewport: size }),
      });
      return { tabId: String(opened.tab), ...opened };
    },
  ),
  'tab.list': method('The tabs of the session.', {}, async (given, port) => {
    const { tabs } = await port.call('tab.list', on(given));
    return { tabs: tabs.map((tab) => ({ tabId: String(tab.id), ...tab })) };
  }),
  'tab.select': method('Makes a tab the current one.', { tab: z.int().optional() }, async (given, port) => {
    const wanted = given.tabId ?? given.tab;
    if (wanted === undefined) throw new AgentBrowserError('invalid_argument', 'Say which tab, with tabId.');
    const shown = await port.call('tab.select', { ...on(given), tab: tabNumber(wanted) });
    return { ok: true, tabId: String(shown.tab), ...shown };
  }),
  'tab.close': method('Closes a tab.', { tab: z.int().optional() }, async (given, port) => {
    const wanted = given.tabId ?? given.tab;
    const shown = await port.call('tab.close', {
      ...on(given),
      ...(wanted === undefined ? {} : { tab: tabNumber(wanted) }),
    });
    return { ok: true, tabId: String(shown.tab), ...shown };
  }),

  navigate: method(
    'Opens a URL and waits until the page is ready.',
    { url: address, waitUntil: z.enum(['load', 'idle', 'settled', 'none']).optional(), auth: z.string().optional() },
    async ({ url, waitUntil = 'idle', auth, ...given }, port) => {
      const options = { waitUntil: WAIT_UNTIL[waitUntil], ...(auth === undefined ? {} : { auth }) };
      const page = await port.call('session.goto', { ...on(given), url, ...options });
      const kinds = ['navigation'] as const;
      const { session } = given;
      const { events } = await port.call('session.events', { ...(session === undefined ? {} : { session }), kinds });
      const status = Number(events.findLast((event) => event.url === page.url)?.message ?? events.at(-1)?.message ?? 0);
      return { ...where(page), status };
    },
  ),
  goBack: method('Goes back in the history.', {}, async (given, port) =>
    where(await port.call('session.back', on(given))),
  ),
  goForward: method('Goes forward in the history.', {}, async (given, port) =>
    where(await port.call('session.forward', on(given))),
  ),
  reload: method('Loads the page again.', {}, async (given, port) =>
    where(await port.call('session.reload', on(given))),
  ),
  waitForSelector: method(
    'Waits until an element is there.',
    { selector, timeout: ms.optional() },
    async ({ selector: css, timeout, ...given }, port) => {
      const timeoutMs = timeout ?? given.timeoutMs ?? LIMITS.callMs;
      try {
        await port.call('session.wait', { ...on(given), until: { selector: css }, timeoutMs });
        return { found: true };
      } catch (error) {
        if (!isAgentBrowserError(error) || error.code !== 'timeout') throw error;
        return { found: false };
      }
    },
  ),

  evaluate: method(
    'The value of an expression, or of the body of an async function, in the page. Where the session allows it.',
    { script: z.string().min(1).max(LIMITS.typedChars), args: z.record(z.string(), z.unknown()).optional() },
    async ({ script, args = {}, ...given }, port) => {
      const timeoutMs = given.timeoutMs ?? LIMITS.callMs;
      const evaluate = async (source: string) => (await port.call('session.evaluate', { ...on(given), source })).value;
      return { result: await evaluateScript(script, args, evaluate, timeoutMs) };
    },
  ),
  click: method('Clicks an element.', { selector }, async ({ selector: named, ...given }, port) => ({
    ...(await port.call('session.click', { ...on(given), id: targetOf(named) })),
  })),
  fill: method(
    'Empties a field and types into it.',
    { selector, value: z.string().max(LIMITS.typedChars) },
    async ({ selector: named, value, ...given }, port) => ({
      ...(await port.call('session.type', { ...on(given), id: targetOf(named), text: value, clear: true })),
    }),
  ),
  select: method(
    'Chooses options of a list, by value or label.',
    { selector, value: z.union([z.string(), z.array(z.string()).max(1_000)]) },
    async ({ selector: named, value, ...given }, port) => ({
      ...(await port.call('session.select', {
        ...on(given),
        id: targetOf(named),
        values: typeof value === 'string' ? [value] : value,
      })),
    }),
  ),
  keypress: method(
    'Presses a key, with others held down.',
    { key: z.string().min(1).max(60), modifiers: z.array(z.string().max(20)).max(4).optional() },
    async ({ key, modifiers = [], ...given }, port) => ({
      ...(await port.call('session.press', { ...on(given), key: [...modifiers.map(modifierName), key].join('+') })),
    }),
  ),
  scroll: method(
    'Scrolls the page to a place.',
    { x: z.number().min(0).max(1e7).optional(), y: z.number().min(0).max(1e7).optional() },
    async ({ x, y, ...given }, port) => {
      const { scroll } = await port.call('session.state', { ...on(given), scope: 'page' });
      await scrollBy(port, given, ['right', 'left'], (x ?? scroll[0]) - scroll[0]);
      await scrollBy(port, given, ['down', 'up'], (y ?? scroll[1]) - scroll[1]);
      const after = await port.call('session.state', { ...on(given), scope: 'page' });
      return { ok: true, x: after.scroll[0], y: after.scroll[1] };
    },
  ),

  getAccessibilityTree: method('What has a role or can be acted on, with refs.', {}, async (given, port) => ({
    tree: accessibilityTree(await port.call('session.state', { ...on(given), scope: 'page', roles: true })),
  })),
  screenshot: method(
    'A picture of the page, a wireframe, as Base64: a JPEG unless another format is named. GET /screenshot gives its bytes.',
    { format, scope, theme, quality, width },
    async ({ session, timeoutMs, tabId: _, format: wanted = 'jpeg', ...picture }, port) =>
      port.picture({ ...on({ session, timeoutMs }), ...picture, format: wanted }),
  ),
  getHTML: method(
    'The markup of the page, or of an element.',
    { selector: selector.optional() },
    async ({ selector: css, ...given }, port) =>
      port.call('session.html', { ...on(given), ...(css === undefined ? {} : { selector: css }) }),
  ),
  getTitle: method('The title of the page.', {}, async (given, port) => ({
    title: (await current(given, port)).title,
  })),
  getURL: method('The address of the page.', {}, async (given, port) => ({ url: (await current(given, port)).url })),
  getCookies: method(
    'The cookies of the session, or those that an address gets.',
    { url: z.string().optional() },
    async ({ url, ...given }, port) =>
      port.call('session.cookies', { ...on(given), ...(url === undefined ? {} : { url }) }),
  ),
  setCookie: method(
    'Sets a cookie.',
    { cookie: PAGE_METHODS['session.setCookie'].params.shape.cookie },
    async ({ cookie: set, ...given }, port) => {
      await port.call('session.setCookie', { ...on(given), cookie: set });
      return { ok: true };
    },
  ),
};

export function isRpcMethod(name: string): boolean {
  return Object.hasOwn(RPC_METHODS, name);
}

export async function runRpcMethod(name: string, params: unknown, port: RpcPort): Promise<unknown> {
  const { params: schema, run } = RPC_METHODS[name]!;
  const parsed = schema.safeParse(params ?? {});
  if (!parsed.success) {
    const faults = faultsOf(schema, params ?? {}, parsed.error);
    throw new AgentBrowserError('invalid_argument', `${name} was called wrongly: ${faults}.`);
  }
  const given = parsed.data as { readonly session?: string; readonly tabId?: z.output<typeof tabId> };
  // These are about tabs, and name one for themselves.
  if (given.tabId === undefined || name.startsWith('tab.')) return run(given as never, port);
  return port.inTab(given.session, tabNumber(given.tabId), () => run(given as never, port));
}

type Given = Parameters<typeof on>[0];

async function current(given: Given, port: RpcPort): Promise<{ readonly url: string; readonly title: string }> {
  return port.call('session.state', { ...on(given), scope: 'page' });
}

async function scrollBy(
  port: RpcPort,
  given: Given,
  ways: readonly ['right', 'left'] | readonly ['down', 'up'],
  by: number,
) {
  if (by === 0) return;
  await port.call('session.scroll', { ...on(given), direction: by > 0 ? ways[0] : ways[1], amount: Math.abs(by) });
}

const MODIFIERS: Readonly<Record<string, string>> = {
  alt: 'Alt',
  option: 'Alt',
  ctrl: 'Control',
  control: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  meta: 'Meta',
  shift: 'Shift',
};

function modifierName(name: string): string {
  const known = MODIFIERS[name.toLowerCase()];
  if (known !== undefined) return known;
  throw new AgentBrowserError('invalid_argument', `A modifier is Alt, Control, Meta or Shift, not '${name}'.`);
}
