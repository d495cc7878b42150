/**
 * Other windows: window.open, and links and forms whose target is one. The session makes a tab of each.
 *
 * In:  an address and a target. Out: a command for the session; for script, a window as of a stranger, whose location can
 *      be set. Without a person's action nothing opens, as with a popup blocker.
 *
 * HTML §7.2.2.1 (window.open), §7.3.2.1 (rules for choosing a navigable)
 *
 * Differs: nothing can be sent to the other window or back, and it does not tell when it is closed.
 */
import { LOCAL_NAME } from '../../html/node-keys.ts';
import { attribute, following, hasAttribute } from '../../html/node-tree.ts';
import { encodedAddress, isSameOrigin } from '../document-address.ts';
import type { PageNode } from '../dom/create-node.ts';
import { mainDocument } from '../dom/document-members.ts';
import { domException } from '../dom/dom-exception.ts';
import { askEngine } from '../engine-link.ts';
import { ownNavigable } from '../frames/own-frame.ts';
import { sendFrame, windowOf } from '../frames/window-proxy.ts';
import { downloadFrom, navigateTo } from '../navigation.ts';
import { withSource } from '../navigation-api/attempt.ts';
import { type OpenContent, postOpen } from '../network/commands.ts';
import { asciiLower, indexOf, startsWith } from '../primordials.ts';
import { documentPolicy, linkPolicy } from '../referrer-policy.ts';
import { hasTransientActivation } from '../user-activation.ts';
import { makePopupWindow } from './popup-window.ts';

let lastUnnamed = 0;

/** The navigable that a target means: one of this page's, or -1 for another window. */
export function navigableFor(target: string): number {
  return askEngine((engine) => engine.frameChoose(target)) ?? ownNavigable();
}

function mayOpen(): boolean {
  return hasTransientActivation() && askEngine((engine) => engine.frameAllows('popups')) !== false;
}

/** A name under which the session finds the window again. */
function nameOf(target: string): string {
  return asciiLower(target) === '_blank' ? `_blank ${++lastUnnamed}` : target;
}

export function openWindow(url: unknown, target: unknown, features: unknown): object | null {
  const address = `${url}` === '' ? 'about:blank' : encodedAddress(`${url}`);
  if (address === null) throw domException('SyntaxError', `Unable to open a window with invalid URL '${url}'.`);
  const wanted = `${target}`;
  const navigable = navigableFor(wanted);
  if (navigable >= 0) {
    if (navigable === ownNavigable()) navigateTo(address, false);
    else sendFrame(navigable, address, false, null);
    return windowOf(navigable);
  }
  if (!mayOpen()) return null;
  const name = nameOf(wanted);
  const options = asciiLower(`${features}`);
  const isSilent = indexOf(options, 'noreferrer') >= 0;
  postOpen(address, name, false, isSilent ? 'no-referrer' : documentPolicy());
  if (isSilent || indexOf(options, 'noopener') >= 0) return null;
  return makePopupWindow({
    navigate: (to) => {
      const next = encodedAddress(to);
      if (next !== null) postOpen(next, name, false, documentPolicy());
    },
  });
}

/** "follow the hyperlink": here, or in another window where the link or the person's keys say so. */
export function followLink(link: PageNode, inBackground: boolean): void {
  const url = encodedAddress(attribute(link, 'href') ?? attribute(link, 'xlink:href') ?? '');
  if (url === null) return;
  const download = attribute(link, 'download');
  // Other origins decide themselves whether they are files.
  const isOwn = startsWith(url, 'blob:') || startsWith(url, 'data:') || isSameOrigin(url);
  if (download !== null && isOwn && !inBackground) {
    downloadFrom(url, download);
    return;
  }
  const target = targetOf(link, null);
  const own = linkPolicy(link);
  const policy = own || documentPolicy();
  if (inBackground) {
    postOpen(url, nameOf('_blank'), true, policy);
    return;
  }
  const navigable = navigableFor(target);
  if (navigable < 0) {
    if (mayOpen()) postOpen(url, nameOf(target), false, policy);
    else if (hasTransientActivation() === false) withSource(link, () => navigateTo(url, false, own));
  } else if (navigable === ownNavigable()) withSource(link, () => navigateTo(url, false, own));
  else sendFrame(navigable, url, false, null);
}

/** Whether a form's answer goes to another window; then the session is told. */
export function opensElsewhere(
  form: PageNode,
  submitter: PageNode | null,
  url: string,
  content: OpenContent | null,
): boolean {
  const target = targetOf(form, submitter);
  const navigable = navigableFor(target);
  if (navigable >= 0) return navigable !== ownNavigable() && sendFrame(navigable, url, false, null);
  if (!mayOpen()) return false;
  postOpen(url, nameOf(target), false, linkPolicy(form) || documentPolicy(), content);
  return true;
}

/** "get an element's target": its own, its button's, or that of the first base element with one. */
export function targetOf(element: PageNode, submitter: PageNode | null): string {
  const own = (submitter === null ? null : attribute(submitter, 'formtarget')) ?? attribute(element, 'target');
  if (own !== null) return own;
  const root = mainDocument();
  for (let at = following(root, root); at !== null; at = following(at, root)) {
    // Base elements stand in the head: what comes behind it is not looked at.
    if (at[LOCAL_NAME] === 'body') return '';
    if (at[LOCAL_NAME] === 'base' && hasAttribute(at as PageNode, 'target'))
      return attribute(at as PageNode, 'target') ?? '';
  }
  return '';
}
