/**
 * '@position-try' rules: their names, the properties they may set, and where they stand in the cascade.
 *
 * In:  the prelude of a rule, names of properties; the entries of an element and the fallbacks that it names.
 * Out: what is valid; the entries with those of one fallback position in their place.
 *
 * CSS Anchor Positioning 1 §5.3 https://drafts.csswg.org/css-anchor-position-1/#fallback-rule
 */
import type { DomElement, DomNode } from '../html/node-tree.ts';
import type { TreeRules } from './cascade.ts';
import type { CascadeEntry } from './declaration.ts';
import type { FlatTree } from './flat-tree.ts';
import { readValue } from './value-reader.ts';

const TRY_PROPERTY =
  /^(?:inset(?:-(?:block|inline)(?:-(?:start|end))?)?|top|right|bottom|left|margin(?:-(?:top|right|bottom|left|(?:block|inline)(?:-(?:start|end))?))?|(?:min-|max-)?(?:width|height|inline-size|block-size)|(?:align|justify|place)-self|position-(?:anchor|area))$/;

export function isTryProperty(lowerName: string): boolean {
  return TRY_PROPERTY.test(lowerName);
}

/** The name in a rule's prelude; `null` when it is not valid. */
export function tryName(prelude: string): string | null {
  const reader = readValue(prelude);
  const name = reader?.takeIdentifier();
  return name?.startsWith('--') && reader?.done ? name : null;
}

/** The names of '@position-try' rules among fallbacks, each once. */
export function triesOf(fallbacks: string): readonly string[] {
  if (!fallbacks.includes('--')) return NO_NAMES;
  return [...new Set(fallbacks.split(/,? /).filter((word) => word.startsWith('--')))];
}

const NO_NAMES: readonly string[] = [];

/** Above what the author says, below what is important. */
export function withTry(entries: readonly CascadeEntry[], own: CascadeEntry | null): readonly CascadeEntry[] {
  if (own === null) return entries;
  const important = entries.findIndex((entry) => entry.important);
  const at = important === -1 ? entries.length : important;
  return [...entries.slice(0, at), own, ...entries.slice(at)];
}

/**
 * What a rule of this name declares for an element: the rule of its own tree, or of the nearest one around it.
 *
 * Differs: a name in a ':host' or '::slotted()' rule is looked for from the element's tree, not from the rule's.
 */
export function findTry(
  name: string,
  element: DomElement,
  trees: ReadonlyMap<DomNode | null, TreeRules>,
  flatTree: FlatTree,
): CascadeEntry | null | undefined {
  let host: DomElement | null = element;
  for (let root = flatTree.rootOf(element); host !== null; root = flatTree.rootOf(host)) {
    const own = trees.get(root)?.tries.get(name);
    if (own !== undefined || root === null) return own;
    host = flatTree.hostOf(root);
    if (host === null) return undefined;
  }
  return undefined;
}
