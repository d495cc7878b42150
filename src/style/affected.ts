/**
 * Which part of a document may be styled differently after a change of an element.
 *
 * In:  the changed element, and how far the rules can see. Out: the node at or below which styles are to be matched again,
 * or `null` for the whole document.
 */
import { LOCAL_NAME, PARENT_NODE } from '../html/node-keys.ts';
import { attribute, type DomElement, type DomNode, following, isElement, parentElement } from '../html/node-tree.ts';
import type { ChangeReach } from './selector/change-reach.ts';

const CONTROLS: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'option', 'button', 'fieldset', 'form']);

export function affectedBy(element: DomElement, reaches: readonly ChangeReach[]): DomNode | null {
  if (reaches.some((reach) => reach.direction) && isInAutoDirection(element)) return null;
  return reaches.some((reach) => reach.siblings) ? element[PARENT_NODE] : element;
}

/** Whether the element is, has or is in a control. */
export function hasControl(element: DomElement): boolean {
  for (let at: DomElement | null = element; at !== null; at = parentElement(at)) {
    if (CONTROLS.has(at[LOCAL_NAME])) return true;
  }
  for (let at = following(element, element); at !== null; at = following(at, element)) {
    if (isElement(at) && CONTROLS.has(at[LOCAL_NAME])) return true;
  }
  return false;
}

/** Whether an element around takes its direction from the text in it. */
function isInAutoDirection(element: DomElement): boolean {
  for (let at: DomElement | null = element; at !== null; at = parentElement(at)) {
    if (at[LOCAL_NAME] === 'bdi' || /^auto$/i.test(attribute(at, 'dir') ?? '')) return true;
  }
  return false;
}

/** Those that are inside of no other. */
export function outermost(nodes: ReadonlySet<DomNode>): DomNode[] {
  return [...nodes].filter((node) => {
    for (let at = node[PARENT_NODE]; at !== null; at = at[PARENT_NODE]) if (nodes.has(at)) return false;
    return true;
  });
}
