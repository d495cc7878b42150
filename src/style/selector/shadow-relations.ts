/**
 * The ways from an element to the tree whose rules are being matched: to the slot that shows it, and from a part to the
 * host that shows the part.
 *
 * CSS Scoping 1 §3.2.2 (::slotted), CSS Shadow Parts 1 §3, §5 (part, exportparts)
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute, type DomElement } from '../../html/node-tree.ts';
import type { MatchContext } from './match-context.ts';

/** Bounds the walk through shadow trees inside shadow trees. */
const MAX_TREES = 64;

/** The slot in the current tree that the element ends up in, directly or through slots of trees between. */
export function slotInTree(element: DomElement, context: MatchContext): DomElement | null {
  const { flatTree, shadowRoot } = context;
  if (flatTree === null || shadowRoot === null) return null;
  // A slot in a shadow tree is not itself what is slotted, but what it shows.
  if (element[LOCAL_NAME] === 'slot' && flatTree.rootOf(element) !== null) return null;
  let slot = flatTree.assignedSlot(element);
  for (let step = 0; slot !== null && step < MAX_TREES; step++) {
    if (flatTree.rootOf(slot) === shadowRoot) return slot;
    slot = flatTree.assignedSlot(slot);
  }
  return null;
}

/** The host in the current tree through which the element shows as a part. */
export function partHost(element: DomElement, context: MatchContext): DomElement | null {
  return exportedTo(element, context)?.host ?? null;
}

/** Whether the element shows as this part to the current tree. */
export function hasPart(element: DomElement, name: string, context: MatchContext): boolean {
  const exported = exportedTo(element, context);
  return exported?.parts.includes(name) ?? false;
}

interface ExportedParts {
  readonly host: DomElement;
  readonly parts: readonly string[];
}

function exportedTo(element: DomElement, context: MatchContext): ExportedParts | null {
  const { flatTree, shadowRoot } = context;
  if (flatTree === null) return null;
  let parts = words(attribute(element, 'part') ?? '');
  let inner: DomElement = element;
  for (let step = 0; parts.length > 0 && step < MAX_TREES; step++) {
    const root = flatTree.rootOf(inner);
    const host = root === null ? null : flatTree.hostOf(root);
    if (host === null) return null;
    // ':host::part()' reaches the parts of the host's own tree.
    if (host === context.host || flatTree.rootOf(host) === shadowRoot) return { host, parts };
    // One tree further out: only the parts that the host exports, under their outer names.
    parts = exportedNames(attribute(host, 'exportparts') ?? '', parts);
    inner = host;
  }
  return null;
}

function exportedNames(exportparts: string, parts: readonly string[]): string[] {
  const outer: string[] = [];
  for (const mapping of exportparts.split(',')) {
    const [from, to] = mapping.split(':').map((name) => name.trim());
    if (from !== undefined && parts.includes(from)) outer.push(to ?? from);
  }
  return outer;
}

function words(list: string): string[] {
  return list.split(/[\t\n\f\r ]+/).filter((word) => word !== '');
}
