/**
 * Every error that a caller can see, with a stable code.
 *
 * The code is for programs, the message for people and models: it says what happened, then what to do.
 */

/** The stable codes. A code, once published, keeps its meaning. */
export const ERROR_CODES = [
  'invalid_argument',
  'inconsistent_profile',
  'invalid_url',
  'unsupported_scheme',
  'navigation_error',
  'dns_failure',
  'connection_refused',
  'connection_failed',
  'tls_failure',
  'too_many_redirects',
  'response_too_large',
  'unsupported_content',
  'address_not_allowed',
  'host_not_allowed',
  'request_blocked',
  'robots_disallowed',
  'proxy_failure',
  'not_recorded',
  'timeout',
  'cancelled',
  'element_not_found',
  'element_not_visible',
  'element_not_editable',
  'not_allowed',
  'taken_over',
  'vault_locked',
  'vault_damaged',
  'vault_busy',
  'disk_failure',
  'unknown_login',
  'login_failed',
  'agent_failed',
  'script_timeout',
  'out_of_memory',
  'too_many_sessions',
  'session_closed',
  'browser_closed',
  'engine_crashed',
  'unsupported_runtime',
  'daemon_unavailable',
  'unknown_method',
  'internal_error',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** What agentbrowser throws on purpose. `code` never changes its meaning between versions. */
export class AgentBrowserError extends Error {
  override readonly name: string = 'AgentBrowserError';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The element an action named is no longer in the page. */
export class ElementNotFoundError extends AgentBrowserError {
  override readonly name = 'ElementNotFoundError';
  readonly id: number;
  /** @param message when more is known than that it is gone. */
  constructor(id: number, message = `Element ${id} is not in the page any more. Call state() and choose again.`) {
    super('element_not_found', message);
    this.id = id;
  }
}

/** Why signing in did not work, for programs. */
export type LoginFailure =
  | 'wrong_password'
  | 'wrong_code'
  | 'locked'
  | 'captcha'
  | 'consent_required'
  | 'passkey_required'
  | 'account_choice'
  | 'password_expired'
  | 'own_window'
  | 'still_on_form'
  | 'no_form'
  | 'no_secret'
  | 'wrong_origin'
  | 'no_answer'
  | 'too_many_steps'
  | 'signed_out_again';

/** A site did not let us in. */
export class LoginFailedError extends AgentBrowserError {
  override readonly name = 'LoginFailedError';
  readonly reason: LoginFailure;
  constructor(reason: LoginFailure, message: string) {
    super('login_failed', message);
    this.reason = reason;
  }
}

/** Whether a value is one of ours, also when it came from another copy of this module. */
export function isAgentBrowserError(value: unknown): value is AgentBrowserError {
  return value instanceof Error && isErrorCode((value as { code?: unknown }).code);
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return (ERROR_CODES as readonly unknown[]).includes(value);
}
