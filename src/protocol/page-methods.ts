/**
 * The rows of the method table about a page's markup, a session's cookies and preferences, and calls that are not wanted any
 * more.
 */
import * as z from 'zod';
import { LIMITS } from '../limits.ts';

const session = z.string().min(1).max(64).describe('The session, as session.create named it');
const timeoutMs = z.int().min(1).max(LIMITS.maxCallMs).optional().describe('Deadline of this call in milliseconds');
/** Of every method that waits its turn in a session. */
export const callName = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe('A name for this call, with which session.cancel ends it');
export const viewport = z
  .tuple([z.int().min(1).max(16_384), z.int().min(1).max(16_384)])
  .readonly()
  .describe('[width, height] in CSS pixels');
const url = z.string().min(1).max(LIMITS.urlChars);
const part = z.string().max(LIMITS.cookieChars);
const domain = z.string().max(300).describe('With a dot before it for a whole domain, without for one host');
const expires = z.number().describe('Seconds since 1970; -1 for a cookie that ends with the session');
const sameSite = z.enum(['Strict', 'Lax', 'None']);

export const cookie = z.strictObject({
  name: part,
  value: part,
  domain,
  path: part,
  expires,
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite,
});

/** A cookie to be set: where it is not told whose it is, it is the current page's. */
const newCookie = z.strictObject({
  name: part,
  value: part,
  url: url.optional().describe('An address that gets it, in place of domain and path'),
  domain: domain.optional(),
  path: part.optional(),
  expires: expires.optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  sameSite: sameSite.optional(),
});

export const PAGE_METHODS = {
  'session.html': {
    description: 'The markup of the page, or of an element.',
    params: z.strictObject({
      session,
      selector: z.string().min(1).max(LIMITS.selectorChars).optional().describe('@e3 for element 3, or a CSS selector'),
      call: callName,
      timeoutMs,
    }),
    result: z.strictObject({ html: z.string() }),
    deadlineMs: LIMITS.callMs,
  },
  'session.cookies': {
    description: 'The cookies of the session, or those that an address gets. They are secrets.',
    params: z.strictObject({ session, url: url.optional(), call: callName, timeoutMs }),
    result: z.strictObject({ cookies: z.array(cookie).readonly() }),
    deadlineMs: LIMITS.callMs,
  },
  'session.setCookie': {
    description: 'Sets a cookie, by the rules that a server has to keep. A time in the past removes it.',
    params: z.strictObject({ session, cookie: newCookie, call: callName, timeoutMs }),
    result: z.strictObject({}),
    deadlineMs: LIMITS.callMs,
  },
  'session.emulate': {
    description: 'Changes what pages are shown on, open ones too. What is not given stays as it is.',
    params: z.strictObject({
      session,
      colorScheme: z.enum(['light', 'dark']).optional(),
      reducedMotion: z.boolean().optional(),
      media: z.enum(['screen', 'print']).optional(),
      viewport: viewport.optional(),
      call: callName,
      timeoutMs,
    }),
    result: z.strictObject({}),
    deadlineMs: LIMITS.callMs,
  },
  'session.cancel': {
    description: "Ends calls of a session that run or wait: they fail with 'cancelled'. The session stays usable.",
    params: z.strictObject({ session, call: callName.describe('The call; all of them when not given'), timeoutMs }),
    result: z.strictObject({ cancelled: z.int().describe('How many there were') }),
    deadlineMs: LIMITS.pingMs,
  },
};

export type EmulateOptions = Omit<
  z.output<(typeof PAGE_METHODS)['session.emulate']['params']>,
  'session' | 'call' | 'timeoutMs'
>;
export type Cookie = z.output<typeof cookie>;
export type NewCookie = z.output<typeof newCookie>;
