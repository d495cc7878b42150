/**
 * Which animations and transitions begin or end by the last changes of the document.
 *
 * In:  a document with its styles. Out: the elements, and what is declared for each, as JSON for the page realm, which
 * plays them (page/animations). Styles are brought up to date for everything that is rendered.
 *
 * Missing: transitions of properties that layout does not keep ('box-shadow', 'border-color', 'fill' and their like) and of
 * custom properties run no events.
 *
 * CSS Transitions 1 §3 https://drafts.csswg.org/css-transitions-1/#starting, CSS Animations 1 §3
 */
import type { StoreNode } from '../../html/dom-keys.ts';
import { PARENT_NODE } from '../../html/node-keys.ts';
import {
  type DomElement,
  type DomNode,
  following,
  followingSkippingChildren,
  isElement,
} from '../../html/node-tree.ts';
import type { ComputedStyle } from '../../style/computed-style.ts';
import { physicalName } from '../../style/cssom/physical-name.ts';
import { longhandsOf, propertyFor } from '../../style/cssom/shorthand-table.ts';
import type { TransitionTiming } from '../../style/motion.ts';
import type { StyleChange } from '../../style/motion-watch.ts';
import { LONGHANDS } from '../../style/properties/table.ts';
import type { DocumentStyleResolver } from '../../style/resolver.ts';
import type { ChangedMotion, ChangedProperty } from '../ports.ts';
import type { StyledDocument } from './styled-document.ts';

/** Properties that are interpolated by their computed values. */
const INTERPOLATED: ReadonlySet<string> = new Set(
  (
    'aspect-ratio background-color border-bottom-width border-left-width border-right-width border-top-width bottom clip ' +
    'clip-path color column-count column-gap column-width flex-basis flex-grow flex-shrink font-size font-size-adjust ' +
    'font-stretch font-weight grid-template-columns grid-template-rows height left letter-spacing line-height ' +
    'margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width opacity order orphans ' +
    'padding-bottom padding-left padding-right padding-top perspective right rotate row-gap scale scroll-margin-bottom ' +
    'scroll-margin-left scroll-margin-right scroll-margin-top scroll-padding-bottom scroll-padding-left ' +
    'scroll-padding-right scroll-padding-top shape-outside tab-size text-indent top transform translate vertical-align ' +
    'visibility widows width word-spacing z-index zoom'
  ).split(' '),
);
const FIELDS = LONGHANDS.filter(({ name, logical }) => logical === null && !name.startsWith('-'));

/** Writes the elements to `out`, in the order of the changes. */
export function motionChanges(page: StyledDocument, out: { [index: number]: StoreNode }): string {
  const styles = page.styles();
  const watch = styles.watchMotion();
  styleRendered(page.document, styles);
  for (const { root } of styles.flatTree.shadowTrees) styleRendered(root, styles);
  const told: ChangedMotion[] = [];
  for (const change of watch.take()) {
    const motion = changedMotion(change, styles);
    if (motion === null) continue;
    out[told.length] = change.element as unknown as StoreNode;
    told.push(motion);
  }
  return told.length === 0 ? '' : JSON.stringify(told);
}

/** Whether an element is in the document, and neither it nor what it is in has 'display: none'. */
export function isRendered(page: StyledDocument, element: DomNode): boolean {
  const styles = page.styles();
  const path: DomElement[] = [];
  for (
    let at: DomElement | null = isElement(element) ? element : null;
    at !== null;
    at = styles.flatTree.parentOf(at)
  ) {
    path.push(at);
  }
  if (path.at(-1)?.[PARENT_NODE] !== page.document) return false;
  return path.every((each) => styles.styleOf(each).display !== 'none');
}

function styleRendered(root: DomNode, styles: DocumentStyleResolver): void {
  let at = following(root, root);
  while (at !== null) {
    if (!isElement(at)) {
      at = following(at, root);
      continue;
    }
    const { display } = styles.styleOf(at);
    if (display !== 'none') for (const pseudo of ['before', 'after'] as const) styles.pseudoStyleOf(at, pseudo);
    at = display === 'none' ? followingSkippingChildren(at, root) : following(at, root);
  }
}

function changedMotion(change: StyleChange, styles: DocumentStyleResolver): ChangedMotion | null {
  const { pseudo, before, after } = change;
  const now = after === null || after.display === 'none' ? null : after;
  const animations = (now?.motion?.animations ?? []).filter(({ name }) => styles.hasKeyframes(name));
  const had = before?.motion?.animations ?? [];
  const properties = before === null || before.display === 'none' || now === null ? [] : changedProperties(before, now);
  if (animations.length === 0 && had.length === 0 && properties.length === 0) return null;
  return {
    pseudo: pseudo === null ? '' : `::${pseudo}`,
    animations: animations.map((each) => ({
      ...each,
      iterations: Number.isFinite(each.iterations) ? each.iterations : -1,
    })),
    properties,
    isKnown: change.isKnown,
  };
}

/** Properties that differ, with the transition that is declared for each; those without any are told with no time. */
function changedProperties(before: ComputedStyle, after: ComputedStyle): ChangedProperty[] {
  const transitions = after.motion?.transitions ?? [];
  if (transitions.length === 0 && before.motion === null) return [];
  const changed: ChangedProperty[] = [];
  for (const { name, field } of FIELDS) {
    const from = (before as unknown as Record<string, unknown>)[field];
    const to = (after as unknown as Record<string, unknown>)[field];
    if (from === to) continue;
    const fromText = JSON.stringify(from);
    const toText = JSON.stringify(to);
    if (fromText === toText) continue;
    const transition = transitionFor(name, transitions, after);
    const canRun = transition !== null && (transition.isDiscrete || isInterpolated(name, from, to));
    changed.push({
      name,
      from: fromText,
      to: toText,
      durationMs: canRun ? transition.durationMs : 0,
      delayMs: canRun ? transition.delayMs : 0,
      easing: canRun ? transition.easing : '',
    });
  }
  return changed;
}

function isInterpolated(name: string, from: unknown, to: unknown): boolean {
  if (!INTERPOLATED.has(name)) return false;
  if (name === 'visibility') return from === 'visible' || to === 'visible';
  return typeof from !== 'string' && typeof to !== 'string' && from !== null && to !== null;
}

/** Key: a name in 'transition-property'. */
const covered = new Map<string, ReadonlySet<string>>();

/** The last transition in the list whose property covers a longhand. */
function transitionFor(
  longhand: string,
  transitions: readonly TransitionTiming[],
  style: ComputedStyle,
): TransitionTiming | null {
  for (let at = transitions.length - 1; at >= 0; at--) {
    const { property } = transitions[at]!;
    if (property === 'all' || property === longhand) return transitions[at]!;
    let names = covered.get(property);
    if (names === undefined) {
      const known = propertyFor(property);
      const longhands = longhandsOf(known);
      names = new Set(longhands.length > 0 ? longhands : [known]);
      if (covered.size < 1_000) covered.set(property, names);
    }
    for (const name of names) if (physicalName(name, style) === longhand) return transitions[at]!;
  }
  return null;
}
