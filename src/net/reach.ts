/**
 * What a session may reach: which hosts, and which of them in private networks.
 *
 * In:  the user's rules, who asks, and for what.
 * Out: the least public address space that this request may connect to, or an error that says why not.
 *
 * Secure: a private address is open only to whom the user sent there. `goto()` names a host; pages of that host reach it
 * again, and other private hosts that the user named, but nothing else in private networks. What is public reaches
 * nothing private at all, whatever was named. What a model names comes by `goto()` as well, so that naming opens no link-local
 * address: a text that talks a model into it would get the machine's credentials. The address itself is judged where it is
 * connected to, in guarded-connect.ts.
 */
import { AgentBrowserError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { AddressSpace } from './address.ts';
import { HostList, hostKey } from './host-list.ts';
import type { Initiator } from './policy.ts';

/** `named`: only hosts that the user named. `all`: pages of private networks reach what is as private. `none`: nothing. */
export type PrivateHosts = 'named' | 'all' | 'none';

export interface ReachOptions {
  /** Hosts that may be asked at all; every host when it is not given. What it names may be private. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Hosts that are never asked, also when they are allowed. */
  readonly blockedHosts?: readonly string[] | undefined;
  readonly privateHosts?: PrivateHosts | undefined;
}

export class Reach {
  readonly #allowed: HostList | null;
  readonly #blocked: HostList | null;
  readonly #privateHosts: PrivateHosts;
  /** Hosts that the user gave to goto(). The oldest go when there are too many: then they have to be named again. */
  readonly #named = new Set<string>();

  constructor({ allowedHosts, blockedHosts, privateHosts }: ReachOptions = {}) {
    this.#allowed = allowedHosts === undefined ? null : new HostList(allowedHosts, 'allowedHosts');
    this.#blocked = blockedHosts === undefined ? null : new HostList(blockedHosts, 'blockedHosts');
    this.#privateHosts = privateHosts ?? 'named';
  }

  /** Throws for a host that the user's lists do not let pass. */
  checkHost(url: URL): void {
    if (this.#blocked?.has(url)) throw hostNotAllowed(url, 'is one of blockedHosts');
    if (this.#allowed !== null && !this.#allowed.has(url)) throw hostNotAllowed(url, 'is not one of allowedHosts');
  }

  /** The least public space that the request may connect to. A caller's request names its host. */
  leastPublic(initiator: Initiator, url: URL): AddressSpace {
    const isAllowed = this.#allowed?.names(url) === true;
    if (initiator.kind === 'caller') {
      if (this.#privateHosts === 'none' && !isAllowed) return 'public';
      if (initiator.isPassedOn === true && !isAllowed && this.#privateHosts !== 'all') {
        return this.#named.has(hostKey(url.hostname)) ? 'loopback' : 'public';
      }
      this.#name(hostKey(url.hostname));
      return isAllowed || this.#privateHosts === 'all' ? 'link-local' : 'loopback';
    }
    if (isAllowed || this.#privateHosts === 'all') return initiator.space;
    if (this.#privateHosts === 'none') return 'public';
    const key = hostKey(url.hostname);
    return key === hostKey(initiator.url.hostname) || this.#named.has(key) ? initiator.space : 'public';
  }

  #name(key: string): void {
    this.#named.delete(key);
    this.#named.add(key);
    if (this.#named.size <= LIMITS.hostsRemembered) return;
    for (const oldest of this.#named) {
      this.#named.delete(oldest);
      return;
    }
  }
}

function hostNotAllowed(url: URL, why: string): AgentBrowserError {
  return new AgentBrowserError(
    'host_not_allowed',
    `${url.host} ${why} of this session: refused. Use another address, or create a session with other hosts.`,
  );
}
