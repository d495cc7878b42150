/**
 * What requests of the page tell about it: the words of `meta name=referrer`, of `referrerpolicy` and of `rel=noreferrer`.
 *
 * In:  elements. Out: a policy's name for the host, empty where only the document's header counts.
 *
 * HTML §2.5.5 https://html.spec.whatwg.org/#referrer-policy-attributes, §4.2.5.1 https://html.spec.whatwg.org/#meta-referrer
 */
import type { StoreNode } from '../html/dom-keys.ts';
import { attribute } from '../html/node-tree.ts';
import { asciiLower, charCodeAt, hasWord, indexOf, isAsciiSpace } from './primordials.ts';

const POLICIES =
  ' no-referrer no-referrer-when-downgrade same-origin origin strict-origin origin-when-cross-origin strict-origin-when-cross-origin unsafe-url ';

/** What a meta element said last. */
let ofDocument = '';

function knownPolicy(word: string | null): string {
  const lower = asciiLower(word ?? '');
  return lower !== '' && indexOf(lower, ' ') < 0 && hasWord(POLICIES, lower) ? lower : '';
}

/** A meta element has come into the document. */
export function noteReferrerMeta(meta: StoreNode): void {
  if (asciiLower(attribute(meta, 'name') ?? '') !== 'referrer') return;
  const word = asciiLower(attribute(meta, 'content') ?? '');
  switch (word) {
    case 'never':
      ofDocument = 'no-referrer';
      return;
    case 'default':
      ofDocument = 'strict-origin-when-cross-origin';
      return;
    case 'always':
      ofDocument = 'unsafe-url';
      return;
    case 'origin-when-crossorigin':
      ofDocument = 'origin-when-cross-origin';
      return;
    default:
      ofDocument = knownPolicy(word) || ofDocument;
  }
}

/** The policy of a request for which nothing else is said. */
export function documentPolicy(): string {
  return ofDocument;
}

/** The policy of what an element asks for; empty where it says none. */
export function elementPolicy(element: StoreNode): string {
  return knownPolicy(attribute(element, 'referrerpolicy'));
}

/** The policy with which a link or a form leads on. */
export function linkPolicy(element: StoreNode): string {
  return hasToken(attribute(element, 'rel') ?? '', 'noreferrer') ? 'no-referrer' : elementPolicy(element);
}

function hasToken(text: string, token: string): boolean {
  const lower = asciiLower(text);
  for (let at = indexOf(lower, token); at >= 0; at = indexOf(lower, token, at + 1)) {
    const end = at + token.length;
    const isStart = at === 0 || isAsciiSpace(charCodeAt(lower, at - 1));
    if (isStart && (end === lower.length || isAsciiSpace(charCodeAt(lower, end)))) return true;
  }
  return false;
}
