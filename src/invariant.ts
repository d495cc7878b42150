/** A condition that only a bug of ours can break. Page content and callers' arguments never reach one. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`agentbrowser bug: ${what}. Please report it.`);
}
