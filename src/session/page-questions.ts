/**
 * Questions of a page that its thread waits for, and the session's answers.
 *
 * In:  a question and its payload, both as the page wrote them. Out: text; empty where the answer is no.
 *
 * Secure: the document is the host's own record of it, so a page can ask for its own origin's things only.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '../limits.ts';
import { type CookieJar, scriptContext } from '../net/cookie-jar.ts';
import { encodeLegacy, encodeLegacyQuery } from '../net/legacy-encoder.ts';
import type { CookiePlace } from '../net/policy.ts';
import { registrableDomain } from '../net/site.ts';
import type { HostQuestion } from '../page/network/host-call.ts';
import type { DialogKind } from './dialogs.ts';
import { compressForPage } from './page-compression.ts';
import { answerCrypto, type CryptoKeys } from './page-crypto.ts';
import { decodeForPage, type PageDecoders } from './page-decoders.ts';
import type { StorageStore } from './storage-store.ts';

/** What a document's questions are about. */
export interface QuestionContext {
  /** The document's address as the host knows it. */
  readonly url: URL;
  /** Where it stands, as its cookies see it. */
  readonly place: CookiePlace;
  readonly cookies: CookieJar;
  readonly storage: StorageStore;
  readonly clipboard: Map<string, string>;
  readonly keys: CryptoKeys;
  readonly decoders: PageDecoders;
  /** What a dialog is answered with; `null` when it is dismissed. */
  dialog(kind: DialogKind, message: string, byDefault: string): Promise<string | null>;
  /** A request whose answer the page waits for, as JSON. */
  fetch(command: unknown): Promise<string>;
  /** The text of a script that a worker at `from` imports; `null` when it cannot be had. */
  script(url: string, from: string): Promise<string | null>;
}

/** Origins of storage: files share one, as in Chrome; what has no origin has no storage. */
export function storageOrigin(url: URL): string | null {
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.origin;
  return url.protocol === 'file:' ? 'file://' : null;
}

export function answerQuestion(question: string, payload: string, context: QuestionContext): string | Promise<string> {
  const origin = storageOrigin(context.url);
  switch (question as HostQuestion) {
    case 'cookies':
      return context.cookies.forScript(context.url, context.place);
    case 'cookie_list':
      return cookieList(context);
    case 'set_cookie':
      if (payload.length <= LIMITS.cookieChars * 2) {
        context.cookies.set(payload, context.url, 'script', scriptContext(context.place));
      }
      return '';
    case 'storage': {
      const area = payload === 'session' ? 'session' : 'local';
      return origin === null ? '[]' : JSON.stringify(context.storage.items(origin, area));
    }
    case 'dialog':
      return answerDialog(payload, context);
    case 'random':
      return randomBytes(Math.min(65_536, Math.max(0, Math.trunc(Number(payload)) || 0))).toString('latin1');
    case 'hash':
      return hashOf(payload);
    case 'decode':
      return decodeForPage(payload, context.decoders);
    case 'encode': {
      const end = payload.indexOf('\n');
      const text = payload.slice(end + 1);
      if (payload.startsWith('?')) return encodeLegacyQuery(payload.slice(1, end), text);
      return encodeLegacy(payload.slice(0, end), text).toString('latin1');
    }
    case 'fetch':
      return context.fetch(JSON.parse(payload));
    case 'compress':
      return compressForPage(payload);
    case 'crypto':
      return answerCrypto(payload, context.keys);
    case 'database':
      return origin === null ? '' : (context.storage.database(origin, payload) ?? '');
    case 'databases':
      return origin === null ? '[]' : JSON.stringify(context.storage.databases(origin));
    case 'clipboard':
      return origin === null ? '' : (context.clipboard.get(origin) ?? '');
    case 'set_clipboard':
      if (origin !== null) keepOnClipboard(context.clipboard, origin, payload);
      return '';
    case 'script':
      return importedScript(payload, context);
    case 'site':
      return registrableDomain(payload);
    case 'font_table':
      return fontTable(payload);
    default:
      return '';
  }
}

/** Cookie Store §7.2: what a script may know of each cookie. */
function cookieList({ cookies, url, place }: QuestionContext): string {
  return JSON.stringify(
    cookies.listForScript(url, place).map(({ name, value, domain, hostOnly, path, expires, ...cookie }) => ({
      domain: hostOnly ? null : domain,
      expires,
      name,
      partitioned: cookie.partition !== undefined,
      path,
      sameSite: cookie.sameSite === 'default' ? 'lax' : cookie.sameSite,
      secure: cookie.secure,
      value,
    })),
  );
}

/** The widths of a well-known web font, for layout. They are loaded when a page first declares such a family. */
async function fontTable(family: string): Promise<string> {
  const { webFamilies } = await import('../layout/text/tables/web/catalog.ts');
  const table = webFamilies.get(family);
  return table === undefined ? '' : JSON.stringify(table);
}

/** The algorithm, a space, and the text: base64 of its hash, for policies. */
function hashOf(payload: string): string {
  const algorithm = /^sha(?:256|384|512)(?= )/.exec(payload)?.[0];
  if (algorithm === undefined) return '';
  return createHash(algorithm)
    .update(payload.slice(algorithm.length + 1))
    .digest('base64');
}

/** What was copied longest ago goes when too many origins have something there. */
function keepOnClipboard(clipboard: Map<string, string>, origin: string, text: string): void {
  clipboard.delete(origin);
  clipboard.set(origin, text.slice(0, LIMITS.typedChars));
  if (clipboard.size > LIMITS.hostsRemembered) clipboard.delete(clipboard.keys().next().value!);
}

async function importedScript(payload: string, { script }: QuestionContext): Promise<string> {
  const [url = '', from = ''] = payload.split('\n', 2);
  const isTooLong = url.length > LIMITS.urlChars || from.length > LIMITS.urlChars;
  const text = isTooLong ? null : await script(url, from);
  return text === null ? '' : `+${text}`;
}

/** `[kind, message, default]`; the answer is `+` with the text, or empty for no. */
async function answerDialog(payload: string, { dialog }: QuestionContext): Promise<string> {
  const [kind, message, byDefault] = JSON.parse(payload) as unknown[];
  if (kind !== 'alert' && kind !== 'confirm' && kind !== 'prompt' && kind !== 'beforeunload') return '';
  const cut = (text: unknown) => String(text ?? '').slice(0, LIMITS.eventChars);
  const answer = await dialog(kind, cut(message), cut(byDefault));
  return answer === null ? '' : `+${answer}`;
}
