/**
 * The autofocus attribute: the first element that has it and can have the focus gets it, once, when the page is first
 * rendered.
 *
 * HTML §6.6.7 https://html.spec.whatwg.org/#the-autofocus-attribute
 *
 * Differs: documents in frames do not take the focus.
 */
import { hasAttribute } from '../../html/node-tree.ts';
import { addReadyHook, currentReadyState } from '../document-lifecycle.ts';
import { isFramed } from '../frames/own-frame.ts';
import { beforeCallbacks, forceFrame } from '../observers/rendering.ts';
import { append, type BareArray, bareArray } from '../primordials.ts';
import { isLoadingSheets } from '../style-elements.ts';
import type { PageNode } from './create-node.ts';
import { focusedElement, giveFocus, takesFocus } from './focus.ts';
import { isConnected } from './tree.ts';

const candidates: BareArray<PageNode> = bareArray();
let isProcessed = false;

/** "When an element with the autofocus attribute specified is inserted into a document". */
export function autofocusConnected(element: PageNode): void {
  if (isProcessed || !hasAttribute(element, 'autofocus') || isFramed()) return;
  append(candidates, element);
  if (isRenderable()) forceFrame();
}

/** A page is not rendered before its parser is done and its sheets are there. */
function isRenderable(): boolean {
  return currentReadyState() !== 'loading' && !isLoadingSheets();
}

/** "flush autofocus candidates" */
function flush(document: PageNode): void {
  if (focusedElement(document) === null) {
    for (let at = 0; at < candidates.length; at++) {
      const element = candidates[at]!;
      if (!isConnected(element) || !takesFocus(element)) continue;
      isProcessed = true;
      giveFocus(element);
      break;
    }
  } else isProcessed = true;
  candidates.length = 0;
}

export function installAutofocus(mainDocument: () => PageNode): void {
  beforeCallbacks({
    isActive: () => candidates.length > 0 && isRenderable(),
    run: () => flush(mainDocument()),
  });
  addReadyHook(() => {
    if (candidates.length > 0) forceFrame();
  });
}
