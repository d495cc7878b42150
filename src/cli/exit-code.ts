/**
 * Exit codes, which scripts go by: docs/cli.md lists them, and they keep their meaning.
 */
import type { ErrorCode } from '../errors.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, nothingOpen: 3, timeout: 4, daemon: 5, interrupted: 130 } as const;

const BY_ERROR: Partial<Record<ErrorCode, number>> = {
  session_closed: EXIT.nothingOpen,
  timeout: EXIT.timeout,
  daemon_unavailable: EXIT.daemon,
  cancelled: EXIT.interrupted,
};

export function exitCodeOf(code: ErrorCode): number {
  return BY_ERROR[code] ?? EXIT.failed;
}
