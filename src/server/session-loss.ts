/**
 * Whether an error means that there is no session any more.
 */
import { type ErrorCode, isAgentBrowserError } from '../errors.ts';

const LOST: readonly ErrorCode[] = ['engine_crashed', 'session_closed', 'browser_closed'];

export function isLoss(error: unknown): boolean {
  return isAgentBrowserError(error) && LOST.includes(error.code);
}
