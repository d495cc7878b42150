/**
 * console: what pages say, as bounded text for the host.
 *
 * Console §1 https://console.spec.whatwg.org/
 */
import { LIMITS } from '../../limits.ts';
import { now } from '../clock.ts';
import { postConsole } from '../outbox.ts';
import { create, defineProperty, indexOf, quote, trunc } from '../primordials.ts';
import { describe } from '../report-exception.ts';

const MAX_DEPTH = 2;
const MAX_ITEMS = 20;

/** A short text for any value. Whatever a page's object does when it is looked at, there is one. */
function show(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return depth === 0 ? value : quote(value);
    case 'function':
      return `function ${value.name}`;
    case 'object':
      return value === null ? 'null' : showObject(value, depth);
    default:
      return String(value);
  }
}

function showObject(value: object, depth: number): string {
  if (value instanceof Error) return describe(value);
  const { nodeName, nodeType } = value as { nodeName?: unknown; nodeType?: unknown };
  if (typeof nodeType === 'number' && typeof nodeName === 'string') return `<${nodeName.toLowerCase()}>`;
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? '[…]' : '{…}';
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => show(item, depth + 1));
    return `[${items.join(', ')}${value.length > MAX_ITEMS ? ', …' : ''}]`;
  }
  const keys = Object.keys(value);
  const fields = keys.slice(0, MAX_ITEMS).map((key) => `${key}: ${show((value as never)[key], depth + 1)}`);
  return `{${fields.join(', ')}${keys.length > MAX_ITEMS ? ', …' : ''}}`;
}

/** "formatter": %s, %d, %i, %f, %o, %O, %c. Gives the text and how many arguments it used. */
function format(pattern: string, args: ArrayLike<unknown>): readonly [text: string, used: number] {
  let used = 1;
  let text = '';
  for (let at = 0; at < pattern.length; at++) {
    const kind = pattern[at] === '%' ? pattern[at + 1] : undefined;
    if (kind === undefined || indexOf('sdifoOc%', kind) < 0 || (kind !== '%' && used >= args.length)) {
      text += pattern[at];
      continue;
    }
    at++;
    text += kind === '%' ? '%' : directive(kind, args[used++]);
  }
  return [text, used];
}

function directive(kind: string, value: unknown): string {
  switch (kind) {
    case 'c':
      return '';
    case 'd':
    case 'i':
    case 'f':
      return `${kind === 'f' ? Number(value) : trunc(Number(value))}`;
    default:
      return show(value, 0);
  }
}

function say(level: string, args: ArrayLike<unknown>): void {
  let text = '';
  let at = 0;
  try {
    const first = args[0];
    if (typeof first === 'string' && args.length > 1 && indexOf(first, '%') >= 0) {
      const formatted = format(first, args);
      text = formatted[0];
      at = formatted[1];
    }
    for (; at < args.length && text.length < LIMITS.eventChars; at++) {
      text += `${at === 0 ? '' : ' '}${show(args[at], 0)}`;
    }
  } catch {
    text += ' an object that cannot be shown';
  }
  postConsole(level === 'log' ? text : `${level}: ${text}`);
}

export function makeConsole(): object {
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const levels: Record<string, unknown> = {};
  for (const level of [
    'debug',
    'error',
    'info',
    'log',
    'warn',
    'dir',
    'dirxml',
    'table',
    'trace',
    'group',
    'groupCollapsed',
  ]) {
    const name =
      level === 'dir' || level === 'dirxml' || level === 'table' || level.startsWith('group') ? 'log' : level;
    levels[level] = { [level]: (...args: unknown[]) => say(name, args) }[level];
  }
  const own = Object.assign(create(create(Object.prototype) as object) as object, levels, {
    groupEnd(): void {},
    clear(): void {},
    count(label: unknown = 'default'): void {
      const count = (counts.get(`${label}`) ?? 0) + 1;
      if (counts.size < MAX_LABELS) counts.set(`${label}`, count);
      say('log', [`${label}: ${count}`]);
    },
    countReset(label: unknown = 'default'): void {
      counts.delete(`${label}`);
    },
    assert(condition: unknown = undefined, ...args: unknown[]): void {
      if (!condition) say('error', ['Assertion failed:', ...args]);
    },
    profile(): void {},
    profileEnd(): void {},
    time(label: unknown = 'default'): void {
      if (timers.size < MAX_LABELS) timers.set(`${label}`, now());
    },
    timeLog(label: unknown = 'default'): void {
      say('log', [`${label}: ${now() - (timers.get(`${label}`) ?? now())} ms`]);
    },
    timeEnd(label: unknown = 'default'): void {
      say('log', [`${label}: ${now() - (timers.get(`${label}`) ?? now())} ms`]);
      timers.delete(`${label}`);
    },
    timeStamp(): void {},
    // What it gives has the same functions; a name for them is what it is asked for.
    context(_name: unknown): object {
      return own;
    },
    createTask(name: unknown = undefined): object {
      if (name === undefined || `${name}` === '') throw new TypeError('First argument must be a non-empty string.');
      return { run: (callback: () => unknown) => callback() };
    },
  });
  defineProperty(own, Symbol.toStringTag, { value: 'console', configurable: true });
  return own;
}

/** Counters and timers that a page may have open. */
const MAX_LABELS = 1_000;
