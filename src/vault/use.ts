/**
 * The single place where a handle becomes text.
 *
 * In:  a handle, the origin that is about to get it, and what to do with it. Out: whatever that gives. An origin that the
 *      secret is not for is an error before anything is read.
 *
 * Secure: the readers are in this file only. The vault binds them, nobody can list or ask them.
 */
import { AgentBrowserError } from '../errors.ts';
import type { SecretHandle } from './secret.ts';

type Reader = () => Promise<string>;

const readers = new WeakMap<SecretHandle, Reader>();

/** For the vault: how the secret is read when it is needed. */
export function bindSecret(handle: SecretHandle, read: Reader): SecretHandle {
  readers.set(handle, read);
  return handle;
}

export async function useSecret<T>(
  handle: SecretHandle,
  origin: string,
  work: (text: string) => T | Promise<T>,
): Promise<T> {
  if (!handle.origins.includes(origin)) {
    throw new AgentBrowserError(
      'not_allowed',
      `The sign-in '${handle.name}' is for ${handle.origins.join(', ')}, not for ${origin.slice(0, 200)}. If that is right, add it again with this origin among its origins.`,
    );
  }
  const read = readers.get(handle);
  if (read === undefined) throw new AgentBrowserError('unknown_login', `${handle} stands for nothing.`);
  return work(await read());
}
