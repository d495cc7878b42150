/**
 * Links that only announce what a page will need: preload, modulepreload, prefetch.
 *
 * Pretended: nothing is fetched ahead. The load event comes, because pages turn a preloaded sheet into a real one there.
 *
 * HTML §4.6.7 https://html.spec.whatwg.org/#linkTypes
 */
import { attribute } from '../../html/node-tree.ts';
import { resolveAddress } from '../document-address.ts';
import { createEvent } from '../event-classes.ts';
import { queueTask } from '../event-loop.ts';
import { dispatchTrusted } from '../events.ts';
import { asciiLower, weakGet, weakSet } from '../primordials.ts';
import type { PageNode } from './create-node.ts';
import { tokensOf } from './token-list.ts';
import { isConnected } from './tree.ts';

/** What a link announced last. */
const announced = new WeakMap<PageNode, string>();

function isHint(link: PageNode): boolean {
  const rel = tokensOf(asciiLower(attribute(link, 'rel') ?? ''));
  for (let at = 0; at < rel.length; at++) {
    if (rel[at] === 'preload' || rel[at] === 'modulepreload' || rel[at] === 'prefetch') return true;
  }
  return false;
}

/** When a link comes, and when what it says changes. */
export function updateHint(link: PageNode): void {
  const href = attribute(link, 'href') ?? '';
  if (href === '' || !isConnected(link) || !isHint(link) || weakGet(announced, link) === href) return;
  weakSet(announced, link, href);
  const type = resolveAddress(href) === null ? 'error' : 'load';
  queueTask(() => dispatchTrusted(link, createEvent('Event', type)));
}
