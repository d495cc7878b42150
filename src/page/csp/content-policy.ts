/**
 * What the policies of one document allow: inline code, requests, eval, forms, bases.
 *
 * In:  what a document is about to do. Out: the violations, those that only report among them; nothing when it is allowed.
 *
 * This runs in the engine realm, with intrinsics that no page can replace.
 *
 * CSP 3 §4.1–§4.4, §6 https://www.w3.org/TR/CSP3/
 *
 * Missing: reports are not sent anywhere (report-uri, report-to); style attributes are not looked at; trusted types.
 */
import { directiveFor, type EffectiveDirective, type Policy, type PolicyText, parsePolicies } from './policy.ts';
import { matchesSources } from './source-list.ts';

/** One thing that a policy does not allow. */
export interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURI: string;
  readonly originalPolicy: string;
  readonly disposition: 'enforce' | 'report';
  readonly sample: string;
  /** For the console: the directive as it stands in the policy. */
  readonly directive: string;
}

/** §4.2.3: what code or style stands in the markup. */
export type InlineType = 'script' | 'script attribute' | 'style' | 'navigation';

/** What a request is for, as far as policies tell them apart. */
export type RequestType = 'script' | 'worker' | 'style' | 'image' | 'connect' | 'frame';

const INLINE_DIRECTIVES: Readonly<Record<InlineType, string>> = {
  script: 'script-src-elem',
  navigation: 'script-src-elem',
  'script attribute': 'script-src-attr',
  style: 'style-src-elem',
};

const REQUEST_DIRECTIVES: Readonly<Record<RequestType, string>> = {
  script: 'script-src-elem',
  worker: 'worker-src',
  style: 'style-src-elem',
  image: 'img-src',
  connect: 'connect-src',
  frame: 'frame-src',
};

export interface PolicyRequest {
  readonly url: string;
  readonly type: RequestType;
  readonly nonce: string;
  readonly integrity: string;
  readonly isParserInserted: boolean;
  /** Where redirects have led; empty before the request is made. */
  readonly redirectedTo: string;
}

/** The base64 of a text's hash. */
export type Hasher = (algorithm: 'sha256' | 'sha384' | 'sha512', text: string) => string;

/** Characters of inline code that a violation quotes, as the standard has it. */
const SAMPLE_CHARS = 40;
const NONCE = /^'nonce-(.+)'$/i;
const HASH = /^'(sha256|sha384|sha512)-([\w+/-]+={0,2})'$/i;

/** Directives that a meta element may not set (§3.3). */
const NOT_IN_META = ['report-uri', 'frame-ancestors', 'sandbox'];

export class ContentPolicy {
  #policies: readonly Policy[];
  readonly #self: () => string;
  readonly #hash: Hasher;

  /** `self` gives the origin of the document, as an address. */
  constructor(policies: readonly Policy[], self: () => string, hash: Hasher) {
    this.#policies = policies;
    this.#self = self;
    this.#hash = hash;
  }

  get isEmpty(): boolean {
    return this.#policies.length === 0;
  }

  /** For documents that have the policies of the one that made them. */
  get policies(): readonly Policy[] {
    return this.#policies;
  }

  /** A meta element of the head. */
  addMeta(text: string): void {
    const parsed = parsePolicies([[text, false] satisfies PolicyText]).map((policy) => {
      const directives = new Map(policy.directives);
      for (const name of NOT_IN_META) directives.delete(name);
      return { ...policy, directives };
    });
    this.#policies = [...this.#policies, ...parsed];
  }

  /** Upgrade Insecure Requests §3.2 */
  get upgradesRequests(): boolean {
    return this.#policies.some(
      ({ directives, isReportOnly }) => !isReportOnly && directives.has('upgrade-insecure-requests'),
    );
  }

  /** §4.2.3 "should element's inline type behavior be blocked by CSP?" */
  inline(type: InlineType, source: string, nonce: string): Violation[] {
    const effective = INLINE_DIRECTIVES[type];
    return this.#each(effective, 'inline', source, ({ sources }) => this.#allowsInline(sources, type, source, nonce));
  }

  /** §6.7.3.3 "does element match source list for type and source?" */
  #allowsInline(sources: readonly string[], type: InlineType, source: string, nonce: string): boolean {
    if (allowsAllInline(sources, type)) return true;
    if ((type === 'script' || type === 'style') && hasNonce(sources, nonce)) return true;
    if (type !== 'script' && type !== 'style' && !hasKeyword(sources, "'unsafe-hashes'")) return false;
    return sources.some((expression) => {
      const [, algorithm, value] = HASH.exec(expression) ?? [];
      if (algorithm === undefined || value === undefined) return false;
      const wanted = value.replaceAll('-', '+').replaceAll('_', '/');
      return this.#hash(algorithm.toLowerCase() as 'sha256', source) === wanted;
    });
  }

  /** §4.1.2, §4.1.3: before a request is made, and again where redirects have led it. */
  request(request: PolicyRequest): Violation[] {
    const effective = REQUEST_DIRECTIVES[request.type];
    return this.#each(effective, stripped(request.url), '', ({ sources }) => this.#allowsRequest(sources, request));
  }

  /** §6.1.11 (script-src pre-request check), §6.1.13 (style-src) and what all others have */
  #allowsRequest(sources: readonly string[], request: PolicyRequest): boolean {
    const { type, nonce, integrity, isParserInserted, redirectedTo } = request;
    const isRedirected = redirectedTo !== '';
    const url = isRedirected ? redirectedTo : request.url;
    const isScript = type === 'script' || type === 'worker';
    if ((isScript || type === 'style') && hasNonce(sources, nonce)) return true;
    if (isScript) {
      if (!isRedirected && hasIntegrity(sources, integrity)) return true;
      if (hasKeyword(sources, "'strict-dynamic'")) return !isParserInserted;
    }
    return matchesSources(sources, url, this.#self(), isRedirected);
  }

  /** §4.4 EnsureCSPDoesNotBlockStringCompilation */
  evaluation(): Violation[] {
    return this.#each('script-src', 'eval', '', ({ sources }) => hasKeyword(sources, "'unsafe-eval'"));
  }

  /** §4.5 EnsureCSPDoesNotBlockWasmByteCompilation */
  compilation(): Violation[] {
    const isAllowed = (sources: readonly string[]): boolean =>
      hasKeyword(sources, "'unsafe-eval'") || hasKeyword(sources, "'wasm-unsafe-eval'");
    return this.#each('script-src', 'wasm-eval', '', ({ sources }) => isAllowed(sources));
  }

  /** §6.4.1 form-action, §6.3.1 base-uri */
  address(directive: 'form-action' | 'base-uri', url: string): Violation[] {
    return this.#each(directive, stripped(url), '', ({ sources }) => matchesSources(sources, url, this.#self(), false));
  }

  #each(
    effective: string,
    blockedURI: string,
    source: string,
    allows: (directive: EffectiveDirective) => boolean,
  ): Violation[] {
    const violations: Violation[] = [];
    for (const policy of this.#policies) {
      const directive = directiveFor(policy, effective);
      if (directive === null || allows(directive)) continue;
      const { name, sources } = directive;
      violations.push({
        effectiveDirective: effective,
        blockedURI,
        originalPolicy: policy.text,
        disposition: policy.isReportOnly ? 'report' : 'enforce',
        sample: hasKeyword(sources, "'report-sample'") ? source.slice(0, SAMPLE_CHARS) : '',
        directive: [name, ...sources].join(' '),
      });
    }
    return violations;
  }
}

/** §5.4 "strip URL for use in reports". Secure: where a redirect led is not told. */
function stripped(url: string): string {
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*):/i.exec(url) ?? [];
  return /^(?:https?|wss?)$/i.test(scheme) ? url.replace(/#.*$/s, '') : scheme.toLowerCase();
}

function hasKeyword(sources: readonly string[], keyword: string): boolean {
  return sources.some((source) => source.toLowerCase() === keyword);
}

/** §6.7.2.3 */
function hasNonce(sources: readonly string[], nonce: string): boolean {
  return nonce !== '' && sources.some((source) => NONCE.exec(source)?.[1] === nonce);
}

/** §6.7.3.2 "does a source list allow all inline behavior for type?" */
function allowsAllInline(sources: readonly string[], type: InlineType): boolean {
  if (!hasKeyword(sources, "'unsafe-inline'")) return false;
  if (sources.some((source) => NONCE.test(source) || HASH.test(source))) return false;
  return type === 'style' || !hasKeyword(sources, "'strict-dynamic'");
}

/** A script whose bytes must have hashes that the list names, all of them. */
function hasIntegrity(sources: readonly string[], integrity: string): boolean {
  const hashes = integrity
    .trim()
    .split(/\s+/)
    .filter((word) => /^sha(?:256|384|512)-/i.test(word));
  return hashes.length > 0 && hashes.every((hash) => sources.includes(`'${hash.replace(/\?.*$/, '')}'`));
}
