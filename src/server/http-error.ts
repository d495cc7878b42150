/**
 * Errors as HTTP answers: a status, and JSON with the stable code, what happened, and what to do next.
 */
import type { ServerResponse } from 'node:http';
import { AgentBrowserError, type ErrorCode, isAgentBrowserError, LoginFailedError } from '../errors.ts';
import { LIMITS } from '../limits.ts';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_argument: 400,
  inconsistent_profile: 400,
  invalid_url: 400,
  unsupported_scheme: 400,
  unknown_method: 404,
  session_closed: 404,
  element_not_found: 404,
  unknown_login: 404,
  not_allowed: 403,
  address_not_allowed: 403,
  host_not_allowed: 403,
  request_blocked: 403,
  robots_disallowed: 403,
  taken_over: 409,
  cancelled: 409,
  vault_busy: 409,
  disk_failure: 503,
  vault_locked: 423,
  element_not_visible: 422,
  element_not_editable: 422,
  login_failed: 422,
  agent_failed: 422,
  navigation_error: 502,
  dns_failure: 502,
  connection_refused: 502,
  connection_failed: 502,
  tls_failure: 502,
  too_many_redirects: 502,
  response_too_large: 502,
  unsupported_content: 502,
  proxy_failure: 502,
  not_recorded: 502,
  timeout: 504,
  script_timeout: 504,
  out_of_memory: 503,
  too_many_sessions: 503,
  engine_crashed: 503,
  browser_closed: 503,
  daemon_unavailable: 503,
  vault_damaged: 500,
  unsupported_runtime: 500,
  internal_error: 500,
};

/** Messages are written for callers of the library. Here its methods are endpoints. */
const ENDPOINT_NAMES: readonly (readonly [pattern: RegExp, endpoint: string])[] = [
  [/\bstate\(\)/g, 'POST /browser/snapshot'],
  [/\bgoto\(\)/g, 'POST /browser/open'],
  [/\btabs\(\)/g, 'POST /browser/tabs'],
  [/\bbrowser\.session\(\) starts a new one/g, 'POST /browser/open starts a new one'],
];

const NEXT: Partial<Record<ErrorCode, string>> = {
  session_closed: 'POST /browser/open with this sessionId starts a session.',
  element_not_found: 'POST /browser/snapshot shows the elements there are.',
  element_not_visible: 'POST /browser/snapshot shows what can be reached now.',
  element_not_editable: 'POST /browser/snapshot shows which elements take text.',
  taken_over: 'Wait until the person gives back, then POST /browser/snapshot.',
  navigation_error: 'POST /browser/snapshot shows the page that is open.',
  timeout: 'POST /browser/snapshot shows how far it got; timeoutMs gives more time.',
  engine_crashed: 'POST /browser/open begins again: cookies and tabs are gone.',
  browser_closed: 'Start the server again.',
  unknown_login: 'The owner of this machine adds sign-ins with: agentbrowser auth add.',
  vault_locked: 'The owner of this machine has to unlock the vault.',
  not_allowed: 'GET /openapi.json says what there is.',
};

export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly next?: string;
    readonly reason?: string;
  };
}

export function statusOf(code: ErrorCode): number {
  return STATUS[code];
}

export function errorBody(thrown: unknown): ErrorBody {
  const error = isAgentBrowserError(thrown)
    ? thrown
    : new AgentBrowserError('internal_error', 'The server failed. Its log says how.', { cause: thrown });
  let { message } = error;
  for (const [pattern, endpoint] of ENDPOINT_NAMES) message = message.replace(pattern, endpoint);
  const next = NEXT[error.code];
  return {
    error: {
      code: error.code,
      message: message.slice(0, LIMITS.eventChars),
      ...(next === undefined ? {} : { next }),
      ...(error instanceof LoginFailedError ? { reason: error.reason } : {}),
    },
  };
}

export function sendError(response: ServerResponse, thrown: unknown): void {
  const body = errorBody(thrown);
  sendJson(response, statusOf(body.error.code), body);
}

/** Refused before anything was looked at. */
export function sendRefusal(response: ServerResponse, status: number, code: ErrorCode, message: string): void {
  // A body that was not read to its end cannot be followed by another request.
  response.setHeader('connection', 'close');
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  sendJson(response, status, { error: { code, message } });
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(text);
}
