/**
 * One-time codes from a shared secret.
 *
 * In:  a secret in base32 or an otpauth:// URI, and the time. Out: the code of that moment, and how long it is good for.
 *
 * RFC 6238, RFC 4648 §6, https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
import { createGuardrails, generateSync } from 'otplib';
import { AgentBrowserError } from '../errors.ts';

export interface CodeSettings {
  /** Base32, upper case, without padding. */
  readonly secret: string;
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly digits: number;
  readonly periodSeconds: number;
  /** How far the server's clock is ahead of ours. */
  readonly skewSeconds: number;
}

/** Many services give ten bytes, which the standard advises against and everybody accepts. */
const GUARDRAILS = createGuardrails({ MIN_SECRET_BYTES: 1, MAX_SECRET_BYTES: 256 });

/** A code that ends sooner than this may be late by the time it arrives. */
const FRESH_MS = 4_000;

/** Settings from what a person has: an otpauth:// URI, or the secret as text. */
export function codeSettings(text: string, skewSeconds = 0): CodeSettings {
  const isUri = /^otpauth:/i.test(text.trim());
  const settings = isUri ? fromUri(text.trim()) : { ...USUAL, secret: base32(text) };
  return { ...settings, skewSeconds };
}

const USUAL = { algorithm: 'sha1', digits: 6, periodSeconds: 30, skewSeconds: 0 } as const;

/** The code at a time. */
export function codeAt({ secret, algorithm, digits, periodSeconds, skewSeconds }: CodeSettings, nowMs: number): string {
  return generateSync({
    secret,
    algorithm,
    // Any number that settings may have; otplib's type names the usual ones only.
    digits: digits as 6,
    period: periodSeconds,
    epoch: Math.floor(nowMs / 1000) + skewSeconds,
    guardrails: GUARDRAILS,
  });
}

/** How long to wait for a code that will not run out on its way: 0 when the current one is good. */
export function waitForFreshMs({ periodSeconds, skewSeconds }: CodeSettings, nowMs: number): number {
  const left = untilNextMs(periodSeconds, skewSeconds, nowMs);
  return left < Math.min(FRESH_MS, (periodSeconds * 1000) / 2) ? left : 0;
}

/** How long to wait for another code than the current one. */
export function waitForNextMs({ periodSeconds, skewSeconds }: CodeSettings, nowMs: number): number {
  return untilNextMs(periodSeconds, skewSeconds, nowMs);
}

function untilNextMs(periodSeconds: number, skewSeconds: number, nowMs: number): number {
  const periodMs = periodSeconds * 1000;
  return periodMs - ((nowMs + skewSeconds * 1000) % periodMs);
}

function fromUri(uri: string): Omit<CodeSettings, 'skewSeconds'> {
  const url = URL.parse(uri);
  if (url === null || url.host.toLowerCase() !== 'totp') {
    throw invalid(`It is a URI for another kind of code than 'otpauth://totp/...'`);
  }
  const given = url.searchParams;
  const algorithm = (given.get('algorithm') ?? 'SHA1').toLowerCase().replace('-', '');
  if (algorithm !== 'sha1' && algorithm !== 'sha256' && algorithm !== 'sha512') {
    throw invalid('Its algorithm is none of SHA1, SHA256 and SHA512');
  }
  return {
    secret: base32(given.get('secret') ?? ''),
    algorithm,
    digits: whole(given.get('digits') ?? '6', 6, 10, 'digits'),
    periodSeconds: whole(given.get('period') ?? '30', 5, 3600, 'period'),
  };
}

/** People copy secrets in lower case, in groups with spaces, dashes or dots between them. */
function base32(text: string): string {
  const secret = text
    .toUpperCase()
    .replace(/[\s.-]/g, '')
    .replace(/=+$/, '');
  // What three bytes or fewer give is no secret.
  if (/^[A-Z2-7]{8,}$/.test(secret)) return secret;
  throw invalid('It is neither an otpauth:// URI nor base32, which has letters and the digits 2 to 7');
}

function whole(text: string, least: number, most: number, what: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw invalid(`Its ${what} are not from ${least} to ${most}`);
}

/** Secure: what was given is the secret, so that it is not quoted. */
function invalid(why: string): AgentBrowserError {
  return new AgentBrowserError('invalid_argument', `The secret of one-time codes cannot be used. ${why}.`);
}
