/**
 * The endpoints below /browser/, each a row of the method table under the name that agents know.
 *
 * In:  a body of JSON, with the names that other tools use for the same things. Out: parameters of a method.
 */
import * as z from 'zod';
import { wholeAddress } from '../client/address.ts';
import type { SessionMethod } from '../client/session-calls.ts';
import { METHODS } from '../protocol/methods.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Endpoint {
  readonly name: string;
  readonly method: SessionMethod;
  /** Other names of parameters, and what they stand for. */
  readonly aliases: Readonly<Record<string, (value: unknown) => Fields>>;
  /** Where the answer is not that of the method. */
  readonly answers: 'result' | 'snapshot' | 'picture';
  /** Whether it is there only when the owner of the machine allows script of callers. */
  readonly needsEvaluate: boolean;
}

/** `@e3`, `e3`, `"3"` and `3` all name element 3. What is none of these is judged by the engine. */
const elementOf = (value: unknown): unknown => {
  const match = typeof value === 'string' ? /^@?e?(\d{1,9})$/.exec(value.trim()) : null;
  return match === null ? value : Number(match[1]);
};

/** `example.com` is a web site. What is no text is judged by the engine. */
const addressOf = (value: unknown): unknown => (typeof value === 'string' ? wholeAddress(value) : value);

const ref = (value: unknown): Fields => ({ id: elementOf(value) });
const byId = { ref, id: ref };
const typed = { ...byId, value: (value: unknown) => ({ text: value }) };

/** `networkidle` and the like are a page at rest; numbers are times; everything else is a selector. */
function waited(value: unknown): Fields {
  if (typeof value === 'number') return { until: { ms: value } };
  if (typeof value !== 'string') return { until: value };
  if (['networkidle', 'navigation', 'load', 'idle', 'settled'].includes(value)) return { until: { settled: true } };
  return { until: { selector: value } };
}

const viewed = {
  interactive: (value: unknown) => ({ interactiveOnly: value }),
  compact: (value: unknown) => (value === true ? { boxes: false } : {}),
};

type Extra = Partial<Pick<Endpoint, 'aliases' | 'answers' | 'needsEvaluate'>>;

function endpoint(name: string, method: SessionMethod, extra: Extra = {}): Endpoint {
  return { name, method, aliases: {}, answers: 'result', needsEvaluate: false, ...extra };
}

export const ENDPOINTS: readonly Endpoint[] = [
  endpoint('snapshot', 'session.state', { aliases: viewed, answers: 'snapshot' }),
  endpoint('state', 'session.state', { aliases: viewed }),
  endpoint('text', 'session.text', { aliases: viewed }),
  endpoint('read', 'session.read'),
  endpoint('click', 'session.click', { aliases: byId }),
  endpoint('fill', 'session.type', { aliases: typed }),
  endpoint('type', 'session.type', { aliases: typed }),
  endpoint('select', 'session.select', {
    aliases: { ...byId, value: (value) => ({ values: typeof value === 'string' ? [value] : value }) },
  }),
  endpoint('check', 'session.check', { aliases: byId }),
  endpoint('press', 'session.press', { aliases: byId }),
  endpoint('scroll', 'session.scroll', { aliases: byId }),
  endpoint('hover', 'session.hover', { aliases: byId }),
  endpoint('drag', 'session.drag', { aliases: { ...byId, to: (value) => ({ to: elementOf(value) }) } }),
  endpoint('wait', 'session.wait', { aliases: { for: waited } }),
  endpoint('back', 'session.back'),
  endpoint('forward', 'session.forward'),
  endpoint('reload', 'session.reload'),
  endpoint('tabs', 'tab.list'),
  endpoint('tabs/new', 'tab.create', { aliases: { url: (value) => ({ url: addressOf(value) }) } }),
  endpoint('tabs/select', 'tab.select'),
  endpoint('tabs/close', 'tab.close'),
  endpoint('screenshot', 'session.picture', { answers: 'picture' }),
  endpoint('picture', 'session.picture'),
  endpoint('login', 'session.login'),
  endpoint('answer', 'session.answer'),
  endpoint('dialog', 'session.dialog'),
  endpoint('log', 'session.events'),
  endpoint('network', 'session.network'),
  endpoint('evaluate', 'session.evaluate', { needsEvaluate: true }),
];

/** What a caller may choose for a session of its own. What concerns this machine is set by whoever starts the server. */
export const OPEN_OPTIONS = ['viewport', 'script', 'images', 'dialogs', 'behaviour', 'auth'] as const;

export const openBody = z.strictObject({
  sessionId: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w.:-]+$/, 'letters, digits and . : - _ only')
    .optional()
    .describe('Names the session in all other calls. Without one, a new one is made'),
  url: METHODS['session.goto'].params.shape.url.transform(wholeAddress),
  waitUntil: METHODS['session.goto'].params.shape.waitUntil,
  timeoutMs: METHODS['session.goto'].params.shape.timeoutMs,
  viewport: METHODS['session.create'].params.shape.viewport,
  script: METHODS['session.create'].params.shape.script,
  images: METHODS['session.create'].params.shape.images,
  dialogs: METHODS['session.create'].params.shape.dialogs,
  behaviour: METHODS['session.create'].params.shape.behaviour,
  auth: METHODS['session.create'].params.shape.auth,
});

/** The parameters of the method. An alias counts only where the real name is not given. */
export function paramsOf({ aliases }: Endpoint, { sessionId: _, ...body }: Fields): Fields {
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias === undefined) params[name] = value;
    else for (const [real, read] of Object.entries(alias(value))) params[real] ??= read;
  }
  return params;
}
