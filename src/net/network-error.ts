/**
 * Whatever Node, TLS or undici throws while a request is under way, as one of our errors.
 *
 * In:  the thrown value and the URL.
 * Out: an error with a stable code, what happened, and what to do.
 */
import { AgentBrowserError, type ErrorCode, isAgentBrowserError } from '../errors.ts';
import { shorten } from './policy.ts';

export function networkError(thrown: unknown, url: URL): AgentBrowserError {
  if (isAgentBrowserError(thrown)) return thrown;
  const [code, message] = explain(thrown, url);
  return new AgentBrowserError(code, message, { cause: thrown });
}

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL', 'ENODATA']);
const TIMEOUT = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'TimeoutError',
]);
const NOT_TLS = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST']);
const TLS = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/;

function explain(thrown: unknown, url: URL): [ErrorCode, string] {
  const host = url.host;
  const code = codeOf(thrown);
  if (DNS.has(code)) {
    return [
      'dns_failure',
      `The host '${url.hostname}' was not found. Check its spelling, and that this machine has DNS.`,
    ];
  }
  if (code === 'ECONNREFUSED') {
    return ['connection_refused', `${host} refused the connection. Check the port, and that the server is running.`];
  }
  if (TIMEOUT.has(code)) {
    return ['timeout', `${host} did not answer in time (${code}). Try again, or give a longer timeoutMs.`];
  }
  if (NOT_TLS.has(code)) {
    return [
      'tls_failure',
      `${host} does not speak TLS on this port. Check the port, or write http: in place of https:.`,
    ];
  }
  if (TLS.test(code)) {
    return ['tls_failure', `No secure connection to ${host}: ${messageOf(thrown)} (${code}). Check its certificate.`];
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return ['response_too_large', `${host} sent more headers than are accepted. It was not loaded; open another page.`];
  }
  if (code.startsWith('HPE_')) {
    return ['connection_failed', `${host} answered with something that is not HTTP (${code}). Check scheme and port.`];
  }
  if (thrown instanceof Error && thrown.name === 'HTTPParserError') {
    return ['connection_failed', `${host} answered with something that is not HTTP. Check scheme and port.`];
  }
  return ['connection_failed', `The connection for ${shorten(url.href)} broke: ${messageOf(thrown)}. Try again.`];
}

/** The error's own code, or that of the first cause or part that has one. */
function codeOf(thrown: unknown): string {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; depth++) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && code !== '') return code;
    if (error.name === 'TimeoutError') return 'TimeoutError';
    error = error instanceof AggregateError ? error.errors[0] : error.cause;
  }
  return '';
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? shorten(thrown.message) : 'unknown reason';
}
