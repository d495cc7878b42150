/**
 * What the tab methods of the socket have in common: which tab and which element they mean, and how they reach the table.
 */
import * as z from 'zod';
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ElementTarget, MethodName, MethodParams, MethodResult } from '../protocol/methods.ts';

/** How a method reaches the engine. */
export interface RpcPort {
  call<M extends MethodName>(method: M, params: WithoutSession<M>): Promise<MethodResult<M>>;
  /** A picture of the page. */
  picture(params: Readonly<Record<string, unknown>>): Promise<PictureAnswer>;
  /** Makes the tab the current one of the session and does the work before anybody else can change that. */
  inTab<T>(session: string | undefined, tab: number, work: () => Promise<T>): Promise<T>;
}

/** A file, as Base64. */
export interface PictureAnswer {
  readonly data: string;
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

type WithoutSession<M extends MethodName> = Omit<MethodParams<M>, 'session'> & {
  readonly session?: string | undefined;
};

export const tabId = z
  .union([z.string().min(1).max(20), z.int()])
  .optional()
  .describe('The tab, as tab.create named it; the current one when not given');

/** What every tab method takes. */
export const inTab = {
  session: z.string().min(1).max(64).optional().describe("The session; the daemon's own when not given"),
  tabId,
  timeoutMs: z.int().min(1).max(LIMITS.maxCallMs).optional().describe('Deadline of this call in milliseconds'),
};

export const selector = z
  .string()
  .min(1)
  .max(LIMITS.selectorChars)
  .describe('A ref of getAccessibilityTree, such as @e3, or a CSS selector');

export function tabNumber(id: string | number): number {
  const number = Number(id);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new AgentBrowserError('invalid_argument', `There is no tab '${id}'. tab.list tells which there are.`);
}

/** `@e3`, or a CSS selector. */
export function targetOf(text: string): ElementTarget {
  const ref = /^@?e([1-9]\d{0,8})$/.exec(text);
  return ref === null ? { selector: text } : Number(ref[1]);
}
