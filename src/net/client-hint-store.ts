/**
 * Which client hints a session's servers have asked for.
 *
 * In:  answers to navigations of the page itself. Out: the names of hints that a request may tell besides those that all
 * requests tell, and whether an answer wants to be asked for again with them.
 *
 * Client Hints Infrastructure https://wicg.github.io/client-hints-infrastructure/, RFC 8942
 * https://www.rfc-editor.org/rfc/rfc8942, Critical-CH https://www.ietf.org/archive/id/draft-davidben-http-client-hint-reliability-03.html
 *
 * What a document's `<meta http-equiv="accept-ch">` and `delegate-ch` ask for, its own requests tell, and nothing after it
 * does, as in Chromium 156. Frames hear of what is delegated only. Missing: `accept-ch` that script adds later.
 */
import { isHighEntropyHint } from '../identity/client-hints.ts';
import { LIMITS } from '../limits.ts';
import { type Initiator, isTrustworthy } from './policy.ts';
import { headerValue, type ResponseHeaders } from './transport.ts';

interface Wish {
  readonly hints: ReadonlySet<string>;
  /** By hint: other origins that pages of this one let know it, `*` for all. */
  readonly shared: ReadonlyMap<string, ReadonlySet<string>>;
}

export class ClientHintStore {
  /** By origin; the one that was heard from longest ago first. */
  readonly #wishes = new Map<string, Wish>();
  /** By the address of a document: what its markup asks for. */
  readonly #metas = new Map<string, { accept: ReadonlySet<string>; delegate: Wish }>();

  /** §3.1: the answer to a navigation replaces what its origin wanted before, where it says something. */
  note(url: URL, headers: ResponseHeaders): void {
    const accept = headerValue(headers, 'accept-ch');
    const { origin } = url;
    this.#metas.delete(addressOf(url));
    const hints = accept === null ? this.#wishes.get(origin)?.hints : namesIn(accept);
    this.#wishes.delete(origin);
    if (hints === undefined || hints.size === 0 || !isTrustworthy(url)) return;
    // With whom they are shared, each page says for itself.
    this.#wishes.set(origin, { hints, shared: sharedWith(headerValue(headers, 'permissions-policy') ?? '') });
    for (const oldest of this.#wishes.keys()) {
      if (this.#wishes.size <= LIMITS.hostsRemembered) return;
      this.#wishes.delete(oldest);
    }
  }

  /** A meta element of a document; the last of a kind counts. */
  noteMeta(url: URL, kind: 'accept-ch' | 'delegate-ch', content: string): void {
    if (!isTrustworthy(url)) return;
    const key = addressOf(url);
    const known = this.#metas.get(key) ?? { accept: new Set(), delegate: { hints: new Set(), shared: new Map() } };
    if (this.#metas.size >= LIMITS.hostsRemembered) this.#metas.clear();
    this.#metas.set(
      key,
      kind === 'accept-ch' ? { ...known, accept: namesIn(content) } : { ...known, delegate: delegated(content) },
    );
  }

  /**
   * §4: what the target may be told. A navigation of the page tells what its target wants; everything else tells what
   * the page wants, its own origin and those that it shares with (Permissions Policy, whose default is 'self').
   */
  wanted(url: URL, initiator: Initiator, isNavigation: boolean, isFrame = false): readonly string[] {
    if (!isTrustworthy(url)) return [];
    if (isNavigation || initiator.kind === 'caller') return [...(this.#wishes.get(url.origin)?.hints ?? [])];
    const { origin } = initiator.url;
    const isForeignFrame = initiator.cookieSite !== undefined && initiator.cookieSite.origin !== origin;
    if (isForeignFrame) return [];
    const isOwn = url.origin === origin;
    const meta = this.#metas.get(addressOf(initiator.url));
    const accepted = isOwn && !isFrame ? (meta?.accept ?? []) : [];
    const wishes = [this.#wishes.get(origin), meta?.delegate].filter((wish) => wish !== undefined);
    return [...new Set([...wishes.flatMap((wish) => toldTo(wish, url.origin, isOwn)), ...accepted])];
  }

  /** Critical-CH: whether the answer names a hint that its origin wants, and that the request did not tell. */
  isMissing(url: URL, headers: ResponseHeaders, told: readonly string[]): boolean {
    const wish = this.#wishes.get(url.origin);
    if (wish === undefined || !headers.has('critical-ch')) return false;
    const critical = namesIn(headerValue(headers, 'critical-ch') ?? '');
    return [...critical].some((hint) => wish.hints.has(hint) && !told.includes(hint));
  }
}

function addressOf(url: URL): string {
  return url.hash === '' ? url.href : url.href.slice(0, url.href.indexOf('#'));
}

function toldTo({ hints, shared }: Wish, origin: string, isOwn: boolean): string[] {
  return [...hints].filter((hint) => {
    const others = shared.get(hint);
    return isOwn || (others !== undefined && (others.has('*') || others.has(origin)));
  });
}

/** `sec-ch-ua-arch https://a.example https://b.example; sec-ch-ua-model`: other origins are named, never all. */
function delegated(content: string): Wish {
  const shared = new Map<string, ReadonlySet<string>>();
  for (const item of content.split(';', LIMITS.requestHeaders)) {
    const [name = '', ...origins] = item.trim().split(/\s+/);
    const hint = name.toLowerCase();
    const named = origins.map((origin) => URL.parse(origin.replace(/,$/, ''))?.origin ?? 'null');
    if (isHighEntropyHint(hint)) shared.set(hint, new Set(named));
  }
  return { hints: new Set(shared.keys()), shared };
}

/** The hints that a list names and that there are; others are passed over. */
function namesIn(list: string): ReadonlySet<string> {
  const names = list.split(',', LIMITS.requestHeaders).map((name) => name.trim().toLowerCase());
  return new Set(names.filter(isHighEntropyHint));
}

/** Permissions Policy §5.2: `ch-ua-arch=(self "https://cdn.example"), ch-ua-model=*`. */
function sharedWith(policy: string): ReadonlyMap<string, ReadonlySet<string>> {
  const shared = new Map<string, ReadonlySet<string>>();
  for (const item of policy.split(',', LIMITS.requestHeaders)) {
    const [, feature, list] = /^\s*(ch-[a-z0-9-]+)\s*=\s*(\*|\([^)]*\))\s*$/.exec(item) ?? [];
    if (feature === undefined || list === undefined) continue;
    const origins = list === '*' ? ['*'] : [...list.matchAll(/"([^"]*)"|\*/g)].map(([all, origin]) => origin ?? all);
    shared.set(hintOfFeature(feature), new Set(origins));
  }
  return shared;
}

/** `ch-ua-arch` is the feature of `sec-ch-ua-arch`, `ch-dpr` that of `sec-ch-dpr`. */
function hintOfFeature(feature: string): string {
  return `sec-${feature}`;
}
