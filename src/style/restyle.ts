/**
 * Which elements look different after a change.
 *
 * In:  the styles that were known, the part of the document where they may have changed.
 * Out: the elements whose style, or that of one of their pseudo-elements, is another object than before. Equal input
 *      gives the same object (style-cache.ts), so that after most changes there are few of them.
 */
import { type DomElement, type DomNode, following, isElement } from '../html/node-tree.ts';
import type { ComputedStyle, PseudoName } from './computed-style.ts';

/** Computed styles by element; a pseudo-element that was looked for and is not there is `null`. */
export interface KnownStyles {
  readonly styles: Map<DomElement, ComputedStyle>;
  readonly pseudoStyles: Map<PseudoName, Map<DomElement, ComputedStyle | null>>;
}

/**
 * Pseudo-elements that can come into being by a rule, without a trace in what was known. Others (a dialog's backdrop)
 * come with a change of their element.
 */
const MAY_APPEAR: readonly PseudoName[] = ['before', 'after', 'first-letter', 'first-line'];

interface Stale {
  readonly element: DomElement;
  readonly style: ComputedStyle;
  /** By name, in the order of `pseudoStyles`, then of MAY_APPEAR. */
  readonly pseudos: ReadonlyMap<PseudoName, ComputedStyle | null>;
}

/** Takes what is known at and below `root` out of the maps. */
export function takeStale(known: KnownStyles, root: DomNode, into: Stale[]): void {
  for (let at: DomNode | null = root; at !== null; at = following(at, root)) {
    if (!isElement(at)) continue;
    const style = known.styles.get(at);
    if (style === undefined) continue;
    known.styles.delete(at);
    let pseudos: Map<PseudoName, ComputedStyle | null> | null = null;
    for (const [name, styles] of known.pseudoStyles) {
      const pseudo = styles.get(at);
      if (pseudo === undefined) continue;
      styles.delete(at);
      pseudos ??= new Map();
      pseudos.set(name, pseudo);
    }
    into.push({ element: at, style, pseudos: pseudos ?? NO_PSEUDOS });
  }
}

/** The elements among them that look different now. */
export function changedAmong(
  stale: readonly Stale[],
  styleOf: (element: DomElement) => ComputedStyle,
  pseudoStyleOf: (element: DomElement, pseudo: PseudoName) => ComputedStyle | null,
): DomElement[] {
  const changed: DomElement[] = [];
  for (const { element, style, pseudos } of stale) {
    const isSame =
      styleOf(element) === style &&
      samePseudos(pseudos, (name) => pseudoStyleOf(element, name)) &&
      MAY_APPEAR.every((name) => pseudos.has(name) || pseudoStyleOf(element, name) === null);
    if (!isSame) changed.push(element);
  }
  return changed;
}

function samePseudos(
  pseudos: ReadonlyMap<PseudoName, ComputedStyle | null>,
  styleOf: (pseudo: PseudoName) => ComputedStyle | null,
): boolean {
  for (const [name, style] of pseudos) if (styleOf(name) !== style) return false;
  return true;
}

const NO_PSEUDOS: ReadonlyMap<PseudoName, ComputedStyle | null> = new Map();

export type { Stale };
