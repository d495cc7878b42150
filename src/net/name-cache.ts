/**
 * Addresses of names, asked for once.
 *
 * In:  a resolver. Out: one that knows for a while what it was told, and asks once for all who wait for the same name.
 *
 * Faster: a page has dozens of images from one host, each of which may open a connection. The system looks up a few names at a
 * time, and one whose server does not answer takes seconds, in which the others wait behind it.
 *
 * Key: name, family and hints. Kept for a minute, as in Chromium where the system does not tell for how long an answer is good;
 * what failed for a moment only. One session has one of these: from what another knows, a page could tell where it was.
 */
import type { LookupAddress } from 'node:dns';
import { LIMITS } from '../limits.ts';
import type { Resolver } from './guarded-connect.ts';

type Callback = Parameters<Resolver>[2];

interface Answer {
  readonly error: NodeJS.ErrnoException | null;
  readonly addresses: readonly LookupAddress[];
  readonly ends: number;
}

export function rememberNames(resolver: Resolver, now: () => number = () => performance.now()): Resolver {
  // The oldest first.
  const answers = new Map<string, Answer>();
  const waiting = new Map<string, Callback[]>();

  return (hostname, options, callback) => {
    const key = `${options.family ?? 0} ${options.hints ?? 0} ${hostname.toLowerCase()}`;
    const known = answers.get(key);
    if (known !== undefined && known.ends > now()) {
      // Callers set their listeners up behind the call.
      process.nextTick(() => callback(known.error, known.addresses));
      return;
    }
    const others = waiting.get(key);
    if (others !== undefined) {
      others.push(callback);
      return;
    }
    const callbacks = [callback];
    waiting.set(key, callbacks);
    const tell: Callback = (error, addresses) => {
      waiting.delete(key);
      answers.delete(key);
      answers.set(key, {
        error,
        addresses,
        ends: now() + (error === null ? LIMITS.names.goodMs : LIMITS.names.failedMs),
      });
      if (answers.size > LIMITS.names.kept) answers.delete(answers.keys().next().value!);
      for (const each of callbacks) each(error, addresses);
    };
    try {
      resolver(hostname, options, tell);
    } catch (error) {
      // What is no name at all is refused where it stands, and leaves nobody waiting.
      waiting.delete(key);
      throw error;
    }
  };
}
