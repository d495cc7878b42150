/**
 * `agentbrowser wait`: until something is true of the page.
 */
import { LIMITS } from '../limits.ts';
import type { WaitCondition } from '../protocol/methods.ts';
import type { Command, Given } from './command.ts';
import { PAGE_OPTIONS, SHOW_OPTIONS, stringOf } from './option-values.ts';
import { actOnPage, readPageCall } from './page-session.ts';
import { UsageError } from './usage-error.ts';

export const WAIT_COMMAND: Command = {
  name: 'wait',
  group: 'Acting',
  summary: 'waits for a time, an element, text or an address, or until the page is at rest',
  operands: '[ms|selector|networkidle]',
  options: {
    ...PAGE_OPTIONS,
    ...SHOW_OPTIONS,
    text: { type: 'string', value: 'TEXT', help: 'Until this text shows' },
    url: { type: 'string', value: 'PART', help: 'Until this is in the address' },
    gone: { type: 'string', value: 'ID', help: 'Until this element, by id or selector, is gone' },
  },
  examples: [
    'wait',
    'wait networkidle',
    'wait 500',
    `wait '#results'`,
    `wait --text 'Thank you' --timeout 60000`,
    'wait --gone 7',
  ],
  read(given) {
    const call = readPageCall(given.values);
    const until = readCondition(given);
    // A wait that takes a time needs a deadline behind it.
    const given_ms = 'ms' in until ? until.ms : 0;
    const timeoutMs =
      given.values['timeout'] === undefined ? Math.min(call.timeoutMs + given_ms, LIMITS.maxCallMs) : call.timeoutMs;
    return (terminal) =>
      actOnPage({ ...call, timeoutMs }, terminal, 'waiting', (session) => session.wait(until, { timeoutMs }));
  },
};

export function readCondition({ operands, values }: Given): WaitCondition {
  const conditions: WaitCondition[] = operands.map(operandCondition);
  const text = stringOf(values, 'text');
  const url = stringOf(values, 'url');
  const gone = stringOf(values, 'gone');
  if (text !== undefined) conditions.push({ text });
  if (url !== undefined) conditions.push({ url });
  if (gone !== undefined) conditions.push({ gone: /^@?e?\d+$/.test(gone) ? Number(gone.replace(/^@?e?/, '')) : gone });
  if (conditions.length > 1) throw new UsageError('wait waits for one thing. Call it twice.');
  const [condition = { settled: true as const }] = conditions;
  if (Object.values(condition)[0] === '') throw new UsageError('wait waits for something that is not empty.');
  return condition;
}

/** Words of other tools for a page at rest. No element has such a name. */
const AT_REST: ReadonlySet<string> = new Set(['settled', 'networkidle', 'navigation', 'load', 'idle']);

function operandCondition(text: string): WaitCondition {
  if (AT_REST.has(text)) return { settled: true };
  if (!/^\d+$/.test(text)) return { selector: text };
  const ms = Number(text);
  if (ms <= LIMITS.maxCallMs) return { ms };
  throw new UsageError(`wait takes up to ${LIMITS.maxCallMs} milliseconds, not ${text}.`);
}
