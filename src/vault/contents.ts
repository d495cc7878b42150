/**
 * What a vault holds, as bytes and back.
 *
 * In:  bytes that were sealed by us. Out: entries by name. The seal says that they are unchanged; that they are of this
 *      form is checked all the same, because versions change.
 */
import { randomBytes } from 'node:crypto';
import { AgentBrowserError } from '../errors.ts';
import type { LoginEntry } from './entry.ts';
import { KEY_BYTES } from './seal.ts';

export interface VaultContents {
  /** Seals the files of sessions: re-keying the vault leaves them as they are. */
  readonly sessionKey: string;
  readonly logins: ReadonlyMap<string, LoginEntry>;
}

const FORM = 1;

export function emptyContents(): VaultContents {
  return { sessionKey: randomBytes(KEY_BYTES).toString('base64'), logins: new Map() };
}

export function contentBytes({ sessionKey, logins }: VaultContents): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ form: FORM, sessionKey, logins: [...logins] }));
}

export function readContents(bytes: Uint8Array, what: string): VaultContents {
  let value: { readonly form?: unknown; readonly sessionKey?: unknown; readonly logins?: unknown } | null;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes)) as typeof value;
  } catch {
    // Secure: the parser's error would quote what is inside.
    value = null;
  }
  if (value?.form !== FORM || typeof value.sessionKey !== 'string' || !Array.isArray(value.logins)) {
    throw new AgentBrowserError('vault_damaged', `${what} holds something else than sign-ins. Update agentbrowser.`);
  }
  return { sessionKey: value.sessionKey, logins: new Map(value.logins as [string, LoginEntry][]) };
}
