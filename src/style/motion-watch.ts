/**
 * How styles with animations or transitions change, for who plays them.
 *
 * In:  what the resolver forgets and computes again. Out: changes in order, each with the style before and after it.
 *
 * A style that is computed for the first time has none before it: animations begin then, transitions do not (CSS
 * Transitions 1 §3 https://drafts.csswg.org/css-transitions-1/#starting, "before-change style"). Nothing is noted of
 * styles that never move.
 */
import { type DomElement, type DomNode, following, isElement } from '../html/node-tree.ts';
import type { ComputedStyle, PseudoName } from './computed-style.ts';
import type { KnownStyles, Stale } from './restyle.ts';

export interface StyleChange {
  readonly element: DomElement;
  readonly pseudo: PseudoName | null;
  readonly before: ComputedStyle | null;
  /** `null` for a pseudo-element that is not there any more. */
  readonly after: ComputedStyle | null;
  /** It was so when watching began. */
  readonly isKnown: boolean;
}

/** Pseudo-elements that can move. */
const MOVING: readonly PseudoName[] = ['before', 'after', 'marker'];
/** Changes that nobody takes are not kept for ever. */
const MAX_CHANGES = 10_000;

export class MotionWatch {
  readonly #known: KnownStyles;
  #changes: StyleChange[] = [];
  /** Styles that were true until they were forgotten, until they are computed again. */
  readonly #before = new WeakMap<DomElement, Map<PseudoName | null, ComputedStyle>>();

  constructor(known: KnownStyles) {
    this.#known = known;
    // What is there already has begun.
    for (const [element, style] of known.styles) this.#note(element, null, style, true);
    for (const [name, styles] of known.pseudoStyles) {
      for (const [element, style] of styles) this.#note(element, name, style, true);
    }
  }

  take(): readonly StyleChange[] {
    const taken = this.#changes;
    this.#changes = [];
    return taken;
  }

  outdated(stale: readonly Stale[]): void {
    for (const { element, style, pseudos } of stale) {
      this.#keep(element, null, style);
      for (const name of MOVING) {
        const pseudo = pseudos.get(name);
        if (pseudo) this.#keep(element, name, pseudo);
      }
    }
  }

  /** Everything at and below a node is going to be forgotten; `null`: everything. */
  forgotten(root: DomNode | null): void {
    const { styles, pseudoStyles } = this.#known;
    const keep = (element: DomElement): void => {
      const style = styles.get(element);
      if (style !== undefined) this.#keep(element, null, style);
      for (const name of MOVING) {
        const pseudo = pseudoStyles.get(name)?.get(element);
        if (pseudo) this.#keep(element, name, pseudo);
      }
    };
    if (root === null) for (const element of styles.keys()) keep(element);
    else for (let at: DomNode | null = root; at !== null; at = following(at, root)) if (isElement(at)) keep(at);
  }

  styled(element: DomElement, pseudo: PseudoName | null, after: ComputedStyle | null): void {
    this.#note(element, pseudo, after, false);
  }

  #note(element: DomElement, pseudo: PseudoName | null, after: ComputedStyle | null, isKnown: boolean): void {
    if (pseudo !== null && !MOVING.includes(pseudo)) return;
    const kept = this.#before.get(element);
    const before = kept?.get(pseudo) ?? null;
    kept?.delete(pseudo);
    if (
      before === after ||
      ((before === null || before.motion === null) && (after === null || after.motion === null))
    ) {
      return;
    }
    if (this.#changes.length < MAX_CHANGES) this.#changes.push({ element, pseudo, before, after, isKnown });
  }

  #keep(element: DomElement, pseudo: PseudoName | null, style: ComputedStyle): void {
    const kept = this.#before.get(element);
    if (kept === undefined) this.#before.set(element, new Map([[pseudo, style]]));
    else if (!kept.has(pseudo)) kept.set(pseudo, style);
  }
}
