/**
 * Errors across the protocol: ours as they are, everything else without its inside.
 *
 * In:  a thrown value, or what came over the wire.
 * Out: the `error` member of a JSON-RPC 2.0 response, and back.
 */
import {
  AgentBrowserError,
  ElementNotFoundError,
  type ErrorCode,
  isAgentBrowserError,
  isErrorCode,
  LoginFailedError,
  type LoginFailure,
} from '../errors.ts';
import { fileError } from '../file-error.ts';

export interface WireError {
  /** JSON-RPC's number. */
  readonly code: number;
  readonly message: string;
  readonly data: { readonly code: ErrorCode; readonly id?: number; readonly reason?: string };
}

/** JSON-RPC 2.0 §5.1. What is ours has one number, and its own code in `data`. */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  unknown_method: -32601,
  invalid_argument: -32602,
  internal_error: -32603,
};
const OWN = -32000;

export function toWireError(thrown: unknown): WireError {
  const error = isAgentBrowserError(thrown) ? thrown : (fileError(thrown) ?? internalError(thrown));
  const id = error instanceof ElementNotFoundError ? { id: error.id } : {};
  const reason = error instanceof LoginFailedError ? { reason: error.reason } : {};
  return { code: NUMBERS[error.code] ?? OWN, message: error.message, data: { code: error.code, ...id, ...reason } };
}

/** Whatever the other side sent as an error becomes an error that can be thrown. */
export function fromWireError(value: unknown): AgentBrowserError {
  const { message, data } = (value ?? {}) as {
    message?: unknown;
    data?: { code?: unknown; id?: unknown; reason?: unknown };
  };
  const code = isErrorCode(data?.code) ? data.code : 'internal_error';
  if (code === 'element_not_found' && typeof data?.id === 'number') {
    return new ElementNotFoundError(data.id, typeof message === 'string' ? message : undefined);
  }
  if (code === 'login_failed' && typeof data?.reason === 'string') {
    return new LoginFailedError(data.reason as LoginFailure, String(message));
  }
  return new AgentBrowserError(code, typeof message === 'string' ? message : 'The engine sent an error without words.');
}

function internalError(thrown: unknown): AgentBrowserError {
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new AgentBrowserError('internal_error', `agentbrowser failed: ${what}. Please report it.`, { cause: thrown });
}
