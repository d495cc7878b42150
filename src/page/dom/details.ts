/**
 * Details: the toggle event when they open or close, and groups of which one is open.
 *
 * HTML §4.11.1 https://html.spec.whatwg.org/#the-details-element
 */
import { LOCAL_NAME, NODE_TYPE } from '../../html/node-keys.ts';
import { attribute, following, hasAttribute } from '../../html/node-tree.ts';
import { removeAttributeValue } from './attribute-list.ts';
import type { PageNode } from './create-node.ts';
import { queueToggle } from './toggle-events.ts';
import { rootOf } from './tree.ts';

/** "ensure details exclusivity": opening one of a group closes the others. */
function closeOthers(details: PageNode): void {
  const name = attribute(details, 'name');
  if (name === null || name === '') return;
  const root = rootOf(details);
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    const isOther = at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'details' && (at as PageNode) !== details;
    if (isOther && hasAttribute(at, 'open') && attribute(at, 'name') === name) {
      removeAttributeValue(at as PageNode, 'open');
      return;
    }
  }
}

export function detailsAttributeChanged(
  details: PageNode,
  name: string,
  old: string | null,
  value: string | null,
): void {
  if (name === 'name' && hasAttribute(details, 'open')) closeIfOtherOpen(details);
  if (name !== 'open' || (old === null) === (value === null)) return;
  if (value === null) queueToggle(details, 'open', 'closed');
  else {
    queueToggle(details, 'closed', 'open');
    closeOthers(details);
  }
}

/** An open one that comes into a group with an open one closes. */
export function detailsConnected(details: PageNode): void {
  if (!hasAttribute(details, 'open')) return;
  if (!closeIfOtherOpen(details)) queueToggle(details, 'closed', 'open');
}

function closeIfOtherOpen(details: PageNode): boolean {
  const name = attribute(details, 'name');
  if (name === null || name === '') return false;
  const root = rootOf(details);
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    const isOther = at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'details' && (at as PageNode) !== details;
    if (!isOther || !hasAttribute(at, 'open') || attribute(at, 'name') !== name) continue;
    removeAttributeValue(details, 'open');
    return true;
  }
  return false;
}
