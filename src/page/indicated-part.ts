/**
 * The element that a fragment names.
 *
 * HTML §7.4.6.3 "select the indicated part" https://html.spec.whatwg.org/#select-the-indicated-part
 */
import { LOCAL_NAME, NODE_TYPE } from '../html/node-keys.ts';
import { attribute, following, isHtml } from '../html/node-tree.ts';
import type { PageNode } from './dom/create-node.ts';
import { elementById } from './dom/element-index.ts';
import { percentDecodeText } from './url/percent-encoding.ts';

/** By its id or, of a link, its name; as it is written, then with what percent signs stand for. */
export function indicatedElement(document: PageNode, fragment: string): PageNode | null {
  return elementNamed(document, fragment) ?? elementNamed(document, percentDecodeText(fragment));
}

/** "find a potential indicated element" */
function elementNamed(document: PageNode, name: string): PageNode | null {
  const byId = elementById(document, name);
  if (byId !== null || name === '') return byId;
  for (let at = following(document, document); at !== null; at = following(at, document)) {
    if (at[NODE_TYPE] === 1 && at[LOCAL_NAME] === 'a' && isHtml(at) && attribute(at, 'name') === name) {
      return at as PageNode;
    }
  }
  return null;
}
