/**
 * Questions to the host that cannot wait for a later task: cookies, stored items, dialogs, random bytes.
 *
 * Each costs about 0.1 ms, because the page's thread waits for the host's. The host checks the question, and answers with
 * text; an empty answer may mean that it refused.
 */
import { askEngine } from '../engine-link.ts';

export type HostQuestion =
  | 'cookies'
  | 'cookie_list'
  | 'set_cookie'
  | 'storage'
  | 'dialog'
  | 'random'
  | 'decode'
  | 'encode'
  | 'fetch'
  | 'crypto'
  | 'compress'
  | 'database'
  | 'databases'
  | 'clipboard'
  | 'set_clipboard'
  /** Asked by the engine realm. */
  | 'font_table'
  | 'hash'
  | 'script'
  | 'site';

/** `null` when there is no host to ask. */
export function askHost(question: HostQuestion, payload: string): string | null {
  return askEngine((engine) => engine.hostCall(question, payload)) ?? null;
}
