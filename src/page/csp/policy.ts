/**
 * Content security policies as a server or a page declares them.
 *
 * In:  the text of a header or of a meta element. Out: directives by name, each with its list of sources.
 *
 * CSP 3 §2.2 https://www.w3.org/TR/CSP3/#framework-policy
 */

export interface Policy {
  /** As it was written. */
  readonly text: string;
  readonly isReportOnly: boolean;
  readonly directives: ReadonlyMap<string, readonly string[]>;
}

/** A policy as text, with whether it only reports. */
export type PolicyText = readonly [text: string, isReportOnly: boolean];

/** Directives of one policy, and sources of one directive: what is beyond that is not read. */
const MOST_DIRECTIVES = 100;
const MOST_SOURCES = 1_000;

/** §2.2.1 "parse a serialized CSP" */
export function parsePolicy([text, isReportOnly]: PolicyText): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const token of text.split(';').slice(0, MOST_DIRECTIVES)) {
    const [name = '', ...values] = token.trim().split(/[\t\n\f\r ]+/);
    const key = name.toLowerCase();
    // The first of several of one name counts.
    if (key !== '' && !directives.has(key)) directives.set(key, values.slice(0, MOST_SOURCES));
  }
  return { text: text.trim(), isReportOnly, directives };
}

/** §2.2.2 "parse a response's CSPs": a header may have several, with commas between them. */
export function parsePolicies(texts: Iterable<PolicyText>): Policy[] {
  return [...texts]
    .flatMap(([text, isReportOnly]) => text.split(',').map((each) => parsePolicy([each, isReportOnly])))
    .filter(({ directives }) => directives.size > 0);
}

/** §6.3.2: the value of the first 'sandbox' that counts; `null` for none. */
export function sandboxOf(policies: readonly Policy[]): string | null {
  for (const { directives, isReportOnly } of policies) {
    const words = isReportOnly ? undefined : directives.get('sandbox');
    if (words !== undefined) return words.join(' ');
  }
  return null;
}

/** §6.8.3 "get fetch directive fallback list" */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src-elem', 'script-src', 'default-src'],
  'script-src-attr': ['script-src-attr', 'script-src', 'default-src'],
  'style-src-elem': ['style-src-elem', 'style-src', 'default-src'],
  'style-src-attr': ['style-src-attr', 'style-src', 'default-src'],
  'worker-src': ['worker-src', 'child-src', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'script-src': ['script-src', 'default-src'],
};

export interface EffectiveDirective {
  readonly name: string;
  readonly sources: readonly string[];
}

/** The directive of a policy that decides for an effective one; `null` when none does. */
export function directiveFor(policy: Policy, effective: string): EffectiveDirective | null {
  for (const name of FALLBACKS[effective] ?? [effective]) {
    const sources = policy.directives.get(name);
    if (sources !== undefined) return { name, sources };
  }
  return null;
}
