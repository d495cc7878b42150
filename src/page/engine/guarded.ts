/**
 * No exception of the engine's realm leaves it: its constructor would come with it, and with that the realm.
 */

/** Secure: an exception of this realm (its stack ran out) would bring its constructor with it; the page gets its text. */
export function isOurs(error: unknown): boolean {
  return error instanceof Error || error instanceof Object;
}

/** Secure: no exception of this realm leaves it. `undefined` tells the platform that there is no answer. */
export function guarded<Port extends object>(port: Port): Port {
  const safe: Record<string, unknown> = { __proto__: null };
  for (const [name, method] of Object.entries(port)) {
    safe[name] = (...args: unknown[]): unknown => {
      try {
        return (method as (...args: unknown[]) => unknown)(...args);
      } catch {
        return undefined;
      }
    };
  }
  return safe as unknown as Port;
}
