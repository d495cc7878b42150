/**
 * One sign-in as it is kept, and the check of what a caller gives for one.
 *
 * In:  what a person or a program says about a sign-in. Out: an entry with all fields, or what is wrong with it. Errors
 *      name fields, never their values.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { type CodeSettings, codeSettings } from './one-time-code.ts';

/** A mailbox that receives codes. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise it is begun in the conversation where the server can. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  /** A part of the sender's address that mails with codes have. */
  readonly from: string | null;
}

export interface LoginEntry {
  /** The page where signing in begins. */
  readonly url: string;
  readonly origins: readonly string[];
  readonly username: string | null;
  readonly password: string | null;
  readonly code: CodeSettings | null;
  readonly mail: MailSettings | null;
  /** Which one to choose where the site offers several. Entries of earlier versions have none. */
  readonly account?: string | null;
}

/** What `auth.add` takes. */
export interface GivenLogin {
  readonly url: string;
  /** Further origins that may get the secrets: of a sign-in that is on another host than the site. */
  readonly origins?: readonly string[] | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The secret of one-time codes: base32, or an otpauth:// URI. */
  readonly totp?: string | undefined;
  readonly totpSkewSeconds?: number | undefined;
  readonly mail?: GivenMail | undefined;
  /** The account, organisation or profile to choose where the site asks, by a part of its words. */
  readonly account?: string | undefined;
}

export interface GivenMail {
  readonly host: string;
  readonly port?: number | undefined;
  readonly secure?: boolean | undefined;
  readonly user: string;
  readonly password: string;
  readonly from?: string | undefined;
}

/** Names are for people and agents; control characters in them would break lists. */
export function checkName(name: string): string {
  if (/^[^\p{Cc}\p{Zl}\p{Zp}]{1,100}$/u.test(name) && name.trim() === name) return name;
  throw invalid('Its name is empty, longer than 100 characters, or has control characters or spaces around it');
}

export function loginEntry(given: GivenLogin): LoginEntry {
  for (const [field, value] of Object.entries({ ...given, ...given.mail })) {
    if (typeof value === 'string' && value.length > LIMITS.loginChars) throw invalid(`Its ${field} is too long`);
  }
  const url = webUrl(given.url, 'url');
  const origins = [url.origin, ...(given.origins ?? []).map((text) => webUrl(text, 'origins').origin)];
  const { username = '', password = '', totp = '' } = given;
  if (username === '' && password === '') throw invalid('It has neither a username nor a password');
  return {
    url: url.href,
    origins: [...new Set(origins)],
    username: username === '' ? null : username,
    password: password === '' ? null : password,
    code: totp === '' ? null : codeSettings(totp, given.totpSkewSeconds ?? 0),
    mail: given.mail === undefined ? null : mailSettings(given.mail),
    account: (given.account ?? '').trim() === '' ? null : given.account!,
  };
}

export function mailOrigin({ host, port }: Pick<MailSettings, 'host' | 'port'>): string {
  return `imap://${host}:${port}`;
}

function mailSettings({ host, port, secure = true, user, password, from }: GivenMail): MailSettings {
  if (!/^[\w.:[\]-]{1,255}$/.test(host)) throw invalid('Its mail host is not the name of a host');
  return { host, port: port ?? (secure ? 993 : 143), secure, user, password, from: from ?? null };
}

function webUrl(text: string, field: string): URL {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) {
    if (url.username === '' && url.password === '') return url;
    throw invalid(`Its ${field} has a user or a password in it; give these as fields of their own`);
  }
  throw invalid(`Its ${field} is not a whole http or https URL`);
}

function invalid(why: string): AgentBrowserError {
  return new AgentBrowserError('invalid_argument', `The sign-in cannot be kept. ${why}.`);
}
