/**
 * Whether a profile's time zone and language are those of the process, which V8 gives to every realm.
 *
 * Faster: asked once in the host. The first question about dates costs an isolate tens of milliseconds.
 */
import type { DocumentConfig } from '../page/messages.ts';

let own: { readonly timeZone: string; readonly locale: string } | null = null;

export function isElsewhere({ timeZone, languages }: DocumentConfig['profile']): boolean {
  own ??= placeOf(process.env);
  return own.timeZone !== timeZone || own.locale !== languages[0];
}

/** Faster: what the engine's process is started with (client/engine-process.ts) is known without asking ICU, for 6 ms. */
function placeOf({ TZ, LC_ALL }: NodeJS.ProcessEnv): { readonly timeZone: string; readonly locale: string } {
  if (TZ === 'UTC' && LC_ALL === 'en_US.UTF-8') return { timeZone: 'UTC', locale: 'en-US' };
  return new Intl.DateTimeFormat().resolvedOptions();
}
