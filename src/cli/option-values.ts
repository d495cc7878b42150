/**
 * Options that several commands have, and how their values are read.
 */
import { isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { checkName, DEFAULT_NAME } from '../server/socket-path.ts';
import type { Given, Option, OptionValues } from './command.ts';
import { UsageError } from './usage-error.ts';

export const JSON_OPTION = {
  json: { type: 'boolean', help: 'JSON for machines; readable text without it' },
} as const satisfies Record<string, Option>;

export const SESSION_OPTION = {
  session: { type: 'string', value: 'NAME', help: "Which session; AGENTBROWSER_SESSION, else 'default', without it" },
} as const satisfies Record<string, Option>;

export const TIMEOUT_OPTION = {
  timeout: { type: 'string', value: 'TIME', help: 'Deadline in milliseconds, or such as 5s; 30000 without it' },
} as const satisfies Record<string, Option>;

/** What commands have that talk to the processes behind sessions. */
export const ANSWER_OPTION = {
  timeout: { type: 'string', value: 'MS', help: 'How long a session may take to answer; 5000 without it' },
} as const satisfies Record<string, Option>;

/** What every command has that works on the page of a session. */
export const PAGE_OPTIONS = { ...SESSION_OPTION, ...TIMEOUT_OPTION, ...JSON_OPTION } as const;

/** How pages and changes are shown. */
export const SHOW_OPTIONS = {
  'no-boxes': { type: 'boolean', help: 'Leave places and sizes out' },
  links: { type: 'boolean', help: 'Show where links lead' },
} as const satisfies Record<string, Option>;

export const VIEWPORT_OPTION = {
  viewport: { type: 'string', value: 'WxH', help: 'Width and height in CSS pixels; 1280x800 without it' },
  'no-script': { type: 'boolean', help: "Do not run the page's script" },
} as const satisfies Record<string, Option>;

export function stringOf(values: OptionValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** An option that may be given several times. */
export function stringsOf(values: OptionValues, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function readSessionName(values: OptionValues): string {
  const name = stringOf(values, 'session') ?? (process.env['AGENTBROWSER_SESSION'] || DEFAULT_NAME);
  try {
    return checkName(name);
  } catch (error) {
    throw isAgentBrowserError(error) ? new UsageError(error.message, { cause: error }) : error;
  }
}

export function readTimeout(values: OptionValues, otherwise: number = LIMITS.callMs): number {
  const text = stringOf(values, 'timeout') ?? String(otherwise);
  const ms = /^\d+$/.test(text) ? Number(text) : (durationOf(text) ?? 0);
  if (ms < 1 || ms > LIMITS.maxCallMs) {
    const most = LIMITS.maxCallMs / 60_000;
    throw new UsageError(`--timeout is in milliseconds, or such as 5s; ${most} minutes at most, not '${text}'.`);
  }
  return ms;
}

export function readViewport(text: string): readonly [number, number] {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || !isSide(width) || !isSide(height)) {
    throw new UsageError(`--viewport is a width and a height up to 16384, such as 1280x800, not '${text}'.`);
  }
  return [width, height];
}

function isSide(pixels: number): boolean {
  return pixels >= 1 && pixels <= 16_384;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `90s`, `30m`, `2h`. */
export function readDuration(text: string, what: string): number {
  const ms = durationOf(text) ?? 0;
  // A timer cannot be longer.
  if (ms < 1 || ms > 0x7fff_ffff) throw new UsageError(`${what} is a time such as 90s, 30m or 2h, not '${text}'.`);
  return ms;
}

/** `90s`, in milliseconds. */
function durationOf(text: string): number | null {
  const match = /^(\d{1,6})(ms|s|m|h)$/.exec(text);
  return match === null ? null : Number(match[1]) * UNITS[match[2]!]!;
}

/** A whole number of an operand or option. */
export function readNumber(text: string, what: string, max: number = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= max) return number;
  throw new UsageError(`${what} is a whole number, not '${text.slice(0, 60)}'.`);
}

/** Exactly as many as there are names; `UsageError` for fewer or more. */
export function takeOperands(command: string, { operands }: Given, ...names: readonly string[]): string[] {
  const missing = names[operands.length];
  if (missing !== undefined) throw new UsageError(`${command} needs ${missing}.`);
  const extra = operands[names.length];
  if (extra !== undefined) {
    const takes = names.length === 0 ? 'no arguments' : names.join(' and ');
    throw new UsageError(`${command} takes ${takes}; '${extra.slice(0, 60)}' is one too many.`);
  }
  return [...operands];
}

/** A whole number above 0. */
export function readCount(values: OptionValues, name: string): number | undefined {
  const text = stringOf(values, name);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!/^\d{1,9}$/.test(text) || count < 1) throw new UsageError(`--${name} is a whole number above 0, not '${text}'.`);
  return count;
}
