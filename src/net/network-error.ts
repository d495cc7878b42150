/**
 * Whatever Node, TLS or undici throws while a request is under way, as one of our errors.
 *
 * In:  the thrown value and the URL.
 * Out: an error with a stable code, what happened, and what to do.
 */
import { AgentBrowserError, type ErrorCode, isAgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { shorten } from './policy.ts';

export function networkError(thrown: unknown, url: URL): AgentBrowserError {
  if (isAgentBrowserError(thrown)) return thrown;
  const [code, message] = explain(thrown, url);
  return new AgentBrowserError(code, message, { cause: thrown });
}

const DNS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL', 'ENODATA']);
/** What took too long, and what can be done about it. */
const TIMEOUTS: Readonly<Record<string, (host: string) => string>> = {
  UND_ERR_CONNECT_TIMEOUT: notConnected,
  ETIMEDOUT: notConnected,
  UND_ERR_HEADERS_TIMEOUT: (host) =>
    `${host} took the request and answered nothing for ${LIMITS.headersMs / 1_000} s. It may be overloaded: try again later.`,
  UND_ERR_BODY_TIMEOUT: (host) =>
    `${host} stopped in the middle of its answer: nothing came for ${LIMITS.bodyIdleMs / 1_000} s. Try again.`,
  TimeoutError: (host) =>
    `${host} had not sent its whole answer when its time was over, which is ${LIMITS.resourceMs / 1_000} s for a part of a page. Try again.`,
};

function notConnected(host: string): string {
  return `There was no connection to ${host} within ${LIMITS.connectMs / 1_000} s. Check the host and the port, and whether a firewall or a proxy stands between.`;
}
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
  const late = TIMEOUTS[code];
  if (late !== undefined) {
    return ['timeout', late(host)];
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
