/**
 * The engine realm's answers about what the policies of a document allow.
 *
 * In:  the document's policies: of its answer, of meta elements, and of the document that made it. Out: functions for the
 * page's port that give text.
 *
 * CSP 3 https://www.w3.org/TR/CSP3/
 */
import { ContentPolicy, type Violation } from '../csp/content-policy.ts';
import { parsePolicies } from '../csp/policy.ts';
import type { DocumentConfig } from '../messages.ts';
import type { EnginePort } from '../ports.ts';
import { URL_PARTS, urlParts } from '../url/url-parts.ts';
import type { HostHandles } from './host-handles.ts';

export function makePolicy({ csp = [], frame, url }: DocumentConfig, handles: HostHandles): ContentPolicy {
  const origin = frame?.origin ?? urlParts(url, '')?.split('\n')[URL_PARTS.indexOf('origin')] ?? 'null';
  const self = origin === 'null' ? url : origin;
  return new ContentPolicy(
    parsePolicies(csp),
    () => self,
    (algorithm, text) => {
      const answer = handles.host?.applySyncPromise(undefined, ['hash', `${algorithm} ${text}`]);
      return typeof answer === 'string' ? answer : '';
    },
  );
}

type PolicyPort = Pick<EnginePort, Extract<keyof EnginePort, `policy${string}`>>;

export function policyPort(policy: ContentPolicy): PolicyPort {
  // Faster: most documents have no policy.
  const verdict = (violations: () => readonly Violation[]): string => {
    const found = policy.isEmpty ? [] : violations();
    return found.length === 0 ? '' : JSON.stringify(found);
  };
  return {
    policyMeta: (text) => {
      policy.addMeta(text);
      return true;
    },
    policyInline: (type, source, nonce) => verdict(() => policy.inline(type, source, nonce)),
    policyRequest: (url, type, nonce, integrity, isParserInserted, redirectedTo) =>
      verdict(() => policy.request({ url, type, nonce, integrity, isParserInserted, redirectedTo })),
    policyEval: () => verdict(() => policy.evaluation()),
    policyWasm: () => verdict(() => policy.compilation()),
    policyAddress: (directive, url) => verdict(() => policy.address(directive, url)),
    policyUpgrades: () => policy.upgradesRequests,
  };
}
