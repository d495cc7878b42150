/**
 * Hosts that a user names: which of them an address belongs to.
 *
 * In:  entries such as `example.com`, `shop.example.com:8443`, `10.0.0.7`, `*`.
 * Out: whether a URL is of one of them. A name stands for itself and for what is below it; an address for itself.
 */
import { isIP } from 'node:net';
import { AgentBrowserError } from '../errors.ts';
import { addressSpaceOf } from './address.ts';

/** A host as it is compared: without brackets and final dot. Everything that means this machine has one name. */
export function hostKey(hostname: string): string {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  const isThisMachine =
    host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && addressSpaceOf(host) === 'loopback');
  return isThisMachine ? 'localhost' : host;
}

interface HostEntry {
  readonly key: string;
  /** Empty for every port. */
  readonly port: string;
}

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' };

export class HostList {
  readonly #entries: readonly HostEntry[];
  readonly #hasAll: boolean;

  /** `option`: what the user gave them as. */
  constructor(entries: readonly string[], option = 'hosts') {
    this.#hasAll = entries.includes('*');
    this.#entries = entries.filter((entry) => entry !== '*').map((entry) => readEntry(entry, option));
  }

  has(url: URL): boolean {
    return this.#hasAll || this.names(url);
  }

  /** Whether an entry other than `*` stands for it. */
  names(url: URL): boolean {
    const key = hostKey(url.hostname);
    const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port;
    return this.#entries.some((entry) => isCovered(key, entry.key) && (entry.port === '' || entry.port === port));
  }
}

function isCovered(key: string, entry: string): boolean {
  return key === entry || (key.endsWith(`.${entry}`) && isIP(key) === 0);
}

/** The URL parser reads what people write as hosts: capitals, other alphabets, numbers for addresses. */
function readEntry(entry: string, option: string): HostEntry {
  const text = entry.trim().replace(/^\*\./, '');
  const url = URL.parse(`ws://${isIP(text) === 6 ? `[${text}]` : text}/`);
  if (text === '' || url === null || url.pathname !== '/' || url.username !== '' || url.search !== '') {
    throw new AgentBrowserError(
      'invalid_argument',
      `${option}: '${entry.slice(0, 100)}' is not a host. Write example.com, which stands for what is below it too, example.com:8443 or 10.0.0.7, without scheme and path; ranges of addresses cannot be given.`,
    );
  }
  const port = /:(\d+)$/.exec(text.replace(/^\[.*\]/, ''))?.[1] ?? '';
  return { key: hostKey(url.hostname), port: isIP(text) === 6 ? '' : port };
}
