/**
 * The fragment of the document's address: the element that it names is the target (':target'), is scrolled to, and
 * takes the focus if it can.
 *
 * HTML §7.4.6.3 https://html.spec.whatwg.org/#scrolling-to-a-fragment
 *
 * Differs: the last fragment of a history entry is not scrolled to again where script has scrolled since.
 */
import { LOCAL_NAME, NODE_TYPE, PARENT_NODE } from '../html/node-keys.ts';
import { attribute, hasAttribute, isHtml } from '../html/node-tree.ts';
import { documentUrl } from './document-address.ts';
import { addReadyHook, currentReadyState } from './document-lifecycle.ts';
import { removeAttributeValue, setAttributeValue } from './dom/attribute-list.ts';
import type { PageNode } from './dom/create-node.ts';
import { markUserAction } from './dom/document-version.ts';
import { documentStateOf } from './dom/element-state.ts';
import { moveFocus, takesFocus } from './dom/focus.ts';
import { createEvent } from './event-classes.ts';
import { dispatchTrusted } from './events.ts';
import { indicatedElement } from './indicated-part.ts';
import { setFragmentHook } from './navigation.ts';
import { asciiLower, indexOf, stringSlice } from './primordials.ts';
import { scrollIntoView } from './scroll-into-view.ts';
import { scrollElement, scrollOffset } from './scrolling.ts';
import { isLoadingSheets } from './style-elements.ts';
import { percentDecodeText } from './url/percent-encoding.ts';

/** "select the indicated part": an element, the top of the document, or nothing. */
function indicatedPart(document: PageNode): PageNode | 'top' | null {
  const url = documentUrl();
  const hash = indexOf(url, '#');
  if (hash < 0) return null;
  const fragment = stringSlice(url, hash + 1);
  if (fragment === '') return 'top';
  const element = indicatedElement(document, fragment);
  return element ?? (asciiLower(percentDecodeText(fragment)) === 'top' ? 'top' : null);
}

function setTarget(document: PageNode, target: PageNode | null): void {
  const state = documentStateOf(document);
  if ((state.target ?? null) === (target as unknown)) return;
  state.target = target as unknown as NonNullable<typeof state.target> | null;
  markUserAction();
}

/** "ancestor revealing algorithm": what hides the target until it is looked for shows it. */
function reveal(target: PageNode): void {
  for (let at: PageNode | null = target; at !== null; at = at[PARENT_NODE] as PageNode | null) {
    if (at[NODE_TYPE] !== 1 || !isHtml(at)) continue;
    const parent = at[PARENT_NODE] as PageNode | null;
    if (asciiLower(attribute(at, 'hidden') ?? '') === 'until-found') {
      dispatchTrusted(at, createEvent('Event', 'beforematch', { bubbles: true }));
      removeAttributeValue(at, 'hidden');
    }
    const isInDetails = parent !== null && parent[NODE_TYPE] === 1 && parent[LOCAL_NAME] === 'details';
    if (isInDetails && at[LOCAL_NAME] !== 'summary' && !hasAttribute(parent, 'open')) {
      setAttributeValue(parent, 'open', '');
    }
  }
}

/** "scroll to the fragment" */
function scrollToFragment(document: PageNode, root: PageNode | null): void {
  const part = indicatedPart(document);
  if (part === null || part === 'top') {
    setTarget(document, null);
    if (part === 'top' && root !== null) scrollElement(root, 0, 0);
    return;
  }
  setTarget(document, part);
  reveal(part);
  scrollIntoView(part, { block: 'start', inline: 'nearest' }, root);
  moveFocus(document, takesFocus(part) ? part : null);
}

export function installFragment(mainDocument: () => PageNode, root: () => PageNode | null): void {
  setFragmentHook(() => scrollToFragment(mainDocument(), root()));
  // "try to scroll to the fragment": once the parser is done, and again when all is there that moves boxes.
  let left = 0;
  let top = 0;
  const hasMoved = (): boolean => {
    const at = root();
    return at !== null && (scrollOffset(at).left !== left || scrollOffset(at).top !== top);
  };
  addReadyHook(() => {
    const state = currentReadyState();
    if (state === 'loading' || indexOf(documentUrl(), '#') < 0) return;
    if (state === 'interactive') {
      if (isLoadingSheets()) {
        const part = indicatedPart(mainDocument());
        setTarget(mainDocument(), part === 'top' ? null : part);
        return;
      }
      scrollToFragment(mainDocument(), root());
      const at = root();
      if (at !== null) ({ left, top } = scrollOffset(at));
    } else if (!hasMoved()) {
      const part = indicatedPart(mainDocument());
      if (part !== null && part !== 'top') scrollIntoView(part, { block: 'start', inline: 'nearest' }, root());
    }
  });
}
